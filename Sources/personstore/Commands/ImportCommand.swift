internal import ArgumentParser
internal import People
internal import PeopleIO
internal import TableIO
internal import Tabular

/// The command `personstore import`.
struct ImportCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads people, or rows of any table, from a CSV, TSV, JSON, NDJSON or vCard file.",
    discussion: """
      What the columns are is guessed from their names (first_name, Surname, Vorname, E-mail \
      Address, dob, ...) and from the values of the first 200 rows; --map says it. Every column \
      that is no field becomes an attribute. A column with whole names is split where most of its \
      values have one form. What was guessed is shown before anything is stored, and --dry-run \
      shows why.

      A value that a guessed column's field cannot have, such as a day of birth 1943-00-00, is \
      kept as an attribute of that person. In a column that is mapped, or spelled exactly like a \
      field where name and surname are, it refuses the row.

      All or nothing: a row that is refused (it is shown with line, column, value and reason) ends \
      the import without a trace, unless --max-errors allows some. Two people are the same for \
      --on-conflict when they have the same id or e-mail address, or the same --key; people \
      without them are always new. A column id is the key of a person only in a file that the \
      program has exported, or with --map id=id.

      With --table the rows go into any table of a SQLite file:

        personstore import titanic.csv --table passenger --db titanic.db --migrations Migrations

      A table that is not there is made, with the types that all values of its columns have: whole \
      numbers, numbers, days, true or false, or texts. An empty field is NULL. The key is a column \
      with the name of one (id, passenger_id) whose values all differ, the columns of --key, or a \
      new column id. The statement is shown before anything is stored. A table that is there gets \
      the rows whose values fit its columns.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The file, or - for the input.", completion: .file())
  var file: String

  @OptionGroup(title: "Tables") var table: ImportTable

  @OptionGroup(title: "Columns") var columns: ImportColumns

  @OptionGroup(title: "Values") var values: ImportValues

  @OptionGroup(title: "Reading") var reading: ImportFile

  @Option(help: "What to do with people who are there already.")
  var onConflict: ImportOptions.OnConflict = .error

  @Option(
    help: """
      By what people are found who are there already: fields and attributes.NAME, with commas \
      between them. (default: id, or else email) With --table: columns that are the key, or that \
      are unique.
      """)
  var key: [String] = []

  @Option(help: "How many rows may be refused.")
  var maxErrors = 0

  @Option(
    help: """
      Write the refused rows to this CSV file, with their line, record, column and reason. Mend \
      them there and import it.
      """)
  var rejects: String?

  @Flag(help: "Show what would be stored and refused, and store nothing.")
  var dryRun = false

  @Flag(
    name: .customLong("no-undo"),
    help: "Do not record what is stored; the import cannot be undone then.")
  var withoutUndo = false

  @Flag(help: "Print the summary as JSON.")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Say nothing of what went well, and of refused rows only how many there are and why.")
  var quiet = false

  var isListing: Bool { dryRun }

  func validate() throws {
    if maxErrors < 0 { throw ValidationError("--max-errors is 0 or more.") }
    guard table.table != nil else {
      _ = try options()
      return
    }
    guard store.path != nil else {
      throw ValidationError("--table needs --db with the file that gets the table.")
    }
    _ = try tableOptions()
  }

  func run() throws {
    if let name = table.table {
      return try TableImport(
        database: store.database, file: file, table: name, migrations: table.migrations,
        options: tableOptions(), isQuiet: quiet, isJSON: json, rejects: rejects
      ).run()
    }
    let options = try options()
    let source = try ByteSource(path: file)
    let rejections = try rejects.map { try RejectionReport(path: $0, besides: file) }
    var progress = Progress("importing", isQuiet: quiet)
    defer { progress.end() }

    var reasons: [String: Int] = [:]
    var rejectionCount = 0
    let summary: ImportSummary
    var seconds = 0.0
    do {
      summary = try withStore { store in
        let summary = try PersonImporter(options: options).run(source, into: store) { done, total in
          progress.show(done, of: total)
        } onRejection: { row in
          progress.end()
          reasons["\(row.rejection.reason)", default: 0] += 1
          rejectionCount += 1
          if showsRejections(rejectionCount) { Terminal.say("rejected: \(row)") }
          try rejections?.write(row)
        } willStore: { guess in
          try show(guess)
        } willCommit: { _, _ in
          // The report is finished before the commit, so that no row is left out without being
          // reported.
          try rejections?.finish()
        }
        progress.end()
        seconds = progress.seconds
        if !dryRun { store.finishSearchIndex(isQuiet: quiet || json) }
        return summary
      }
    } catch let failure as RejectionReport.Failure {
      throw failure
    } catch {
      // The rejected rows are most useful when the import has failed.
      do { try rejections?.finish() } catch let failure { Terminal.say("personstore: \(failure)") }
      throw error
    }
    if quiet || dryRun {
      for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        Terminal.say("rejected: \(Numbers.grouped(count)) × \(reason)")
      }
    }
    guard dryRun else {
      return try report("the import is stored") { try print(summary, seconds) }
    }
    try print(summary, seconds)
    try Self.endDryRun(rejected: summary.rejected, maximum: maxErrors)
  }

  /// Fails after a dry run if an import would.
  static func endDryRun(rejected: Int, maximum: Int) throws {
    guard rejected > maximum else { return }
    Terminal.say(
      "personstore: an import would store nothing, because rows are refused; see --max-errors")
    throw Outcome.failed
  }

  /// Whether the refused row of a number is shown. The one that ends an import is in its error, and
  /// of those of a dry run, which does not end, the first ones are examples.
  private func showsRejections(_ number: Int) -> Bool {
    !quiet && (dryRun ? number <= 10 : maxErrors > 0)
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

  /// Shows what is read from the columns, before anything is stored, unless it is only what the
  /// file or the options say.
  private func show(_ guess: ImportGuess) throws {
    guard !quiet, !json else { return }
    guard dryRun else {
      if guess.mapping.isGuessed { Terminal.say(guess.mapping.description) }
      for hint in guess.mapping.hints { Terminal.say(hint) }
      return
    }
    try MappingTable(guess).print()
  }

  private func print(_ summary: ImportSummary, _ seconds: Double) throws {
    if json { return try Output.write(json: summary) }
    guard !quiet else { return }
    if !summary.unusedColumns.isEmpty {
      Terminal.say("columns not imported: \(summary.unusedColumns.joined(separator: ", "))")
    }
    for note in summary.notes { Terminal.say(note.description) }
    func rows(_ count: Int) -> String { "\(Numbers.grouped(count)) row\(count == 1 ? "" : "s")" }
    if summary.emptyRows > 0 {
      Terminal.say("\(rows(summary.emptyRows)) without any value left out")
    }
    if summary.filledRows > 0 {
      Terminal.say("\(rows(summary.filledRows)) with fewer fields than columns filled")
    }
    Terminal.say(
      """
      \(dryRun ? "dry run, nothing stored: " : "")\(Numbers.grouped(summary.read)) read, \
      \(Numbers.grouped(summary.inserted)) inserted, \(Numbers.grouped(summary.updated)) updated, \
      \(Numbers.grouped(summary.skipped)) skipped, \(Numbers.grouped(summary.rejected)) rejected \
      in \(Numbers.seconds(seconds)), \(Numbers.rate(summary.read, in: seconds))
      """)
    if !dryRun, let number = summary.number {
      Terminal.say("import \(number): personstore undo \(number) takes it back")
    }
  }

  private func options() throws -> ImportOptions {
    var options = ImportOptions(asOf: try values.day())
    try columns.apply(to: &options)
    try values.apply(to: &options)
    try reading.apply(to: &options.reader)
    options.onConflict = onConflict
    if !key.isEmpty {
      let text = key.joined(separator: ",")
      options.key = try ImportColumns.parsed("--key") { () throws(ImportError) in
        try PersonKey(parsing: text)
      }
    }
    options.maximumRejections = maxErrors
    options.isDryRun = dryRun
    options.isUndoable = !withoutUndo
    options.keepsRows = rejects != nil
    return options
  }

  private func tableOptions() throws -> TableImportOptions {
    if withoutUndo {
      throw ValidationError("--no-undo is for people; nothing of a table is undone.")
    }
    var options = TableImportOptions()
    try columns.apply(to: &options)
    try values.apply(to: &options)
    try reading.apply(to: &options.reader)
    options.onConflict = TableImportOptions.Conflict(rawValue: onConflict.rawValue) ?? .error
    if !key.isEmpty {
      options.key = try ImportColumns.parsed("--key") { () throws(ImportError) in
        try ColumnMapping.columns(parsing: key.joined(separator: ","))
      }
    }
    options.maximumRejections = maxErrors
    options.goesByDeclaredTypes = table.declaredTypes
    options.keepsRows = rejects != nil
    options.isDryRun = dryRun
    return options
  }
}
