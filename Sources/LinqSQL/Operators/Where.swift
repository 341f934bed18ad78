internal import LinqCore

extension SelectStatement {
  /// Adds a condition to `WHERE`, or to `HAVING` if the elements are groups.
  mutating func filter(_ condition: ExpressionNode?) throws(Untranslatable) {
    let condition = try Self.expression(condition)
    open(.filter)
    let translated = searchingWords(try translator().translate(condition))
    add(condition: narrowed(translated))
    substringTest = substringTest ?? substringTest(in: translated)
  }

  /// Adds a condition on the elements.
  mutating func add(condition: SQLExpression) {
    let condition = forEachRow(condition)
    if grouping == nil { filters.append(condition) } else { grouping?.having.append(condition) }
  }
}
