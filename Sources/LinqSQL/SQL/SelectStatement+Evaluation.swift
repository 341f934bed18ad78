internal import LinqCore
internal import StoreEngine

// SQL may evaluate an expression for more elements than the chain in memory reaches, never for
// fewer (S38). If a statement fails with an error of an expression, the query runs in memory
// instead. If it does not fail, it must have evaluated everything that the chain in memory would
// have evaluated. The functions of this file force the evaluations that SQLite would skip.

extension SelectStatement {
  /// Whether evaluating the statement, or a statement inside it, may fail with an error of an
  /// expression.
  var canFail: Bool {
    guard !isChecked else { return false }
    var canFail = source.canFail
    forEachExpression { canFail = canFail || $0.canFail }
    return canFail
  }

  /// Evaluates every element that reaches the next operator, even if that operator does not need
  /// its value (S36).
  mutating func evaluateElements() {
    for elements in projection.nestedElements { otherChecks += elements.rows.checks }
    guard projection.canFail else { return }
    var columns = projection.columns
    let failing = columns.indices.filter { columns[$0].canFail && !isKey(columns[$0]) }
    guard !failing.isEmpty else { return }
    if !isOpen(.filter) {
      nestSafely()
      columns = projection.columns
    }
    evaluate(failing.map { columns[$0] })
  }

  /// Evaluates a sort key for every current element, including those that later filters leave out.
  mutating func evaluateKey(_ key: SQLExpression) {
    let isEvaluated = (grouping?.having ?? filters).contains { filter in
      guard case .call(.evaluated, let operands) = filter else { return false }
      return operands.contains { $0.isSame(as: key) }
    }
    if !isEvaluated { evaluate([key]) }
  }

  /// Evaluates expressions for every row that the filters keep.
  mutating func evaluate(_ expressions: [SQLExpression]) {
    if !expressions.isEmpty { add(condition: .evaluated(expressions)) }
  }

  /// Makes the statement read all rows before it returns the first, if something in it can fail:
  /// the operator that follows is blocking in memory. SQLite must then sort the rows instead of
  /// following an index.
  mutating func block() { readsAll = readsAll || canFail }

  /// Returns a condition that is tested for each row where something in the statement can fail.
  /// SQLite evaluates a condition that has the same value for all rows once, and reads no row where
  /// it is false; a server reads none where it joins them with a subquery without rows, or where a
  /// constant in the condition decides.
  func forEachRow(_ condition: SQLExpression) -> SQLExpression {
    guard canFail else { return condition }
    let isEarly = place.context?.source.connections.engine.decidesConditionsEarly == true
    if condition.demandsConstant
      || isEarly && (condition.hasSubquery || condition.hasConstantSide)
    {
      return .conditional(.evaluated([]), then: condition, else: .number(0))
    }
    return source.canFail ? condition.withoutEqualColumns : condition
  }

  /// Makes the statement the source of a new one. SQLite does not mix a statement that has a limit
  /// with the one around it, whose conditions would come first.
  mutating func nestSafely() {
    if canFail { nestAsTable() } else { nest() }
  }

  /// The statement as the operand of `EXISTS`, which reads rows in any order until it finds one.
  var asCondition: SelectStatement {
    var inner = self
    inner.output = [(.number(1), "")]
    inner.dropOrder()
    guard canFail else { return inner }
    // What can fail is evaluated in the order of the elements.
    inner.isOrdered = true
    inner.limit = limit ?? .number(-1)
    var outer = SelectStatement(source: .statement(inner), projection: projection, ordinal: [])
    outer.output = [(.number(1), "")]
    return outer
  }

  /// Returns whether a column is a key of the groups, which SQLite evaluates for every group
  /// anyway.
  private func isKey(_ column: SQLExpression) -> Bool {
    guard let grouping, !grouping.keepsFirst else { return false }
    return grouping.keys.contains { $0.isSame(as: column) }
  }
}

extension SelectStatement.Source {
  var canFail: Bool {
    containsPart(statement: \.canFail, expression: \.canFail)
  }
}

extension SQLExpression {
  /// Whether the expression contains a subquery.
  var hasSubquery: Bool { statement != nil || containsOperand(where: \.hasSubquery) }

  /// Whether a side of `AND` or `OR` has the same value for all rows.
  fileprivate var hasConstantSide: Bool {
    switch self {
    case .binary(.and, let left, let right), .binary(.or, let left, let right):
      left.isConstant || right.isConstant || left.hasConstantSide || right.hasConstantSide
    case .not(let condition): condition.hasConstantSide
    default: false
    }
  }

  /// Returns a condition that is always true, and whose operands are evaluated for the errors that
  /// they may raise.
  static func evaluated(_ operands: [SQLExpression]) -> SQLExpression {
    .call(.evaluated, operands)
  }

  /// The condition without columns that equal a constant: SQLite would put the constant in place of
  /// the column everywhere, and find other conditions that have the same value for all rows.
  fileprivate var withoutEqualColumns: SQLExpression {
    switch self {
    case .binary(.and, let left, let right):
      .binary(.and, left.withoutEqualColumns, right.withoutEqualColumns)
    case .binary(.equal, let column, let value) where value.isConstant:
      .binary(.equal, .unindexed(column), value)
    case .binary(.equal, let value, let column) where value.isConstant:
      .binary(.equal, value, .unindexed(column))
    case .isIn(let column, let list) where list.count == 1:
      .isIn(.unindexed(column), list)
    default: self
    }
  }
}
