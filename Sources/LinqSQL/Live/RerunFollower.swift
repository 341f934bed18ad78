internal import Linq
internal import SQLite

/// Follows a query by running it again, when a change could alter its result.
final class RerunFollower<Element: Sendable>: QueryFollower {
  private let query: Query<Element>
  private let pool: ConnectionPool
  private let relevance: any Relevance
  private var follower: CommitFollower?
  private var position: CommitLog.Position?

  init(_ query: Query<Element>, in pool: ConnectionPool, _ relevance: any Relevance) {
    self.query = query
    self.pool = pool
    self.relevance = relevance
  }

  func next() async throws -> [Element]? {
    guard let follower, let position else {
      let follower = try await pool.follow()
      self.follower = follower
      return try await run(at: follower.position)
    }
    var place = position
    do {
      while try await follower.wait(after: place) {
        let (matters, last) = try relevance.matters(since: place, follower)
        if matters { return try await run(at: last) }
        place = last
        self.position = last
      }
    } catch DatabaseError.closed {}
    return nil
  }

  /// Runs the query, which may see more than the commits up to a place, but not less.
  private func run(at position: CommitLog.Position) async throws -> [Element] {
    self.position = position
    if relevance.hasToLearn {
      let relevance = relevance
      try await pool.withReader { try relevance.learn(on: $0, at: position) }
    }
    return try await query.toArray()
  }
}

/// Decides whether commits could alter the result of a query.
protocol Relevance: Sendable {
  /// Whether something of the tables is not known.
  var hasToLearn: Bool { get }

  /// Learns it.
  func learn(on connection: Connection, at position: CommitLog.Position) throws

  /// Whether commits behind a place matter, and the place behind them.
  func matters(
    since position: CommitLog.Position, _ follower: CommitFollower
  ) throws -> (Bool, CommitLog.Position)
}

/// Every commit matters.
struct EveryCommit: Relevance {
  var hasToLearn: Bool { false }

  func learn(on connection: Connection, at position: CommitLog.Position) {}

  func matters(
    since position: CommitLog.Position, _ follower: CommitFollower
  ) -> (Bool, CommitLog.Position) { (true, follower.position) }
}

/// A commit matters that changes a row which the query's first filters let through, before or after the
/// change, or any row of the other tables.
///
/// `@unchecked Sendable`: `filters` is used by one follower, which one task asks.
struct FilteredChanges<Row: Sendable>: Relevance, @unchecked Sendable {
  let table: LiveTable<Row>
  /// The query's filters before all other steps.
  let filters: RowSteps<Row, Row>
  /// The names, in lower case.
  let otherTables: Set<String>

  var hasToLearn: Bool { !table.hasLearned }

  func learn(on connection: Connection, at position: CommitLog.Position) throws {
    try table.learn(on: connection, at: position)
  }

  func matters(
    since position: CommitLog.Position, _ follower: CommitFollower
  ) throws -> (Bool, CommitLog.Position) {
    // What comes between the two questions is asked for once more.
    let (changes, last) = table.changes(since: position, follower)
    guard let changes else { return (true, last) }
    if !otherTables.isEmpty {
      guard let commits = follower.commits(since: position).commits else { return (true, last) }
      for commit in commits {
        if commit.changes.contains(where: { otherTables.contains($0.table.lowercased()) }) {
          return (true, last)
        }
      }
    }
    var rows: [Row] = []
    rows.reserveCapacity(2 * changes.count)
    for change in changes {
      switch change.before {
      case .unknown: return (true, last)
      case .row(let row): rows.append(row)
      case .nothing: break
      }
      if let row = change.after { rows.append(row) }
    }
    // A filter that fails for a row fails for the query, too.
    return ((try? filters.keepsAny(of: rows)) ?? true, last)
  }
}
