internal import Foundation

/// A value that one thread at a time may touch.
///
/// Not `Synchronization.Mutex`: on Linux the thread sanitizer does not see its locking and reports
/// every use as a race.
///
/// `@unchecked Sendable`: `value` is touched only while `lock` is held.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  /// Runs a short piece of work that nobody else interrupts.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
