extension Queryable {
  /// The lowest value, or nil if there are no elements.
  ///
  /// ```swift
  /// try await people.min { $0.age }         // SELECT min(age) FROM person
  /// ```
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) async throws -> Value? { try await extreme(.min, value(.element())).value() }

  /// The lowest value that is not nil, or nil if there is none.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) async throws -> Value? { try await extreme(.min, value(.element())).value() }

  /// The lowest of the values that an arbitrary Swift closure computes in memory, or nil if there
  /// are no elements.
  @_disfavoredOverload
  public func min<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) async throws -> Value? { try await extreme(.min, .opaque, value).value() }

  /// The highest value, or nil if there are no elements.
  ///
  /// ```swift
  /// try await people.max { $0.age }         // SELECT max(age) FROM person
  /// ```
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) async throws -> Value? { try await extreme(.max, value(.element())).value() }

  /// The highest value that is not nil, or nil if there is none.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) async throws -> Value? { try await extreme(.max, value(.element())).value() }

  /// The highest of the values that an arbitrary Swift closure computes in memory, or nil if there
  /// are no elements.
  @_disfavoredOverload
  public func max<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) async throws -> Value? { try await extreme(.max, .opaque, value).value() }

  package func extreme<Value: Comparable & Sendable>(
    _ aggregate: QueryAggregate, _ value: QueryExpression<Value>
  ) -> Query<Value?> {
    extreme(aggregate, .expression(value.expressionNode), value.function())
  }

  package func extreme<Value: Comparable & Sendable>(
    _ aggregate: QueryAggregate, _ value: QueryExpression<Value?>
  ) -> Query<Value?> {
    extreme(aggregate, .expression(value.expressionNode), value.function())
  }

  package func extreme<Value: Comparable & Sendable>(
    _ aggregate: QueryAggregate, _ key: QueryKey,
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) -> Query<Value?> {
    query.then(.aggregate(aggregate, key)) { next in
      once {
        var best: Value?
        while let element = try next() {
          guard let value = try value(element) else { continue }
          guard let current = best else {
            best = value
            continue
          }
          let isBetter =
            aggregate == .min
            ? ValueOrder.precedes(value, current) : ValueOrder.precedes(current, value)
          if isBetter { best = value }
        }
        return best
      }
    }
  }
}

extension Queryable where Element: Comparable & Sendable {
  /// The lowest element, or nil if there are none.
  public func min() async throws -> Element? {
    try await extreme(.min, QueryExpression<Element>.element()).value()
  }

  /// The highest element, or nil if there are none.
  public func max() async throws -> Element? {
    try await extreme(.max, QueryExpression<Element>.element()).value()
  }
}

extension Queryable where Element: Sendable {
  /// The first of the elements with the lowest key, or nil if there are no elements.
  ///
  /// `SELECT … FROM person ORDER BY age, id LIMIT 1`
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) async throws -> Element? { try await sort(key).firstOrNil() }

  /// The first of the elements with the lowest optional key. nil is the lowest key.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) async throws -> Element? { try await sort(key).firstOrNil() }

  /// The first of the elements with the lowest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func minBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) async throws -> Element? { try await sort(key).firstOrNil() }

  /// The first of the elements with the highest key, or nil if there are no elements.
  ///
  /// `SELECT … FROM person ORDER BY age DESC, id LIMIT 1`
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) async throws -> Element? { try await sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest optional key. nil is the lowest key.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) async throws -> Element? { try await sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func maxBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) async throws -> Element? { try await sortDescending(key).firstOrNil() }
}
