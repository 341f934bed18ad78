internal import CStoreSQLite
internal import Foundation
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Returns the error for a result code of SQLite.
  ///
  /// An error that a registered Swift function threw is returned unchanged.
  func failure(_ code: Int32, sql: String? = nil, statement: OpaquePointer? = nil) -> any Error {
    if let thrown = state.pointee.functionFailure {
      state.pointee.functionFailure = nil
      return thrown
    }
    var sqlWithValues: String?
    if configuration.showsValuesInErrors, let statement,
      let expanded = sqlite3_expanded_sql(statement)
    {
      sqlWithValues = String(cString: expanded)
      sqlite3_free(expanded)
    }
    let error = EngineError(
      extendedCode: code, message: message(for: code), sql: sql,
      sqlWithValues: sqlWithValues, systemError: systemError(for: code))
    // What is there now may look damaged, because it is another file.
    if [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN]
      .contains(error.code)
    {
      do { try file?.look(by: self) } catch { return error }
    }
    switch error.code {
    case SQLITE_CONSTRAINT: return DatabaseError.constraint(ConstraintViolation(error))
    // With other messages this code concerns statements of this connection, and so does
    // SQLITE_LOCKED.
    case SQLITE_BUSY where error.message == String(cString: sqlite3_errstr(SQLITE_BUSY)):
      return busy(sql: sql)
    case SQLITE_INTERRUPT: return DatabaseError.interrupted(sql: sql)
    case SQLITE_READONLY: return DatabaseError.readOnly(path: path, error)
    case SQLITE_FULL: return DatabaseError.diskFull(path: path, error)
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(error.systemError):
      return DatabaseError.diskFull(path: path, error)
    // An error of the protocol is a lock that the system did not release.
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL:
      return DatabaseError.inputOutput(path: path, error)
    case SQLITE_NOTADB: return DatabaseError.notADatabase(path: path)
    case SQLITE_CORRUPT: return DatabaseError.corrupt(path: path, error)
    default: return DatabaseError.failed(error)
    }
  }

  /// Whether the connection refuses statements that write.
  var onlyReads: Bool { role == .reader || configuration.access == .read }

  /// Returns SQLite's message, with what helps against it.
  private func message(for code: Int32) -> String {
    let message = String(cString: sqlite3_errmsg(handle))
    guard code & 0xFF == SQLITE_READONLY else { return message }
    return onlyReads
      ? "this connection only reads" : "\(message). Check the rights of the file and its folder"
  }

  /// Returns the error of a statement that has waited for a lock.
  func busy(sql: String?) -> DatabaseError {
    Interruption.isRequested ? .interrupted(sql: sql) : .busy(conflict(sql: sql))
  }

  /// Returns the lock that the running statement waits for.
  func conflict(sql: String?) -> LockConflict {
    LockConflict(
      path: path, waited: waiting.seconds, sql: sql,
      holders: LockConflict.Holder.holders(of: realPath),
      connectionsInFront: waiting.connectionsInFront)
  }

  /// Returns the error number after a failure of the operating system. SQLite never resets it, so
  /// it is meaningless for other failures.
  private func systemError(for code: Int32) -> Int32 {
    [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) ? sqlite3_system_errno(handle) : 0
  }

  /// The file's name with symbolic links resolved, as SQLite uses it. The log and the journal are
  /// beside that file.
  var realPath: String {
    sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? path
  }
}
