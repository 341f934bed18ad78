internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

extension Connection {
  /// The progress of a backup, in pages.
  public struct BackupProgress: Sendable {
    /// The number of pages that have been copied.
    public let copied: Int
    /// The total number of pages.
    public let total: Int
  }

  /// Copies one snapshot of the database to a new file, while others continue to use it.
  ///
  /// The copy gets its name only when it is complete and checked. Until then it has another name in
  /// the same folder.
  ///
  /// ```swift
  /// try await pool.withReader { try $0.backUp(to: "people-2024-05-01.db") }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: the new file.
  ///   - overwriting: whether an existing file with that name is replaced.
  ///   - progress: called after each step of 1,024 pages.
  /// - Throws: ``BackupError`` or `DatabaseError`.
  public func backUp(
    to destination: String, overwriting: Bool = false,
    progress: ((BackupProgress) -> Void)? = nil
  ) throws {
    try sqlite(for: "backups of files").copy(to: destination, overwriting: overwriting, progress)
  }
}

extension SQLiteConnection {
  fileprivate func copy(
    to destination: String, overwriting: Bool, _ progress: ((BackupProgress) -> Void)?
  ) throws {
    try checkOpen()
    guard sqlite3_txn_state(handle, "main") != SQLITE_TXN_WRITE else {
      throw BackupError.insideTransaction(path: path)
    }
    let destination = UnfinishedDatabase(destination, isOverwriting: overwriting)
    try destination.check(source: path)
    defer { destination.cleanUp() }
    try destination.create()
    try writeCopy(destination.partial, progress)
    try destination.finish(copyOf: path)
  }

  private func writeCopy(_ path: String, _ progress: ((BackupProgress) -> Void)?) throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = self.configuration.busyTimeout
    let target = try SQLiteConnection(path: path, configuration: configuration, role: .copy)
    defer { target.close() }
    // The whole copy reads one snapshot, so that a write meanwhile does not restart it.
    try snapshot {
      try run("SELECT count(*) FROM sqlite_schema")
      try copyPages(to: target, progress)
    }
    try target.checkPages(of: self.path)
  }

  /// Checks the pages of a copy.
  ///
  /// - Parameter path: the database that is damaged if they are.
  func checkPages(of path: String) throws {
    let findings = try query("PRAGMA quick_check(1)") { try $0.text(0) }
    guard findings == ["ok"] else {
      throw BackupError.damaged(path: path, finding: findings.joined(separator: "; "))
    }
  }

  /// Copies all pages into another database, which is in no transaction.
  func copyPages(
    to target: SQLiteConnection, _ progress: ((BackupProgress) -> Void)?
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    var code = SQLITE_OK
    while code == SQLITE_OK {
      code = sqlite3_backup_step(backup, 1024)
      let total = Int(sqlite3_backup_pagecount(backup))
      progress?(BackupProgress(copied: total - Int(sqlite3_backup_remaining(backup)), total: total))
      if Interruption.isRequested { code = SQLITE_INTERRUPT }
    }
    sqlite3_backup_finish(backup)
    switch code {
    case SQLITE_DONE: break
    case SQLITE_INTERRUPT: throw DatabaseError.interrupted(sql: nil)
    default: throw target.failure(code)
    }
  }
}
