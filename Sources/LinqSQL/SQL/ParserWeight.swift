// SQLite's parser has a stack of 100 entries and rejects statements that are nested too deeply.

extension SelectStatement {
  /// The highest weight that a statement may have.
  private static let maximumParserWeight = 80

  /// Whether SQLite can read the statement, and those of its arrays of rows.
  var isReadable: Bool {
    parserWeight <= Self.maximumParserWeight
      && projection.nestedElements.allSatisfy { $0.statement(for: self).isReadable }
  }

  /// The approximate number of entries of the parser's stack that the statement takes.
  fileprivate var parserWeight: Int {
    var deepest = 0
    forEachExpression { deepest = max(deepest, $0.parserWeight) }
    // Conditions that can fail are nested inside each other.
    let failing =
      filters.count(where: \.canFail) + (grouping?.having.count(where: \.canFail) ?? 0)
    return 6 + max(5 * failing + deepest, source.parserWeight)
  }
}

extension SelectStatement.Source {
  fileprivate var parserWeight: Int {
    switch self {
    case .table, .nothing: 0
    case .values: 12
    case .candidates(let candidates): candidates.areBest ? 42 : 20
    case .list(let list, _): 3 + list.parserWeight
    case .statement(let statement): statement.parserWeight
    case .reached(let rows): 24 + max(rows.start.parserWeight, rows.steps.parserWeight)
    case .union(let first, let second): 2 + max(first.parserWeight, second.parserWeight)
    case .join(_, let left, let right, let condition):
      max(left.source.parserWeight, 3 + right.source.parserWeight, condition.parserWeight)
    }
  }
}

extension SQLExpression {
  fileprivate var parserWeight: Int {
    switch self {
    case .column, .parameter, .number, .null: 1
    case .binary(_, let left, let right): max(left.parserWeight, 2 + right.parserWeight)
    case .known(let operand): operand.parserWeight
    case .unindexed(let operand): 1 + operand.parserWeight
    // With parentheses around the operand.
    case .not(let operand), .negate(let operand): 3 + operand.parserWeight
    case .cast(let operand, _): 3 + operand.parserWeight
    case .call(_, let arguments), .function(_, let arguments), .row(let arguments):
      5 + (arguments.map(\.parserWeight).max() ?? 0)
    case .ordered(_, let arguments, let order):
      5 + ((arguments + order.map(\.expression)).map(\.parserWeight).max() ?? 0)
    case .over(let call, let window):
      max(
        call.parserWeight,
        8 + ((window.partition + window.order.map(\.expression)).map(\.parserWeight).max() ?? 0))
    case .conditional(let condition, let first, let second):
      max(3 + condition.parserWeight, 5 + max(first.parserWeight, second?.parserWeight ?? 0))
    case .isIn(let operand, _): max(operand.parserWeight, 4)
    case .isInJSON(let operand, _): max(operand.parserWeight, 12)
    case .json(let operand, _, _): 6 + operand.parserWeight
    case .decoded(let operand, _), .encoded(let operand, _, _): 5 + operand.parserWeight
    case .countDistinct(let operand): 4 + operand.parserWeight
    case .count(let condition): 5 + (condition?.parserWeight ?? 0)
    case .exists(let statement), .scalar(let statement): 4 + statement.parserWeight
    case .isInStatement(let operand, let statement):
      max(operand.parserWeight, 4 + statement.parserWeight)
    }
  }
}
