extension Queryable {
  /// The sum of a number of each element, or 0 if there are no elements.
  ///
  /// ```swift
  /// try await people.sum { $0.age }         // SELECT … FROM person
  /// ```
  ///
  /// - Throws: ``ExpressionError/arithmeticOverflow`` if the sum of integers does not fit.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Number { try await total(value(.element())).value() }

  /// The mean of a number of each element, or nil if there are no elements.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) async throws -> Double? { try await statistic(.average, value(.element())).value() }

  /// The sum of the numbers that are not nil, or 0 if there are none.
  ///
  /// ```swift
  /// try await orders.sum { $0.discount }    // SELECT swift_sum(discount, id) FROM "order"
  /// ```
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) async throws -> Number { try await total(value(.element())).value() }

  /// The sum of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func sum<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Number { try await total(.opaque, value).value() }

  /// The mean of the numbers that are not nil, or nil if there are none.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number?>
  ) async throws -> Double? { try await statistic(.average, value(.element())).value() }

  /// The mean of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func average<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) async throws -> Double? { try await statistic(.average, .opaque, value).value() }

  package func total<Number: QueryNumber>(_ value: QueryExpression<Number>) -> Query<Number> {
    let function: @Sendable (Element) throws -> Number = value.function()
    return total(.expression(value.expressionNode), function)
  }

  package func total<Number: QueryNumber>(_ value: QueryExpression<Number?>) -> Query<Number> {
    total(.expression(value.expressionNode), value.function())
  }

  package func total<Number: QueryNumber>(
    _ key: QueryKey, _ value: @escaping @Sendable (Element) throws -> Number?
  ) -> Query<Number> {
    query.then(.aggregate(.sum, key)) { next in
      once { try Number.Total(of: next, value).sum() }
    }
  }
}

extension Queryable where Element: QueryNumber {
  /// The sum of the elements, or 0 if there are none.
  public func sum() async throws -> Element {
    try await total(QueryExpression<Element>.element()).value()
  }

  /// The mean of the elements, or nil if there are none.
  public func average() async throws -> Double? {
    try await statistic(.average, QueryExpression<Element>.element()).value()
  }
}

extension NumberTotal {
  /// Creates the total of a number of each element, without those that are nil.
  init<Element>(of next: Pull<Element>, _ value: (Element) throws -> Number?) throws {
    self.init()
    while let element = try next() {
      if let number = try value(element) { add(number) }
    }
  }
}
