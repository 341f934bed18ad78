internal import ArgumentParser
internal import Foundation
internal import People
internal import StoreSQLite
internal import Tabular

/// The command `personstore info`.
struct InfoCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Tells what is in the file.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Print JSON.")
  var json = false

  private struct Info: Encodable {
    let file: String
    let bytes: Int
    var logBytes: Int?
    let people: Int
    let groups: Int
    let migration: Int
    var journalMode: String?
    var sqlite: String?
    var sqliteDefect: String?
    var server: String?
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let options = self.store
    let info = try store.read { transaction in
      let connection = transaction.connection
      var info = Info(
        file: options.database.name,
        bytes: try options.database.isOnServer
          ? connection.query("SELECT pg_database_size(current_database())") {
            Int(try $0.integer(0))
          }.first ?? 0 : size(options.database.name),
        people: try transaction.people.count(), groups: try transaction.groups.count(),
        migration: try PersonStore.migrator(for: connection.engine).status(on: connection).current)
      if options.database.isOnServer {
        info.server = try connection.query("SELECT version()") { try $0.text(0) }.first
      } else {
        info.logBytes = size(options.database.name + "-wal")
        info.journalMode =
          try connection.query("PRAGMA journal_mode") { try $0.text(0) }.first ?? ""
        info.sqlite = SQLiteConnection.libraryVersion
        info.sqliteDefect = SQLiteConnection.libraryDefect
      }
      return info
    }
    if json { return try Output.write(json: info) }
    let printer = try RowPrinter(
      [.init(heading: "what"), .init(heading: "value")], format: OutputFormat.chosen(nil))
    let lines: [(String, String?)] = [
      ("file", info.file), ("size", Numbers.bytes(info.bytes)),
      ("log", info.logBytes.map(Numbers.bytes)), ("people", Numbers.grouped(info.people)),
      ("groups", Numbers.grouped(info.groups)), ("migration", "\(info.migration)"),
      ("journal mode", info.journalMode),
      ("SQLite", info.sqlite.map { $0 + (info.sqliteDefect.map { ": \($0)" } ?? "") }),
      ("server", info.server),
    ]
    for case (let what, let value?) in lines { try printer.print([.text(what), .text(value)]) }
    try printer.finish()
  }

  private func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
