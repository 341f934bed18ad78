/// What queries read from and what may change: a database.
package protocol QueryOrigin: Sendable {
  /// Whether both are the same.
  func isSame(as other: any QueryOrigin) -> Bool

  /// Begins to observe a query whose parts all read from here.
  func observe<Element: Sendable>(_ query: Query<Element>) throws -> any QueryObserver<Element>
}

/// Observes the result of a query. One task at a time asks.
package protocol QueryObserver<Element>: AnyObject {
  /// What the result consists of.
  associatedtype Element

  /// At first the result as it is; then, when a change could have made it another one, the latest.
  /// Nil when there will be no more changes.
  func next() async throws -> [Element]?
}

extension QueryNode {
  /// What the query and the queries in it read from, each once.
  var origins: [any QueryOrigin] {
    var origins = upstream?.origins ?? []
    for candidate in [origin].compactMap({ $0 }) + others.flatMap(\.origins)
    where !origins.contains(where: { $0.isSame(as: candidate) }) {
      origins.append(candidate)
    }
    return origins
  }
}
