internal import LinqCore

extension Translator {
  /// Returns the SQL of an aggregate over elements of this translator's projection.
  ///
  /// - Parameter ordinal: the order of the elements, which decides the last bits of a sum of
  ///   floating-point numbers (S28).
  func aggregate(
    _ aggregate: QueryAggregate, _ key: QueryKey, ordinal: SQLExpression
  ) throws(Untranslatable) -> SQLExpression {
    let node: ExpressionNode
    switch key {
    case .opaque: throw Untranslatable.opaque
    case .element:
      guard aggregate == .count else {
        throw Untranslatable(reason: "\(aggregate.rawValue) of whole elements")
      }
      return .count(where: nil)
    case .expression(let expression): node = expression
    }
    let value = try translate(node)
    switch aggregate {
    case .count: return .count(where: value)
    case .any: throw Untranslatable(reason: "any has no key")
    case .min, .max:
      try StoredOrder.check(node.type)
      return .call(aggregate == .min ? .min : .max, [value])
    case .sum, .average:
      let function: SQLFunction = aggregate == .sum ? .total : .average
      // The functions leave out NULL.
      let type = (node.type as? any OptionalValue.Type)?.wrappedType ?? node.type
      if type == Double.self { return .call(function, [value, ordinal]) }
      let total = SQLExpression.call(function, [value])
      if aggregate == .sum, let fitting = Self.fitting(type) { return .call(fitting, [total]) }
      return total
    }
  }
}
