internal import ArgumentParser
internal import Foundation
internal import People
internal import PeopleIO
internal import Tabular

/// The command `personstore import`.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads people from a CSV, TSV, JSON or NDJSON file into the store.",
    discussion: """
      Columns are found by their names (name, surname, age, email, birthDate, id) or by --map. An \
      age may be mapped from a column of dates: it is counted in whole years up to --as-of.

      All or nothing: a row that is refused (it is shown with line, column, value and reason) ends \
      the import without a trace, unless --max-errors allows some. Two people are the same for \
      --on-conflict when they have the same id or e-mail address; people without either are always \
      new.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The file, or - for the input.", completion: .file())
  var file: String

  @Option(
    help: """
      Where fields come from: field=column, with commas between them; field= leaves one out.
      """)
  var map: String?

  @Option(help: "What to do with people who are there already.")
  var onConflict: ImportOptions.OnConflict = .error

  @Option(help: "How many rows may be refused.")
  var maxErrors = 0

  @Option(
    help: """
      Write the refused rows to this CSV file, with their line, record, column and reason. Mend \
      them there and import it.
      """)
  var rejects: String?

  @Option(help: "The day up to which ages are counted, YYYY-MM-DD. (default: today)")
  var asOf: String?

  @Option(help: "The format. (default: by the file's name, or its first bytes)")
  var format: TableFormat?

  @Option(help: "The character between fields. (default: found by the header)")
  var delimiter: String?

  @Flag(help: "Do everything but store it.")
  var dryRun = false

  @Flag(help: "Print the summary as JSON.")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Say nothing of what went well, and of refused rows only how many there are and why.")
  var quiet = false

  func validate() throws {
    if maxErrors < 0 { throw ValidationError("--max-errors is 0 or more.") }
    _ = try options()
  }

  func run() throws {
    let options = try options()
    let source = try ByteSource(path: file)
    let rejections = try rejects.map { try RejectionReport(path: $0, besides: file) }
    var progress = Progress("importing", isQuiet: quiet)
    defer { progress.end() }

    var reasons: [String: Int] = [:]
    let summary: ImportSummary
    do {
      summary = try withStore { store in
        try PersonImporter(options: options).run(source, into: store) { done, total in
          progress.show(done, of: total)
        } onRejection: { row in
          progress.end()
          reasons["\(row.rejection.reason)", default: 0] += 1
          if maxErrors > 0, !quiet { Terminal.say("rejected: \(row)") }
          try rejections?.write(row)
        } willCommit: { _, _ in
          // The report is finished before the commit, so that no row is left out without being
          // reported.
          try rejections?.finish()
        }
      }
    } catch let failure as RejectionReport.Failure {
      throw failure
    } catch {
      // The rejected rows are most useful when the import has failed.
      do { try rejections?.finish() } catch let failure { Terminal.say("personstore: \(failure)") }
      throw error
    }
    progress.end()
    if quiet {
      for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        Terminal.say("rejected: \(Numbers.grouped(count)) × \(reason)")
      }
    }
    let seconds = progress.seconds
    guard !dryRun else { return try print(summary, seconds) }
    try report("the import is stored") { try print(summary, seconds) }
  }

  private func withStore(
    _ body: (PersonStore) throws -> ImportSummary
  ) throws -> ImportSummary {
    guard dryRun else { return try store.database.withStoreToWrite(body) }
    let tried: PersonStore
    do {
      tried = try store.database.openToTry()
    } catch DatabaseError.cannotOpen(_, .noSuchFile), StoreError.notAStore(_, .empty) {
      // An empty store takes the place of the one that the import would create.
      tried = try PersonStore(path: ":memory:")
    }
    defer { tried.close() }
    return try body(tried)
  }

  private func print(_ summary: ImportSummary, _ seconds: Double) throws {
    if json { return try Output.write(json: summary) }
    guard !quiet else { return }
    if !summary.unusedColumns.isEmpty {
      Terminal.say("columns not imported: \(summary.unusedColumns.joined(separator: ", "))")
    }
    Terminal.say(
      """
      \(dryRun ? "dry run, nothing stored: " : "")\(Numbers.grouped(summary.read)) read, \
      \(Numbers.grouped(summary.inserted)) inserted, \(Numbers.grouped(summary.updated)) updated, \
      \(Numbers.grouped(summary.skipped)) skipped, \(Numbers.grouped(summary.rejected)) rejected \
      in \(Numbers.seconds(seconds)), \(Numbers.rate(summary.read, in: seconds))
      """)
  }

  private func options() throws -> ImportOptions {
    var options = ImportOptions(asOf: try date())
    if let map {
      do {
        options.mapping = try ColumnMapping(parsing: map)
      } catch {
        throw ValidationError("--map: \(error)")
      }
    }
    options.onConflict = onConflict
    options.maximumRejections = maxErrors
    options.isDryRun = dryRun
    options.keepsRows = rejects != nil
    options.reader.format = format
    if let delimiter {
      let character = delimiter == "\\t" ? "\t" : delimiter
      guard character.count == 1, let first = character.first, let value = Delimiter(first) else {
        throw ValidationError("--delimiter is one ASCII character, not '\(delimiter)'.")
      }
      options.reader.delimiter = value
    }
    return options
  }

  private func date() throws -> CalendarDate {
    guard let asOf else { return .today }
    guard let date = CalendarDate(asOf) else {
      throw ValidationError("--as-of is a day YYYY-MM-DD, not '\(asOf)'.")
    }
    return date
  }
}

extension CalendarDate {
  /// The current day in the local time zone.
  fileprivate static var today: CalendarDate {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day], from: Date())
    // The clock may be set to any year. A day that `CalendarDate` cannot represent becomes its last
    // day.
    return CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
      ?? CalendarDate(year: 9999, month: 12, day: 31).unsafelyUnwrapped
  }
}
