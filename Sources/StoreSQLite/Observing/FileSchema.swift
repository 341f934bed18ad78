internal import CStoreSQLite

/// Detects changes to the schema of a file, by any connection or program.
///
/// SQLite keeps a number that each change of the schema makes another one. It is asked for only if
/// the file has changed at all, which SQLite tells without a question to the file.
final class FileSchema {
  private let handle: OpaquePointer
  private let question: PreparedQuestion
  @exclusivity(unchecked) private var isClosed = false
  /// The state of the file in which the number was asked for.
  @exclusivity(unchecked) private var state: UInt32?
  @exclusivity(unchecked) private var number: Int64?

  init(handle: OpaquePointer) {
    self.handle = handle
    question = PreparedQuestion(OwnQuestion.schemaVersion, handle: handle)
  }

  /// Called before the connection is closed.
  func close() {
    isClosed = true
    question.close()
  }

  /// A number for the state of the file that the last statement saw, which each commit changes; nil
  /// if SQLite does not tell.
  var fileState: UInt32? {
    // No name stands for the main file, and is not searched for.
    var state: UInt32 = 0
    let code = sqlite3_file_control(handle, nil, SQLITE_FCNTL_DATA_VERSION, &state)
    return code == SQLITE_OK ? state : nil
  }

  /// Returns whether the schema is another one than at the last call. If SQLite does not answer,
  /// this returns true.
  func hasChanged() -> Bool {
    guard !isClosed else { return false }
    let state = fileState
    if let state, state == self.state { return false }
    let number = state == nil ? nil : question.answer()
    let hasChanged = number == nil || self.number != nil && self.number != number
    self.state = number == nil ? nil : state
    if let number { self.number = number }
    return hasChanged
  }
}
