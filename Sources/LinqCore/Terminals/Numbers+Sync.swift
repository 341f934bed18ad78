// The same as the `async` forms, on the calling thread.

extension Queryable {
  /// The sum of numbers; on the calling thread.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Number { try total(value(.element())).value() }

  /// The sum of numbers that any Swift closure gives, in memory; on the calling thread.
  @_disfavoredOverload
  public func sum<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number
  ) throws -> Number { try total(.opaque, value).value() }

  /// The mean of numbers; on the calling thread.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? { try mean(value(.element())).value() }

  /// The mean of numbers that any Swift closure gives, in memory; on the calling thread.
  @_disfavoredOverload
  public func average<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number
  ) throws -> Double? { try mean(.opaque, value).value() }
}

extension Queryable where Element: QueryNumber {
  /// The sum of the elements; on the calling thread.
  public func sum() throws -> Element { try total(QueryExpression<Element>.element()).value() }

  /// The mean of the elements; on the calling thread.
  public func average() throws -> Double? { try mean(QueryExpression<Element>.element()).value() }
}
