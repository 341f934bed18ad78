extension Queryable {
  /// The number of elements.
  ///
  /// ```swift
  /// try await people.where { $0.age < 40 }.count()
  /// // SELECT count(*) FROM person WHERE age < ?
  /// ```
  public func count() async throws -> Int {
    try await counted.run { try $0() ?? 0 }
  }

  /// The number of elements, on the calling thread.
  public func count() throws -> Int { try counted.run { try $0() ?? 0 } }

  private var counted: Query<Int> { query.then(CountNode(source: query.node)) }
}

/// One number: how many elements there are.
private struct CountNode<Source>: QueryNode {
  typealias Element = Int

  let source: any QueryNode<Source>

  var step: QueryStep { .aggregate(.count, nil) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Int> {
    CountNode(source: upstream.giving())
  }

  func pull(_ run: QueryRun) throws -> Pull<Int> {
    let next = try source.pull(run)
    var isDone = false
    return {
      if isDone { return nil }
      isDone = true
      var count = 0
      while try next() != nil { count += 1 }
      return count
    }
  }
}
