internal import ArgumentParser
internal import Foundation
internal import LinqModels
internal import LinqText
internal import StoreEngine
internal import StoreSQLite
internal import TableIO
internal import Tabular

/// Files whose rows a chain reads as those of tables. They are in a temporary database.
final class FileTables {
  /// The names of the sources.
  let names: [String]

  private let file: UnfinishedDatabase
  private let model: DatabaseModel

  /// Reads files.
  ///
  /// - Parameters:
  ///   - arguments: their paths, each perhaps after the name of its source and `=`.
  ///   - chain: the chain. Notes about the columns that it names are printed.
  init(_ arguments: [String], for chain: ChainText) throws {
    let inputs = arguments.map(Self.input)
    names = inputs.map(\.name)
    var taken: Set<String> = []
    for name in names where !taken.insert(name.lowercased()).inserted {
      throw ValidationError("Two files are called \(name): name one of them, --file other=path.")
    }
    let folder = FileManager.default.temporaryDirectory.path
    file = UnfinishedDatabase("\(folder)/personstore-\(UUID().uuidString)", isOverwriting: false)
    do {
      try file.create()
      let connection = try file.connection(DatabaseConfiguration())
      defer { connection.close() }
      for (name, path) in inputs {
        let importer = try TableImporter(path, into: name, TableImportOptions())
        let plan = try importer.plan(on: nil)
        for note in plan.notes where chain.text.contains(note.column) {
          Terminal.say("\(name): \(note)")
        }
        _ = try importer.load(plan, into: connection) { _ in }
      }
      model = try DatabaseModel(connection)
    } catch {
      file.cleanUp()
      throw error
    }
  }

  deinit { file.cleanUp() }

  /// Returns the name of the source and the path of an argument: `old=people.csv` is a file, unless
  /// there is one with that name.
  private static func input(_ argument: String) -> (name: String, path: String) {
    if let given = argument.wholeMatch(of: #/(\w+)=(.+)/#),
      !FileManager.default.fileExists(atPath: argument)
    {
      return (String(given.1), String(given.2))
    }
    guard argument != "-" else { return ("input", argument) }
    var name = argument.split(separator: "/").last.map(String.init) ?? argument
    if name.lowercased().hasSuffix(".gz") { name.removeLast(3) }
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
    return (name, argument)
  }

  /// Returns the sources of the files.
  ///
  /// - Parameters:
  ///   - database: the database that is asked, too; nil if there is none.
  ///   - others: the names of its tables and sources.
  ///   - body: is called with the sources.
  func ask(
    besides database: (pool: ConnectionPool, names: [String])?,
    _ body: ([TextSource]) throws -> Void
  ) throws {
    let taken = Set(database?.names.map { $0.lowercased() } ?? [])
    for name in names where taken.contains(name.lowercased()) {
      throw ValidationError(
        "The database has \(name), too: name the file otherwise, --file other=path.")
    }
    // The tables of both are in one statement where the engine can read both.
    if let pool = database?.pool, pool.engine == .sqlite {
      return try body(DynamicDatabase(model, in: pool).sources)
    }
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let pool = try ConnectionPool(path: file.partial, configuration: configuration)
    defer { pool.close() }
    try body(DynamicDatabase(model, in: pool).sources)
  }

  /// Returns a database whose connections read the files, too.
  func attached(to database: Database) -> Database {
    var database = database
    if !database.isOnServer { database.attachedFiles = [file.partial] }
    return database
  }
}
