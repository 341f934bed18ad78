extension Queryable {
  /// Pairs of an index, counted from 0, and the element at it.
  ///
  /// ```swift
  /// people.sort { $0.age }.index().where { $0.0 % 2 == 0 }
  /// // … row_number() OVER (ORDER BY age, id) - 1 …
  /// ```
  public func index() -> Query<(Int, Element)> { query.then(IndexNode(source: query.node)) }
}

private final class IndexNode<Source>: QueryNode {
  typealias Element = (Int, Source)

  let source: any QueryNode<Source>

  init(source: any QueryNode<Source>) {
    self.source = source
  }

  var `operator`: QueryOperator { .index }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    IndexNode(source: upstream.cast())
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    var index = 0
    return {
      guard let element = try next() else { return nil }
      defer { index += 1 }
      return (index, element)
    }
  }

  var elementBuilder: (any AnyElementBuilder)? { ElementBuilder<Element>.pair() }
}
