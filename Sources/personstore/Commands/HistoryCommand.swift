internal import ArgumentParser
internal import People
internal import PeopleIO
internal import Tabular

/// The command `personstore history`.
struct HistoryCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists the imports, which can be undone.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let entries = try ImportHistory(of: store).entries()
    if json { return try Output.write(json: entries) }
    let printer = try RowPrinter(
      [
        .init(heading: "import", isNumber: true), .init(heading: "file"),
        .init(heading: "time"), .init(heading: "inserted", isNumber: true),
        .init(heading: "updated", isNumber: true), .init(heading: "undone"),
      ], format: OutputFormat.chosen(nil))
    for entry in entries {
      try printer.print([
        .integer(Int64(entry.number)), .text(entry.source), .text(entry.importedAt),
        .integer(Int64(entry.inserted)), .integer(Int64(entry.updated)),
        entry.undoneAt.map { .text($0) } ?? .null,
      ])
    }
    try printer.finish()
  }
}

/// The command `personstore undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Takes an import back.",
    discussion: """
      The people that it inserted are deleted, and those that it changed are as before. If one of \
      them has been changed since then, that is an error, and nothing is done.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The number of the import; history lists them.")
  var number: Int

  func run() throws {
    let store = try store.database.openToChange()
    defer { store.close() }
    let entry = try ImportHistory(of: store).undo(number)
    store.finishSearchIndex()
    try report("the import is undone") {
      Terminal.say(
        """
        import \(number) of \(entry.source) is undone: \(Numbers.grouped(entry.inserted)) \
        deleted, \(Numbers.grouped(entry.updated)) as before
        """)
    }
  }
}
