import Foundation
import StoreSQLite
import TestSupport
import Testing

/// A new folder for one test, with a database in it, and a folder of migrations. Both go with the
/// suite of the test, which has the fixture as a property: a local value might be released before
/// the connections to its database.
struct MigrationFixture: Sendable {
  private let databases = TemporaryFolder()
  private let files = TemporaryFolder()
  var folder: URL { URL(fileURLWithPath: databases.path) }
  var database: String { folder.appendingPathComponent("test.db").path }
  var migrations: String { URL(fileURLWithPath: files.path).path }

  func connection(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) throws
    -> Connection
  {
    try SQLiteConnection(path: database, configuration: configuration)
  }

  /// Writes a file into the folder of migrations.
  func write(_ name: String, _ text: String) throws { try write(name, bytes: Array(text.utf8)) }

  func write(_ name: String, bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: migrations).appendingPathComponent(name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(
      at: URL(fileURLWithPath: migrations).appendingPathComponent(name))
  }
}

/// A migrator for files given as texts.
func makeMigrator(_ files: [String: String], set: String = "app") throws -> Migrator {
  try Migrator(Migration.load(files: files.mapValues { Array($0.utf8) }), set: set)
}

/// Three files that build on each other, each with its way back.
let threeFiles = [
  "0001_person.sql": "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;",
  "0001_person.down.sql": "DROP TABLE person;",
  "0002_ada.sql": "INSERT INTO person (name) VALUES ('Ada');",
  "0002_ada.down.sql": "DELETE FROM person;",
  "0003_age.sql": "ALTER TABLE person ADD COLUMN age INTEGER;",
  "0003_age.down.sql": "ALTER TABLE person DROP COLUMN age;",
]

extension Connection {
  func texts(_ sql: String) throws -> [String] { try query(sql) { try $0.text(0) } }

  func number(_ sql: String) throws -> Int64 {
    try #require(try query(sql) { try $0.integer(0) }.first)
  }

  /// The names of all tables, indexes, views and triggers but SQLite's own.
  func objectNames() throws -> [String] {
    try texts("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name")
  }

  /// The numbers in the history, in the order of application.
  func appliedNumbers() throws -> [Int64] {
    try query("SELECT number FROM schema_migration ORDER BY id") { try $0.integer(0) }
  }
}

/// The error that `body` throws; nil, and a failure of the test, when it throws none or another
/// one.
func caught<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> MigrationError? {
  caught(MigrationError.self, sourceLocation: sourceLocation, body)
}

/// The same for errors of another type.
func caught<Failure: Error, Result>(
  _ type: Failure.Type, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) -> Failure? {
  #expect(throws: type, sourceLocation: sourceLocation) { _ = try body() }
}
