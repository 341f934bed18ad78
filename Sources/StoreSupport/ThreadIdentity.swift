#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The identity of a thread.
package struct ThreadIdentity: Hashable, Sendable {
  package let number: UInt

  /// Creates the identity of the thread with this number.
  package init(number: UInt) { self.number = number }

  /// The identity of the calling thread.
  package static var current: ThreadIdentity {
    #if canImport(Darwin)
    ThreadIdentity(number: UInt(bitPattern: pthread_self()))
    #else
    ThreadIdentity(number: UInt(pthread_self()))
    #endif
  }
}
