extension Queryable where Element: Sendable {
  /// The current result and then each new one, while the loop runs.
  ///
  /// ```swift
  /// for try await people in store.people.where { $0.email == nil }.live() {
  ///   print(people.count)                     // at once, and after each commit that could matter
  /// }
  /// ```
  ///
  /// Commits of this process and of other processes are observed; rollbacks are not. If a changed
  /// row fails the query's first `where`s both before and after the change, no statement runs. The
  /// result of a chain of `where` and `select` is updated from the changed rows alone; other chains
  /// run again. Swift closures are called for changed rows, so their results must depend on the row
  /// alone.
  ///
  /// Slow consumers see only the latest state. The loop ends when the store is closed; a canceled
  /// task throws `CancellationError`. A query of a sequence yields its result once.
  ///
  /// - Throws: While iterating, the errors of the query and
  ///   ``QueryError/cannotBeObserved(reason:)``.
  @_disfavoredOverload
  public func live() -> LiveQuery<Element> { LiveQuery(query) { _, _ in true } }
}

extension Queryable where Element: Sendable & Equatable {
  /// The current result and then each result that is not equal to the previous one, while the loop
  /// runs.
  ///
  /// ```swift
  /// for try await people in store.people.where { $0.email == nil }.live() {
  ///   print(people.count)                // at once, and after each commit that changes the result
  /// }
  /// ```
  ///
  /// See the overload for elements that are not `Equatable`.
  public func live() -> LiveQuery<Element> { LiveQuery(query) { $0 != $1 } }
}

/// The results of a query as an asynchronous sequence. Each iteration observes the query anew.
public struct LiveQuery<Item: Sendable>: AsyncSequence, Sendable {
  private let query: Query<Item>
  private let isNew: @Sendable ([Item], [Item]) -> Bool

  init(_ query: Query<Item>, isNew: @escaping @Sendable ([Item], [Item]) -> Bool) {
    self.query = query
    self.isNew = isNew
  }

  /// Starts to observe the query.
  public func makeAsyncIterator() -> Iterator { Iterator(query: query, isNew: isNew) }

  /// An iterator that observes a query.
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

    /// Waits for the next result. Returns nil when the store is closed.
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

/// The observer of a query whose sources do not change: it yields the result once.
private final class ConstantObserver<Element: Sendable>: QueryObserver {
  private var query: Query<Element>?

  init(_ query: Query<Element>) { self.query = query }

  func next() async throws -> [Element]? {
    defer { query = nil }
    return try await query?.array()
  }
}
