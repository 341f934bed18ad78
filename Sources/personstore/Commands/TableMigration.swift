internal import Foundation
internal import StoreEngine
internal import StoreSQLite
internal import StoreSupport
internal import TableIO
internal import Tabular

/// The next migration of a folder, which makes a table.
struct TableMigration {
  /// The path of the file.
  let path: String

  private let downPath: String
  private let statements: TableStatements
  private let migrator: Migrator
  private let number: Int

  /// - Throws: ``TableMigrationError`` if files of the folder have not been applied.
  init(
    _ statements: TableStatements, _ table: String, in folder: String, _ connection: Connection
  ) throws {
    let isThere = FileManager.default.fileExists(atPath: folder)
    let others = isThere ? try Migration.load(folder: folder) : []
    let status = try Migrator(others).status(on: connection)
    if let pending = status.entries.first(where: { $0.state != .applied }) {
      throw TableMigrationError(
        description: "\(folder)/\(pending.fileName) is \(pending.state.rawValue); see personstore "
          + "migrate status --folder \(folder)")
    }
    self.statements = statements
    number = (others.map(\.number).max() ?? 0) + 1
    let migration = try Migration(
      fileName: Migration.fileName(number, Self.name(of: table)), bytes: Array(statements.up.utf8),
      downBytes: Array(statements.down.utf8))
    migrator = try Migrator(others + [migration])
    path = "\(folder)/\(migration.fileName)"
    downPath = "\(folder)/\(migration.downFileName)"
  }

  /// Returns the name of a table as a part of a file name.
  private static func name(of table: String) -> String {
    let name = table.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return name.contains { $0 != "_" } ? String(name).lowercased() : "table"
  }

  /// Writes the files, and applies the migration.
  func run(on connection: Connection) throws {
    try FileManager.default.createDirectory(
      atPath: FolderPath.of(path), withIntermediateDirectories: true)
    for (path, text) in [(path, statements.up), (downPath, statements.down)] {
      let sink = try ByteSink(path: path)
      try sink.append(text.utf8)
      try sink.finish()
    }
    try migrator.up(on: connection)
  }

  /// Takes the migration back after an import that has failed.
  func takeBack(on connection: Connection) {
    guard (try? migrator.move(to: number - 1, on: connection)) != nil else { return }
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: downPath)
  }
}

/// The folder is not in a state to which a migration can be added.
struct TableMigrationError: Error, CustomStringConvertible {
  let description: String
}
