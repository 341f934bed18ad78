import Foundation
import StoreSupport
import Synchronization
import TestSupport
import Testing

@testable import StoreSQLite

/// Suspends the task until a condition is met.
func eventually(_ condition: @Sendable () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + longTimeout
  while try !condition() {
    guard ContinuousClock.now < deadline else { throw Signal.TimedOut() }
    try await Task.sleep(for: .milliseconds(1))
  }
}

/// A value that several threads write.
final class Shared<Value: Sendable>: Sendable {
  private let content: Locked<Value>

  init(_ value: Value) { content = Locked(value) }

  var value: Value { content.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) { content.withLock(body) }
}

/// Runs a body on a new thread.
func onThread(_ body: @escaping @Sendable () -> Void) {
  Thread(block: body).start()
}
