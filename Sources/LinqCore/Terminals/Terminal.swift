/// A terminal of a query: the part that its asynchronous and blocking variants share.
struct Terminal<Element, Result> {
  let query: Query<Element>
  let finish: @Sendable (Pull<Element>) throws -> Result

  init(_ query: Query<Element>, _ finish: @escaping @Sendable (Pull<Element>) throws -> Result) {
    self.query = query
    self.finish = finish
  }

  /// Runs the query without blocking the calling thread and returns the result.
  func result() async throws -> Result where Result: Sendable { try await query.run(finish) }

  /// Runs the query on the calling thread and returns the result.
  func result() throws -> Result { try query.run(finish) }
}

/// A type whose results can be computed on the calling thread.
///
/// Queries and tables conform. In a function that is not `async`, their blocking terminals are
/// chosen. In an `async` function the asynchronous terminals are chosen; use ``Queryable/blocking``
/// for the others.
public protocol BlockingQueryable<Element> {
  /// The type of the elements.
  associatedtype Element

  /// The query of all its elements.
  var query: Query<Element> { get }
}

/// A query whose results are computed on the calling thread.
public struct BlockingQuery<Element>: BlockingQueryable, Sendable {
  /// The query.
  public let query: Query<Element>
}

extension Queryable {
  /// The query with blocking terminals, also in `async` functions, for a thread that may block.
  ///
  /// ```swift
  /// let count = try people.where { $0.age < 40 }.blocking.count()
  /// ```
  public var blocking: BlockingQuery<Element> { BlockingQuery(query: query) }
}
