internal import LinqCore
internal import StoreEngine

/// Observes a chain of `where` and `select` on a table, and updates its result from the changed
/// rows alone.
final class IncrementalObserver<Row: Sendable, Element: Sendable>: QueryObserver {
  private let source: TableNode<Row>
  private let key: AssignedKey<Row>
  private let pool: ConnectionPool
  private let table: LiveReader<Row>
  private let query: Query<Element>
  /// The rows that the leading filters keep.
  private let rows: any QueryNode<Row>
  /// All operators, and those after the leading filters.
  private let steps: RowOperators<Row, Element>
  private let laterSteps: RowOperators<Row, Element>
  private let required: EqualityConstraint?

  private var observer: CommitObserver?
  private var position: CommitLog.Position?
  /// The elements, and the keys of their rows, in the order of the keys.
  private var elements: [Element] = []
  private var keys: [Int64] = []

  init(
    _ query: Query<Element>, from source: TableNode<Row>, _ key: AssignedKey<Row>,
    in pool: ConnectionPool
  ) {
    let steps = query.node.chain.dropFirst()
    let filters = steps.prefix { $0.operator.isFilter }
    self.query = query
    self.source = source
    self.key = key
    self.pool = pool
    table = LiveReader(source.live)
    rows = filters.last?.cast() ?? source
    self.steps = RowOperators(steps)
    laterSteps = RowOperators(steps.dropFirst(filters.count))
    required = EqualityConstraint(filters)
  }

  func next() async throws -> [Element]? {
    let observer: CommitObserver
    if let known = self.observer {
      observer = known
    } else {
      observer = try await pool.observe()
      self.observer = observer
    }
    defer { observer.rest() }
    do {
      guard let position else { return try await read(observer) }
      var current = position
      while try await observer.wait(after: current) {
        let (changes, last) = table.changes(since: current, observer, required)
        // If an operator fails, running the query reports the error for the element that it
        // concerns.
        guard let changes, let isOther = try? apply(changes) else {
          return try await read(observer)
        }
        current = last
        self.position = last
        if isOther { return elements }
      }
    } catch DatabaseError.closed where position != nil {}
    return nil
  }

  /// Runs the query, and remembers its elements and the position of its snapshot.
  private func read(_ observer: CommitObserver) async throws -> [Element] {
    position = nil
    let (source, query, node, table) = (source, query, rows, table)
    let (rows, position) = try await observer.snapshot { connection, position in
      try connection.checkChangesAreRecorded(of: [source.table.name])
      try table.learn(on: connection, at: position)
      return (try source.rows(of: node, query, on: connection), position)
    }
    (elements, keys) = ([], [])
    try laterSteps.run(rows.count, { rows[$0] }) { index, element in
      elements.append(element)
      keys.append(key.read(rows[index]) ?? 0)
      return false
    }
    self.position = position
    return elements
  }

  /// Applies changed rows to the result, and returns false if none of them affects it.
  private func apply(_ changes: [TableChange<Row>]) throws -> Bool {
    // Most changes concern rows that are in the result neither before nor after the change.
    var made: [Int: Element] = [:]
    try steps.run(changes.count, { changes[$0].after }) { index, element in
      made[index] = element
      return false
    }
    var concerned: Set<Int64> = []
    for index in made.keys {
      if let key = changes[index].newKey { concerned.insert(key) }
    }
    for change in changes {
      if let key = change.oldKey, has(key) { concerned.insert(key) }
    }
    guard !concerned.isEmpty else { return false }

    var latest: [Int64: Element?] = [:]
    for (index, change) in changes.enumerated() {
      if let key = change.oldKey, concerned.contains(key) { latest[key] = .some(nil) }
      if let key = change.newKey, concerned.contains(key) { latest[key] = made[index] }
    }
    merge(latest.keys.sorted().map { ($0, latest[$0] ?? nil) })
    return true
  }

  private func has(_ key: Int64) -> Bool {
    let index = keys.partitioningIndex { $0 >= key }
    return index < keys.count && keys[index] == key
  }

  /// Replaces the elements with the given keys, or removes those that are nil. The keys are sorted.
  private func merge(_ changed: [(key: Int64, element: Element?)]) {
    var (newKeys, newElements): ([Int64], [Element]) = ([], [])
    newKeys.reserveCapacity(keys.count + changed.count)
    newElements.reserveCapacity(keys.count + changed.count)
    var start = 0
    func take(to end: Int) {
      newKeys += keys[start..<end]
      newElements += elements[start..<end]
      start = end
    }
    for (key, element) in changed {
      take(to: keys.partitioningIndex { $0 >= key })
      if start < keys.count, keys[start] == key { start += 1 }
      guard let element else { continue }
      newKeys.append(key)
      newElements.append(element)
    }
    take(to: keys.count)
    (keys, elements) = (newKeys, newElements)
  }
}
