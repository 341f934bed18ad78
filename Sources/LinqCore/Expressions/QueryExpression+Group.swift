// `key`, `count` and `items` come from dynamic member lookup. The functions here take a closure.

extension QueryExpression where Value: QueryGrouping & Sendable {
  /// Returns the sum of a number of each element of the group.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.age }) }
  /// ```
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Number> {
    aggregate(.sum, value(.element())) { items, value in
      try Number.Total(of: pull(of: items), value).sum()
    }
  }

  /// Returns the mean of a number of each element of the group, or nil for an empty group.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> {
    aggregate(.average, value(.element())) { items, value in
      try Number.Total(of: pull(of: items), value).average()
    }
  }

  /// Returns the sum of the numbers of the group's elements that are not nil.
  public func sum<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number?>
  ) -> QueryExpression<Number> {
    aggregate(.sum, value(.element())) { items, value in
      try Number.Total(of: pull(of: items), value).sum()
    }
  }

  /// Returns the mean of the numbers of the group's elements that are not nil, or nil if there are
  /// none.
  public func average<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number?>
  ) -> QueryExpression<Double?> {
    aggregate(.average, value(.element())) { items, value in
      try Number.Total(of: pull(of: items), value).average()
    }
  }

  /// Returns the lowest of the values of the group's elements, or nil for an empty group.
  public func min<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result>
  ) -> QueryExpression<Result?> {
    aggregate(.min, value(.element())) { items, value in
      try items.map(value).min(by: ValueOrder.precedes)
    }
  }

  /// Returns the lowest value of the group's elements that is not nil.
  public func min<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result?>
  ) -> QueryExpression<Result?> {
    aggregate(.min, value(.element())) { items, value in
      try items.compactMap(value).min(by: ValueOrder.precedes)
    }
  }

  /// Returns the highest of the values of the group's elements, or nil for an empty group.
  public func max<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result>
  ) -> QueryExpression<Result?> {
    aggregate(.max, value(.element())) { items, value in
      try items.map(value).max(by: ValueOrder.precedes)
    }
  }

  /// Returns the highest value of the group's elements that is not nil.
  public func max<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result?>
  ) -> QueryExpression<Result?> {
    aggregate(.max, value(.element())) { items, value in
      try items.compactMap(value).max(by: ValueOrder.precedes)
    }
  }

  /// Returns the number of elements of the group for which a predicate is true.
  public func count(
    _ predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Int> {
    aggregate(.count, predicate(.element())) { items, predicate in
      try items.reduce(0) { try predicate($1) ? $0 + 1 : $0 }
    }
  }

  private func aggregate<Part, Result>(
    _ aggregate: QueryAggregate, _ part: QueryExpression<Part>,
    _ body: @escaping @Sendable ([Value.Element], (Value.Element) throws -> Part) throws -> Result
  ) -> QueryExpression<Result> {
    let group = expressionValue
    let function: @Sendable (Value.Element) throws -> Part = part.function()
    return QueryExpression<Result>(.aggregate(aggregate, expressionNode, part.expressionNode)) {
      try body(group($0).items, function)
    }
  }
}
