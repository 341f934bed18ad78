internal import LinqCore

extension SelectStatement {
  /// Keeps the elements before, or from, the first one for which a condition is false. A window
  /// function counts the false results up to each element.
  mutating func split(_ condition: ExpressionNode?, isTake: Bool) throws(Untranslatable) {
    let condition = try Self.expression(condition)
    open(.window)
    let isFalse = SQLExpression.not(try translator().translate(condition))
    let count = nest(adding: [.window(.sum, [isFalse], order: order)])[0]
    filters.append(.binary(isTake ? .equal : .greater, count, .number(0)))
  }
}
