internal import LinqCore

extension Translator {
  /// Returns the SQL of an aggregate over elements of this translator's projection.
  ///
  /// - Parameters:
  ///   - order: the order of the elements, for an aggregate that depends on it.
  ///   - condition: the condition of the elements that count, if not all do.
  func aggregate(
    _ aggregate: QueryAggregate, _ key: QueryKey, order: [OrderTerm],
    where condition: SQLExpression? = nil
  ) throws(Untranslatable) -> SQLExpression {
    let node: ExpressionNode
    switch key {
    case .opaque: throw Untranslatable.opaque
    case .element:
      guard aggregate == .count else {
        throw Untranslatable(reason: "\(aggregate.rawValue) of whole elements")
      }
      return .count(where: condition)
    case .expression(let expression): node = expression
    }
    let value = try translate(node)
    // Aggregates leave out NULL.
    let chosen = condition.map { .conditional($0, then: value, else: nil) } ?? value
    if StoredOrder.isDecimal(node.type), aggregate.isStatistic {
      throw Untranslatable(reason: "statistics of decimals are computed in memory")
    }
    switch aggregate {
    case .count: return .count(where: .all([condition, value].compactMap(\.self)))
    case .any: throw Untranslatable(reason: "any has no key")
    case .min, .max:
      let extreme = SQLExpression.call(
        aggregate == .min ? .min : .max, [try StoredOrder.ordered(chosen, node.type)])
      return StoredOrder.isDecimal(node.type) ? .call(.decimalValue, [extreme]) : extreme
    case .sum, .average:
      let function: SQLFunction = aggregate == .sum ? .total : .average
      let type = unwrapped(node.type)
      if type == Double.self { return .ordered(function, [chosen], by: order) }
      if StoredOrder.isDecimal(type) {
        return .ordered(aggregate == .sum ? .decimalTotal : .decimalAverage, [chosen], by: order)
      }
      let total = SQLExpression.call(function, [chosen])
      if aggregate == .sum, let fitting = Self.fitting(type) { return .call(fitting, [total]) }
      return total
    case .median: return .call(node.isReal ? .realMedian : .median, [chosen])
    case .standardDeviation:
      return .call(node.isReal ? .realSampleDeviation : .sampleDeviation, [chosen])
    case .populationStandardDeviation:
      return .call(node.isReal ? .realPopulationDeviation : .populationDeviation, [chosen])
    case .percentile:
      return .call(
        node.isReal ? .realPercentile : .percentile, [chosen, try argument(of: node, aggregate)])
    case .joined:
      return .ordered(.joined, [chosen, try argument(of: node, aggregate)], by: order)
    }
  }

  /// Returns what an aggregate needs beside the value of each element.
  private func argument(
    of node: ExpressionNode, _ aggregate: QueryAggregate
  ) throws(Untranslatable) -> SQLExpression {
    guard case .operation(.withArgument, let operands) = node.form else {
      throw Untranslatable(reason: "\(aggregate.rawValue) has no argument")
    }
    return try translate(operands[1])
  }
}

extension QueryAggregate {
  /// Whether the value depends on the order of the elements: that of texts which are joined, and
  /// the last bits of a sum of floating-point numbers (S28).
  func dependsOnOrder(of value: ExpressionNode) -> Bool {
    switch self {
    case .joined: true
    case .sum, .average: value.isReal || StoredOrder.isDecimal(value.type)
    case .count, .any, .min, .max, .median, .percentile, .standardDeviation,
      .populationStandardDeviation:
      false
    }
  }

  /// Whether the value depends on how the numbers are spread.
  fileprivate var isStatistic: Bool {
    switch self {
    case .median, .percentile, .standardDeviation, .populationStandardDeviation: true
    case .count, .any, .sum, .min, .max, .average, .joined: false
    }
  }

  /// Whether equal values count once each, so that it is another value without them.
  var dependsOnRepetition: Bool {
    switch self {
    case .count, .sum, .average, .median, .percentile, .standardDeviation,
      .populationStandardDeviation, .joined:
      true
    case .any, .min, .max: false
    }
  }
}

extension ExpressionNode {
  /// Whether the value is a floating-point number.
  fileprivate var isReal: Bool { type == Double.self || type == Double?.self }
}
