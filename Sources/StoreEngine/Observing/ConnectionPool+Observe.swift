internal import StoreSupport

extension ConnectionPool {
  /// Begins to observe the commits to the file. The observer sees every commit after this call.
  public func observe() async throws -> CommitObserver {
    // While the writer is borrowed, no transaction is running whose changes would not be recorded.
    try await withWriter { [self] connection in
      try connection.startObserving()
      polling.withLock { task in
        if log.retain() { task = poll() }
      }
      return CommitObserver(self)
    }
  }

  /// Called when an observer is deallocated.
  func stopObserving() {
    polling.withLock { task in
      if log.release() { task?.cancel() }
    }
  }

  func observedSnapshot<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, CommitLog.Position) throws -> Value
  ) async throws -> Value {
    guard !isSingle else {
      return try await withWriter { [log] connection in try body(connection, log.position) }
    }
    return try await observing.run(reading: true) { [self] connection in
      try connection.snapshot {
        // The snapshot begins with the first read. No commit of this process may come between that
        // and the position. A commit of another process may already be in the snapshot, and is
        // noticed later.
        let position = try withWriter { writer in
          writer.noteOtherCommits()
          try connection.beginSnapshot()
          return log.position
        }
        return try body(connection, position)
      }
    }
  }

  /// Polls for commits of other processes. A database in memory has none.
  private func poll() -> Task<Void, any Error>? {
    guard !isSingle else { return nil }
    let (log, interval) = (log, configuration.pollInterval)
    return Task { [weak self] in
      while log.isObserved {
        try await Task.sleep(for: interval)
        // The task ends when the pool is closed or deallocated.
        guard let self else { return }
        try await withWriter { $0.noteOtherCommits() }
      }
    }
  }
}
