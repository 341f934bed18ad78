internal import ArgumentParser
internal import LinqModels
internal import StoreEngine
internal import StoreSQLite

/// The command `personstore schema`.
struct SchemaCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Draws the tables of any database, their keys and relations.",
    discussion: """
      As text, each table and view has its columns with their types, what they refer to, and the \
      relations by which chains of personstore query lead to other rows. A diagram is drawn by \
      Graphviz or Mermaid:

        personstore schema --db chinook.db
        personstore schema --db chinook.db --format dot | dot -Tsvg > chinook.svg
        personstore schema --db chinook.db --format mermaid >> README.md
      """)

  /// The forms of the drawing.
  enum Format: String, CaseIterable, ExpressibleByArgument { case text, dot, mermaid }

  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("A table or view. (default: all)", valueName: "name"))
  var table: [String] = []

  @Option(help: "The form of the drawing.")
  var format = Format.text

  func run() throws {
    let connection = try store.database.connection(.read)
    defer { connection.close() }
    let drawing = try SchemaDrawing(connection, tables: table.isEmpty ? nil : table)
    for note in drawing.notes { Terminal.say("personstore: \(note)") }
    guard !drawing.tables.isEmpty else {
      Terminal.say("personstore: \(store.database.name) has no tables to draw")
      throw Outcome.failed
    }
    let text =
      switch format {
      case .text: drawing.text
      case .dot: drawing.dot
      case .mermaid: drawing.mermaid
      }
    try Output.write(Terminal.printableLines(text))
  }
}
