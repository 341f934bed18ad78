extension Query {
  /// Other values in the place of the elements: one expression, or a tuple of them.
  ///
  /// ```swift
  /// people.select { $0.name }                   // SELECT name FROM person ORDER BY id
  /// people.select { ($0.name, $0.age + 1) }     // SELECT name, age + ? FROM person ORDER BY id
  /// ```
  public func select<each Value>(
    _ values: (QueryExpression<Element>) -> (repeat QueryExpression<each Value>)
  ) -> Query<(repeat each Value)> {
    let expressions = values(.element())
    var nodes: [ExpressionNode] = []
    for expression in repeat each expressions { nodes.append(expression.expressionNode) }
    return then(
      SelectNode(source: node, expressions: nodes) { element in
        try withUnsafePointer(to: element) { pointer in
          let scope = ExpressionScope(pointer)
          return (repeat try (each expressions).expressionValue(scope))
        }
      })
  }

  /// What a closure makes of each element: any Swift, run in memory.
  @_disfavoredOverload
  public func select<Value>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Value> {
    then(SelectNode(source: node, expressions: nil, value: value))
  }

  /// A property of each element.
  public func select<Value>(_ keyPath: any KeyPath<Element, Value> & Sendable) -> Query<Value> {
    let expression = QueryExpression<Element>.element()[dynamicMember: keyPath]
    return then(
      SelectNode(source: node, expressions: [expression.expressionNode]) {
        $0[keyPath: keyPath]
      })
  }
}

private struct SelectNode<Source, Element>: QueryNode {
  let source: any QueryNode<Source>
  let expressions: [ExpressionNode]?
  let value: @Sendable (Source) throws -> Element

  var step: QueryStep { .select(expressions) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    SelectNode(source: upstream.giving(), expressions: expressions, value: value)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return { try next().map(value) }
  }
}
