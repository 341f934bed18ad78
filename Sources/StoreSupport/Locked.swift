package import Foundation

/// A value that only one thread at a time may access.
///
/// This is not `Synchronization.Mutex`, because the thread sanitizer on Linux does not see its
/// locking and reports every use as a race.
///
/// `@unchecked Sendable`: `value` is accessed only while `lock` is held.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  // The lock excludes overlapping accesses, so they need no check.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with the value while the lock is held. The work should be short.
  @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows
    -> Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
