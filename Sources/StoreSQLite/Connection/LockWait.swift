internal import Foundation
internal import StoreSupport

/// The wait of the running statement for a lock of another connection.
final class LockWait {
  /// Called about every second while a statement waits, with the wait's state.
  var report: ((LockWait) -> Void)?

  private let timeout: Duration
  /// The start of the wait; nil while the running statement has not had to wait.
  @exclusivity(unchecked) private var start: ContinuousClock.Instant?
  /// The time since which the connection that it waits for has had the lock, as far as known.
  private var turnStart = ContinuousClock.Instant.now
  private var lastReport = ContinuousClock.Instant.now

  /// The statement that waits, if known.
  @exclusivity(unchecked) private(set) var sql: String?
  /// The number of connections in front in the queue of writers.
  @exclusivity(unchecked) private(set) var connectionsInFront = 0

  init(timeout: Duration) { self.timeout = timeout }

  /// Starts to wait for a connection, from now until the timeout.
  func begin(sql: String? = nil) {
    turnStart = .now
    guard start == nil else { return }
    start = turnStart
    lastReport = turnStart
    self.sql = sql
  }

  /// Clears the last wait, because a new statement has not waited yet.
  func clear() {
    start = nil
    connectionsInFront = 0
  }

  /// The seconds since the wait began; 0 if there is none.
  var seconds: Double {
    guard let start else { return 0 }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Sleeps before another attempt to take a lock that any waiting program may take. Returns false
  /// if the time is up or the work was interrupted.
  ///
  /// The sleeps are short at first, so that a short lock costs little, and grow to 20 ms.
  func pause(attempt: Int) -> Bool {
    let milliseconds = min(20, 1 << min(attempt, 5))
    // Half of the time is random, so that many waiters do not wake together.
    return pause(
      .microseconds(milliseconds * 500 + Int.random(in: 0...milliseconds * 500)))
  }

  /// Sleeps in the queue of writers. Returns false if the time is up or the work was interrupted.
  ///
  /// The next writer has to notice soon that the place is free: after an eighth more of the time
  /// that the writer in front has taken.
  func pause(connectionsInFront: Int) -> Bool {
    self.connectionsInFront = connectionsInFront
    let eighth = (ContinuousClock.now - turnStart) / 8
    return pause(max(.microseconds(50), min(.milliseconds(5), eighth)))
  }

  private func pause(_ pause: Duration) -> Bool {
    guard start != nil, !Interruption.isRequested else { return false }
    let now = ContinuousClock.now
    let left = timeout - (now - turnStart)
    guard left > .zero else { return false }
    if let report, now - lastReport >= .seconds(1) {
      lastReport = now
      report(self)
    }
    usleep(UInt32(min(pause, left) / .microseconds(1)))
    return true
  }
}
