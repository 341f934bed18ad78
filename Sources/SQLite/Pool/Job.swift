/// One piece of async work, which may be cancelled before, while and after it runs.
final class Job: Sendable {
  private enum State { case waiting, running, cancelled, finished }

  private let state = Locked(State.waiting)
  private let interruption: Interruption

  init(_ interruption: Interruption) { self.interruption = interruption }

  /// Stops the work, where it has not come to its end; from any thread.
  func cancel() {
    state.withLock { state in
      if state == .running { interruption.request() }
      if state != .finished { state = .cancelled }
    }
  }

  /// Runs the work, unless it was cancelled before.
  func run<Value>(_ body: () throws -> Value) -> Result<Value, any Error> {
    let starts = state.withLock { state in
      guard state == .waiting else { return false }
      state = .running
      return true
    }
    guard starts else { return .failure(CancellationError()) }
    var result = Result { try body() }
    state.withLock { state in
      // Work that came to its end all the same keeps its result: it may have been committed.
      if state == .cancelled, case .failure(DatabaseError.interrupted) = result {
        result = .failure(CancellationError())
      }
      state = .finished
      interruption.clear()
    }
    return result
  }
}
