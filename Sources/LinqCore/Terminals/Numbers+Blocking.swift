// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable {
  /// The sum of a number of each element.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Number { try query.total(value(.element())).value() }

  /// The mean of a number of each element.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? { try query.statistic(.average, value(.element())).value() }

  /// The sum of the numbers that are not nil.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Number { try query.total(value(.element())).value() }

  /// The sum of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func sum<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Number { try query.total(.opaque, value).value() }

  /// The mean of the numbers that are not nil.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Double? { try query.statistic(.average, value(.element())).value() }

  /// The mean of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func average<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? { try query.statistic(.average, .opaque, value).value() }
}

extension BlockingQueryable where Element: QueryNumber {
  /// The sum of the elements.
  public func sum() throws -> Element {
    try query.total(QueryExpression<Element>.element()).value()
  }

  /// The mean of the elements.
  public func average() throws -> Double? {
    try query.statistic(.average, QueryExpression<Element>.element()).value()
  }
}
