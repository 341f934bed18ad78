internal import CStoreSQLite

/// One of these questions with a number as its answer, prepared when it is first asked.
final class PreparedQuestion {
  private let handle: OpaquePointer
  private let sql: String
  @exclusivity(unchecked) private var statement: OpaquePointer?

  init(_ sql: String, handle: OpaquePointer) { (self.sql, self.handle) = (sql, handle) }

  deinit { close() }

  /// Called before the connection is closed.
  func close() {
    sqlite3_finalize(statement)
    statement = nil
  }

  /// Returns the answer; nil if SQLite does not give one.
  func answer() -> Int64? {
    if statement == nil {
      sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    }
    defer { sqlite3_reset(statement) }
    guard let statement, sqlite3_step(statement) == SQLITE_ROW else { return nil }
    return sqlite3_column_int64(statement, 0)
  }
}

/// The questions about a database that the library asks by itself, often or at any time. A trace
/// does not have them.
enum OwnQuestion {
  /// What changes with each commit of another connection.
  static let dataVersion = "PRAGMA data_version"
  /// What changes with the schema.
  static let schemaVersion = "PRAGMA schema_version"
  /// Whether the database is written with a log.
  static let journalMode = "PRAGMA main.journal_mode"

  private static let all = [dataVersion, schemaVersion, journalMode]

  /// Returns whether an SQL text is one of them.
  static func isOne(_ sql: UnsafePointer<CChar>) -> Bool {
    all.contains { sqlite3_stricmp(sql, $0) == 0 }
  }
}
