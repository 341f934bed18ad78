extension Queryable {
  /// At most `count` elements from the beginning; none if `count` is less than 1.
  ///
  /// ```swift
  /// people.take(10)         // … LIMIT 10
  /// ```
  public func take(_ count: Int) -> Query<Element> {
    query.then(TakeNode(source: query.node, count: Swift.max(0, count)))
  }

  /// At most as many elements from the beginning as an expression says, which is computed once.
  /// There are none if it is less than 1.
  ///
  /// ```swift
  /// people.sort { $0.age }.take(people.elements.count / 10)
  /// // … ORDER BY age, id LIMIT max(0, (SELECT count(*) FROM person AS t1) / ?)
  /// ```
  public func take(_ count: QueryExpression<Int>) -> Query<Element> {
    if let number = count.constantNumber { return take(number) }
    let node = count.expressionNode
    node.checkHasNoParameter()
    let count: @Sendable (()) throws -> Int = count.function()
    return query.then(.takeComputed(node)) { next in
      deferred {
        var left = try count(())
        return {
          guard left > 0 else { return nil }
          left -= 1
          return try next()
        }
      }
    }
  }

  /// All elements but as many from the beginning as an expression says, which is computed once.
  ///
  /// ```swift
  /// people.sort { $0.age }.skip(people.elements.count / 2).take(1)
  /// // … ORDER BY age, id LIMIT 1 OFFSET max(0, (SELECT count(*) FROM person AS t1) / ?)
  /// ```
  public func skip(_ count: QueryExpression<Int>) -> Query<Element> {
    if let number = count.constantNumber { return skip(number) }
    let node = count.expressionNode
    node.checkHasNoParameter()
    let count: @Sendable (()) throws -> Int = count.function()
    return query.then(.skip(node)) { next in deferred { rest(of: next, after: try count(())) } }
  }

  /// All elements but the first `count`.
  ///
  /// ```swift
  /// people.skip(10)         // … LIMIT -1 OFFSET ?
  /// ```
  public func skip(_ count: Int) -> Query<Element> {
    let count = Swift.max(0, count)
    return query.then(.skip(.constant(count))) { rest(of: $0, after: count) }
  }

  /// The elements with indices in a range, counted from 0.
  ///
  /// ```swift
  /// people.take(10..<20)        // … LIMIT 10 OFFSET ?
  /// people.take(10...)          // … LIMIT -1 OFFSET ?
  /// ```
  public func take(_ range: Range<Int>) -> Query<Element> {
    let lower = Swift.max(0, range.lowerBound)
    return skip(lower).take(Swift.max(lower, range.upperBound) - lower)
  }

  /// The elements with indices in a range, counted from 0.
  public func take(_ range: ClosedRange<Int>) -> Query<Element> {
    let lower = Swift.max(0, range.lowerBound)
    guard range.upperBound >= lower else { return take(0) }
    return skip(lower).take((range.upperBound - lower).addingReportingOverflow(1).0 & .max)
  }

  /// The elements from an index onward.
  public func take(_ range: PartialRangeFrom<Int>) -> Query<Element> { skip(range.lowerBound) }

  /// The elements before an index.
  public func take(_ range: PartialRangeUpTo<Int>) -> Query<Element> { take(range.upperBound) }

  /// The elements up to and including the one at an index.
  public func take(_ range: PartialRangeThrough<Int>) -> Query<Element> {
    range.upperBound < 0 ? take(0) : take(range.upperBound.addingReportingOverflow(1).0 & .max)
  }

  /// At most `count` elements from the end, in their order.
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
        // A ring buffer of the last elements.
        var kept: [Element] = []
        var oldest = 0
        var meter = MemoryMeter<Element>()
        while let element = try next() {
          if kept.count < count {
            try meter.keep(element)
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

  /// All elements but the last `count`.
  public func skipLast(_ count: Int) -> Query<Element> {
    let count = Swift.max(0, count)
    return query.then(.skipLast(count)) { next in
      deferred { pull(of: try collect(next).dropLast(count)) }
    }
  }
}

extension QueryExpression where Value == Int {
  /// The value of a constant.
  fileprivate var constantNumber: Int? {
    if case .constant(let value) = expressionNode.form { value as? Int } else { nil }
  }
}

/// Returns all elements but some at the beginning.
private func rest<Element>(of next: @escaping Pull<Element>, after count: Int) -> Pull<Element> {
  var left = count
  return {
    while left > 0 {
      left -= 1
      guard try next() != nil else { return nil }
    }
    return try next()
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
    // If no element is taken, the source does not even start.
    guard left > 0 else { return { nil } }
    let next = try source.pull(run)
    return {
      guard left > 0 else { return nil }
      left -= 1
      return try next()
    }
  }
}
