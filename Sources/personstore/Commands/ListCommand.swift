internal import ArgumentParser
internal import People
internal import PeopleIO
internal import Tabular

/// The command `personstore list`.
struct ListCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows the people in the order of their ids.")

  @OptionGroup var store: StoreOptions

  @Option(
    name: .shortAndLong, help: "How many people at most. (default: 50 on a terminal, else all)")
  var limit: Int?

  @Option(help: "How many people to leave out first.")
  var offset = 0

  @Option(help: "The format. (default: table on a terminal, else plain)")
  var format: OutputFormat?

  @Flag(
    name: .customLong("safe-csv"),
    help: "Mark texts in CSV that a spreadsheet would take for formulas with an apostrophe.")
  var safeCSV = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit is 0 or more.") }
    if offset < 0 { throw ValidationError("--offset is 0 or more.") }
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let limit = limit ?? (Terminal.isOutputInteractive ? 50 : Int.max)
    let format = OutputFormat.chosen(format)
    let printer = try RowPrinter(
      PersonExporter.columns.map { .init(heading: $0, isNumber: $0 == "id" || $0 == "age") },
      format: format, isSafe: safeCSV)
    let (shown, total) = try store.read { transaction in
      var position = 0
      var shown = 0
      try transaction.people.forEach(while: { shown < limit }) { person in
        position += 1
        guard position > offset else { return }
        try printer.print(person.fields)
        shown += 1
      }
      return (shown, try transaction.people.count())
    }
    try printer.finish()
    if Terminal.isErrorInteractive, shown < total {
      Terminal.say("\(Numbers.grouped(shown)) of \(Numbers.grouped(total)) people")
    }
  }
}
