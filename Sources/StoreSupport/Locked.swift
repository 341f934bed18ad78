package import Foundation

/// A value that one thread at a time may touch.
///
/// Not `Synchronization.Mutex`: on Linux the thread sanitizer does not see its locking and reports
/// every use as a race.
///
/// `@unchecked Sendable`: `value` is touched only while `lock` is held.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @usableFromInline var value: Value

  @inlinable package init(_ value: sending Value) { self.value = value }

  /// Runs a short piece of work while no other thread touches the value.
  @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows
    -> Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
