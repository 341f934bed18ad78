internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Installs the callbacks that SQLite calls while a statement runs.
  ///
  /// Each receives its object unretained. The connection owns these objects, a statement retains
  /// its connection while it can run, and SQLite calls back only while one runs.
  func installHandlers() {
    sqlite3_busy_handler(
      handle,
      { context, attempt in
        guard let context else { return 0 }
        let wait = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
        if attempt == 0 { wait.begin() }
        return wait.pause(attempt: Int(attempt)) ? 1 : 0
      }, Unmanaged.passUnretained(waiting).toOpaque())

    sqlite3_progress_handler(handle, 1000, { _ in Interruption.isRequested ? 1 : 0 }, nil)

    if configuration.trace != nil {
      sqlite3_trace_v2(
        handle, UInt32(SQLITE_TRACE_STMT),
        { _, context, statement, text in
          // For what SQLite runs inside a statement, such as a trigger, it passes another text.
          guard let context, let statement, let text,
            let sql = sqlite3_sql(OpaquePointer(statement)), text == UnsafeRawPointer(sql),
            !OwnQuestion.isOne(sql)
          else { return 0 }
          let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
          connection.configuration.trace?(String(cString: sql))
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    let isWriter = commits != nil && role == .writer
    if configuration.didCommit != nil || configuration.willCommit != nil || isWriter {
      changeRecorder = ChangeRecorder(
        handle: handle, authorizer, configuration, log: commits, isObserving: path == ":memory:")
      recording = changeRecorder
    }
  }
}
