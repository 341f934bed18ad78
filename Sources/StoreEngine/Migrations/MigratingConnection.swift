/// A connection whose schema a ``Migrator`` can change: what each engine does in its own way.
package protocol MigratingConnection: Connection {
  /// The statements on the table `schema_migration`.
  var historyStatements: HistoryStatements { get }

  /// Calls `body` in a transaction beside which no other migrator runs, and waits for that at least
  /// as long as given.
  func migrationTransaction<Result>(
    timeout: Duration, _ body: () throws -> Result
  ) throws -> Result

  /// Calls `body` with the connection prepared for migrations, outside of a transaction.
  func whileMigrating<Result>(_ body: () throws -> Result) throws -> Result

  /// Runs the SQL of one file, statement by statement.
  ///
  /// - Throws: ``MigrationError/refused(file:line:statement:reason:)`` and
  ///   ``MigrationError/failed(file:line:_:)``; `DatabaseError` for errors that the file does not
  ///   cause: an interruption, a full disk, a damaged database.
  func runScript(_ sql: String, of file: String) throws

  /// Throws if a row refers to a row that does not exist, before a file is committed.
  func checkReferences(after file: String) throws

  /// Returns the names of temporary tables, views and triggers. An index belongs to its table.
  func temporaryNames() throws -> Set<String>

  /// Marks a database that has no mark yet.
  func mark(applicationID: Int32) throws

  /// Calls `body` with the database or a copy of it, of which no change is kept.
  func withTrial<Result>(_ body: (any MigratingConnection) throws -> Result) throws -> Result

  /// Calls `body` with an empty database, of which no change is kept.
  func withEmptyDatabase<Result>(
    _ body: (any MigratingConnection) throws -> Result
  ) throws -> Result

  /// Returns the objects of the schema, except for the engine's own objects and the history.
  func schemaObjects() throws -> [SchemaObject]

  /// Returns what a file may lose or break without a statement that says so.
  func schemaState() throws -> SchemaState
}

/// What the statements on the table `schema_migration` say differently in each engine.
package struct HistoryStatements: Sendable {
  /// The name of the table, with its schema if it needs one.
  let table: String
  /// A query that counts the tables of that name.
  let count: String
  /// The columns and constraints, in parentheses and with what follows them.
  let declaration: String
  /// An expression for the current time as text, `2026-01-31T12:00:00.000Z`.
  let now: String

  package init(table: String, count: String, declaration: String, now: String) {
    self.table = table
    self.count = count
    self.declaration = declaration
    self.now = now
  }
}

extension Connection {
  /// The connection as one that migrators can use.
  func migrating() throws -> any MigratingConnection {
    guard let connection = self as? any MigratingConnection else {
      throw DatabaseError.unsupported("migrations", engine: engine)
    }
    return connection
  }
}
