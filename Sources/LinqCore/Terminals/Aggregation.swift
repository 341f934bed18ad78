internal import StoreSupport

/// One value that is computed from a value of each element: what engines call it, and what computes
/// it in memory. Queries, groups and arrays inside expressions share it.
///
/// ```swift
/// people.aggregated(.median, of: \.age)        // SELECT swift_median(age) FROM person
/// group.aggregated(.median) { $0.age }         // SELECT swift_median(age) … GROUP BY …
/// ```
package struct Aggregation<Value, Result>: Sendable {
  package let aggregate: QueryAggregate
  /// What is between the texts that are joined, or the fraction of a percentile.
  private let argument: (any Sendable)?
  fileprivate let compute: @Sendable (Pull<Value>) throws -> Result

  init(
    _ aggregate: QueryAggregate, argument: (any Sendable)? = nil,
    _ compute: @escaping @Sendable (Pull<Value>) throws -> Result
  ) {
    self.aggregate = aggregate
    self.argument = argument
    self.compute = compute
  }

  /// Returns the aggregation of the values that are not nil.
  package static func skippingNil<Wrapped>(
    _ other: Aggregation<Wrapped, Result>
  ) -> Self where Value == Wrapped? {
    Self(other.aggregate, argument: other.argument) { next in
      try other.compute { try nextThere(next) }
    }
  }

  /// Returns the aggregation of numbers that may be optional: nil is skipped.
  package static func numbers(
    _ other: Aggregation<Value.WrappedNumber, Result>
  ) -> Self where Value: NumberOrNil {
    if let same = other as? Self { return same }
    return Self(other.aggregate, argument: other.argument) { next in
      try other.compute {
        while let value = try next() { if let number = value.numberOrNil { return number } }
        return nil
      }
    }
  }

  /// Returns the operator of an aggregation of the values of an expression.
  func `operator`(_ value: ExpressionNode) -> QueryOperator {
    guard let argument else { return .aggregate(aggregate, .expression(value)) }
    let both = ExpressionNode(
      form: .operation(.withArgument, [value, .constant(argument)]), type: value.type)
    return .aggregate(aggregate, .expression(both))
  }
}

extension Queryable {
  /// The aggregation of the values of an expression.
  package func aggregated<Value, Result>(
    _ aggregation: Aggregation<Value, Result>, of value: QueryExpression<Value>
  ) -> Query<Result> {
    aggregated(aggregation, aggregation.operator(value.expressionNode), value.function())
  }

  /// The aggregation of the values that an arbitrary Swift closure computes.
  func aggregated<Value, Result>(
    _ aggregation: Aggregation<Value, Result>,
    of value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Result> {
    aggregated(aggregation, .aggregate(aggregation.aggregate, .opaque), value)
  }

  private func aggregated<Value, Result>(
    _ aggregation: Aggregation<Value, Result>, _ operator: QueryOperator,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Result> {
    query.then(`operator`) { next in
      once { try aggregation.compute { try next().map(value) } }
    }
  }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// The aggregation of a value of each element of the array.
  package func aggregated<Part, Result: Sendable>(
    _ aggregation: Aggregation<Part, Result>,
    of value: (QueryExpression<Value.Element>) -> QueryExpression<Part>
  ) -> QueryExpression<Result> {
    QueryExpression<Result>(
      only: subquery.then(value, aggregation.operator) { $0.aggregated(aggregation, of: $1) })
  }
}

// MARK: - The aggregations

extension Aggregation where Value: QueryNumber {
  /// The sum, or 0 if there are no numbers.
  package static var sum: Aggregation<Value, Value> {
    Aggregation<Value, Value>(.sum) { try total(of: $0).sum() }
  }

  /// The mean, or nil if there are no numbers.
  package static var average: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.average) { try total(of: $0).average() }
  }

  /// The number in the middle, or the mean of the two in the middle; nil if there are no numbers.
  package static var median: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.median) {
      try sample(of: $0).median(checking: Interruption.check)
    }
  }

  /// The number below which a fraction of the numbers is; nil if there are no numbers.
  package static func percentile(_ fraction: Double) -> Aggregation<Value, Double?> {
    precondition((0...1).contains(fraction), "the fraction of a percentile is from 0 to 1")
    return Aggregation<Value, Double?>(.percentile, argument: fraction) {
      try sample(of: $0).percentile(fraction, checking: Interruption.check)
    }
  }

  /// The standard deviation of a sample, or nil if there are less than two numbers.
  package static var standardDeviation: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.standardDeviation) {
      try sample(of: $0).standardDeviation(isPopulation: false, checking: Interruption.check)
    }
  }

  /// The standard deviation of a population, or nil if there are no numbers.
  package static var populationStandardDeviation: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.populationStandardDeviation) {
      try sample(of: $0).standardDeviation(isPopulation: true, checking: Interruption.check)
    }
  }

  private static func total(of next: Pull<Value>) throws -> Value.Total {
    var total = Value.Total()
    while let number = try next() { total.add(number) }
    return total
  }

  private static func sample(of next: Pull<Value>) throws -> NumberSample<Value> {
    var numbers = KeptNumbers<Value>()
    while let number = try next() { try numbers.keep(number) }
    return numbers.sample
  }
}

extension Aggregation where Value: Comparable & Sendable {
  /// The lowest value, or nil if there are none.
  package static var min: Aggregation<Value, Value?> {
    Aggregation<Value, Value?>(.min) { try first(of: $0, ValueOrder.precedes) }
  }

  /// The highest value, or nil if there are none.
  package static var max: Aggregation<Value, Value?> {
    Aggregation<Value, Value?>(.max) { try first(of: $0) { ValueOrder.precedes($1, $0) } }
  }

  private static func first(
    of next: Pull<Value>, _ precedes: (Value, Value) -> Bool
  ) throws -> Value? {
    guard var best = try next() else { return nil }
    while let value = try next() { if precedes(value, best) { best = value } }
    return best
  }
}

extension Aggregation where Value: StringProtocol & Sendable {
  /// The texts in their order, with a separator between them.
  package static func joined(_ separator: String) -> Aggregation<Value, String> {
    Aggregation<Value, String>(.joined, argument: separator) { next in
      var joined = JoinedText(separator: separator)
      while let text = try next() { try joined.addCounted(text) }
      return joined.result
    }
  }
}
