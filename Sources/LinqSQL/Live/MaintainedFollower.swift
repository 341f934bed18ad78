internal import Linq
internal import SQLite

/// Follows a chain of `where` and `select` on a table: what it gives is kept up from the changed rows alone.
final class MaintainedFollower<Row: Sendable, Element: Sendable>: QueryFollower {
  private let source: TableNode<Row>
  private let pool: ConnectionPool
  private let table: LiveTable<Row>
  private let query: Query<Element>
  /// The rows that the filters before all other steps let through.
  private let rows: any QueryNode<Row>
  /// All steps, and those behind the first filters.
  private let steps: RowSteps<Row, Element>
  private let laterSteps: RowSteps<Row, Element>

  private var follower: CommitFollower?
  private var position: CommitLog.Position?
  /// The elements, and the keys of their rows, in their order.
  private var elements: [Element] = []
  private var keys: [Int64] = []

  init(_ query: Query<Element>, from source: TableNode<Row>, in pool: ConnectionPool) {
    let steps = query.node.chain.dropFirst()
    let filters = steps.prefix { $0.step.isFilter }
    self.query = query
    self.source = source
    self.pool = pool
    table = source.live
    rows = filters.last?.giving() ?? source
    self.steps = RowSteps(steps)
    laterSteps = RowSteps(steps.dropFirst(filters.count))
  }

  func next() async throws -> [Element]? {
    let follower: CommitFollower
    if let known = self.follower {
      follower = known
    } else {
      follower = try await pool.follow()
      self.follower = follower
    }
    do {
      guard let position else { return try await read(follower) }
      var place = position
      while try await follower.wait(after: place) {
        let (changes, last) = table.changes(since: place, follower)
        // An error is the query's own: it comes out of it in its right place.
        guard let changes, let isOther = try? apply(changes) else {
          return try await read(follower)
        }
        place = last
        self.position = last
        if isOther { return elements }
      }
    } catch DatabaseError.closed where position != nil {}
    return nil
  }

  /// Runs the query.
  private func read(_ follower: CommitFollower) async throws -> [Element] {
    position = nil
    let (source, query, node, table) = (source, query, rows, table)
    let (rows, position) = try await follower.snapshot { connection, position in
      try table.learn(on: connection, at: position)
      return (try source.rows(of: node, query, on: connection), position)
    }
    (elements, keys) = ([], [])
    try laterSteps.run(rows) { place, element in
      elements.append(element)
      keys.append(source.table.key.read(rows[place]))
    }
    self.position = position
    return elements
  }

  /// Puts changed rows in the place of what they were; false where nothing is another than before.
  private func apply(_ changes: [TableChange<Row>]) throws -> Bool {
    var latest: [Int64: Row?] = [:]
    for change in changes {
      if let key = change.oldKey { latest[key] = .some(nil) }
      if let row = change.after { latest[source.table.key.read(row)] = row }
    }
    let changed = latest.sorted { $0.key < $1.key }
    let present = changed.compactMap { key, row in row.map { (key: key, row: $0) } }
    var made: [(key: Int64, element: Element)] = []
    try steps.run(present.map(\.row)) { made.append((present[$0].key, $1)) }
    guard !made.isEmpty || changed.contains(where: { has($0.key) }) else { return false }
    merge(made, without: changed.map(\.key))
    return true
  }

  private func has(_ key: Int64) -> Bool {
    let place = keys.firstPlace(notBefore: key)
    return place < keys.count && keys[place] == key
  }

  /// Takes elements out by their rows' keys and puts others in; both are in order.
  private func merge(_ made: [(key: Int64, element: Element)], without removed: [Int64]) {
    var (newKeys, newElements): ([Int64], [Element]) = ([], [])
    newKeys.reserveCapacity(keys.count + made.count)
    newElements.reserveCapacity(keys.count + made.count)
    var (start, next) = (0, 0)
    func take(to end: Int) {
      newKeys += keys[start..<end]
      newElements += elements[start..<end]
    }
    for key in removed {
      let place = keys.firstPlace(notBefore: key)
      take(to: place)
      start = place < keys.count && keys[place] == key ? place + 1 : place
      if next < made.count, made[next].key == key {
        newKeys.append(key)
        newElements.append(made[next].element)
        next += 1
      }
    }
    take(to: keys.count)
    (keys, elements) = (newKeys, newElements)
  }
}

extension [Int64] {
  /// The place of the first key, of keys in order, that is not lower than one.
  fileprivate func firstPlace(notBefore key: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
