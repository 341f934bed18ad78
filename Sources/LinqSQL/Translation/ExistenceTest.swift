extension SQLExpression {
  /// Returns a comparison of two values, or `EXISTS` if it asks whether a number of rows is 0, so
  /// that one row is read instead of all.
  ///
  /// ```sql
  /// (SELECT count(*) FROM person WHERE …) = ?   -- count == 3
  /// NOT EXISTS (SELECT 1 FROM person WHERE …)   -- count == 0
  /// ```
  static func comparison(
    _ operation: SQLOperator, _ left: SQLExpression, _ right: SQLExpression
  ) -> SQLExpression {
    let test =
      left.existenceTest(operation, right) ?? right.existenceTest(operation.mirrored, left)
    return test ?? .binary(operation, left, right)
  }

  private func existenceTest(_ operation: SQLOperator, _ number: SQLExpression) -> SQLExpression? {
    guard case .parameter(let number) = number, let rows = countedRows,
      let bound = number.decide(.smallCount) ?? nil
    else { return nil }
    switch (operation, bound) {
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): return .not(.exists(rows))
    case (.notEqual, 0), (.greater, 0), (.greaterOrEqual, 1): return .exists(rows)
    default: return nil
    }
  }

  /// The rows whose number the expression is. What can fail is evaluated for all of them.
  private var countedRows: SelectStatement? {
    guard case .scalar(var rows) = self, case .value(.count(let condition)) = rows.projection,
      rows.grouping == nil, !rows.isLimited, !rows.canFail
    else { return nil }
    if let condition { rows.add(condition: condition) }
    rows.projection = .value(.number(1))
    return rows.asCondition
  }
}

extension ConstantQuestion<Int?> {
  /// The value, if it is 0 or 1.
  fileprivate static let smallCount = ConstantQuestion("small count") { value in
    (value as? Int).flatMap { (0...1).contains($0) ? $0 : nil }
  }
}
