// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable {
  /// The sum of a number of each element.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Number { try query.aggregated(.sum, of: value(.element())).value() }

  /// The mean of a number of each element.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? { try query.aggregated(.average, of: value(.element())).value() }

  /// The sum of the numbers that are not nil.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Number { try query.aggregated(.skippingNil(.sum), of: value(.element())).value() }

  /// The sum of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func sum<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Number { try query.aggregated(.skippingNil(.sum), of: value).value() }

  /// The mean of the numbers that are not nil.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.average), of: value(.element())).value()
  }

  /// The mean of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func average<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? { try query.aggregated(.skippingNil(.average), of: value).value() }
}

extension BlockingQueryable where Element: QueryNumber {
  /// The sum of the elements.
  public func sum() throws -> Element {
    try query.aggregated(.sum, of: QueryExpression<Element>.element()).value()
  }

  /// The mean of the elements.
  public func average() throws -> Double? {
    try query.aggregated(.average, of: QueryExpression<Element>.element()).value()
  }
}
