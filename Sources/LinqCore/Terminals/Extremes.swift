extension Queryable {
  /// The lowest value, or nil if there are no elements.
  ///
  /// ```swift
  /// try await people.min { $0.age }         // SELECT min(age) FROM person
  /// ```
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) async throws -> Value? {
    try await query.aggregated(.min, of: QueryExpression(of: value)).value()
  }

  /// The lowest value that is not nil, or nil if there is none.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) async throws -> Value? {
    try await query.aggregated(.skippingNil(.min), of: QueryExpression(of: value)).value()
  }

  /// The lowest of the values that an arbitrary Swift closure computes in memory, or nil if there
  /// are no elements.
  @_disfavoredOverload
  public func min<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) async throws -> Value? { try await query.aggregated(.min, of: value).value() }

  /// The highest value, or nil if there are no elements.
  ///
  /// ```swift
  /// try await people.max { $0.age }         // SELECT max(age) FROM person
  /// ```
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) async throws -> Value? {
    try await query.aggregated(.max, of: QueryExpression(of: value)).value()
  }

  /// The highest value that is not nil, or nil if there is none.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) async throws -> Value? {
    try await query.aggregated(.skippingNil(.max), of: QueryExpression(of: value)).value()
  }

  /// The highest of the values that an arbitrary Swift closure computes in memory, or nil if there
  /// are no elements.
  @_disfavoredOverload
  public func max<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) async throws -> Value? { try await query.aggregated(.max, of: value).value() }
}

extension Queryable where Element: Comparable & Sendable {
  /// The lowest element, or nil if there are none.
  public func min() async throws -> Element? {
    try await query.aggregated(.min, of: QueryExpression<Element>.element()).value()
  }

  /// The highest element, or nil if there are none.
  public func max() async throws -> Element? {
    try await query.aggregated(.max, of: QueryExpression<Element>.element()).value()
  }
}

extension Queryable where Element: Sendable {
  /// The first of the elements with the lowest key, or nil if there are no elements.
  ///
  /// `SELECT … FROM person ORDER BY age, id LIMIT 1`
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) async throws -> Element? { try await query.sort(key).firstOrNil() }

  /// The first of the elements with the lowest optional key. nil is the lowest key.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) async throws -> Element? { try await query.sort(key).firstOrNil() }

  /// The first of the elements with the lowest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func minBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) async throws -> Element? { try await query.sort(key).firstOrNil() }

  /// The first of the elements with the highest key, or nil if there are no elements.
  ///
  /// `SELECT … FROM person ORDER BY age DESC, id LIMIT 1`
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) async throws -> Element? { try await query.sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest optional key. nil is the lowest key.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) async throws -> Element? { try await query.sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func maxBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) async throws -> Element? { try await query.sortDescending(key).firstOrNil() }
}
