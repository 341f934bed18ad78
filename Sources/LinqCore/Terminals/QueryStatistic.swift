internal import StoreSupport

/// An aggregate of numbers that is a `Double`, or nil for too few numbers. The raw value is the
/// name of the aggregate.
package enum QueryStatistic: String, Sendable, CaseIterable {
  case average, median, standardDeviation, populationStandardDeviation

  /// The aggregate of a query or of a group.
  package var aggregate: QueryAggregate {
    switch self {
    case .average: .average
    case .median: .median
    case .standardDeviation: .standardDeviation
    case .populationStandardDeviation: .populationStandardDeviation
    }
  }

  /// Returns the value for a number of each element, without those that are nil.
  func value<Element, Number: QueryNumber>(
    of next: Pull<Element>, _ number: (Element) throws -> Number?
  ) throws -> Double? {
    switch self {
    case .average: try Number.Total(of: next, number).average()
    case .median: try NumberSample(of: next, number).median(checking: Interruption.check)
    case .standardDeviation:
      try NumberSample(of: next, number).standardDeviation(
        isPopulation: false, checking: Interruption.check)
    case .populationStandardDeviation:
      try NumberSample(of: next, number).standardDeviation(
        isPopulation: true, checking: Interruption.check)
    }
  }
}

extension Queryable {
  package func statistic<Number: QueryNumber>(
    _ statistic: QueryStatistic, _ value: QueryExpression<Number>
  ) -> Query<Double?> {
    let function: @Sendable (Element) throws -> Number = value.function()
    return self.statistic(statistic, .expression(value.expressionNode), function)
  }

  package func statistic<Number: QueryNumber>(
    _ statistic: QueryStatistic, _ value: QueryExpression<Number?>
  ) -> Query<Double?> {
    self.statistic(statistic, .expression(value.expressionNode), value.function())
  }

  package func statistic<Number: QueryNumber>(
    _ statistic: QueryStatistic, _ key: QueryKey,
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) -> Query<Double?> {
    query.then(.aggregate(statistic.aggregate, key)) { next in
      once { try statistic.value(of: next, value) }
    }
  }
}
