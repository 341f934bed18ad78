// The values of expressions as a tuple, one node for each number of values.
//
// The tuple is a type parameter of its own, `Element`: for a tuple of type parameters, Swift looks
// its layout up again for each row. What makes it, `elements`, is compiled in the caller of
// `select`.

private final class TwoValues<Source, A, B, Element>: QueryNode {
  typealias Elements =
    @Sendable (@escaping PartReader<A>, @escaping PartReader<B>) -> ElementReader<Element>

  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let elements: Elements

  init(
    source: any QueryNode<Source>, a: QueryExpression<A>, b: QueryExpression<B>,
    elements: @escaping Elements
  ) {
    self.source = source
    self.a = a
    self.b = b
    self.elements = elements
  }

  var upstream: (any QueryNode)? { source }
  var step: QueryStep { .select([a.expressionNode, b.expressionNode]) }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    TwoValues(source: upstream.giving(), a: a, b: b, elements: elements)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    return elements(current.reader(a), current.reader(b)).pull(current.step)
  }

  func reader<Columns: ElementColumns>(_ columns: inout Columns) -> ElementReader<Element>? {
    elements(columns.next(A.self).read, columns.next(B.self).read)
  }
}

private final class ThreeValues<Source, A, B, C, Element>: QueryNode {
  typealias Elements =
    @Sendable (@escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>) ->
    ElementReader<Element>

  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let elements: Elements

  init(
    source: any QueryNode<Source>, a: QueryExpression<A>, b: QueryExpression<B>,
    c: QueryExpression<C>,
    elements: @escaping Elements
  ) {
    self.source = source
    self.a = a
    self.b = b
    self.c = c
    self.elements = elements
  }

  var upstream: (any QueryNode)? { source }
  var step: QueryStep { .select([a.expressionNode, b.expressionNode, c.expressionNode]) }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    ThreeValues(source: upstream.giving(), a: a, b: b, c: c, elements: elements)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    return elements(current.reader(a), current.reader(b), current.reader(c)).pull(current.step)
  }

  func reader<Columns: ElementColumns>(_ columns: inout Columns) -> ElementReader<Element>? {
    elements(columns.next(A.self).read, columns.next(B.self).read, columns.next(C.self).read)
  }
}

private final class FourValues<Source, A, B, C, D, Element>: QueryNode {
  typealias Elements =
    @Sendable (
      @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>,
      @escaping PartReader<D>
    ) -> ElementReader<Element>

  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let d: QueryExpression<D>
  let elements: Elements

  init(
    source: any QueryNode<Source>, a: QueryExpression<A>, b: QueryExpression<B>,
    c: QueryExpression<C>, d: QueryExpression<D>,
    elements: @escaping Elements
  ) {
    self.source = source
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.elements = elements
  }

  var upstream: (any QueryNode)? { source }
  var step: QueryStep {
    .select([a.expressionNode, b.expressionNode, c.expressionNode, d.expressionNode])
  }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    FourValues(source: upstream.giving(), a: a, b: b, c: c, d: d, elements: elements)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    return elements(current.reader(a), current.reader(b), current.reader(c), current.reader(d))
      .pull(current.step)
  }

  func reader<Columns: ElementColumns>(_ columns: inout Columns) -> ElementReader<Element>? {
    elements(
      columns.next(A.self).read, columns.next(B.self).read, columns.next(C.self).read,
      columns.next(D.self).read)
  }
}

private final class FiveValues<Source, A, B, C, D, E, Element>: QueryNode {
  typealias Elements =
    @Sendable (
      @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>,
      @escaping PartReader<D>, @escaping PartReader<E>
    ) -> ElementReader<Element>

  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let d: QueryExpression<D>
  let e: QueryExpression<E>
  let elements: Elements

  init(
    source: any QueryNode<Source>, a: QueryExpression<A>, b: QueryExpression<B>,
    c: QueryExpression<C>, d: QueryExpression<D>, e: QueryExpression<E>,
    elements: @escaping Elements
  ) {
    self.source = source
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.elements = elements
  }

  var upstream: (any QueryNode)? { source }
  var step: QueryStep {
    .select([
      a.expressionNode, b.expressionNode, c.expressionNode, d.expressionNode, e.expressionNode,
    ])
  }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    FiveValues(source: upstream.giving(), a: a, b: b, c: c, d: d, e: e, elements: elements)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    return elements(
      current.reader(a), current.reader(b), current.reader(c), current.reader(d), current.reader(e)
    ).pull(current.step)
  }

  func reader<Columns: ElementColumns>(_ columns: inout Columns) -> ElementReader<Element>? {
    elements(
      columns.next(A.self).read, columns.next(B.self).read, columns.next(C.self).read,
      columns.next(D.self).read, columns.next(E.self).read)
  }
}

private final class SixValues<Source, A, B, C, D, E, F, Element>: QueryNode {
  typealias Elements =
    @Sendable (
      @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>,
      @escaping PartReader<D>, @escaping PartReader<E>, @escaping PartReader<F>
    ) -> ElementReader<Element>

  let source: any QueryNode<Source>
  let a: QueryExpression<A>
  let b: QueryExpression<B>
  let c: QueryExpression<C>
  let d: QueryExpression<D>
  let e: QueryExpression<E>
  let f: QueryExpression<F>
  let elements: Elements

  init(
    source: any QueryNode<Source>, a: QueryExpression<A>, b: QueryExpression<B>,
    c: QueryExpression<C>, d: QueryExpression<D>, e: QueryExpression<E>, f: QueryExpression<F>,
    elements: @escaping Elements
  ) {
    self.source = source
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.elements = elements
  }

  var upstream: (any QueryNode)? { source }
  var step: QueryStep {
    .select([
      a.expressionNode, b.expressionNode, c.expressionNode, d.expressionNode, e.expressionNode,
      f.expressionNode,
    ])
  }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    SixValues(source: upstream.giving(), a: a, b: b, c: c, d: d, e: e, f: f, elements: elements)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    return elements(
      current.reader(a), current.reader(b), current.reader(c), current.reader(d), current.reader(e),
      current.reader(f)
    ).pull(current.step)
  }

  func reader<Columns: ElementColumns>(_ columns: inout Columns) -> ElementReader<Element>? {
    elements(
      columns.next(A.self).read, columns.next(B.self).read, columns.next(C.self).read,
      columns.next(D.self).read, columns.next(E.self).read, columns.next(F.self).read)
  }
}

extension Queryable {
  @usableFromInline func tuples<A, B, Tuple>(
    _ values: (QueryExpression<Element>) -> (QueryExpression<A>, QueryExpression<B>),
    _ elements:
      @escaping @Sendable (@escaping PartReader<A>, @escaping PartReader<B>) -> ElementReader<Tuple>
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(TwoValues(source: query.node, a: v.0, b: v.1, elements: elements))
  }

  @usableFromInline func tuples<A, B, C, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    ),
    _ elements:
      @escaping @Sendable (
        @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>
      ) -> ElementReader<Tuple>
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(ThreeValues(source: query.node, a: v.0, b: v.1, c: v.2, elements: elements))
  }

  @usableFromInline func tuples<A, B, C, D, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    ),
    _ elements:
      @escaping @Sendable (
        @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>,
        @escaping PartReader<D>
      ) -> ElementReader<Tuple>
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(
      FourValues(source: query.node, a: v.0, b: v.1, c: v.2, d: v.3, elements: elements))
  }

  @usableFromInline func tuples<A, B, C, D, E, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    ),
    _ elements:
      @escaping @Sendable (
        @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>,
        @escaping PartReader<D>, @escaping PartReader<E>
      ) -> ElementReader<Tuple>
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(
      FiveValues(source: query.node, a: v.0, b: v.1, c: v.2, d: v.3, e: v.4, elements: elements))
  }

  @usableFromInline func tuples<A, B, C, D, E, F, Tuple>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    ),
    _ elements:
      @escaping @Sendable (
        @escaping PartReader<A>, @escaping PartReader<B>, @escaping PartReader<C>,
        @escaping PartReader<D>, @escaping PartReader<E>, @escaping PartReader<F>
      ) -> ElementReader<Tuple>
  ) -> Query<Tuple> {
    let v = values(.element())
    return query.then(
      SixValues(
        source: query.node, a: v.0, b: v.1, c: v.2, d: v.3, e: v.4, f: v.5, elements: elements))
  }
}
