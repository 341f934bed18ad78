internal import CStoreSQLite
internal import StoreEngine

/// Detects changes of a file that a connection's hooks do not report: commits of other connections,
/// and changes of the schema.
final class FileVersion {
  private let statements: [OpaquePointer?]
  private var last: [Int64] = []

  init(handle: OpaquePointer) {
    statements = [OwnQuestion.dataVersion, OwnQuestion.schemaVersion].map { question in
      var statement: OpaquePointer?
      sqlite3_prepare_v3(
        handle, question, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      return statement
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
  }

  /// Returns whether the file has changed since the last call. If SQLite does not answer, this
  /// returns true, and the caller reads once more than necessary.
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
}
