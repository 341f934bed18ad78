import Dispatch
import StoreSupport
import Synchronization

/// Wakes tasks when something may have changed that they wait for.
public final class Events: Sendable {
  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Creates events that no task waits for.
  public init() {}

  /// Wakes all that wait.
  public func post() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.count += 1
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until a condition is met, which is asked at the start and after each event.
  ///
  /// - Throws: `CancellationError` when the task is canceled, by the time limit of its test for
  ///   example.
  public func wait(until condition: () throws -> Bool) async throws {
    while true {
      let seen = state.withLock { $0.count }
      if try condition() { return }
      try Task.checkCancellation()
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isLate = state.withLock { state in
            guard state.count == seen else { return true }
            state.waiting.append(continuation)
            return false
          }
          if isLate { continuation.resume() }
        }
      } onCancel: {
        post()
      }
    }
  }
}

/// Something that happens once, on one thread or task, and that others wait for.
public final class Signal: Sendable {
  /// The error of a wait that took too long.
  public struct TimedOut: Error {
    /// Creates the error.
    public init() {}
  }

  private let hasFired = Atomic<Bool>(false)
  private let events = Events()
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a signal that has not been fired.
  public init() {}

  /// Whether the signal has been fired.
  public var isFired: Bool { hasFired.load(ordering: .acquiring) }

  /// Fires the signal, for all that wait and all that will.
  public func fire() {
    hasFired.store(true, ordering: .releasing)
    events.post()
    semaphore.signal()
  }

  /// Blocks the thread; for threads outside of Swift's concurrency pool.
  public func waitBlocking() throws {
    let limit = DispatchTimeInterval.seconds(60 * hangLimit)
    guard semaphore.wait(timeout: .now() + limit) == .success else { throw TimedOut() }
    // For the next that waits.
    semaphore.signal()
  }

  /// Suspends the task.
  public func wait() async throws {
    try await events.wait { isFired }
  }
}
