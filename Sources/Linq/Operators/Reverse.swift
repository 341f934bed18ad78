extension Queryable {
  /// The elements in the opposite order.
  ///
  /// ```swift
  /// people.reverse()        // … ORDER BY id DESC
  /// ```
  public func reverse() -> Query<Element> { query.then(ReverseNode(source: query.node)) }
}

private struct ReverseNode<Element>: QueryNode {
  let source: any QueryNode<Element>

  var step: QueryStep { .reverse }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    ReverseNode(source: upstream.giving())
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    var elements: [Element]?
    return {
      if elements == nil {
        var all: [Element] = []
        while let element = try next() { all.append(element) }
        elements = all
      }
      return elements?.popLast()
    }
  }
}
