internal import CStoreSQLite

/// A state of a database as one connection sees it.
package struct DatabaseVersion: Equatable, Sendable {
  /// Changes with each commit of any connection.
  let committed: UInt32
  /// Changes with each row that this connection changes.
  let changes: Int64
}

extension Connection {
  /// The state of the database that the last statement saw; nil if SQLite does not tell.
  package var databaseVersion: DatabaseVersion? {
    var committed: UInt32 = 0
    guard isOpen,
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &committed) == SQLITE_OK
    else { return nil }
    return DatabaseVersion(committed: committed, changes: sqlite3_total_changes64(handle))
  }
}
