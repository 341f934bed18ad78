internal import CStoreSQLite

/// Asks SQLite whether the file has changed after the back of a connection's hooks: by the commits
/// of other connections, or in its schema.
final class FileVersion {
  private static let questions = ["PRAGMA data_version", "PRAGMA schema_version"]

  private let statements: [OpaquePointer?]
  private var last: [Int64] = []

  init(handle: OpaquePointer) {
    statements = Self.questions.map { question in
      var statement: OpaquePointer?
      sqlite3_prepare_v3(
        handle, question, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      return statement
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
  }

  /// Whether something is new since it was asked before. True where SQLite does not answer: whoever
  /// asks reads once too often then.
  func hasChanged() -> Bool {
    let versions = statements.compactMap(answer)
    defer { last = versions }
    return versions.count < statements.count || versions != last
  }

  private func answer(_ statement: OpaquePointer?) -> Int64? {
    defer { sqlite3_reset(statement) }
    guard let statement, sqlite3_step(statement) == SQLITE_ROW else { return nil }
    return sqlite3_column_int64(statement, 0)
  }

  /// Whether a text is one of the questions, which are asked many times a second.
  static func isQuestion(_ sql: UnsafePointer<CChar>) -> Bool {
    questions.contains { sqlite3_stricmp(sql, $0) == 0 }
  }
}
