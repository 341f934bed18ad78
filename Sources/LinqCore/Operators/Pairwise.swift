extension Queryable {
  /// Pairs of consecutive elements.
  ///
  /// ```swift
  /// people.select { $0.name }.pairwise()
  /// // SELECT c1_2, name FROM (SELECT name, id, lag(name) OVER (ORDER BY id) AS c1_2,
  /// // lag(1) OVER (ORDER BY id) AS c1_3 FROM person) WHERE c1_3 IS NOT NULL ORDER BY id
  /// ```
  ///
  /// There is one pair fewer than there are elements, and none if there is a single element.
  public func pairwise() -> Query<(Element, Element)> {
    query.then(PairwiseNode(source: query.node))
  }
}

private final class PairwiseNode<Source>: QueryNode {
  typealias Element = (Source, Source)

  let source: any QueryNode<Source>

  init(source: any QueryNode<Source>) {
    self.source = source
  }

  var `operator`: QueryOperator { .pairwise }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    PairwiseNode(source: upstream.cast())
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    var previous: Source?
    return {
      guard let before = try previous ?? next(), let element = try next() else { return nil }
      previous = element
      return (before, element)
    }
  }

  var elementBuilder: (any AnyElementBuilder)? { ElementBuilder<Element>.pair() }
}
