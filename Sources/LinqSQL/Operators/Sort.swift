internal import LinqCore

extension SelectStatement {
  /// Adds a term to `ORDER BY`, before those that it has.
  ///
  /// A `thenBy` orders the equal elements of the sort directly before it. Anywhere else it is a
  /// sort of its own, as in memory.
  mutating func sort(
    _ key: ExpressionNode?, isDescending: Bool, continues: Bool
  ) throws(Untranslatable) {
    let key = try Self.expression(key)
    open(.order)
    let term = OrderTerm(
      expression: searchingWords(
        try StoredOrder.ordered(translator().translate(key), key.type)),
      isDescending: isDescending,
      isNullable: isOptional(key.type))
    if term.expression.canFail { evaluateKey(term.expression) }
    if continues, !sorts.isEmpty {
      sorts[0].append(term)
    } else {
      sorts.insert([term], at: 0)
    }
  }
}
