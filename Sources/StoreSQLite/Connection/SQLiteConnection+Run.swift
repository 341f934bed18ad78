internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Prepares the statements of an SQL text one at a time, and calls `body` with each.
  ///
  /// A statement is prepared only after the previous one has run, so it can use what that one
  /// created.
  func forEachStatement(in sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
    try checkOpen()
    try sql.utf8CString.withUnsafeBytes { text in
      var rest = text
      while let (statement, length) = try SQLiteStatement.prepare(rest, on: self) {
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        guard let statement else { continue }
        try body(statement)
        try checkOpen()
      }
    }
  }

  /// Ends the snapshot that a full-text table has left open in a statement that failed. Until the
  /// next statement ends, the connection would not see the commits of others, and could not write
  /// after them.
  func endSnapshotLeftOpen() {
    guard !isInTransaction, sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ else { return }
    sqlite3_exec(handle, "SELECT 1 FROM main.sqlite_schema LIMIT 1", nil, nil, nil)
  }

  /// Returns the error of a writing transaction that has been rolled back.
  ///
  /// If `COMMIT` could not write, the log may contain the whole transaction nevertheless, and
  /// SQLite would read it from there after a loss of power. The next transaction takes its place,
  /// so an empty one makes sure that it is gone.
  func certainOutcome(of error: any Error) -> any Error {
    let failure: EngineError
    switch error {
    case DatabaseError.inputOutput(_, let error), DatabaseError.diskFull(_, let error):
      failure = error
    default: return error
    }
    guard failure.sql == "COMMIT", failure.code == SQLITE_IOERR else { return error }
    do {
      try Interruption.holdOff {
        let version = try query("PRAGMA main.user_version") { try $0.integer(0) }.first ?? 0
        try run("PRAGMA main.user_version = \(version)")
      }
      return error
    } catch {
      return DatabaseError.uncertain(path: path, failure)
    }
  }
}
