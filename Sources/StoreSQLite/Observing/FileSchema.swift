internal import CStoreSQLite

/// Detects changes of the schema of a file, whoever has made them.
///
/// SQLite keeps a number that each change of the schema makes another one. It is asked for only if
/// the file has changed at all, which SQLite tells without a question to the file.
final class FileSchema {
  private let handle: OpaquePointer
  @exclusivity(unchecked) private var question: OpaquePointer?
  @exclusivity(unchecked) private var isClosed = false
  /// The state of the file in which the number was asked for.
  @exclusivity(unchecked) private var state: UInt32?
  @exclusivity(unchecked) private var number: Int64?

  init(handle: OpaquePointer) { self.handle = handle }

  deinit { close() }

  /// Called before the connection is closed.
  func close() {
    isClosed = true
    sqlite3_finalize(question)
    question = nil
  }

  /// Returns whether the schema is another one than at the last call. If SQLite does not answer,
  /// this returns true.
  func hasChanged() -> Bool {
    guard !isClosed else { return false }
    var state: UInt32 = 0
    let isKnown =
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &state) == SQLITE_OK
    if isKnown, state == self.state { return false }
    let number = isKnown ? answer() : nil
    let hasChanged = number == nil || self.number != nil && self.number != number
    self.state = isKnown && number != nil ? state : nil
    if let number { self.number = number }
    return hasChanged
  }

  private func answer() -> Int64? {
    if question == nil {
      sqlite3_prepare_v3(
        handle, OwnQuestion.schemaVersion, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &question, nil)
    }
    defer { sqlite3_reset(question) }
    guard let question, sqlite3_step(question) == SQLITE_ROW else { return nil }
    return sqlite3_column_int64(question, 0)
  }
}
