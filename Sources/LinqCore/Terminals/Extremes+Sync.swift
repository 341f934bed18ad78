// The same as the `async` forms, on the calling thread.

extension Queryable {
  /// The lowest value; on the calling thread.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) throws -> Value? { try extreme(.min, value(.element())).value() }

  /// The lowest value that is not nil; on the calling thread.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) throws -> Value? { try extreme(.min, value(.element())).value() }

  /// The lowest value that any Swift closure gives, in memory; on the calling thread.
  @_disfavoredOverload
  public func min<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> Value? { try extreme(.min, .opaque, value).value() }

  /// The highest value; on the calling thread.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) throws -> Value? { try extreme(.max, value(.element())).value() }

  /// The highest value that is not nil; on the calling thread.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) throws -> Value? { try extreme(.max, value(.element())).value() }

  /// The highest value that any Swift closure gives, in memory; on the calling thread.
  @_disfavoredOverload
  public func max<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> Value? { try extreme(.max, .opaque, value).value() }
}

extension Queryable where Element: Comparable & Sendable {
  /// The lowest element; on the calling thread.
  public func min() throws -> Element? {
    try extreme(.min, QueryExpression<Element>.element()).value()
  }

  /// The highest element; on the calling thread.
  public func max() throws -> Element? {
    try extreme(.max, QueryExpression<Element>.element()).value()
  }
}

extension Queryable where Element: Sendable {
  /// The first of the elements with the lowest key; on the calling thread.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) throws -> Element? { try sort(key).firstOrNil() }

  /// The first of the elements with the lowest key, which may be nil and comes first then; on the
  /// calling thread.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) throws -> Element? { try sort(key).firstOrNil() }

  /// The first of the elements with the lowest key, which any Swift closure gives; on the calling
  /// thread.
  @_disfavoredOverload
  public func minBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> Element? { try sort(key).firstOrNil() }

  /// The first of the elements with the highest key; on the calling thread.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) throws -> Element? { try sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest key, which may be nil and comes last then; on the
  /// calling thread.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) throws -> Element? { try sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest key, which any Swift closure gives; on the calling
  /// thread.
  @_disfavoredOverload
  public func maxBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> Element? { try sortDescending(key).firstOrNil() }
}
