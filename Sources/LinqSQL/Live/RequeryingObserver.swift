internal import LinqCore
internal import StoreSQLite

/// Observes a query by running it again, when a change could alter its result.
final class RequeryingObserver<Element: Sendable>: QueryObserver {
  /// Runs the query.
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
    var place = position
    do {
      while try await observer.wait(after: place) {
        let (matters, last) = try relevance.matters(since: place, observer)
        if matters { return try await run(observer, at: last) }
        place = last
        self.position = last
      }
    } catch DatabaseError.closed {}
    return nil
  }

  /// Runs the query, which may see more than the commits up to a place, but not less.
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
  /// Whether something of the tables is not known.
  var hasToLearn: Bool { get }

  /// Learns it.
  func learn(on connection: Connection, at position: CommitLog.Position) throws

  /// Whether commits after a place matter, and the place after them.
  func matters(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) throws -> (Bool, CommitLog.Position)
}

/// Every commit matters.
struct EveryCommit: Relevance {
  var hasToLearn: Bool { false }

  func learn(on connection: Connection, at position: CommitLog.Position) {}

  func matters(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) -> (Bool, CommitLog.Position) { (true, observer.position) }
}

/// A commit matters that changes a row which the query's first filters let through, before or after
/// the change, or any row of the other tables.
///
/// `@unchecked Sendable`: `filters` is used by one observer, which one task asks.
struct FilteredChanges<Row: Sendable>: Relevance, @unchecked Sendable {
  let table: LiveTable<Row>
  /// The query's filters before all other steps.
  let filters: RowOperators<Row, Row>
  let required: EqualityConstraint?
  /// The names, in lower case.
  let otherTables: Set<String>

  var hasToLearn: Bool { !table.hasLearned }

  func learn(on connection: Connection, at position: CommitLog.Position) throws {
    try table.learn(on: connection, at: position)
  }

  func matters(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) throws -> (Bool, CommitLog.Position) {
    // What comes between the two questions is asked for once more.
    let (changes, last) = table.changes(since: position, observer, required)
    guard let changes else { return (true, last) }
    if !otherTables.isEmpty {
      guard let commits = observer.commits(since: position).commits else { return (true, last) }
      for commit in commits {
        if commit.changes.contains(where: { otherTables.contains($0.table.lowercased()) }) {
          return (true, last)
        }
      }
    }
    guard !changes.contains(where: \.hidesOldRow) else { return (true, last) }
    // A filter that fails for a row fails for the query, too.
    return ((try? keepsAny(of: changes)) ?? true, last)
  }

  private func keepsAny(of changes: [TableChange<Row>]) throws -> Bool {
    var isKept = false
    let row: (Int) -> Row? = { place in
      let change = changes[place / 2]
      if place % 2 == 1 { return change.after }
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
