internal import CStoreSQLite
internal import Foundation
internal import StoreEngine

extension SQLiteConnection {
  /// Waits until this connection may write, before a statement that writes. The others wait until
  /// ``writingMayHaveEnded()``.
  func waitForTurn(sql: String) throws {
    guard let queue = try openedQueue() else { return }
    waiting.begin(sql: sql)
    var fewest = Int.max
    hasTurn = queue.enter { connectionsInFront in
      if connectionsInFront < fewest {
        // The queue has moved. From now on this waits for another connection.
        fewest = connectionsInFront
        waiting.begin(sql: sql)
      }
      return waiting.pause(connectionsInFront: connectionsInFront)
    }
    guard hasTurn else { throw busy(sql: sql) }
    waiting.clear()
  }

  /// Calls `body`, which writes without a statement, when it is the turn of this connection.
  ///
  /// - Parameter sql: the name of the work in errors.
  func writing(sql: String, _ body: () throws -> Void) throws {
    try waitForTurn(sql: sql)
    defer { writingMayHaveEnded() }
    try body()
  }

  /// Lets the next connection write, unless the transaction of this one goes on.
  func writingMayHaveEnded() {
    guard hasTurn, sqlite3_txn_state(handle, "main") != SQLITE_TXN_WRITE else { return }
    file?.wrote(self)
    leaveQueue()
  }

  /// Lets the next connection write.
  func leaveQueue() {
    guard hasTurn else { return }
    hasTurn = false
    writeQueue?.leave()
  }

  /// The queue of the file; nil if it has no write-ahead log.
  private func openedQueue() throws -> WriteQueue? {
    if let writeQueue { return writeQueue }
    guard let name = sqlite3_db_filename(handle, "main") else { return nil }
    let log = String(cString: sqlite3_filename_wal(name))
    writeQueue = WriteQueue(log: log)
    if writeQueue == nil, errno == ENOENT {
      // The first read of a new file creates the log.
      sqlite3_exec(handle, "SELECT 1 FROM main.sqlite_schema LIMIT 1", nil, nil, nil)
      writeQueue = WriteQueue(log: log)
    }
    guard writeQueue != nil || errno == ENOENT else {
      throw DatabaseError.inputOutput(
        path: path,
        EngineError(
          extendedCode: SQLITE_CANTOPEN, message: "cannot open the write-ahead log",
          systemError: errno))
    }
    return writeQueue
  }
}
