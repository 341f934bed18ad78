extension Queryable where Element: Sendable {
  /// Arrays of consecutive elements for each two of which an expression is true: runs, islands
  /// between gaps, sessions.
  ///
  /// ```swift
  /// visits.sort { $0.time }.chunked { $1.time.timeIntervalSince($0.time) < 1800 }
  ///   .select { ($0.min { $0.time }, $0.count) }
  /// // … FROM (SELECT …, sum(c1_5) OVER (ORDER BY c1_4 ROWS UNBOUNDED PRECEDING) AS c2_4
  /// // FROM (SELECT …, CASE WHEN … lag(time) OVER (ORDER BY time, id) … THEN 0 ELSE 1 END END
  /// // AS c1_5 FROM visit)) GROUP BY c2_4 …
  /// ```
  ///
  /// Each element is in one array, in the order of the query. An array ends where the expression is
  /// false for its last element and the next one; without elements there is no array.
  ///
  /// - Parameter belongTogether: whether an element, `$0`, and the one after it, `$1`, are in the
  ///   same array.
  public func chunked(
    by belongTogether: (QueryExpression<Element>, QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<[Element]> {
    query.chunked(
      QueryExpression { (pair: QueryExpression<(Element, Element)>) in
        belongTogether(pair[dynamicMember: \.0], pair[dynamicMember: \.1])
      })
  }

  /// Arrays of consecutive elements for each two of which an arbitrary Swift closure returns
  /// `true`. It runs in memory.
  @_disfavoredOverload
  public func chunked(
    by belongTogether: @escaping @Sendable (Element, Element) throws -> Bool
  ) -> Query<[Element]> { query.chunked(nil, belongTogether) }
}

extension Query where Element: Sendable {
  /// Arrays of consecutive elements for each two of which an expression about their pair is true.
  package func chunked(_ condition: QueryExpression<Bool>) -> Query<[Element]> {
    let isTrue: @Sendable ((Element, Element)) throws -> Bool = condition.function()
    return chunked(condition.expressionNode) { try isTrue(($0, $1)) }
  }

  fileprivate func chunked(
    _ condition: ExpressionNode?,
    _ belongTogether: @escaping @Sendable (Element, Element) throws -> Bool
  ) -> Query<[Element]> {
    then(ChunkedNode(source: node, condition: condition, belongTogether: belongTogether))
  }
}

private final class ChunkedNode<Source: Sendable>: QueryNode {
  typealias Element = [Source]

  let source: any QueryNode<Source>
  let condition: ExpressionNode?
  let belongTogether: @Sendable (Source, Source) throws -> Bool

  init(
    source: any QueryNode<Source>, condition: ExpressionNode?,
    belongTogether: @escaping @Sendable (Source, Source) throws -> Bool
  ) {
    (self.source, self.condition, self.belongTogether) = (source, condition, belongTogether)
  }

  var `operator`: QueryOperator { .chunked(condition) }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    ChunkedNode(source: upstream.cast(), condition: condition, belongTogether: belongTogether)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    ChunkReader.chunks(of: try source.pull(run), belongTogether)
  }

  var groupReader: (any AnyGroupReader)? { ChunkReader<Source>() }
}
