import Foundation

/// Statements that a store has run, except those that look for texts of other programs: they run
/// once after each commit (``UncheckedTextTests``).
final class Recorder: @unchecked Sendable {
  // All access is with `lock` held.
  private let lock = NSLock()
  private var statements: [String] = []

  var all: [String] { lock.withLock { statements } }
  func add(_ statement: String) {
    if statement.hasSuffix("text_version IS NULL") { return }
    lock.withLock { statements.append(statement) }
  }
  func clear() { lock.withLock { statements = [] } }
}
