#if Postgres
internal import CStorePostgres
internal import Foundation
internal import StoreSupport
internal import Synchronization

/// A request to a server to stop the running statement of a connection. It is sent on a connection
/// and a thread of its own, because a server that cannot be reached would hold up the caller.
///
/// The server answers when the statement has got its signal. Until then, the request could stop the
/// next statement instead.
final class CancelRequest: Sendable {
  private let answered = Atomic<Bool>(false)

  /// Whether the server has got the request, or cannot get it any more.
  var isAnswered: Bool { answered.load(ordering: .acquiring) }

  /// Sends a request.
  init(_ connection: OpaquePointer) {
    guard let pointer = PQgetCancel(connection) else {
      finish()
      return
    }
    let target = Target(pointer: pointer)
    do {
      try BackgroundThread.start { [self] in
        target.send()
        finish()
      }
    } catch {
      target.send()
      finish()
    }
  }

  private func finish() { answered.store(true, ordering: .releasing) }

  /// `@unchecked Sendable`: no other object has the pointer from `PQgetCancel`, and `send()` is
  /// called once: on the thread that was started, or on this one if none could be. libpq allows
  /// `PQcancel` on any thread, because what it points to is a copy.
  private struct Target: @unchecked Sendable {
    let pointer: OpaquePointer

    func send() {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
        _ = PQcancel(pointer, message.baseAddress, 256)
      }
      PQfreeCancel(pointer)
    }
  }
}

/// The end of the running statement, which its run or the reader of its rows has asked for.
struct Canceling {
  private var request: CancelRequest?
  private var start: ContinuousClock.Instant?
  private var next = ContinuousClock.Instant.now

  /// How long a server may take to stop a statement. The connection is given up afterwards.
  private static let patience = Duration.seconds(5)

  /// Asks the server to stop the running statement, and again while it does not: a request that
  /// arrives before the statement is lost. Returns false if the server does not react.
  mutating func cancel(on connection: OpaquePointer) -> Bool {
    let now = ContinuousClock.now
    let began = start ?? now
    start = began
    guard request?.isAnswered ?? true, now >= next else { return now - began < Self.patience }
    request = CancelRequest(connection)
    next = now + .milliseconds(10)
    return now - began < Self.patience
  }

  /// Notes that the statement has ended. Returns whether the connection can be used again.
  mutating func settle() -> Bool {
    start = nil
    guard let request else { return true }
    let deadline = ContinuousClock.now + Self.patience
    while !request.isAnswered {
      guard ContinuousClock.now < deadline else { return false }
      usleep(100)
    }
    self.request = nil
    return true
  }
}
#endif
