package import Foundation

/// A value that only one thread at a time may access.
///
/// This is not `Synchronization.Mutex`, because the thread sanitizer on Linux does not see its
/// locking and reports every use as a race.
///
/// `@unchecked Sendable`: the value is handed over when the lock is created (`sending`), and is
/// accessed only while `lock` is held. The compiler does not check what the closure of
/// ``withLock(_:)`` returns: a reference that is not `Sendable` must not leave it, unless no other
/// thread can get the same one, as where each thread has an entry of its own.
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
