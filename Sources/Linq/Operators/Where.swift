extension Queryable {
  /// The elements for which an expression is true, in their order.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }        // SELECT … FROM person WHERE age < ? ORDER BY id
  /// ```
  public func `where`(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<Element> {
    let expression = predicate(.element())
    return query.then(
      WhereNode(
        source: query.node, expression: expression.expressionNode,
        predicate: { try ExpressionScope.evaluate(expression, for: $0) }))
  }

  /// The elements for which a closure is true: any Swift, run in memory, at most once for each element
  /// and in their order.
  @_disfavoredOverload
  public func `where`(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Query<Element> {
    query.then(WhereNode(source: query.node, expression: nil, predicate: predicate))
  }
}

private struct WhereNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let expression: ExpressionNode?
  let predicate: @Sendable (Element) throws -> Bool

  var step: QueryStep { .filter(expression) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    WhereNode(source: upstream.giving(), expression: expression, predicate: predicate)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return {
      while let element = try next() {
        if try predicate(element) { return element }
      }
      return nil
    }
  }
}

extension QueryNode {
  /// The node as one of a known element type: whoever attaches a step to another node makes sure that
  /// the elements are of the same type, so the cast cannot fail.
  func giving<Other>() -> any QueryNode<Other> {
    guard let node = self as? any QueryNode<Other> else {
      preconditionFailure("a step for \(Other.self) cannot follow one that gives \(Element.self)")
    }
    return node
  }
}
