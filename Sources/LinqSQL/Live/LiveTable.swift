internal import Foundation
internal import SQLite

/// The latest changes of a table, read once for all who follow its queries.
///
/// `@unchecked Sendable`: the variables are touched only with `lock` held.
final class LiveTable<Row: Sendable>: @unchecked Sendable {
  private let table: Table<Row>
  private let lock = NSLock()
  private var layout: TableLayout?
  private var decoder: RowDecoder<Row>?
  /// The changes behind `floor`, up to `known`.
  private var changes: [(position: CommitLog.Position, change: TableChange<Row>)] = []
  private var floor: CommitLog.Position?
  private var known: CommitLog.Position?

  init(_ table: Table<Row>) { self.table = table }

  /// Whether the table's layout is known.
  var hasLearned: Bool { lock.withLock { layout != nil } }

  /// Reads the table's layout, where it is not known or may be another one now.
  ///
  /// - Parameter position: a place among the commits that is not behind the connection's snapshot.
  func learn(on connection: Connection, at position: CommitLog.Position) throws {
    try lock.withLock {
      guard layout == nil else { return }
      layout = try TableLayout(of: table.name, columns: table.columns.map(\.name), on: connection)
      if decoder == nil { decoder = try RowDecoder(table) }
      changes = []
      (floor, known) = (position, position)
    }
  }

  /// The changes behind a place, and the place behind them; no changes where they are not all known.
  func changes(
    since position: CommitLog.Position, _ follower: CommitFollower
  ) -> (changes: [TableChange<Row>]?, position: CommitLog.Position) {
    lock.withLock {
      let last = readLog(follower)
      guard let floor, floor <= position else { return (nil, last) }
      let start = changes.partitioningIndex { $0.position > position }
      return (changes[start...].map(\.change), last)
    }
  }

  /// Reads what is new in the log.
  private func readLog(_ follower: CommitFollower) -> CommitLog.Position {
    guard let known else { return follower.position }
    let (commits, last) = follower.commits(since: known)
    self.known = last
    guard let commits, read(commits) else {
      // The schema may be another one, too.
      (layout, floor, self.known, changes) = (nil, nil, nil, [])
      return last
    }
    if changes.count > 2 * capacity {
      let forgotten = changes.count - capacity
      floor = changes[forgotten - 1].position
      changes.removeFirst(forgotten)
    }
    return last
  }

  /// As many changes as the log keeps.
  private var capacity: Int { 10_000 }

  private func read(_ commits: [CommitLog.Commit]) -> Bool {
    guard let layout, let decoder else { return false }
    for commit in commits {
      for change in commit.changes where change.table == layout.name {
        guard let read = TableChange(change, layout, decoder, table.key) else { return false }
        changes.append((commit.position, read))
      }
    }
    return true
  }
}

extension TableChange {
  /// Reads a change; nil where its values are no row's.
  fileprivate init?(
    _ change: RowChange, _ layout: TableLayout, _ decoder: RowDecoder<Row>, _ key: KeyProperty<Row>
  ) {
    func row(_ values: [Value]) -> Row? {
      guard values.count == layout.columnCount else { return nil }
      return decoder.row(layout.places.map { values[$0] })
    }
    if let new = change.new {
      guard let row = row(new) else { return nil }
      after = row
    } else if change.operation == .delete {
      after = nil
    } else {
      return nil
    }
    guard change.operation != .insert else {
      (before, oldKey) = (.nothing, nil)
      return
    }
    guard let old = change.old.flatMap(row) else { return nil }
    before = layout.knowsOldValues ? .row(old) : .unknown
    oldKey = key.read(old)
  }
}

extension Array {
  /// The first place from which on a condition holds, where it holds for none before.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
