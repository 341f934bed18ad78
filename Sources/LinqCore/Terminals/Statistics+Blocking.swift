// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable {
  /// The median of a number of each element.
  public func median<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? { try query.aggregated(.median, of: value(.element())).value() }

  /// The median of the numbers that are not nil.
  public func median<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Double? { try query.aggregated(.skippingNil(.median), of: value(.element())).value() }

  /// The median of the numbers that an arbitrary Swift closure computes in memory, without nil.
  @_disfavoredOverload
  public func median<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? { try query.aggregated(.skippingNil(.median), of: value).value() }

  /// The standard deviation of a number of each element of a sample.
  public func standardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? { try query.aggregated(.standardDeviation, of: value(.element())).value() }

  /// The standard deviation of the numbers of a sample that are not nil.
  public func standardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.standardDeviation), of: value(.element())).value()
  }

  /// The standard deviation of the numbers of a sample that an arbitrary Swift closure computes in
  /// memory, without nil.
  @_disfavoredOverload
  public func standardDeviation<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? { try query.aggregated(.skippingNil(.standardDeviation), of: value).value() }

  /// The standard deviation of a number of each element of a population.
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? {
    try query.aggregated(.populationStandardDeviation, of: value(.element())).value()
  }

  /// The standard deviation of the numbers of a population that are not nil.
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.populationStandardDeviation), of: value(.element())).value()
  }

  /// The standard deviation of the numbers of a population that an arbitrary Swift closure computes
  /// in memory, without nil.
  @_disfavoredOverload
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.populationStandardDeviation), of: value).value()
  }
}

extension BlockingQueryable where Element: QueryNumber {
  /// The median of the elements.
  public func median() throws -> Double? {
    try query.aggregated(.median, of: QueryExpression<Element>.element()).value()
  }

  /// The standard deviation of the elements of a sample.
  public func standardDeviation() throws -> Double? {
    try query.aggregated(.standardDeviation, of: QueryExpression<Element>.element()).value()
  }

  /// The standard deviation of the elements of a population.
  public func populationStandardDeviation() throws -> Double? {
    try query.aggregated(.populationStandardDeviation, of: QueryExpression<Element>.element())
      .value()
  }
}
