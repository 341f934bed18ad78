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
    let pair = QueryExpression<(Element, Element)>.element()
    return query.chunked(belongTogether(pair[dynamicMember: \.0], pair[dynamicMember: \.1]))
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
    let next = try source.pull(run)
    return ChunkReader.chunks(of: next, belongTogether)
  }

  var groupReader: (any AnyGroupReader)? { ChunkReader<Source>() }
}

/// Builds chunks from rows, each with the number of its chunk before it.
private struct ChunkReader<Element>: AnyGroupReader {
  func pull(_ columns: any ElementColumns, _ step: @escaping () throws -> Bool) -> Any {
    let (number, element) = (columns.next(Int.self).read, columns.next(Element.self).read)
    let rows: Pull<(number: Int, element: Element)> = {
      try step() ? (try number(), try element()) : nil
    }
    let chunks = ChunkReader<(number: Int, element: Element)>.chunks(of: rows) {
      $0.number == $1.number
    }
    let next: Pull<[Element]> = { try chunks()?.map(\.element) }
    return next
  }

  /// Returns arrays of consecutive elements for each two of which a condition is true.
  static func chunks(
    of next: @escaping Pull<Element>, _ belongTogether: @escaping (Element, Element) throws -> Bool
  ) -> Pull<[Element]> {
    var waiting: Element?
    return {
      guard var last = try waiting ?? next() else { return nil }
      var chunk = [last]
      waiting = nil
      try MemoryBudget.givingBack {
        var meter = MemoryMeter<Element>()
        while let element = try next() {
          guard try belongTogether(last, element) else {
            waiting = element
            break
          }
          try meter.keep(element)
          chunk.append(element)
          last = element
        }
      }
      return chunk
    }
  }
}
