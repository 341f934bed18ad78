extension Queryable where Element: Sendable & Hashable {
  /// The changes of the result while the loop runs. The first difference inserts the whole result;
  /// each further one is the difference to the previous result. Swift's `applying` accepts them.
  ///
  /// ```swift
  /// var shown: [Person] = []
  /// for try await difference in store.people.where { $0.email == nil }.live(differences: true) {
  ///   shown = shown.applying(difference) ?? []
  ///   for case .remove(let offset, _, let to?) in difference { print("\(offset) to \(to)") }
  /// }
  /// ```
  ///
  /// An element that is removed at one offset and inserted at another is a move: each of the two
  /// changes has the offset of the other. The difference of n elements takes O(n log n).
  ///
  /// - Parameter differences: if `false`, each difference inserts the whole result.
  public func live(differences: Bool) -> LiveDifferences<Element> {
    LiveDifferences(live(), isIncremental: differences)
  }
}

/// The changes of a query's result as an asynchronous sequence. Each iteration observes the query
/// anew.
public struct LiveDifferences<Item: Sendable & Hashable>: AsyncSequence, Sendable {
  private let results: LiveQuery<Item>
  private let isIncremental: Bool

  init(_ results: LiveQuery<Item>, isIncremental: Bool) {
    self.results = results
    self.isIncremental = isIncremental
  }

  /// Starts to observe the query.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator(), isIncremental: isIncremental)
  }

  /// An iterator that observes a query.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: LiveQuery<Item>.Iterator
    fileprivate let isIncremental: Bool
    private var last: [Item] = []

    fileprivate init(results: LiveQuery<Item>.Iterator, isIncremental: Bool) {
      self.results = results
      self.isIncremental = isIncremental
    }

    /// Waits for the next difference. Returns nil when the store is closed.
    public mutating func next() async throws -> CollectionDifference<Item>? {
      guard let result = try await results.next() else { return nil }
      let difference = CollectionDifference(from: last, to: result)
      if isIncremental { last = result }
      return difference
    }
  }
}
