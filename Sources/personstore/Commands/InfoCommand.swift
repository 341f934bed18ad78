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
    let logBytes: Int
    let people: Int
    let groups: Int
    let migration: Int
    let journalMode: String
    let sqlite: String
    let sqliteDefect: String?
  }

  func run() throws {
    let store = try store.openToRead()
    defer { store.close() }
    let path = self.store.file
    let info = try store.read { transaction in
      Info(
        file: path, bytes: size(path), logBytes: size(path + "-wal"),
        people: try transaction.people.count(), groups: try transaction.groups.count(),
        migration: try PersonStore.migrator().status(on: transaction.connection).current,
        journalMode: try transaction.connection.query("PRAGMA journal_mode") { try $0.text(0) }
          .first ?? "",
        sqlite: SQLiteConnection.libraryVersion, sqliteDefect: SQLiteConnection.libraryDefect)
    }
    if json { return try Output.write(json: info) }
    let printer = try RowPrinter(
      [.init(heading: "what"), .init(heading: "value")], format: OutputFormat.chosen(nil))
    for (what, value) in [
      ("file", info.file), ("size", Numbers.bytes(info.bytes)),
      ("log", Numbers.bytes(info.logBytes)), ("people", Numbers.grouped(info.people)),
      ("groups", Numbers.grouped(info.groups)), ("migration", "\(info.migration)"),
      ("journal mode", info.journalMode),
      ("SQLite", info.sqlite + (info.sqliteDefect.map { ": \($0)" } ?? "")),
    ] {
      try printer.print([.text(what), .text(value)])
    }
    try printer.finish()
  }

  private func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
