/// Detects changes of a file that a connection's hooks do not report: commits of other connections,
/// and changes of the schema.
final class FileVersion {
  private let questions: [PreparedQuestion]
  private var last: [Int64] = []

  init(handle: OpaquePointer) {
    questions = [OwnQuestion.dataVersion, OwnQuestion.schemaVersion].map {
      PreparedQuestion($0, handle: handle)
    }
  }

  /// Returns whether the file has changed since the last call. If SQLite does not answer, this
  /// returns true, and the caller reads once more than necessary.
  func hasChanged() -> Bool {
    let versions = questions.compactMap { $0.answer() }
    defer { last = versions }
    return versions.count < questions.count || versions != last
  }
}
