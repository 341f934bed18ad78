extension Queryable {
  /// The first elements, at most as many; none for a number below 1.
  ///
  /// ```swift
  /// people.take(10)         // … LIMIT 10
  /// ```
  public func take(_ count: Int) -> Query<Element> {
    query.then(TakeNode(source: query.node, count: Swift.max(0, count)))
  }

  /// All but the first elements.
  ///
  /// ```swift
  /// people.skip(10)         // … LIMIT -1 OFFSET ?
  /// ```
  public func skip(_ count: Int) -> Query<Element> {
    let count = Swift.max(0, count)
    return query.then(.skip(.constant(count))) { next in
      var left = count
      return {
        while left > 0 {
          left -= 1
          guard try next() != nil else { return nil }
        }
        return try next()
      }
    }
  }

  /// The elements at positions in a range, counted from 0.
  ///
  /// ```swift
  /// people.take(10..<20)        // … LIMIT 10 OFFSET ?
  /// people.take(10...)          // … LIMIT -1 OFFSET ?
  /// ```
  public func take(_ range: Range<Int>) -> Query<Element> {
    let lower = Swift.max(0, range.lowerBound)
    return skip(lower).take(Swift.max(lower, range.upperBound) - lower)
  }

  /// The elements at positions in a range, counted from 0.
  public func take(_ range: ClosedRange<Int>) -> Query<Element> {
    let lower = Swift.max(0, range.lowerBound)
    guard range.upperBound >= lower else { return take(0) }
    return skip(lower).take((range.upperBound - lower).addingReportingOverflow(1).0 & .max)
  }

  /// The elements from a position on.
  public func take(_ range: PartialRangeFrom<Int>) -> Query<Element> { skip(range.lowerBound) }

  /// The elements before a position.
  public func take(_ range: PartialRangeUpTo<Int>) -> Query<Element> { take(range.upperBound) }

  /// The elements up to a position, with the one that is there.
  public func take(_ range: PartialRangeThrough<Int>) -> Query<Element> {
    range.upperBound < 0 ? take(0) : take(range.upperBound.addingReportingOverflow(1).0 & .max)
  }

  /// The last elements, at most as many, in their order.
  ///
  /// ```swift
  /// people.takeLast(10)
  /// // SELECT … FROM (SELECT … FROM person ORDER BY id DESC LIMIT 10) ORDER BY id
  /// ```
  public func takeLast(_ count: Int) -> Query<Element> {
    let count = Swift.max(0, count)
    return query.then(.takeLast(count)) { next in
      deferred {
        guard count > 0 else { return { nil } }
        // A ring of the last elements.
        var kept: [Element] = []
        var oldest = 0
        while let element = try next() {
          if kept.count < count {
            kept.append(element)
          } else {
            kept[oldest] = element
            oldest = (oldest + 1) % count
          }
        }
        return pull(of: kept[oldest...] + kept[..<oldest])
      }
    }
  }

  /// All but the last elements.
  public func skipLast(_ count: Int) -> Query<Element> {
    let count = Swift.max(0, count)
    return query.then(.skipLast(count)) { next in
      deferred { pull(of: try collect(next).dropLast(count)) }
    }
  }
}

private final class TakeNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let count: Int

  init(source: any QueryNode<Element>, count: Int) {
    self.source = source
    self.count = count
  }

  var `operator`: QueryOperator { .take(count) }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    TakeNode(source: upstream.cast(), count: count)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    var left = count
    // A source that nothing is taken of is not even begun.
    guard left > 0 else { return { nil } }
    let next = try source.pull(run)
    return {
      guard left > 0 else { return nil }
      left -= 1
      return try next()
    }
  }
}
