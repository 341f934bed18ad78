import ArgumentParser
import StoreSQLite

/// The program.
@main
struct PersonServiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "personservice", abstract: "A store of people behind HTTP.",
    version: "personservice 0.1.0 (SQLite \(SQLiteConnection.libraryVersion))",
    subcommands: [ServeCommand.self, TokenCommand.self], defaultSubcommand: ServeCommand.self)
}
