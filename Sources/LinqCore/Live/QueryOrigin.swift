/// A source of queries whose contents may change: a database.
package protocol QueryOrigin: Sendable {
  /// Returns whether both are the same source.
  func isSame(as other: any QueryOrigin) -> Bool

  /// Starts to observe a query whose parts all read from this source.
  func observe<Element: Sendable>(_ query: Query<Element>) throws -> any QueryObserver<Element>
}

/// Observes the result of a query. Only one task at a time may call it.
package protocol QueryObserver<Element>: AnyObject {
  /// The type of the elements of the result.
  associatedtype Element

  /// Returns the current result at first. Later it waits for a change that could affect the result
  /// and returns the latest result. Returns nil when there will be no more changes.
  func next() async throws -> [Element]?
}

extension QueryNode {
  /// The distinct sources that the query and its subqueries read from.
  var origins: [any QueryOrigin] {
    var origins = upstream?.origins ?? []
    for candidate in [origin].compactMap({ $0 }) + allOthers.flatMap(\.origins)
    where !origins.contains(where: { $0.isSame(as: candidate) }) {
      origins.append(candidate)
    }
    return origins
  }
}
