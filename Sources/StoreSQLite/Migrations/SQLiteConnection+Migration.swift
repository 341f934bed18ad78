internal import CStoreSQLite
internal import Foundation
internal import StoreEngine

extension Migrator {
  /// Runs `body` in a write transaction, and waits for the lock for at least ``lockTimeout``.
  func withWriteLock<Result>(
    on connection: SQLiteConnection, _ body: () throws -> Result
  ) throws -> Result {
    let deadline = ContinuousClock.now + lockTimeout
    while true {
      var hasBegun = false
      do {
        return try connection.transaction {
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
  func withForeignKeysOff<Result>(_ body: () throws -> Result) throws -> Result {
    guard try foreignKeysAreOn() else { return try body() }
    try execute("PRAGMA foreign_keys = OFF")
    let result = Swift.Result { try body() }
    // An interrupted connection remains in use, so they are restored on it too.
    try interruption.holdOff { try execute("PRAGMA foreign_keys = ON") }
    return try result.get()
  }

  private func foreignKeysAreOn() throws -> Bool {
    try query("PRAGMA foreign_keys") { try $0.integer(0) }.first == 1
  }

  /// Throws if a row of the database refers to a row that does not exist.
  func checkForeignKeys(after file: String) throws {
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
      throw MigrationError.failed(
        file: file, line: nil,
        .failed(EngineError(extendedCode: error.extendedCode, message: error.message)))
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

  /// Returns the names of temporary tables, views and triggers. An index belongs to its table.
  func temporaryNames() throws -> Set<String> {
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
        if interruption.isRequested { code = SQLITE_INTERRUPT }
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
