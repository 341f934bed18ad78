/// An operator that computes the values of expressions as a tuple.
///
/// The closure that builds the tuple is compiled in the caller of `select`, where the layout of the
/// tuple is known. Otherwise Swift would look the layout up for each row.
private final class TupleNode<Source, Element>: QueryNode {
  let source: any QueryNode<Source>
  let values: [ExpressionNode]
  let inMemory: @Sendable (CurrentElement<Source>) -> ElementReader<Element>
  let builder: ElementBuilder<Element>

  init(
    source: any QueryNode<Source>, values: [ExpressionNode],
    inMemory: @escaping @Sendable (CurrentElement<Source>) -> ElementReader<Element>,
    builder: ElementBuilder<Element>
  ) {
    self.source = source
    self.values = values
    self.inMemory = inMemory
    self.builder = builder
  }

  var upstream: (any QueryNode)? { source }
  var `operator`: QueryOperator { .select(values) }
  var elementBuilder: (any AnyElementBuilder)? { builder }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    TupleNode(source: upstream.cast(), values: values, inMemory: inMemory, builder: builder)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    return inMemory(current).pull(current.step)
  }
}

extension Queryable {
  /// Returns the query of a tuple of values for each element.
  ///
  /// - Parameter tuple: Returns a reader that builds the tuple from the readers of its parts.
  @usableFromInline func tuples<each Part, Tuple>(
    _ values: (QueryExpression<Element>) -> (repeat QueryExpression<each Part>),
    _ tuple: @escaping @Sendable (repeat @escaping PartReader<each Part>) -> ElementReader<Tuple>
  ) -> Query<Tuple> {
    let element = QueryExpression<Element>.element()
    let parts = values(element)
    var nodes: [ExpressionNode] = []
    repeat nodes.append((each parts).expressionNode)
    for node in nodes {
      node.noteUse()
      node.checkParameter(is: element)
    }
    UnusedReads.check(of: element) { element in
      let parts = values(element)
      repeat (each parts).expressionNode.noteUse()
    }
    return query.then(
      TupleNode(
        source: query.node, values: nodes,
        inMemory: { current in tuple(repeat current.reader(each parts)) },
        builder: ElementBuilder { columns in tuple(repeat columns.next((each Part).self).read) }))
  }
}
