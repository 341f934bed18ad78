extension Queryable {
  /// The median of a number of each element, or nil if there are no elements: the number in the
  /// middle, or the mean of the two in the middle. Numbers that are nil are left out.
  ///
  /// ```swift
  /// try await people.median { $0.age }
  /// // SELECT swift_median(age) FROM person
  /// ```
  ///
  /// - Throws: ``ExpressionError/notANumber`` if infinities cancel out.
  public func median<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Double? {
    try await query.aggregated(.numbers(.median), of: QueryExpression(of: value)).value()
  }

  /// The median of the numbers that an arbitrary Swift closure computes in memory, without nil.
  @_disfavoredOverload
  public func median<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Double? { try await query.aggregated(.skippingNil(.median), of: value).value() }

  /// The percentile of a number of each element, or nil if there are no elements: the number below
  /// which a fraction of the numbers is. Where that is between two numbers, the value is between
  /// them in proportion; that of 0.5 is the median. Numbers that are nil are left out.
  ///
  /// ```swift
  /// try await people.percentile(0.9) { $0.age }
  /// // SELECT swift_percentile(age, ?) FROM person
  /// ```
  ///
  /// - Precondition: The fraction is from 0 to 1.
  /// - Throws: ``ExpressionError/notANumber`` if infinities cancel out.
  public func percentile<Number: NumberOrNil>(
    _ fraction: Double, _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Double? {
    try await query.aggregated(.numbers(.percentile(fraction)), of: QueryExpression(of: value))
      .value()
  }

  /// The percentile of the numbers that an arbitrary Swift closure computes in memory, without nil.
  @_disfavoredOverload
  public func percentile<Number: QueryNumber>(
    _ fraction: Double, _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Double? {
    try await query.aggregated(.skippingNil(.percentile(fraction)), of: value).value()
  }

  /// The standard deviation of a number of each element of a sample, or nil if there are less than
  /// two numbers. The sum of the squares is divided by the count minus one. Numbers that are nil
  /// are left out.
  ///
  /// ```swift
  /// try await people.standardDeviation { $0.age }
  /// // SELECT swift_stddev_samp(age) FROM person
  /// ```
  ///
  /// - Throws: ``ExpressionError/notANumber`` if a number is infinite.
  public func standardDeviation<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Double? {
    try await query.aggregated(.numbers(.standardDeviation), of: QueryExpression(of: value)).value()
  }

  /// The standard deviation of the numbers of a sample that an arbitrary Swift closure computes in
  /// memory, without nil.
  @_disfavoredOverload
  public func standardDeviation<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Double? {
    try await query.aggregated(.skippingNil(.standardDeviation), of: value).value()
  }

  /// The standard deviation of a number of each element of a population, or nil if there are no
  /// numbers. The sum of the squares is divided by the count. Numbers that are nil are left out.
  ///
  /// ```swift
  /// try await people.populationStandardDeviation { $0.age }
  /// // SELECT swift_stddev_pop(age) FROM person
  /// ```
  ///
  /// - Throws: ``ExpressionError/notANumber`` if a number is infinite.
  public func populationStandardDeviation<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Double? {
    try await query.aggregated(
      .numbers(.populationStandardDeviation), of: QueryExpression(of: value)
    )
    .value()
  }

  /// The standard deviation of the numbers of a population that an arbitrary Swift closure computes
  /// in memory, without nil.
  @_disfavoredOverload
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Double? {
    try await query.aggregated(.skippingNil(.populationStandardDeviation), of: value).value()
  }
}

extension Queryable where Element: QueryNumber {
  /// The median of the elements, or nil if there are none.
  public func median() async throws -> Double? {
    try await query.aggregated(.median, of: QueryExpression<Element>.element()).value()
  }

  /// The percentile of the elements, or nil if there are none.
  public func percentile(_ fraction: Double) async throws -> Double? {
    try await query.aggregated(.percentile(fraction), of: QueryExpression<Element>.element())
      .value()
  }

  /// The standard deviation of the elements of a sample, or nil if there are less than two.
  public func standardDeviation() async throws -> Double? {
    try await query.aggregated(.standardDeviation, of: QueryExpression<Element>.element()).value()
  }

  /// The standard deviation of the elements of a population, or nil if there are none.
  public func populationStandardDeviation() async throws -> Double? {
    try await query.aggregated(.populationStandardDeviation, of: QueryExpression<Element>.element())
      .value()
  }
}
