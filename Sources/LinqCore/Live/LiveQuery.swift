extension Queryable where Element: Sendable {
  /// The result as it is, and then each new one, as long as the loop runs.
  ///
  /// ```swift
  /// for try await people in store.people.where { $0.age < 40 }.live() {
  ///   print(people.count)                     // at once, and after each commit that could matter
  /// }
  /// ```
  ///
  /// Commits of this process and of others count, rollbacks do not. A row that the query's first
  /// `where`s leave out before and after a change makes it run no statement; the result of a chain
  /// of `where` and `select` is kept up from the changed rows alone; other chains run again.
  /// Closures of Swift are called for changed rows, so their answers must depend on the row alone.
  ///
  /// Whoever is slow misses states in between, never the last one. The loop ends when the store is
  /// closed; a cancelled task gets `CancellationError`. A query of a sequence gives its one result.
  ///
  /// - Throws: while iterating, what the query throws; ``QueryError/cannotBeObserved(reason:)``.
  @_disfavoredOverload
  public func live() -> LiveQuery<Element> { LiveQuery(query) { _, _ in true } }
}

extension Queryable where Element: Sendable & Equatable {
  /// The result as it is, and then each that is not equal to the one before, as long as the loop
  /// runs.
  ///
  /// ```swift
  /// for try await people in store.people.where { $0.age < 40 }.live() {
  ///   print(people.count)                // at once, and after each commit that changes the result
  /// }
  /// ```
  ///
  /// See the form for elements that cannot be compared.
  public func live() -> LiveQuery<Element> { LiveQuery(query) { $0 != $1 } }
}

/// The results of a query as they come to be. Each iteration observes the query anew.
public struct LiveQuery<Item: Sendable>: AsyncSequence, Sendable {
  private let query: Query<Item>
  private let isNew: @Sendable ([Item], [Item]) -> Bool

  init(_ query: Query<Item>, isNew: @escaping @Sendable ([Item], [Item]) -> Bool) {
    self.query = query
    self.isNew = isNew
  }

  /// Begins to observe the query.
  public func makeAsyncIterator() -> Iterator { Iterator(query: query, isNew: isNew) }

  /// Observes a query.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let query: Query<Item>
    fileprivate let isNew: @Sendable ([Item], [Item]) -> Bool
    private var observer: (any QueryObserver<Item>)?
    private var last: [Item]?

    fileprivate init(
      query: Query<Item>, isNew: @escaping @Sendable ([Item], [Item]) -> Bool
    ) {
      self.query = query
      self.isNew = isNew
    }

    /// The next result; nil when the store is closed.
    public mutating func next() async throws -> [Item]? {
      let observer = try observer ?? query.observer()
      self.observer = observer
      while let result = try await observer.next() {
        if let last, !isNew(last, result) { continue }
        last = result
        return result
      }
      return nil
    }
  }
}

extension Query where Element: Sendable {
  fileprivate func observer() throws -> any QueryObserver<Element> {
    try checkDepth()
    let origins = node.origins
    guard origins.count < 2 else {
      throw QueryError.cannotBeObserved(reason: "it reads from more than one store")
    }
    return try origins.first?.observe(self) ?? ConstantObserver(self)
  }
}

/// The one result of a query that reads nothing that changes.
private final class ConstantObserver<Element: Sendable>: QueryObserver {
  private var query: Query<Element>?

  init(_ query: Query<Element>) { self.query = query }

  func next() async throws -> [Element]? {
    defer { query = nil }
    return try await query?.array()
  }
}
