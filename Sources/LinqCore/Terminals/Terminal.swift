/// A result of a query: what its asynchronous and its blocking form have in common.
struct Terminal<Element, Result> {
  let query: Query<Element>
  let finish: @Sendable (Pull<Element>) throws -> Result

  init(_ query: Query<Element>, _ finish: @escaping @Sendable (Pull<Element>) throws -> Result) {
    self.query = query
    self.finish = finish
  }

  /// Runs the query without blocking the calling thread.
  func result() async throws -> Result where Result: Sendable { try await query.run(finish) }

  /// Runs the query on the calling thread.
  func result() throws -> Result { try query.run(finish) }
}

/// Something whose results can be asked for on the calling thread.
///
/// Queries and tables can, wherever the function around is not `async`. In an `async` function the
/// asynchronous forms are chosen; ``Queryable/blocking`` is the way to the others.
public protocol BlockingQueryable<Element> {
  /// The type of the elements.
  associatedtype Element

  /// The query of all of it.
  var query: Query<Element> { get }
}

/// A query whose results are given on the calling thread.
public struct BlockingQuery<Element>: BlockingQueryable, Sendable {
  /// The query.
  public let query: Query<Element>
}

extension Queryable {
  /// The query with blocking results, in `async` functions too: for a thread that may wait.
  ///
  /// ```swift
  /// let count = try people.where { $0.age < 40 }.blocking.count()
  /// ```
  public var blocking: BlockingQuery<Element> { BlockingQuery(query: query) }
}
