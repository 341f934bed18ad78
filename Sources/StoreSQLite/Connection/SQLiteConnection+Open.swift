internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// The purpose of a connection.
  enum Role {
    /// Reads and writes.
    case writer
    /// Reads for a pool. It rejects writes and never checkpoints.
    case reader
    /// Writes a copy of another database, which keeps that database's journal mode.
    case copy
  }

  /// Sets the options that every connection needs before its first statement. Returns whether the
  /// connection writes with a write-ahead log.
  func configure(_ role: Role) throws -> Bool {
    set(SQLITE_DBCONFIG_DEFENSIVE, true)
    set(SQLITE_DBCONFIG_DQS_DDL, false)
    set(SQLITE_DBCONFIG_DQS_DML, false)
    // SQLite 3.38 to 3.40 take their own functions of JSON for unsafe: columns and indexes that
    // call them could not be used. No schema can call the functions of this library anyway.
    let rejectsJSON = (3_038_000..<3_041_000).contains(sqlite3_libversion_number())
    set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, rejectsJSON)
    // In an analyzed database SQLite may step through an index to the next value of an `IN`, and
    // 3.40 then reads columns of the row before. Without this optimization it seeks each value.
    _ = csqlite_turn_off_seek_scan(handle)
    if let longest = configuration.longestText {
      sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: longest))
    }
    if configuration.access != .read, sqlite3_db_readonly(handle, "main") == 1 {
      // SQLite opens a file without write permission for reading, and would reject each write
      // later.
      throw DatabaseError.cannotOpen(path: path, reason: .noPermission(for: path))
    }
    do {
      try execute(
        """
        PRAGMA foreign_keys = ON;
        PRAGMA cell_size_check = ON;
        PRAGMA mmap_size = 0;
        PRAGMA synchronous = \(configuration.durability.rawValue);
        PRAGMA cache_size = -\(max(1, configuration.cacheKibibytes));
        """)
      for (number, file) in configuration.attachedFiles.enumerated() {
        try run("ATTACH DATABASE ? AS attached\(number)", [.text(file)])
      }
      let encoding = try query("PRAGMA encoding") { try $0.text(0) }.first ?? ""
      guard encoding == "UTF-8" else {
        throw DatabaseError.cannotOpen(path: path, reason: .encoding(encoding))
      }
      var hasLog = false
      if role == .writer, configuration.access != .read {
        hasLog = try useWriteAheadLog()
      }
      if role == .reader || configuration.access == .read {
        // Before 3.51.3 a checkpoint from one connection could race with another's reset of the
        // log: only the writer checkpoints.
        set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        try execute("PRAGMA wal_autocheckpoint = 0; PRAGMA query_only = ON;")
      }
      return hasLog
    } catch DatabaseError.inputOutput(_, let error) {
      throw DatabaseError.cannotOpen(path: path, reason: OpenFailure(error, path: path))
    } catch DatabaseError.readOnly(_, let error) where error.sql?.contains("journal_mode") == true {
      throw DatabaseError.cannotOpen(path: path, reason: .noPermission(for: path))
    }
  }

  /// Turns on the write-ahead log, unless the file already uses it. Returns false for a database in
  /// memory, which has none.
  ///
  /// The change needs exclusive access. If two connections request it at the same time, SQLite
  /// fails at once without calling the busy handler, so this is retried until the timeout.
  private func useWriteAheadLog() throws -> Bool {
    let wait = LockWait(timeout: configuration.busyTimeout)
    wait.begin()
    while true {
      do {
        let mode = try query("PRAGMA journal_mode = WAL") { try $0.text(0) }.first ?? ""
        guard mode == "wal" || mode == "memory" else {
          throw DatabaseError.failed(
            EngineError(extendedCode: SQLITE_ERROR, message: "no write-ahead log, but \(mode)"))
        }
        return mode == "wal"
      } catch DatabaseError.busy(let conflict) {
        guard wait.pause(attempt: 10) else {
          throw Interruption.isRequested
            ? DatabaseError.interrupted(sql: conflict.sql)
            : DatabaseError.busy(conflict.waited(wait.seconds))
        }
      }
    }
  }

  private func set(_ option: Int32, _ on: Bool) {
    // An option that an older library does not know stays as it is.
    _ = csqlite_db_config_set(handle, option, on ? 1 : 0)
  }
}
