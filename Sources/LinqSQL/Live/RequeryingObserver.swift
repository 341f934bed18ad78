internal import LinqCore
internal import StoreEngine

/// Observes a query by running it again when a change could alter its result.
final class RequeryingObserver<Element: Sendable>: QueryObserver {
  /// A closure that runs the query.
  typealias Run = @Sendable (CommitObserver) async throws -> [Element]

  private let pool: ConnectionPool
  private let relevance: any Relevance
  private let run: Run
  private var observer: CommitObserver?
  private var position: CommitLog.Position?

  init(in pool: ConnectionPool, _ relevance: any Relevance, run: @escaping Run) {
    self.pool = pool
    self.relevance = relevance
    self.run = run
  }

  func next() async throws -> [Element]? {
    guard let observer, let position else {
      let observer = try await pool.observe()
      self.observer = observer
      return try await run(observer, at: observer.position)
    }
    defer { observer.rest() }
    var current = position
    do {
      while try await observer.wait(after: current) {
        let (matters, last) = try relevance.matters(since: current, observer)
        if matters { return try await run(observer, at: last) }
        current = last
        self.position = last
      }
    } catch DatabaseError.closed {}
    return nil
  }

  /// Runs the query. Its snapshot contains at least the commits up to a position, and perhaps later
  /// ones.
  private func run(
    _ observer: CommitObserver, at position: CommitLog.Position
  ) async throws -> [Element] {
    self.position = position
    if relevance.hasToLearn {
      let relevance = relevance
      try await observer.read { try relevance.learn(on: $0, at: position) }
    }
    return try await run(observer)
  }
}

/// Decides whether commits could alter the result of a query.
protocol Relevance: Sendable {
  /// Whether the layout of the table has to be read first.
  var hasToLearn: Bool { get }

  /// Reads the layout of the table.
  func learn(on connection: Connection, at position: CommitLog.Position) throws

  /// Returns whether the commits after a position matter, and the position of the last of them.
  func matters(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) throws -> (Bool, CommitLog.Position)
}

/// The relevance of a query that every commit may alter.
struct EveryCommit: Relevance {
  var hasToLearn: Bool { false }

  func learn(on connection: Connection, at position: CommitLog.Position) {}

  func matters(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) -> (Bool, CommitLog.Position) { (true, observer.position) }
}

/// The relevance of a query with leading filters. A commit matters if it changes a row that the
/// filters keep before or after the change, or any row of the tables that the other sources read.
struct FilteredChanges<Row: Sendable>: Relevance {
  let table: LiveReader<Row>
  /// The leading filters of the query.
  let filters: RowOperators<Row, Row>
  let required: EqualityConstraint?
  /// The other sources of the query.
  let others: OtherSources

  var hasToLearn: Bool { !table.hasLearned || !others.hasLearned }

  func learn(on connection: Connection, at position: CommitLog.Position) throws {
    try table.learn(on: connection, at: position)
    try others.learn(on: connection)
  }

  func matters(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) throws -> (Bool, CommitLog.Position) {
    // Commits between the two calls are read again by the next one.
    let (changes, last) = table.changes(since: position, observer, required)
    guard let changes else {
      // The schema may have changed, and a view may read other tables.
      others.forget()
      return (true, last)
    }
    if try others.haveChanged(since: position, observer) { return (true, last) }
    guard !changes.contains(where: \.hidesOldRow) else { return (true, last) }
    // A filter that fails for a changed row fails in the query too.
    return ((try? keepsAny(of: changes)) ?? true, last)
  }

  private func keepsAny(of changes: [TableChange<Row>]) throws -> Bool {
    var isKept = false
    let row: (Int) -> Row? = { index in
      let change = changes[index / 2]
      if index % 2 == 1 { return change.after }
      if case .row(let row) = change.before { return row }
      return nil
    }
    try filters.run(2 * changes.count, row) { _, _ in
      isKept = true
      return true
    }
    return isKept
  }
}

extension TableChange {
  fileprivate var hidesOldRow: Bool { if case .unknown = before { true } else { false } }
}
