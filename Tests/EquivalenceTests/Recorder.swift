import Foundation

/// Statements that a store has run.
final class Recorder: @unchecked Sendable {
  // All access is with `lock` held.
  private let lock = NSLock()
  private var statements: [String] = []

  var all: [String] { lock.withLock { statements } }
  func add(_ statement: String) { lock.withLock { statements.append(statement) } }
  func clear() { lock.withLock { statements = [] } }
}
