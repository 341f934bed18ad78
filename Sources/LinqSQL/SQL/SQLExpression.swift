internal import LinqCore

/// An expression of SQL, before it is written as text.
indirect enum SQLExpression: Sendable {
  /// A column of the statement's only source, or of one of the two sources of a join.
  case column(String, of: String? = nil)
  /// A value, always bound as a parameter of the statement.
  case parameter(BoundValue)
  /// An integer literal that the translation writes itself: `0`, `1`.
  case number(Int)
  /// `NULL`.
  case null
  /// Two operands with an operator between them.
  case binary(SQLOperator, SQLExpression, SQLExpression)
  /// `NOT …`.
  case not(SQLExpression)
  /// `-…`.
  case negate(SQLExpression)
  /// The same value, which is known not to be NULL.
  case known(SQLExpression)
  /// `+…`: the same value, for which SQLite uses no index.
  case unindexed(SQLExpression)
  /// `name(…)`.
  case call(SQLFunction, [SQLExpression])
  /// A function that the program defines, which may throw.
  case function(any AnyQueryFunction, [SQLExpression])
  /// A call of an aggregate whose value depends on the order of the rows.
  case ordered(SQLFunction, [SQLExpression], by: [OrderTerm])
  /// `CASE WHEN … THEN … ELSE … END`; NULL without the `ELSE`.
  case conditional(SQLExpression, then: SQLExpression, else: SQLExpression?)
  /// `… IN (…)`.
  case isIn(SQLExpression, [SQLExpression])
  /// `… IN (SELECT value FROM temp.json_each(…))`, for lists beyond the number of parameters.
  case isInJSON(SQLExpression, SQLExpression)
  /// `CAST(… AS …)`.
  case cast(SQLExpression, String)
  /// `count(*)` of all rows, or of those for which a condition is true.
  case count(where: SQLExpression?)
  /// A value inside JSON text, at the end of a path of keys.
  case json(SQLExpression, path: [String], JSONKind)
  /// `count(DISTINCT …)`: the number of different values that are not NULL.
  case countDistinct(SQLExpression)
  /// `… OVER (…)`: a call of a window function, or of an aggregate, for the rows of a window.
  case over(SQLExpression, SQLWindow)
  /// The usual form of a column's value that is stored in another encoding.
  case decoded(SQLExpression, StoredEncoding)
  /// The stored form of a value.
  case encoded(SQLExpression, StoredEncoding, EncodingUse)
  /// `(…, …)`: several values on the left side of `IN`.
  case row([SQLExpression])
  /// `EXISTS (…)`.
  case exists(SelectStatement)
  /// `(SELECT …)`: the value of the first row, or NULL if there is none.
  case scalar(SelectStatement)
  /// `… IN (SELECT …)`, of values that are not NULL.
  case isInStatement(SQLExpression, SelectStatement)
}

/// What JSON has at the end of a path.
enum JSONKind: Sendable {
  case text, integer, real, truth
  /// An object or an array.
  case json
}

/// A term of `ORDER BY`.
struct OrderTerm: Sendable {
  var expression: SQLExpression
  var isDescending = false
  /// Whether the expression can be NULL, which comes before all values in ascending order.
  var isNullable = false
}

/// An operator of SQL. The raw value is its text.
enum SQLOperator: String, Sendable {
  case or = "OR"
  case and = "AND"
  case equal = "="
  case notEqual = "<>"
  case isSame = "IS"
  case isNotSame = "IS NOT"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case concatenate = "||"
  case like = "LIKE"
  /// A full-text index finds words.
  case match = "MATCH"
}

extension SQLExpression {
  /// Returns whether a test holds for one of the direct operands. It builds no array of them,
  /// because it runs for each operator of a query.
  func containsOperand(where test: (SQLExpression) -> Bool) -> Bool {
    switch self {
    case .column, .parameter, .number, .null, .exists, .scalar: false
    case .binary(_, let left, let right), .isInJSON(let left, let right): test(left) || test(right)
    case .not(let operand), .negate(let operand), .known(let operand), .unindexed(let operand),
      .cast(let operand, _), .countDistinct(let operand),
      .json(let operand, _, _), .decoded(let operand, _), .encoded(let operand, _, _):
      test(operand)
    case .call(_, let arguments), .function(_, let arguments): arguments.contains(where: test)
    case .conditional(let condition, let first, let second):
      test(condition) || test(first) || second.map(test) == true
    case .isIn(let operand, let list): test(operand) || list.contains(where: test)
    case .isInStatement(let operand, _): test(operand)
    case .count(let condition): condition.map(test) == true
    case .row(let values): values.contains(where: test)
    case .ordered(_, let arguments, let order):
      arguments.contains(where: test) || order.contains { test($0.expression) }
    case .over(let call, let window):
      test(call) || window.partition.contains(where: test)
        || window.order.contains { test($0.expression) }
    }
  }

  /// Calls a closure with the expression and each of its operands, also of those in subqueries.
  func forEachPart(_ body: (SQLExpression) -> Void) {
    forEachOperand { part in
      body(part)
      part.statement?.forEachNestedExpression(body)
    }
  }

  /// Calls a closure with the expression and each of its operands.
  func forEachOperand(_ body: (SQLExpression) -> Void) {
    body(self)
    _ = containsOperand { operand in
      operand.forEachOperand(body)
      return false
    }
  }

  /// Whether evaluating the expression may fail (S36).
  var canFail: Bool {
    switch self {
    case .column, .parameter, .number, .null: false
    case .binary(_, let left, let right): left.canFail || right.canFail
    case .known(let operand): operand.canFail
    case .function(let function, let arguments):
      function.canFail || arguments.contains(where: \.canFail)
    case .call(let function, let arguments):
      function.canFail(isOrdered: false) || arguments.contains(where: \.canFail)
    case .ordered(let function, _, _):
      function.canFail(isOrdered: true) || containsOperand(where: \.canFail)
    default: statement?.canFail == true || containsOperand(where: \.canFail)
    }
  }

  /// The statement inside the expression, if it is a subquery.
  var statement: SelectStatement? {
    switch self {
    case .exists(let statement), .scalar(let statement), .isInStatement(_, let statement): statement
    default: nil
    }
  }

  /// Returns whether the value depends on more of these columns than whether they are NULL.
  func depends(on columns: Set<String>) -> Bool {
    switch self {
    case .column(let name, _): columns.contains(name)
    case .exists(let statement): statement.depends(on: columns)
    case .scalar(let statement): statement.dependsOrReturns(columns)
    case .isInStatement(let operand, let statement):
      operand.depends(on: columns) || statement.dependsOrReturns(columns)
    case .binary(.isSame, .column, .null), .binary(.isNotSame, .column, .null),
      .binary(.isSame, .decoded(.column, _), .null),
      .binary(.isNotSame, .decoded(.column, _), .null):
      false
    default: containsOperand { $0.depends(on: columns) }
    }
  }

  /// Whether the condition, or an operand of its `AND`, has the same value for all rows. SQLite
  /// evaluates such a condition once, and reads no rows where it is false.
  var demandsConstant: Bool {
    if case .binary(.and, let left, let right) = self {
      return left.demandsConstant || right.demandsConstant
    }
    return isConstant
  }

  /// Whether the expression is a constant of the query.
  var isParameter: Bool {
    switch self {
    case .parameter, .null: true
    case .known(let operand): operand.isParameter
    default: false
    }
  }

  var isConstant: Bool {
    switch self {
    case .column, .count, .countDistinct, .over: false
    // A subquery that does not depend on the row is evaluated once.
    default: !containsOperand { !$0.isConstant }
    }
  }

  /// Whether the expression contains an aggregate.
  var hasAggregate: Bool {
    switch self {
    case .count, .countDistinct, .ordered: true
    case .call(let function, _) where function.isAggregate: true
    // An aggregate of a window is none of a group, but it may have one in it.
    case .over(let call, let window):
      call.containsOperand(where: \.hasAggregate)
        || window.partition.contains(where: \.hasAggregate)
        || window.order.contains { $0.expression.hasAggregate }
    default: containsOperand(where: \.hasAggregate)
    }
  }

  /// The operand of an aggregate, if the expression is one.
  var aggregated: SQLExpression? {
    guard case .call(_, let operands) = self, operands.count == 1, hasAggregate else { return nil }
    return operands[0]
  }

  /// Whether the expression is `NULL` itself.
  var isNull: Bool { if case .null = self { true } else { false } }

  /// The name of the column, if the expression is a column.
  var columnName: String? {
    if case .column(let name, _) = self { return name }
    return nil
  }

  /// Whether the expression is the value of a column, in any encoding, or an element of JSON.
  var isColumn: Bool {
    switch self {
    case .column, .decoded(.column, _): true
    case .json(let element, path: [], _): element.isColumn
    default: false
    }
  }

  /// Joins conditions with `AND`; returns nil if there are none.
  static func all(_ conditions: [SQLExpression]) -> SQLExpression? {
    conditions.dropFirst().reduce(conditions.first) { result, next in
      result.map { .binary(.and, $0, next) }
    }
  }
}
