internal import Foundation

/// The time that the running statement has waited for a lock of another connection.
final class LockWait {
  private let timeout: Duration
  private let interruption: Interruption
  /// The start of the wait; nil while the running statement has not had to wait.
  private var start: ContinuousClock.Instant?

  init(timeout: Duration, interruption: Interruption) {
    self.timeout = timeout
    self.interruption = interruption
  }

  /// Starts a new wait.
  func begin() { start = .now }

  /// Clears the last wait, because a new statement has not waited yet.
  func clear() { start = nil }

  /// The seconds since the wait began; 0 if there is none.
  var seconds: Double {
    guard let start else { return 0 }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Sleeps before another attempt. Returns false if the time is up or the work was interrupted.
  ///
  /// The sleeps are short at first, so that a short lock costs little, and grow to 20 ms.
  func pause(attempt: Int) -> Bool {
    guard let start, !interruption.isRequested else { return false }
    let left = timeout - (ContinuousClock.now - start)
    guard left > .zero else { return false }
    let milliseconds = min(20, 1 << min(attempt, 5))
    // Half of the time is random, so that many waiters do not wake together.
    let pause = Duration.microseconds(
      milliseconds * 500 + Int.random(in: 0...milliseconds * 500))
    usleep(UInt32(min(pause, left) / .microseconds(1)))
    return true
  }
}
