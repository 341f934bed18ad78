internal import StoreSupport

extension ConnectionPool {
  /// Begins to observe the commits to the file. The observer sees every commit after this call.
  public func observe() async throws -> CommitObserver {
    if let base { return try await base.observe() }
    if let listening {
      // The connection is in use while it listens.
      if log.retainIfObserved() { return CommitObserver(self) }
      return try await listening.run { try self.startObserving(on: $0) }
    }
    // While the writer is borrowed, no transaction is running whose changes would not be recorded.
    return try await withWriter { try self.startObserving(on: $0) }
  }

  private func startObserving(on connection: Connection) throws -> CommitObserver {
    try connection.startObserving()
    polling.withLock { task in
      if log.retain() { task = listening.map(listen) ?? poll() }
    }
    return CommitObserver(self)
  }

  /// Called when an observer is deallocated.
  func stopObserving() {
    polling.withLock { task in
      guard log.release() else { return }
      task?.cancel()
      guard let listening else { return }
      let log = log
      Task {
        try await listening.run { if !log.isObserved { try $0.stopObserving() } }
      }
    }
  }

  func observedSnapshot<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, CommitLog.Position) throws -> Value
  ) async throws -> Value {
    guard !isSingle else {
      return try await withWriter { [log] connection in try body(connection, log.position) }
    }
    guard listening == nil else {
      return try await observing.run(reading: true) { [log] connection in
        // The snapshot sees the commits up to here. It may see others too, which are noticed later.
        let position = log.position
        return try connection.snapshot { try body(connection, position) }
      }
    }
    return try await observing.run(reading: true) { [self] connection in
      try connection.snapshot {
        // The snapshot begins with the first read. No commit of this process may come between that
        // and the position. A commit of another process may already be in the snapshot, and is
        // noticed later.
        let position = try withWriter { writer in
          try writer.noteOtherCommits()
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
        do {
          try await withWriter { try $0.noteOtherCommits() }
        } catch let error as DatabaseError {
          // The writer may be in use for long, or the file out of reach for a while.
          if error.endsPool { return }
        }
      }
    }
  }

  /// Listens for commits of all processes. A connection that is lost is replaced.
  private func listen(_ listening: ConnectionQueue) -> Task<Void, any Error> {
    let log = log
    return Task {
      var pause = Duration.milliseconds(100)
      while log.isObserved {
        do {
          try await listening.run { connection in
            try connection.startObserving()
            try connection.noteOtherCommits()
          }
          pause = .milliseconds(100)
        } catch let error as DatabaseError {
          if error.endsPool { return }
          try await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(5))
        }
      }
    }
  }
}
