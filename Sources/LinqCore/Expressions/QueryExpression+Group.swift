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
    statistic(.average, value)
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
    statistic(.average, value)
  }

  /// Returns the median of a number of each element of the group, or nil for an empty group: the
  /// number in the middle, or the mean of the two in the middle.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.median { $0.age }) }
  /// // SELECT surname, swift_median(age) FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func median<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { statistic(.median, value) }

  /// Returns the median of the numbers of the group's elements that are not nil, or nil if there
  /// are none.
  public func median<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number?>
  ) -> QueryExpression<Double?> { statistic(.median, value) }

  /// Returns the standard deviation of a number of each element of the group, which is a sample:
  /// the sum of the squares is divided by the count minus one. Returns nil for less than two
  /// elements.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.standardDeviation { $0.age }) }
  /// // SELECT surname, swift_stddev_samp(age) FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func standardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { statistic(.standardDeviation, value) }

  /// Returns the standard deviation of the numbers of the group's elements that are not nil, which
  /// are a sample, or nil if there are less than two.
  public func standardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number?>
  ) -> QueryExpression<Double?> { statistic(.standardDeviation, value) }

  /// Returns the standard deviation of a number of each element of the group, which is a whole
  /// population: the sum of the squares is divided by the count. Returns nil for an empty group.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.populationStandardDeviation { $0.age }) }
  /// // SELECT surname, swift_stddev_pop(age) FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { statistic(.populationStandardDeviation, value) }

  /// Returns the standard deviation of the numbers of the group's elements that are not nil, which
  /// are a whole population, or nil if there are none.
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number?>
  ) -> QueryExpression<Double?> { statistic(.populationStandardDeviation, value) }

  package func statistic<Number: QueryNumber>(
    _ statistic: QueryStatistic,
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> {
    aggregate(statistic.aggregate, value(.element())) { items, value in
      try statistic.value(of: pull(of: items), value)
    }
  }

  package func statistic<Number: QueryNumber>(
    _ statistic: QueryStatistic,
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number?>
  ) -> QueryExpression<Double?> {
    aggregate(statistic.aggregate, value(.element())) { items, value in
      try statistic.value(of: pull(of: items), value)
    }
  }

  /// Returns the texts of the group's elements in their order, with a separator between them.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.joined(separator: ", ") { $0.name }) }
  /// // SELECT surname, swift_joined(name, ?, id) FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Value.Element>) -> QueryExpression<Text>
  ) -> QueryExpression<String> {
    aggregate(.joined, text(.element()).separated(by: separator)) { items, text in
      try items.reduce(into: JoinedText(separator: separator)) { try $0.add(text($1)) }.result
    }
  }

  /// Returns the texts of the group's elements that are not nil, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Value.Element>) -> QueryExpression<Text?>
  ) -> QueryExpression<String> {
    aggregate(.joined, text(.element()).separated(by: separator)) { items, text in
      try items.reduce(into: JoinedText(separator: separator)) { joined, item in
        if let text = try text(item) { joined.add(text) }
      }.result
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
