// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable {
  /// The lowest value.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) throws -> Value? { try query.aggregated(.min, of: value(.element())).value() }

  /// The lowest value that is not nil.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) throws -> Value? { try query.aggregated(.skippingNil(.min), of: value(.element())).value() }

  /// The lowest of the values that an arbitrary Swift closure computes in memory.
  @_disfavoredOverload
  public func min<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> Value? { try query.aggregated(.min, of: value).value() }

  /// The highest value.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) throws -> Value? { try query.aggregated(.max, of: value(.element())).value() }

  /// The highest value that is not nil.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) throws -> Value? { try query.aggregated(.skippingNil(.max), of: value(.element())).value() }

  /// The highest of the values that an arbitrary Swift closure computes in memory.
  @_disfavoredOverload
  public func max<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> Value? { try query.aggregated(.max, of: value).value() }
}

extension BlockingQueryable where Element: Comparable & Sendable {
  /// The lowest element.
  public func min() throws -> Element? {
    try query.aggregated(.min, of: QueryExpression<Element>.element()).value()
  }

  /// The highest element.
  public func max() throws -> Element? {
    try query.aggregated(.max, of: QueryExpression<Element>.element()).value()
  }
}

extension BlockingQueryable where Element: Sendable {
  /// The first of the elements with the lowest key.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) throws -> Element? { try query.sort(key).firstOrNil() }

  /// The first of the elements with the lowest optional key. nil is the lowest key.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) throws -> Element? { try query.sort(key).firstOrNil() }

  /// The first of the elements with the lowest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func minBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> Element? { try query.sort(key).firstOrNil() }

  /// The first of the elements with the highest key.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) throws -> Element? { try query.sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest optional key. nil is the lowest key.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) throws -> Element? { try query.sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func maxBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> Element? { try query.sortDescending(key).firstOrNil() }
}
