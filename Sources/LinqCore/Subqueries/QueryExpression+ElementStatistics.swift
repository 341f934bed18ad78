// Arrays inside expressions have the statistics of chains.

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Returns the median of a number of each element of the array, or nil if it is empty: the number
  /// in the middle, or the mean of the two in the middle. Numbers that are nil are left out.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.invoices.median { $0.total }) }
  /// ```
  public func median<Number: NumberOrNil>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { aggregated(.numbers(.median), of: value) }

  /// Returns the percentile of a number of each element of the array, or nil if it is empty: the
  /// number below which a fraction of the numbers is. Numbers that are nil are left out.
  ///
  /// ```swift
  /// visits.groupBy { $0.doctorID }.select { ($0.key, $0.percentile(0.9) { $0.minutes }) }
  /// ```
  ///
  /// - Precondition: The fraction is from 0 to 1.
  public func percentile<Number: NumberOrNil>(
    _ fraction: Double, _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { aggregated(.numbers(.percentile(fraction)), of: value) }

  /// Returns the standard deviation of a number of each element of the array, which is a sample:
  /// the sum of the squares is divided by the count minus one. Numbers that are nil are left out.
  /// Returns nil for less than two numbers.
  public func standardDeviation<Number: NumberOrNil>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { aggregated(.numbers(.standardDeviation), of: value) }

  /// Returns the standard deviation of a number of each element of the array, which is a whole
  /// population: the sum of the squares is divided by the count. Numbers that are nil are left out.
  /// Returns nil if there are none.
  public func populationStandardDeviation<Number: NumberOrNil>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { aggregated(.numbers(.populationStandardDeviation), of: value) }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: QueryNumber {
  /// Returns the median of the elements of the array, or nil if it is empty.
  public func median() -> QueryExpression<Double?> { median { $0 } }

  /// Returns the percentile of the elements of the array, or nil if it is empty.
  public func percentile(_ fraction: Double) -> QueryExpression<Double?> {
    percentile(fraction) { $0 }
  }

  /// Returns the standard deviation of the elements of the array, which are a sample, or nil if
  /// there are less than two.
  public func standardDeviation() -> QueryExpression<Double?> { standardDeviation { $0 } }

  /// Returns the standard deviation of the elements of the array, which are a whole population, or
  /// nil if it is empty.
  public func populationStandardDeviation() -> QueryExpression<Double?> {
    populationStandardDeviation { $0 }
  }
}
