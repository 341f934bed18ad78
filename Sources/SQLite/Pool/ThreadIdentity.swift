internal import Foundation

/// A thread, as something to compare.
struct ThreadIdentity: Hashable, Sendable {
  let number: UInt

  /// The thread that asks.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
    ThreadIdentity(number: UInt(bitPattern: pthread_self()))
    #else
    ThreadIdentity(number: UInt(pthread_self()))
    #endif
  }
}
