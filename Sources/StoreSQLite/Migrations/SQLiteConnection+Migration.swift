internal import CStoreSQLite
internal import Foundation
package import StoreEngine
internal import StoreSupport

extension SQLiteConnection: MigratingConnection {
  package var historyStatements: HistoryStatements {
    HistoryStatements(
      table: "main.schema_migration",
      count: "SELECT count(*) FROM main.sqlite_schema WHERE name = 'schema_migration'",
      declaration: """
        (
          id INTEGER PRIMARY KEY,
          set_name TEXT NOT NULL,
          number INTEGER NOT NULL,
          name TEXT NOT NULL,
          checksum TEXT NOT NULL,
          applied_at TEXT NOT NULL,
          UNIQUE (set_name, number)
        ) STRICT
        """,
      now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
  }

  package func migrationTransaction<Result>(
    timeout: Duration, _ body: () throws -> Result
  ) throws -> Result {
    let deadline = ContinuousClock.now + timeout
    while true {
      var hasBegun = false
      do {
        return try transaction {
          hasBegun = true
          return try body()
        }
      } catch DatabaseError.busy(let conflict) {
        guard !hasBegun, ContinuousClock.now < deadline else { throw DatabaseError.busy(conflict) }
        // The connection has waited already, unless its own timeout is very short.
        usleep(1000)
      }
    }
  }

  package func runScript(_ sql: String, of file: String) throws {
    try SQLiteScript(file: file, sql: sql).run(on: self)
  }

  package func mark(applicationID: Int32) throws {
    guard try self.applicationID() == 0 else { return }
    try execute("PRAGMA main.application_id = \(applicationID)")
  }

  package func withTrial<Result>(
    _ body: (any MigratingConnection) throws -> Result
  ) throws -> Result {
    let copy = try temporaryCopy()
    defer { copy.close() }
    return try body(copy)
  }

  package func withEmptyDatabase<Result>(
    _ body: (any MigratingConnection) throws -> Result
  ) throws -> Result {
    let replay = try SQLiteConnection(path: ":memory:")
    defer { replay.close() }
    try replay.execute("PRAGMA foreign_keys = OFF")
    return try body(replay)
  }

  package func schemaObjects() throws -> [SchemaObject] {
    try query(
      """
      SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_schema
      WHERE lower(substr(name, 1, 7)) <> 'sqlite_' AND tbl_name <> 'schema_migration'
      """
    ) { row in
      SchemaObject(
        type: try row.text(0), name: try row.text(1), table: try row.text(2), sql: try row.text(3))
    }
  }
}

extension SQLiteConnection {
  /// Returns the application ID in the header of the file; 0 for none.
  package func applicationID() throws -> Int32 {
    let id = try query("PRAGMA main.application_id") { try $0.integer(0) }.first ?? 0
    return Int32(truncatingIfNeeded: id)
  }

  /// Runs `body` with foreign keys off, and always restores them afterwards.
  ///
  /// They can only be switched outside a transaction. While they are on, `DROP TABLE` first deletes
  /// the rows, and this deletion cascades.
  package func whileMigrating<Result>(_ body: () throws -> Result) throws -> Result {
    guard try foreignKeysAreOn() else { return try body() }
    try execute("PRAGMA foreign_keys = OFF")
    let result = Swift.Result { try body() }
    // An interrupted connection remains in use, so they are restored on it too.
    try Interruption.holdOff { try execute("PRAGMA foreign_keys = ON") }
    return try result.get()
  }

  private func foreignKeysAreOn() throws -> Bool {
    try query("PRAGMA foreign_keys") { try $0.integer(0) }.first == 1
  }

  /// Throws if a row of the database refers to a row that does not exist.
  package func checkReferences(after file: String) throws {
    var violations: [ForeignKeyViolation] = []
    var count = 0
    do {
      try withStatement("PRAGMA main.foreign_key_check") { statement in
        while try statement.step() {
          count += 1
          if violations.count < 5 { violations.append(try violation(statement)) }
        }
      }
    } catch DatabaseError.failed(let error) {
      // This is a reference to columns that are not a key, for example.
      throw MigrationError.failed(file: file, line: nil, .failed(error.withoutSQL))
    }
    if count > 0 { throw MigrationError.foreignKeys(file: file, violations, count: count) }
  }

  private func violation(_ row: Statement) throws -> ForeignKeyViolation {
    let table = try row.text(0)
    let number = try row.integer(3)
    let columns = try query(
      "SELECT \"from\" FROM pragma_foreign_key_list(?, 'main') WHERE id = ? ORDER BY seq",
      [.text(table), .integer(number)]
    ) { try $0.text(0) }
    return ForeignKeyViolation(
      table: table, key: row.isNull(1) ? nil : try row.integer(1), columns: columns,
      parent: try row.text(2))
  }

  package func temporaryNames() throws -> Set<String> {
    Set(
      try query("SELECT type || ' ' || name FROM sqlite_temp_schema WHERE type <> 'index'") {
        try $0.text(0)
      })
  }

  /// Returns a temporary copy of the database, which is deleted when it is closed. It is in memory
  /// or, if it is large, in a file without a name, so that no other program can read it and a crash
  /// leaves nothing.
  func temporaryCopy() throws -> SQLiteConnection {
    var configuration = DatabaseConfiguration()
    configuration.showsValuesInErrors = self.configuration.showsValuesInErrors
    let copy = try SQLiteConnection(path: "", configuration: configuration, role: .copy)
    try snapshot {
      // The backup reads from this snapshot, which begins here.
      try run("SELECT count(*) FROM main.sqlite_schema")
      guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
        throw copy.failure(sqlite3_errcode(copy.handle))
      }
      var code = SQLITE_OK
      while code == SQLITE_OK {
        code = sqlite3_backup_step(backup, 1024)
        if Interruption.isRequested { code = SQLITE_INTERRUPT }
      }
      sqlite3_backup_finish(backup)
      switch code {
      case SQLITE_DONE: break
      case SQLITE_INTERRUPT: throw DatabaseError.interrupted(sql: nil)
      default: throw copy.failure(code)
      }
    }
    return copy
  }
}
