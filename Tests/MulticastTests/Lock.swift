import Foundation

/// A lock around a piece of work.
final class Lock: Sendable {
  private let lock = NSLock()

  func with<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }
}
