internal import LinqCore

// SQL may evaluate an expression for more elements than the chain in memory reaches, never for
// fewer (S38). Where a statement ends in an error of an expression, memory decides; where it does
// not, everything has been evaluated that memory would have evaluated. What SQLite would leave out
// is demanded here.

extension SelectStatement {
  /// Whether it, or a statement inside it, may end in an error of an expression.
  var canFail: Bool {
    var canFail = source.canFail
    forEachExpression { canFail = canFail || $0.canFail }
    return canFail
  }

  /// Evaluates the elements for every one that reaches the next operator, whether that needs the
  /// value or not (S36).
  mutating func evaluateElements() {
    var columns = projection.columns
    let failing = columns.indices.filter { columns[$0].canFail && !isKey(columns[$0]) }
    guard !failing.isEmpty else { return }
    if isLimited || grouping?.keepsFirst == true {
      nestSafely()
      columns = projection.columns
    }
    evaluate(failing.map { columns[$0] })
  }

  /// Evaluates a key of an order for every element that is here, also for those that later filters
  /// leave out.
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

  /// Reads all rows before the first is given, where something in them can fail: an operator
  /// follows that does so in memory. SQLite must sort the rows then, and not follow an index.
  mutating func block() { readsAll = readsAll || canFail }

  /// Returns a condition that is tested for each row where something in the statement can fail.
  /// SQLite evaluates a condition that has the same value for all rows once, and reads no row where
  /// it is false.
  func forEachRow(_ condition: SQLExpression) -> SQLExpression {
    guard canFail else { return condition }
    if condition.demandsConstant {
      return .conditional(.evaluated([]), then: condition, else: .number(0))
    }
    return source.canFail ? condition.withoutEqualColumns : condition
  }

  /// Makes the statement the source of a new one. SQLite does not mix a statement that has a limit
  /// with the one around it, whose conditions would come first.
  mutating func nestSafely() {
    if canFail { nestAsTable() } else { nest() }
  }

  /// The statement as the operand of `EXISTS`, which reads rows in any order until there is one.
  var asCondition: SelectStatement {
    var inner = self
    inner.output = [(.number(1), "")]
    inner.isOrdered = isLimited
    guard canFail else { return inner }
    // In the order of the elements.
    inner.isOrdered = true
    inner.limit = limit ?? -1
    var outer = SelectStatement(source: .statement(inner), projection: projection, ordinal: [])
    outer.output = [(.number(1), "")]
    return outer
  }

  /// Whether SQLite evaluates a column for every group in any case: the keys.
  private func isKey(_ column: SQLExpression) -> Bool {
    guard let grouping, !grouping.keepsFirst else { return false }
    return grouping.keys.contains { $0.isSame(as: column) }
  }
}

extension SelectStatement.Source {
  fileprivate var canFail: Bool {
    switch self {
    case .table, .nothing: false
    case .statement(let statement): statement.canFail
    case .union(let first, let second): first.canFail || second.canFail
    case .join(_, let left, let right, let condition):
      left.canFail || right.canFail || condition.canFail
    }
  }
}

extension SQLExpression {
  /// True; its operands are evaluated for the errors that they may end in.
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
