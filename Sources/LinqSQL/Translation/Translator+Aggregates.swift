internal import LinqCore

extension Translator {
  /// Returns the SQL of an aggregate over elements of this translator's projection.
  ///
  /// - Parameters:
  ///   - ordinal: the order of the elements, which decides the last bits of a sum of floating-point
  ///     numbers (S28).
  ///   - condition: the condition of the elements that count, if not all do.
  func aggregate(
    _ aggregate: QueryAggregate, _ key: QueryKey, ordinal: SQLExpression,
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
    switch aggregate {
    case .count: return .count(where: .all([condition, value].compactMap(\.self)))
    case .any: throw Untranslatable(reason: "any has no key")
    case .min, .max:
      try StoredOrder.check(node.type)
      return .call(aggregate == .min ? .min : .max, [chosen])
    case .sum, .average:
      let function: SQLFunction = aggregate == .sum ? .total : .average
      let type = (node.type as? any OptionalValue.Type)?.wrappedType ?? node.type
      if type == Double.self { return .call(function, [chosen, ordinal]) }
      let total = SQLExpression.call(function, [chosen])
      if aggregate == .sum, let fitting = Self.fitting(type) { return .call(fitting, [total]) }
      return total
    }
  }
}
