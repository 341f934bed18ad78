extension Queryable where Element: Hashable & Sendable {
  /// The first of equal elements, in their order.
  ///
  /// ```swift
  /// people.select { $0.surname }.distinct()
  /// // SELECT surname FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func distinct() -> Query<Element> {
    query.then(DistinctNode(source: query.node, step: .distinct, key: { $0 }))
  }
}

extension Queryable {
  /// The first of the elements with equal keys, in their order.
  public func distinct<Key: Hashable & Sendable>(
    by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    let expression = key(.element())
    return query.then(
      DistinctNode(source: query.node, step: .distinctBy(expression.expressionNode)) {
        try ExpressionScope.evaluate(expression, for: $0)
      })
  }

  /// The first of the elements with equal keys, which any Swift closure gives.
  @_disfavoredOverload
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    query.then(DistinctNode(source: query.node, step: .distinctBy(nil), key: key))
  }
}

private struct DistinctNode<Element, Key: Hashable>: QueryNode {
  let source: any QueryNode<Element>
  let step: QueryStep
  let key: @Sendable (Element) throws -> Key

  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    DistinctNode(source: upstream.giving(), step: step, key: key)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    var seen: Set<Key> = []
    return {
      while let element = try next() {
        if seen.insert(try key(element)).inserted { return element }
      }
      return nil
    }
  }
}
