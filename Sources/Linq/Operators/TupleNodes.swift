// The values of expressions as a tuple, one node for each number of values.
//
// The tuple is a type parameter of its own, `Element`: for a tuple of type parameters, Swift looks its
// layout up again for each row.

/// What the nodes share.
private protocol TupleNode<Element>: QueryNode {
  associatedtype Source

  var source: any QueryNode<Source> { get }
  var nodes: [ExpressionNode] { get }

  /// The tuple of one element.
  func value(_ scope: ExpressionScope) throws -> Element
}

extension TupleNode {
  var step: QueryStep { .select(nodes) }
  var upstream: (any QueryNode)? { source }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return {
      guard let element = try next() else { return nil }
      return try withUnsafePointer(to: element) { try value(ExpressionScope($0)) }
    }
  }
}

private struct TwoValues<Source, A, B, Element>: TupleNode {
  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let make: @Sendable (A, B) -> Element

  var nodes: [ExpressionNode] { [a.expressionNode, b.expressionNode] }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    TwoValues(source: upstream.giving(), a: a, b: b, make: make)
  }

  func value(_ scope: ExpressionScope) throws -> Element {
    make(try a.expressionValue(scope), try b.expressionValue(scope))
  }

  func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ((Columns.Row) throws -> Element)? {
    let a = columns.next(A.self)
    let b = columns.next(B.self)
    return { row in make(try a(row), try b(row)) }
  }
}

private struct ThreeValues<Source, A, B, C, Element>: TupleNode {
  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let make: @Sendable (A, B, C) -> Element

  var nodes: [ExpressionNode] { [a.expressionNode, b.expressionNode, c.expressionNode] }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    ThreeValues(source: upstream.giving(), a: a, b: b, c: c, make: make)
  }

  func value(_ scope: ExpressionScope) throws -> Element {
    make(try a.expressionValue(scope), try b.expressionValue(scope), try c.expressionValue(scope))
  }

  func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ((Columns.Row) throws -> Element)? {
    let a = columns.next(A.self)
    let b = columns.next(B.self)
    let c = columns.next(C.self)
    return { row in make(try a(row), try b(row), try c(row)) }
  }
}

private struct FourValues<Source, A, B, C, D, Element>: TupleNode {
  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let d: QueryExpression<D>
  let make: @Sendable (A, B, C, D) -> Element

  var nodes: [ExpressionNode] {
    [a.expressionNode, b.expressionNode, c.expressionNode, d.expressionNode]
  }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    FourValues(source: upstream.giving(), a: a, b: b, c: c, d: d, make: make)
  }

  func value(_ scope: ExpressionScope) throws -> Element {
    make(
      try a.expressionValue(scope), try b.expressionValue(scope), try c.expressionValue(scope),
      try d.expressionValue(scope))
  }

  func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ((Columns.Row) throws -> Element)? {
    let a = columns.next(A.self)
    let b = columns.next(B.self)
    let c = columns.next(C.self)
    let d = columns.next(D.self)
    return { row in make(try a(row), try b(row), try c(row), try d(row)) }
  }
}

private struct FiveValues<Source, A, B, C, D, E, Element>: TupleNode {
  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let d: QueryExpression<D>
  let e: QueryExpression<E>
  let make: @Sendable (A, B, C, D, E) -> Element

  var nodes: [ExpressionNode] {
    [a.expressionNode, b.expressionNode, c.expressionNode, d.expressionNode, e.expressionNode]
  }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    FiveValues(source: upstream.giving(), a: a, b: b, c: c, d: d, e: e, make: make)
  }

  func value(_ scope: ExpressionScope) throws -> Element {
    make(
      try a.expressionValue(scope), try b.expressionValue(scope), try c.expressionValue(scope),
      try d.expressionValue(scope), try e.expressionValue(scope))
  }

  func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ((Columns.Row) throws -> Element)? {
    let a = columns.next(A.self)
    let b = columns.next(B.self)
    let c = columns.next(C.self)
    let d = columns.next(D.self)
    let e = columns.next(E.self)
    return { row in make(try a(row), try b(row), try c(row), try d(row), try e(row)) }
  }
}

private struct SixValues<Source, A, B, C, D, E, F, Element>: TupleNode {
  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let d: QueryExpression<D>
  let e: QueryExpression<E>
  let f: QueryExpression<F>
  let make: @Sendable (A, B, C, D, E, F) -> Element

  var nodes: [ExpressionNode] {
    [
      a.expressionNode, b.expressionNode, c.expressionNode, d.expressionNode, e.expressionNode,
      f.expressionNode,
    ]
  }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    SixValues(source: upstream.giving(), a: a, b: b, c: c, d: d, e: e, f: f, make: make)
  }

  func value(_ scope: ExpressionScope) throws -> Element {
    make(
      try a.expressionValue(scope), try b.expressionValue(scope), try c.expressionValue(scope),
      try d.expressionValue(scope), try e.expressionValue(scope), try f.expressionValue(scope))
  }

  func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ((Columns.Row) throws -> Element)? {
    let a = columns.next(A.self)
    let b = columns.next(B.self)
    let c = columns.next(C.self)
    let d = columns.next(D.self)
    let e = columns.next(E.self)
    let f = columns.next(F.self)
    return { row in make(try a(row), try b(row), try c(row), try d(row), try e(row), try f(row)) }
  }
}

extension Queryable {
  @usableFromInline func tuples<A, B, Tuple>(
    _ values: (QueryExpression<Element>) -> (QueryExpression<A>, QueryExpression<B>),
    _ make: @escaping @Sendable (A, B) -> Tuple
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(TwoValues(source: query.node, a: v.0, b: v.1, make: make))
  }

  @usableFromInline func tuples<A, B, C, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    ),
    _ make: @escaping @Sendable (A, B, C) -> Tuple
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(ThreeValues(source: query.node, a: v.0, b: v.1, c: v.2, make: make))
  }

  @usableFromInline func tuples<A, B, C, D, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    ),
    _ make: @escaping @Sendable (A, B, C, D) -> Tuple
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(FourValues(source: query.node, a: v.0, b: v.1, c: v.2, d: v.3, make: make))
  }

  @usableFromInline func tuples<A, B, C, D, E, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    ),
    _ make: @escaping @Sendable (A, B, C, D, E) -> Tuple
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(
      FiveValues(source: query.node, a: v.0, b: v.1, c: v.2, d: v.3, e: v.4, make: make))
  }

  @usableFromInline func tuples<A, B, C, D, E, F, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    ),
    _ make: @escaping @Sendable (A, B, C, D, E, F) -> Tuple
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(
      SixValues(source: query.node, a: v.0, b: v.1, c: v.2, d: v.3, e: v.4, f: v.5, make: make))
  }
}
