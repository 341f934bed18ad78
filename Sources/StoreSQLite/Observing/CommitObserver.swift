/// Observes the commits to a pool's file: those of this process with the rows that they changed,
/// those of others by `PRAGMA data_version`. Nothing that was rolled back, or that a killed process
/// left unfinished, is a commit.
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
/// As long as there are observers, changed rows are written down as they are written, and the file
/// is asked for commits by others every ``DatabaseConfiguration/pollInterval``.
public final class CommitObserver: Sendable {
  private let pool: ConnectionPool
  private let mark = ObserverQueue.Mark()

  init(_ pool: ConnectionPool) { self.pool = pool }

  deinit {
    rest()
    pool.stopObserving()
  }

  /// The place after the last commit that is known.
  public var position: CommitLog.Position { pool.log.position }

  /// The commits after a place, and the place after them; no commits where some of them are not
  /// known with their rows: a state must be read anew then.
  public func commits(
    since position: CommitLog.Position
  ) -> (commits: [CommitLog.Commit]?, position: CommitLog.Position) {
    pool.log.commits(since: position)
  }

  /// Suspends until there is a commit after a place; false once the pool is closed.
  public func wait(after position: CommitLog.Position) async throws -> Bool {
    try await pool.log.observers.wait(after: position.number, mark)
  }

  /// Says that the work for the latest commits is done, before something else is. Observers that
  /// work leave time to others afterwards; without this, what comes until the next waiting counts
  /// as work.
  public func rest() { pool.log.observers.rest(mark) }

  /// Reads on the connection of the observers, which all of them share: their reading takes no
  /// reader away from others, and one processor at most.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await pool.observing.run(reading: true, body)
  }

  /// Reads in a snapshot whose place among the commits is known. It waits for a transaction that is
  /// being written to end; others may write while `body` reads.
  public func snapshot<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, CommitLog.Position) throws -> Value
  ) async throws -> Value {
    try await pool.observedSnapshot(body)
  }
}
