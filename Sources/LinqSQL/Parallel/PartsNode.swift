internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// The elements of a query, of which several connections run parts.
final class PartsNode<Element>: SourceNode {
  private let last: any QueryNode<Element>
  private let division: DatabaseEngine.Division
  private let engine: DatabaseEngine
  private let pool: ConnectionPool

  init(
    _ last: any QueryNode<Element>, _ division: DatabaseEngine.Division, engine: DatabaseEngine,
    pool: ConnectionPool
  ) {
    self.last = last
    self.division = division
    self.engine = engine
    self.pool = pool
  }

  var `operator`: QueryOperator { last.operator }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    var elements: IndexingIterator<[Element]>?
    return { [self] in
      if elements == nil { elements = try collect(run).makeIterator() }
      return elements?.next()
    }
  }

  /// - Throws: ``UndividedRun`` if one connection has to run the whole query.
  func collect(_ run: QueryRun) throws -> [Element] {
    guard let session = run.session as? QuerySession, let merge = last.merging else {
      preconditionFailure("parts are read on connections")
    }
    try session.keepSnapshot()
    let connection = session.connection
    var parts: Parts<Element>?
    do {
      let isDivided = try pool.readTogether(connection, withOthers: division.readers - 1) {
        let ranges = try division.rows.keyRanges(4 * division.readers, on: connection)
        guard let found = ranges.map({ Parts<Element>($0) }) else { return nil }
        parts = found
        return { [self] connection in
          while let (index, range) = found.next() {
            let elements = try engine.collect(
              part(in: range), policy: .automatic, on: connection)
            found.set(elements, at: index)
          }
        }
      }
      guard isDivided, let parts else { throw UndividedRun() }
      return try merge(parts.elements)
    } catch {
      try Interruption.check()
      // The whole query finds out which error is the first one.
      throw UndividedRun()
    }
  }

  private func part(in range: ClosedRange<Int64>) -> any QueryNode<Element> {
    guard let rows = division.rows.rows(in: range) else {
      preconditionFailure("the ends of all ranges are keys")
    }
    return newChain((last as any QueryNode).chain.dropFirst(), on: rows).cast()
  }
}

/// One connection has to run the whole query.
struct UndividedRun: Error {}

/// A query of which several connections run parts, or one runs it as it was planned.
final class DividedNode<Element>: WrappingNode {
  /// The query as it was planned.
  let query: any QueryNode<Element>
  private let divided: any QueryNode<Element>
  private let readsAll: Bool

  init(_ query: any QueryNode<Element>, divided: any QueryNode<Element>, readsAll: Bool) {
    self.query = query
    self.divided = divided
    self.readsAll = readsAll
  }

  func collect(_ run: QueryRun) throws -> [Element] {
    do { return try divided.collect(run) } catch is UndividedRun { return try query.collect(run) }
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    // A consumer of single elements may stop early, and keeps none of them.
    guard readsAll else { return try query.pull(run) }
    var pull: Pull<Element>?
    return { [self] in
      if let pull { return try pull() }
      do {
        let next = try divided.pull(run)
        let first = try next()
        pull = next
        return first
      } catch is UndividedRun {
        let next = try query.pull(run)
        pull = next
        return try next()
      }
    }
  }
}

/// The parts of a run: which are left, and the elements of the others.
private final class Parts<Element>: Sendable {
  private let ranges: [ClosedRange<Int64>]
  private let state: Locked<(next: Int, found: [[Element]?])>

  init(_ ranges: [ClosedRange<Int64>]) {
    self.ranges = ranges
    state = Locked((0, Array(repeating: nil, count: ranges.count)))
  }

  /// Takes the next part; nil if none is left.
  func next() -> (index: Int, range: ClosedRange<Int64>)? {
    state.withLock { state in
      guard state.next < ranges.count else { return nil }
      defer { state.next += 1 }
      return (state.next, ranges[state.next])
    }
  }

  func set(_ elements: [Element], at index: Int) {
    state.withLock { $0.found[index] = elements }
  }

  /// The elements of all parts, in their order.
  var elements: [[Element]] {
    state.withLock { state in
      state.found.map { part in
        guard let part else { preconditionFailure("a part was not read") }
        return part
      }
    }
  }
}
