// The text of a column of type `jsonb`, and of the objects and arrays inside it, is not the one
// that the program writes: keys come in another order, and there are spaces. Such columns are
// compared by the operator of their type, and read. Everything else that depends on the text is
// left to memory.

extension SelectStatement {
  /// Whether the statement depends on the text of a column of type `jsonb`.
  var dependsOnServerJSON: Bool {
    var depends = source.dependsOnServerJSON
    forEachCondition { depends = depends || $0.dependsOnServerJSON }
    for column in returned where !column.isTextOfServerJSON {
      depends = depends || column.dependsOnServerJSON
    }
    return depends
  }
}

extension SelectStatement.Source {
  fileprivate var dependsOnServerJSON: Bool {
    containsPart(statement: \.isTextOfServerJSON) {
      !$0.isTextOfServerJSON && $0.dependsOnServerJSON
    }
  }
}

extension SelectStatement {
  fileprivate var isTextOfServerJSON: Bool {
    returned.contains(where: \.isTextOfServerJSON) || dependsOnServerJSON
  }
}

extension SQLExpression {
  /// Whether the expression is a column of type `jsonb`.
  var isServerJSON: Bool {
    switch self {
    case .decoded(_, .jsonb): true
    case .known(let operand): operand.isServerJSON
    default: false
    }
  }

  /// Whether the expression is a column of type `jsonb`, or an object or an array inside one.
  var isTextOfServerJSON: Bool {
    switch self {
    case .json(let operand, _, .json): operand.isTextOfServerJSON
    case .known(let operand): operand.isTextOfServerJSON
    default: isServerJSON
    }
  }

  /// Whether the value of the expression depends on the text of a column of type `jsonb`, or of an
  /// object or an array inside one.
  fileprivate var dependsOnServerJSON: Bool {
    guard !isTextOfServerJSON else { return true }
    switch self {
    case .json(let operand, _, _): return !operand.isTextOfServerJSON && operand.dependsOnServerJSON
    case .call(.jsonNumbers, let list):
      return !list[0].isTextOfServerJSON && list[0].dependsOnServerJSON
    case .binary(.isSame, let value, .null), .binary(.isNotSame, let value, .null):
      return !value.isTextOfServerJSON && value.dependsOnServerJSON
    case .binary(let operation, let left, let right)
    where operation.isEquality && (left.isServerJSON || right.isServerJSON):
      return ![left, right].allSatisfy { $0.isServerJSON || $0.isParameter }
    case .isIn(let operand, let values) where operand.isServerJSON:
      return !values.allSatisfy(\.isParameter)
    case .exists(let statement): return statement.dependsOnServerJSON
    case .scalar(let statement): return statement.isTextOfServerJSON
    case .isInStatement(let operand, let statement):
      return operand.dependsOnServerJSON || statement.isTextOfServerJSON
    default: return containsOperand(where: \.dependsOnServerJSON)
    }
  }
}
