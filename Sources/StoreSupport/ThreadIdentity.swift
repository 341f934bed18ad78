#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A thread, as something to compare.
package struct ThreadIdentity: Hashable, Sendable {
  package let number: UInt

  /// The thread with a number.
  package init(number: UInt) { self.number = number }

  /// The calling thread.
  package static var current: ThreadIdentity {
    #if canImport(Darwin)
    ThreadIdentity(number: UInt(bitPattern: pthread_self()))
    #else
    ThreadIdentity(number: UInt(pthread_self()))
    #endif
  }
}
