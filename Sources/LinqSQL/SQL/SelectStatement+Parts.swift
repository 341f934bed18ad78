// What a statement consists of, for the walks over it.

extension SelectStatement {
  /// The expressions that the statement returns.
  var returned: [SQLExpression] { output?.map(\.expression) ?? projection.columns }

  /// Calls a closure with each expression of the statement, except those of its source.
  func forEachExpression(_ body: (SQLExpression) -> Void) {
    projection.forEachColumn(body)
    forEachCondition(body)
    output?.forEach { body($0.expression) }
  }

  /// Calls a closure with each expression of the statement and of the statements inside it.
  func forEachNestedExpression(_ body: (SQLExpression) -> Void) {
    forEachExpression { $0.forEachPart(body) }
    source.forEachPart {
      $0.forEachNestedExpression(body)
    } expression: {
      $0.forEachPart(body)
    }
  }

  /// Calls a closure with the kind and the condition of each join of the statement and of the
  /// statements inside it.
  func forEachJoin(_ body: (JoinKind, SQLExpression) -> Void) {
    source.forEachPart {
      $0.forEachJoin(body)
    } expression: { _ in
    }
    source.forEachJoin(body)
  }

  /// Calls a closure with each expression that decides which rows there are, and in which order.
  func forEachCondition(_ body: (SQLExpression) -> Void) {
    filters.forEach(body)
    for terms in sorts { for term in terms { body(term.expression) } }
    for term in ordinal { body(term.expression) }
    grouping?.keys.forEach(body)
    grouping?.having.forEach(body)
    limit.map(body)
    offset.map(body)
  }
}

extension SelectStatement.Source {
  /// Calls a closure with each statement of the source, and another one with each expression.
  func forEachPart(
    statement: (SelectStatement) -> Void, expression: (SQLExpression) -> Void
  ) {
    switch self {
    case .table, .values, .nothing: break
    case .list(let list, _): expression(list)
    case .candidates(let candidates):
      for value in candidates.match.values {
        expression(.binary(.match, .column(candidates.index.name), .parameter(value)))
      }
    case .statement(let part): statement(part)
    case .reached(let rows):
      statement(rows.start)
      statement(rows.steps)
    case .union(let first, let second):
      statement(first)
      statement(second)
    case .join(_, let left, let right, let condition):
      left.source.forEachPart(statement: statement, expression: expression)
      right.source.forEachPart(statement: statement, expression: expression)
      expression(condition)
    }
  }

  /// Returns whether a test holds for a statement of the source, or another one for an expression.
  func containsPart(
    statement: (SelectStatement) -> Bool, expression: (SQLExpression) -> Bool
  ) -> Bool {
    var contains = false
    forEachPart {
      contains = contains || statement($0)
    } expression: {
      contains = contains || expression($0)
    }
    return contains
  }

  /// Calls a closure with the kind and the condition of each join of the source itself.
  func forEachJoin(_ body: (SelectStatement.JoinKind, SQLExpression) -> Void) {
    guard case .join(let kind, let left, let right, let condition) = self else { return }
    body(kind, condition)
    left.source.forEachJoin(body)
    right.source.forEachJoin(body)
  }
}
