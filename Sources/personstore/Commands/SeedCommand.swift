internal import ArgumentParser
internal import Foundation
internal import LinqSQL
internal import People
internal import PeopleIO
internal import Seeding
internal import StoreSupport
internal import Tabular

/// The command `personstore seed`.
struct SeedCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Fills the store with generated people.",
    discussion: """
      The same seed gives the same people on every machine; a row is the same whatever the count. \
      E-mail addresses are unique, also between seeds, and lead nowhere (example.com and the like).
      """)

  @OptionGroup var store: StoreOptions

  @Option(name: .shortAndLong, help: "How many people.")
  var count = 1000

  @Option(help: "Which people: any whole number from 0.")
  var seed: UInt64 = 1

  @Option(help: "The first row, to continue an earlier run.")
  var start = 0

  @Option(help: "Languages of the names, with commas between them. (values: \(Self.languages))")
  var locale: String?

  @Option(help: "The day on which the ages hold, YYYY-MM-DD.")
  var asOf: String = PersonGenerator.defaultDate.description

  @Flag(help: "Give the people attributes: a language, and to most of them a phone.")
  var attributes = false

  @Option(
    name: .shortAndLong, help: "Write to a file, or to - for the output, and not to the store.")
  var output: String?

  @Option(help: "The format of that file. (default: by its name; csv for the output)")
  var format: TableFormat?

  @Flag(help: "Generate the people and store nothing.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Say nothing.")
  var quiet = false

  private static let languages = SeedLocale.allCases.map(\.rawValue).joined(separator: ", ")

  var isListing: Bool { output == "-" }

  func validate() throws {
    guard count >= 0 else { throw ValidationError("--count is 0 or more.") }
    guard start >= 0 else { throw ValidationError("--start is 0 or more.") }
    guard start <= Int.max - count else {
      throw ValidationError("--start and --count are too large together.")
    }
    _ = try locales()
    _ = try date()
    _ = try output.map { try OutputFile.format(of: $0, given: format) }
  }

  func run() throws {
    let generator = PersonGenerator(
      seed: seed, locales: try locales(), asOf: try date(), hasAttributes: attributes)
    let people = generator.people(start..<start + count)
    var progress = Progress("seeding", isQuiet: quiet)
    defer { progress.end() }
    var seconds: Double?
    if dryRun {
      for (index, _) in people.enumerated() where index % 8192 == 0 {
        progress.show(index, of: count)
      }
    } else if let output {
      try write(people, to: output, &progress)
    } else {
      try store.database.withStoreToWrite { store in
        try insert(people, into: store, &progress)
        progress.end()
        seconds = progress.seconds
        store.finishSearchIndex(isQuiet: quiet)
      }
    }
    progress.end()
    let taken = seconds ?? progress.seconds
    let what = dryRun ? "generated, not stored" : output == nil ? "stored" : "written"
    if !quiet {
      Terminal.say(
        "\(Numbers.grouped(count)) people \(what) in \(Numbers.seconds(taken)), "
          + Numbers.rate(count, in: taken))
    }
  }

  private func insert(
    _ people: GeneratedPeople, into store: PersonStore, _ progress: inout Progress
  ) throws {
    // Another thread generates the people while this one stores them: SQLite has one writer, which
    // should never wait for the generator.
    let batches = BoundedQueue<[Person]>(lookahead: 4)
    let finished = DispatchSemaphore(value: 0)
    try BackgroundThread.start {
      var rest = people[...]
      while !rest.isEmpty, batches.waitForRoom() {
        batches.enqueue(Array(rest.prefix(1024)))
        rest = rest.dropFirst(1024)
      }
      batches.finish(.success(()))
      finished.signal()
    }
    defer {
      batches.cancel()
      finished.wait()
    }
    do {
      try store.write { transaction in
        try transaction.people.inserting { inserter in
          var stored = 0
          while let batch = try batches.dequeue() {
            _ = try inserter.insert(contentsOf: batch) { throw $1 }
            stored += batch.count
            progress.show(stored, of: count)
          }
        }
      }
    } catch RowError.duplicate(_, let fields) where fields == ["email"] {
      Terminal.say(
        "personstore: these people are stored already (seed \(seed), rows from \(start)); nothing "
          + "was stored. Take another --seed, or continue with --start")
      throw Outcome.failed
    }
  }

  private func write(
    _ people: GeneratedPeople, to output: String, _ progress: inout Progress
  ) throws {
    let names = attributes ? PersonGenerator.attributes : []
    let columns = PersonExporter.columns.filter { $0 != PersonField.id.rawValue } + names
    let writer = try openWriter(
      OutputFile.open(output), format: OutputFile.format(of: output, given: format),
      columns: columns, protection: output == "-" ? Output.protection(isSafe: false) : [])
    for (index, person) in people.enumerated() {
      let values = names.map { person.attributes[$0].map { Field.text($0) } ?? .null }
      try writer.write(person.fields.dropFirst() + values)
      if index % 8192 == 0 { progress.show(index, of: count) }
    }
    try writer.finish()
  }

  private func locales() throws -> [SeedLocale] {
    guard let locale else { return SeedLocale.allCases }
    return try locale.split(separator: ",", omittingEmptySubsequences: false).map { code in
      guard let locale = SeedLocale(rawValue: String(code)) else {
        throw ValidationError("There are no names for '\(code)'; there are: \(Self.languages).")
      }
      return locale
    }
  }

  private func date() throws -> CalendarDate {
    guard let date = CalendarDate(asOf), date.year > 105 else {
      throw ValidationError("--as-of is a day YYYY-MM-DD from the year 106 on, not '\(asOf)'.")
    }
    return date
  }
}
