internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// The recent changes of a table, read once for all observers of its queries. They are kept until
/// each ``LiveReader`` has read them, or the log has forgotten them.
final class LiveTable<Row: Sendable>: Sendable {
  fileprivate let recent: Locked<RecentChanges<Row>>

  init(_ table: Table<Row>) { recent = Locked(RecentChanges(table)) }

  /// The number of changes that are kept.
  var changeCount: Int { recent.withLock { $0.changes.count } }
}

/// What one observer reads of the recent changes of a table.
final class LiveReader<Row: Sendable>: Sendable {
  private let table: LiveTable<Row>
  private var id: ObjectIdentifier { ObjectIdentifier(self) }

  init(_ table: LiveTable<Row>) {
    self.table = table
    table.recent.withLock { $0.add(id) }
  }

  deinit { table.recent.withLock { $0.remove(id) } }

  /// Whether the table's layout is known.
  var hasLearned: Bool { table.recent.withLock { $0.hasLearned } }

  /// Reads the table's layout, unless it is known.
  ///
  /// - Parameter position: a position of the commit log, not after the connection's snapshot.
  func learn(on connection: Connection, at position: CommitLog.Position) throws {
    try table.recent.withLock { try $0.learn(on: connection, at: position) }
  }

  /// Returns the changes after a position, and the position up to which they have been read. The
  /// changes are nil if not all of them are known any more.
  ///
  /// - Parameter required: returns only changes of rows that have this value before or after.
  func changes(
    since position: CommitLog.Position, _ observer: CommitObserver, _ required: EqualityConstraint?
  ) -> (changes: [TableChange<Row>]?, position: CommitLog.Position) {
    table.recent.withLock { $0.changes(since: position, observer, required, for: id) }
  }
}

/// The changes of a table that are still wanted, and their indexes.
private struct RecentChanges<Row: Sendable> {
  private let table: Table<Row>
  private var layout: TableLayout?
  /// The changes after `floor`, up to `known`.
  private(set) var changes: [TableChange<Row>] = []
  /// The positions of their commits.
  private var positions: [CommitLog.Position] = []
  /// An index for each property of which queries require a value.
  private var indexes: [AnyKeyPath: ChangeIndex<Row>] = [:]
  private var floor: CommitLog.Position?
  private var known: CommitLog.Position?
  /// The readers, and the positions up to which they have read; nil at the beginning.
  private var readers: [ObjectIdentifier: CommitLog.Position?] = [:]
  /// The number of changes beyond which those that all readers have read are forgotten.
  private var limit = Self.smallestLimit
  private static var smallestLimit: Int { 16 }

  init(_ table: Table<Row>) { self.table = table }

  var hasLearned: Bool { layout != nil }

  mutating func add(_ reader: ObjectIdentifier) { readers[reader] = .some(nil) }

  mutating func remove(_ reader: ObjectIdentifier) {
    readers[reader] = nil
    if readers.isEmpty { forgetAll() }
  }

  mutating func learn(on connection: Connection, at position: CommitLog.Position) throws {
    guard layout == nil else { return }
    layout = try table.layout(on: connection)
    forget(changes.count)
    (floor, known) = (position, position)
  }

  mutating func changes(
    since position: CommitLog.Position, _ observer: CommitObserver,
    _ required: EqualityConstraint?, for reader: ObjectIdentifier
  ) -> (changes: [TableChange<Row>]?, position: CommitLog.Position) {
    let last = readLog(observer)
    defer {
      readers[reader] = last
      forgetOldest(observer)
    }
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

  /// Forgets what all readers have read, and what the log has forgotten.
  private mutating func forgetOldest(_ observer: CommitObserver) {
    guard let floor else { return }
    let forgotten = observer.floor
    guard changes.count > limit || floor < forgotten else { return }
    let read = readers.values.compactMap(\.self).min() ?? floor
    let end = max(read, forgotten)
    if floor < end {
      self.floor = end
      forget(positions.partitioningIndex { $0 > end })
    }
    limit = max(2 * changes.count, Self.smallestLimit)
  }

  /// Forgets everything, also the layout.
  private mutating func forgetAll() {
    (layout, floor, known) = (nil, nil, nil)
    forget(changes.count)
    limit = Self.smallestLimit
  }

  private mutating func forget(_ count: Int) {
    guard count > 0 else { return }
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
      forgetAll()
      return last
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
