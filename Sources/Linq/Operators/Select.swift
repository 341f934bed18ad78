extension Queryable {
  /// Another value in the place of each element.
  ///
  /// ```swift
  /// people.select { $0.name }                   // SELECT name FROM person ORDER BY id
  /// ```
  public func select<Value>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) -> Query<Value> {
    let expression = value(.element())
    return query.then(
      ValuesNode<Element, Value>(
        source: query.node, nodes: [expression.expressionNode], expression))
  }

  /// A tuple in the place of each element.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.age) }         // SELECT name, age FROM person ORDER BY id
  /// ```
  public func select<each Value>(
    _ values: (QueryExpression<Element>) -> (repeat QueryExpression<each Value>)
  ) -> Query<(repeat each Value)> {
    let expressions = values(.element())
    var nodes: [ExpressionNode] = []
    for expression in repeat each expressions { nodes.append(expression.expressionNode) }
    return query.then(
      ValuesNode<Element, repeat each Value>(
        source: query.node, nodes: nodes, repeat each expressions))
  }

  /// What a closure makes of each element: any Swift, run in memory.
  @_disfavoredOverload
  public func select<Value>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Value> {
    query.then(SelectNode(source: query.node, value: value))
  }

  /// A property of each element.
  public func select<Value>(_ keyPath: any KeyPath<Element, Value> & Sendable) -> Query<Value> {
    select { $0[dynamicMember: keyPath] }
  }
}

/// The values of expressions, as one value or as a tuple.
private struct ValuesNode<Source, each Value>: QueryNode {
  typealias Element = (repeat each Value)

  let source: any QueryNode<Source>
  let nodes: [ExpressionNode]
  let expressions: (repeat QueryExpression<each Value>)

  init(
    source: any QueryNode<Source>, nodes: [ExpressionNode],
    _ expressions: repeat QueryExpression<each Value>
  ) {
    self.source = source
    self.nodes = nodes
    self.expressions = (repeat each expressions)
  }

  var step: QueryStep { .select(nodes) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    let node: any QueryNode<Source> = upstream.giving()
    let copy = ValuesNode(source: node, nodes: nodes, repeat each expressions)
    return copy
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return {
      guard let element = try next() else { return nil }
      return try withUnsafePointer(to: element) { pointer in
        let scope = ExpressionScope(pointer)
        return (repeat try (each expressions).expressionValue(scope))
      }
    }
  }

  func element(from values: inout some ValueSource) throws -> Element? {
    let element: Element = (repeat try values.next((each Value).self))
    return element
  }
}

/// What a closure makes of each element.
private struct SelectNode<Source, Element>: QueryNode {
  let source: any QueryNode<Source>
  let value: @Sendable (Source) throws -> Element

  var step: QueryStep { .select(nil) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    SelectNode(source: upstream.giving(), value: value)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return { try next().map(value) }
  }
}
