internal import ArgumentParser
internal import People
internal import Tabular

/// The command `personstore info`.
struct InfoCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Tells what is in the file.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Print JSON.")
  var json = false

  /// The same with the names of the program's JSON.
  private struct Info: Encodable {
    let file: String
    let bytes: Int
    let logBytes: Int?
    let people: Int
    let groups: Int
    let migration: Int
    let journalMode: String?
    let sqlite: String?
    let sqliteDefect: String?
    let server: String?

    init(_ info: StoreInfo, file: String, isOnServer: Bool) {
      (self.file, bytes, logBytes) = (file, info.bytes, info.logBytes)
      (people, groups, migration) = (info.people, info.groups, info.migration)
      (journalMode, sqliteDefect) = (info.journalMode, info.defect)
      (sqlite, server) = isOnServer ? (nil, info.version) : (info.version, nil)
    }
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let database = self.store.database
    let info = Info(try store.info(), file: database.name, isOnServer: database.isOnServer)
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
}
