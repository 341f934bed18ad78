internal import LinqCore

extension SelectStatement {
  /// The elements before or from the first one on for which a condition is false: as many have been
  /// false up to each.
  mutating func split(_ condition: ExpressionNode?, isTake: Bool) throws(Untranslatable) {
    let condition = try Self.expression(condition)
    if isLimited || grouping != nil { nestSafely() }
    let isFalse = SQLExpression.not(try translator().translate(condition))
    let count = nest(adding: [.window(.sum, [isFalse], order: order)])[0]
    filters.append(.binary(isTake ? .equal : .greater, count, .number(0)))
  }
}
