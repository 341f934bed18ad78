internal import CStoreSQLite

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
