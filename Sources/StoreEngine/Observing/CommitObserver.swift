/// An observer of the commits to a pool's file. Commits of this process are known with the rows
/// that they changed, those of other processes through `PRAGMA data_version`. Changes that were
/// rolled back, or that a killed process left unfinished, are not commits.
///
/// ```swift
/// let observer = try await pool.observe()
/// var position = observer.position
/// while try await observer.wait(after: position) {
///   let (commits, last) = observer.commits(since: position)     // nil: read anew
///   position = last
/// }
/// ```
///
/// While there are observers, changed rows are recorded, and the file is polled for commits of
/// other processes every ``DatabaseConfiguration/pollInterval``.
public final class CommitObserver: Sendable {
  private let pool: ConnectionPool
  private let mark = ObserverQueue.Mark()

  init(_ pool: ConnectionPool) { self.pool = pool }

  deinit {
    rest()
    pool.stopObserving()
  }

  /// The position after the last commit that is known.
  public var position: CommitLog.Position { pool.log.position }

  /// The position up to which changes are not known any more.
  package var floor: CommitLog.Position { pool.log.floor }

  /// Returns the commits after a position, and the position after them. The commits are nil if the
  /// changed rows of some of them are not known; the state must then be read again.
  public func commits(
    since position: CommitLog.Position
  ) -> (commits: [CommitLog.Commit]?, position: CommitLog.Position) {
    pool.log.commits(since: position)
  }

  /// Suspends until there is a commit after a position. Returns false once the pool is closed.
  public func wait(after position: CommitLog.Position) async throws -> Bool {
    try await pool.log.observers.wait(after: position.number, mark)
  }

  /// Reports that the observer has finished its work for the latest commits. Observers at work give
  /// way to others afterwards. Without this call, the time until the next `wait(after:)` counts as
  /// work.
  public func rest() { pool.log.observers.rest(mark) }

  /// Calls `body` with a connection of the observers. So they take no reader away from others, and
  /// use at most ``DatabaseConfiguration/observerCount`` processors. While a server cannot be
  /// reached, this waits.
  ///
  /// - Throws: ``DatabaseError/tooSlow(limit:)`` after ``DatabaseConfiguration/observerTime``.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let pool = pool
    return try await Self.reconnecting {
      try await pool.limited { began in
        try await pool.observing.run(reading: true) { connection in
          began()
          return try body(connection)
        }
      }
    }
  }

  /// Calls `body` in a snapshot with a known position among the commits. It waits until a running
  /// write transaction has ended; others may write while `body` reads.
  public func snapshot<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, CommitLog.Position) throws -> Value
  ) async throws -> Value {
    let pool = pool
    return try await Self.reconnecting {
      try await pool.limited { began in
        try await pool.observedSnapshot { connection, position in
          began()
          return try body(connection, position)
        }
      }
    }
  }

  /// Calls `body` again until a server can be reached.
  private static func reconnecting<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    var pause = Duration.milliseconds(50)
    while true {
      do {
        return try await body()
      } catch let error as DatabaseError {
        switch error {
        case .connectionLost, .cannotConnect: break
        default: throw error
        }
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(5))
    }
  }
}

extension ConnectionPool {
  /// Calls `work`, and cancels it when it takes longer than a run of a live query may, from the
  /// moment when it says that it has begun.
  fileprivate func limited<Value: Sendable>(
    _ work: @escaping @Sendable (_ began: @escaping @Sendable () -> Void) async throws -> Value
  ) async throws -> Value {
    guard let limit = configuration.observerTime else { return try await work {} }
    let (beginning, began) = AsyncStream<Void>.makeStream()
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work { began.finish() } }
      group.addTask {
        for await _ in beginning {}
        try await Task.sleep(for: limit)
        throw DatabaseError.tooSlow(limit: limit)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
