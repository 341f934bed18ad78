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
    let function: @Sendable (Element) throws -> Value = expression.function()
    return query.then(.select([expression.expressionNode])) { next in { try next().map(function) } }
  }

  /// What a closure makes of each element: any Swift, run in memory.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }.select { PersonCard($0) }      // where in SQL, select in memory
  /// ```
  @_disfavoredOverload
  public func select<Value>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Value> {
    query.then(.select(nil)) { next in { try next().map(value) } }
  }

  /// A property of each element.
  public func select<Value>(_ keyPath: any KeyPath<Element, Value> & Sendable) -> Query<Value> {
    select { $0[dynamicMember: keyPath] }
  }

  func tuples<each Value>(
    _ expressions: (repeat QueryExpression<each Value>)
  ) -> Query<(repeat each Value)> {
    var nodes: [ExpressionNode] = []
    for expression in repeat each expressions { nodes.append(expression.expressionNode) }
    return query.then(
      TupleNode<Element, repeat each Value>(
        source: query.node, nodes: nodes, repeat each expressions))
  }
}

// One overload for each number of values: from a parameter pack the compiler does not know the type of
// the tuple before it looks at the next closure of the chain.
extension Queryable {
  /// A pair in the place of each element.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.age) }         // SELECT name, age FROM person ORDER BY id
  /// ```
  public func select<A, B>(
    _ values: (QueryExpression<Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> Query<(A, B)> { tuples(values(.element())) }

  /// Three values in the place of each element.
  public func select<A, B, C>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    )
  ) -> Query<(A, B, C)> { tuples(values(.element())) }

  /// Four values in the place of each element.
  public func select<A, B, C, D>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> Query<(A, B, C, D)> { tuples(values(.element())) }

  /// Five values in the place of each element.
  public func select<A, B, C, D, E>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> Query<(A, B, C, D, E)> { tuples(values(.element())) }

  /// Six values in the place of each element.
  public func select<A, B, C, D, E, F>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> Query<(A, B, C, D, E, F)> { tuples(values(.element())) }
}

/// The values of expressions as a tuple.
private struct TupleNode<Source, each Value>: QueryNode {
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
    let copy = TupleNode(source: node, nodes: nodes, repeat each expressions)
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

  func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ((Columns.Row) throws -> Element)? {
    let readers = (repeat columns.next((each Value).self))
    return { row in
      let element: Element = (repeat try (each readers)(row))
      return element
    }
  }
}
