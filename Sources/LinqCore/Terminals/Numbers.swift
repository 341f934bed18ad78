extension Queryable {
  /// The sum of a number of each element, or 0 if there are no elements. Numbers that are nil are
  /// left out.
  ///
  /// ```swift
  /// try await people.sum { $0.age }         // SELECT … FROM person
  /// try await orders.sum { $0.discount }    // SELECT swift_sum(discount, id) FROM "order"
  /// ```
  ///
  /// - Throws: ``ExpressionError/arithmeticOverflow`` if the sum of integers does not fit.
  public func sum<Summand: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Summand>
  ) async throws -> Summand.WrappedNumber {
    try await query.aggregated(.numbers(.sum), of: QueryExpression(of: value)).value()
  }

  /// The sum of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func sum<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Number { try await query.aggregated(.skippingNil(.sum), of: value).value() }

  /// The mean of a number of each element, or nil if there are no elements. Numbers that are nil
  /// are left out.
  public func average<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Double? {
    try await query.aggregated(.numbers(.average), of: QueryExpression(of: value)).value()
  }

  /// The mean of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func average<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Double? {
    try await query.aggregated(.skippingNil(.average), of: value).value()
  }
}

extension Queryable where Element: QueryNumber {
  /// The sum of the elements, or 0 if there are none.
  public func sum() async throws -> Element {
    try await query.aggregated(.sum, of: QueryExpression<Element>.element()).value()
  }

  /// The mean of the elements, or nil if there are none.
  public func average() async throws -> Double? {
    try await query.aggregated(.average, of: QueryExpression<Element>.element()).value()
  }
}
