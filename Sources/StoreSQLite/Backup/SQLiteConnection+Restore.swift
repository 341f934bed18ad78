internal import CStoreSQLite
public import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Replaces the content of a database with that of a backup, in one transaction, while others go
  /// on using it: they see the content as before until all of it is there, and observers run their
  /// queries again.
  ///
  /// ```swift
  /// try SQLiteConnection.restore("people.db", from: "people-2024-05-01.db")
  /// ```
  ///
  /// Copying the backup over the file with other means would damage it, as long as a program has it
  /// open or its log is beside it. If this fails, or the program is killed, the database is as it
  /// was. It is created if it does not exist.
  ///
  /// - Parameters:
  ///   - path: the database.
  ///   - backup: the backup, which is checked before and stays as it is.
  ///   - configuration: how the files are opened.
  ///   - progress: called after each step of 1,024 pages.
  /// - Complexity: O(*n*) for a backup of *n* pages. The log grows by that many pages.
  /// - Throws: ``BackupError`` or `DatabaseError`.
  public static func restore(
    _ path: String, from backup: String,
    configuration: DatabaseConfiguration = DatabaseConfiguration(),
    progress: ((BackupProgress) -> Void)? = nil
  ) throws {
    if let file = FileStatus(path), file.identity == FileStatus(backup)?.identity {
      throw BackupError.sameFile(backup)
    }
    var reading = configuration
    reading.access = .read
    let source = try SQLiteConnection(path: backup, configuration: reading)
    defer { source.close() }
    if FileStatus(path) == nil, configuration.access == .create {
      return try source.backUp(to: path, progress: progress)
    }
    let target = try SQLiteConnection(path: path, configuration: configuration)
    defer { target.close() }
    try source.snapshot {
      try source.checkPages(of: backup)
      let sizes = try [source, target].map { connection in
        try connection.query("PRAGMA main.page_size") { try $0.integer(0) }.first ?? 0
      }
      guard sizes[0] == sizes[1] else {
        throw BackupError.otherPageSize(backup, sizes[0], expected: sizes[1])
      }
      try target.writing(sql: "restore") {
        try source.copyPages(to: target, progress)
        // The log has all pages now.
        sqlite3_wal_checkpoint_v2(target.handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
      }
    }
  }
}
