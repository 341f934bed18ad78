extension Queryable {
  /// The first elements, at most as many; none for a number below 1.
  ///
  /// ```swift
  /// people.take(10)         // … LIMIT 10
  /// ```
  public func take(_ count: Int) -> Query<Element> {
    query.then(TakeNode(source: query.node, count: max(0, count)))
  }

  /// All but the first elements.
  ///
  /// ```swift
  /// people.skip(10)         // … LIMIT -1 OFFSET 10
  /// ```
  public func skip(_ count: Int) -> Query<Element> {
    query.then(SkipNode(source: query.node, count: max(0, count)))
  }
}

private struct TakeNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let count: Int

  var step: QueryStep { .take(count) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    TakeNode(source: upstream.giving(), count: count)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    var left = count
    // A source that nothing is taken of is not even begun.
    guard left > 0 else { return { nil } }
    let next = try source.pull(run)
    return {
      guard left > 0 else { return nil }
      left -= 1
      return try next()
    }
  }
}

private struct SkipNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let count: Int

  var step: QueryStep { .skip(count) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    SkipNode(source: upstream.giving(), count: count)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    var left = count
    return {
      while left > 0 {
        left -= 1
        guard try next() != nil else { return nil }
      }
      return try next()
    }
  }
}
