extension Queryable where Element: Sendable & Hashable {
  /// What changes in the result, as long as the loop runs: first all of it as insertions, then the
  /// difference to the state before, which Swift's own `applying` understands.
  ///
  /// ```swift
  /// var shown: [Person] = []
  /// for try await difference in store.people.where { $0.age < 40 }.live(differences: true) {
  ///   shown = shown.applying(difference) ?? []
  ///   for case .remove(let offset, _, let to?) in difference { print("\(offset) to \(to)") }
  /// }
  /// ```
  ///
  /// An element that is removed in one place and inserted in another is a move: both changes name
  /// each other's offset. A difference of n elements takes O(n log n).
  ///
  /// - Parameter differences: with `false` each difference is that to nothing: all elements as
  ///   insertions.
  public func live(differences: Bool) -> LiveDifferences<Element> {
    LiveDifferences(live(), isIncremental: differences)
  }
}

/// The changes of a query's result as they come. Each iteration observes the query anew.
public struct LiveDifferences<Item: Sendable & Hashable>: AsyncSequence, Sendable {
  private let results: LiveQuery<Item>
  private let isIncremental: Bool

  init(_ results: LiveQuery<Item>, isIncremental: Bool) {
    self.results = results
    self.isIncremental = isIncremental
  }

  /// Begins to observe the query.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator(), isIncremental: isIncremental)
  }

  /// Observes a query.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: LiveQuery<Item>.Iterator
    fileprivate let isIncremental: Bool
    private var last: [Item] = []

    fileprivate init(results: LiveQuery<Item>.Iterator, isIncremental: Bool) {
      self.results = results
      self.isIncremental = isIncremental
    }

    /// The next difference; nil when the store is closed.
    public mutating func next() async throws -> CollectionDifference<Item>? {
      guard let result = try await results.next() else { return nil }
      let difference = CollectionDifference(from: last, to: result)
      if isIncremental { last = result }
      return difference
    }
  }
}
