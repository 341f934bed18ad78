internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// The recent changes of a table, read once for all observers of its queries.
final class LiveTable<Row: Sendable>: Sendable {
  private let recent: Locked<RecentChanges<Row>>

  init(_ table: Table<Row>) { recent = Locked(RecentChanges(table)) }

  /// Whether the table's layout is known.
  var hasLearned: Bool { recent.withLock { $0.hasLearned } }

  /// Reads the table's layout, unless it is known.
  ///
  /// - Parameter position: a position of the commit log, not after the connection's snapshot.
  func learn(on connection: Connection, at position: CommitLog.Position) throws {
    try recent.withLock { try $0.learn(on: connection, at: position) }
  }

  /// Returns the changes after a position, and the position up to which they have been read. The
  /// changes are nil if not all of them are known any more.
  ///
  /// - Parameter required: returns only changes of rows that have this value before or after.
  func changes(
    since position: CommitLog.Position, _ observer: CommitObserver, _ required: EqualityConstraint?
  ) -> (changes: [TableChange<Row>]?, position: CommitLog.Position) {
    recent.withLock { $0.changes(since: position, observer, required) }
  }
}

/// The changes of a table that are still in the log, and their indexes.
private struct RecentChanges<Row: Sendable> {
  private let table: Table<Row>
  private var layout: TableLayout?
  /// The changes after `floor`, up to `known`.
  private var changes: [TableChange<Row>] = []
  /// The positions of their commits.
  private var positions: [CommitLog.Position] = []
  /// An index for each property of which queries require a value.
  private var indexes: [AnyKeyPath: ChangeIndex<Row>] = [:]
  private var floor: CommitLog.Position?
  private var known: CommitLog.Position?

  init(_ table: Table<Row>) { self.table = table }

  var hasLearned: Bool { layout != nil }

  mutating func learn(on connection: Connection, at position: CommitLog.Position) throws {
    guard layout == nil else { return }
    layout = try table.layout(on: connection)
    forget(changes.count)
    (floor, known) = (position, position)
  }

  mutating func changes(
    since position: CommitLog.Position, _ observer: CommitObserver, _ required: EqualityConstraint?
  ) -> (changes: [TableChange<Row>]?, position: CommitLog.Position) {
    let last = readLog(observer)
    guard let floor, floor <= position else { return (nil, last) }
    let start = positions.partitioningIndex { $0 > position }
    guard let required, layout?.knowsOldValues == true else {
      return (Array(changes[start...]), last)
    }
    return (
      indexes[required.keyPath, default: ChangeIndex(required.keyPath)]
        .changes(with: required.value, from: start, of: changes), last
    )
  }

  private mutating func forget(_ count: Int) {
    changes.removeFirst(count)
    positions.removeFirst(count)
    indexes = [:]
  }

  /// Reads the new commits of the log, and returns the position of the last one.
  private mutating func readLog(_ observer: CommitObserver) -> CommitLog.Position {
    guard let known else { return observer.position }
    let (commits, last) = observer.commits(since: known)
    self.known = last
    guard let commits, read(commits) else {
      // The schema may have changed too.
      (layout, floor, self.known) = (nil, nil, nil)
      forget(changes.count)
      return last
    }
    if changes.count > 2 * CommitLog.capacity {
      let forgotten = changes.count - CommitLog.capacity
      floor = positions[forgotten - 1]
      forget(forgotten)
    }
    return last
  }

  private mutating func read(_ commits: [CommitLog.Commit]) -> Bool {
    guard let layout else { return false }
    for commit in commits {
      for change in commit.changes where change.table == layout.name {
        guard let read = TableChange(change, layout, table) else {
          return false
        }
        changes.append(read)
        positions.append(commit.position)
      }
    }
    return true
  }
}

extension TableChange {
  /// Reads a change; nil if its values do not make a row.
  fileprivate convenience init?(_ change: RowChange, _ layout: TableLayout, _ table: Table<Row>) {
    let (old, new) = (table.row(change.old, in: layout), table.row(change.new, in: layout))
    guard (old != nil) == (change.operation != .insert),
      (new != nil) == (change.operation != .delete)
    else { return nil }
    self.init(
      before: old.map { layout.knowsOldValues ? .row($0) : .unknown } ?? .nothing,
      oldKey: old.flatMap { table.assignedKey?.read($0) }, after: new,
      newKey: new.flatMap { table.assignedKey?.read($0) })
  }
}
