internal import StoreSupport

/// A unit of asynchronous work, which can be canceled before, while and after it runs.
final class Job: Sendable {
  private enum State { case waiting, running(Interruption), cancelled, finished }

  private let state = Locked(State.waiting)

  /// Stops the work, unless it has finished. Can be called from any thread.
  func cancel() {
    state.withLock { state in
      switch state {
      case .running(let interruption):
        interruption.request()
        state = .cancelled
      case .waiting: state = .cancelled
      case .cancelled, .finished: break
      }
    }
  }

  /// Runs the work, unless it was canceled before.
  ///
  /// - Parameter interruption: the flag that stops the work.
  func run<Value>(
    _ interruption: Interruption, _ body: () throws -> Value
  ) -> Result<Value, any Error> {
    let starts = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .running(interruption)
      return true
    }
    guard starts else { return .failure(CancellationError()) }
    var result = Result { try body() }
    state.withLock { state in
      // Work that finished nevertheless keeps its result, because it may have been committed.
      if case .cancelled = state, case .failure(DatabaseError.interrupted) = result {
        result = .failure(CancellationError())
      }
      state = .finished
      interruption.clear()
    }
    return result
  }
}
