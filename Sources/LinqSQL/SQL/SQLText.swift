internal import LinqCore

/// SQL text under construction, with the values of its parameters in their order.
struct SQLText: Sendable {
  private(set) var text = ""
  private(set) var values: [any ColumnValue] = []
  /// For each value, the index of the query's constant that it comes from, if any.
  private(set) var constants: [Int?] = []
  /// The number of the parameter that each constant is bound to.
  private var numbers: [Int: Int] = [:]
  /// The functions of the program that the text calls.
  private(set) var functions: [any AnyQueryFunction] = []

  mutating func append(_ part: String) { text += part }

  /// Writes an expression, in parentheses if it binds less tightly than its context.
  mutating func append(_ expression: SQLExpression, inside precedence: Int = 0) {
    switch expression {
    case .column(let name, let source):
      if let source { append(source + ".") }
      append(quoted(name))
    case .parameter(let value, let constant):
      if let constant, let number = numbers[constant] {
        // A repeated constant uses the same parameter, so that SQLite recognizes equal expressions.
        append("?\(number)")
      } else {
        append("?")
        values.append(value)
        constants.append(constant)
        if let constant { numbers[constant] = values.count }
      }
    case .number(let number): append(String(number))
    case .null: append("NULL")
    case .binary(let operation, let left, let right):
      parenthesised(operation.precedence < precedence) { sql in
        sql.append(left, inside: operation.precedence)
        sql.append(" \(operation.rawValue) ")
        // A right operand of equal precedence needs parentheses too: these operators group to the
        // left.
        let isChain = operation == .and || operation == .or || operation == .concatenate
        sql.append(right, inside: operation.precedence + (isChain ? 0 : 1))
      }
    case .not(let operand):
      parenthesised(3 < precedence) { sql in
        sql.append("NOT ")
        sql.append(operand, inside: 4)
      }
    case .negate(let operand):
      // Two minus signs in a row would begin a comment.
      append("-")
      var inner = SQLText()
      inner.append(operand, inside: 10)
      parenthesised(inner.text.hasPrefix("-")) { $0.append(operand, inside: 10) }
    case .unindexed(let operand):
      append("+")
      append(operand, inside: 10)
    case .call(let function, let arguments):
      append(function.rawValue + "(")
      appendList(arguments)
      append(")")
    case .function(let function, let arguments):
      functions.append(function)
      append(quoted(function.name) + "(")
      appendList(arguments)
      append(")")
    case .conditional(let condition, let first, let second):
      append("CASE WHEN ")
      append(condition)
      append(" THEN ")
      append(first)
      if let second {
        append(" ELSE ")
        append(second)
      }
      append(" END")
    case .isIn(let operand, let list):
      parenthesised(4 < precedence) { sql in
        sql.append(operand, inside: 5)
        sql.append(" IN (")
        sql.appendList(list)
        sql.append(")")
      }
    case .isInJSON(let operand, let list):
      parenthesised(4 < precedence) { sql in
        sql.append(operand, inside: 5)
        sql.append(" IN (SELECT value FROM json_each(")
        sql.append(list)
        sql.append("))")
      }
    case .cast(let operand, let type):
      append("CAST(")
      append(operand)
      append(" AS \(type))")
    case .count(let condition):
      append("count(*)")
      if let condition {
        append(" FILTER (WHERE ")
        append(condition)
        append(")")
      }
    case .window(let function, let arguments, let order):
      append(function.rawValue + "(")
      appendList(arguments)
      append(") OVER (ORDER BY ")
      append(order: order)
      append(function == .sum ? " ROWS UNBOUNDED PRECEDING)" : ")")
    case .exists(let statement):
      append("EXISTS (")
      statement.append(to: &self)
      append(")")
    }
  }

  /// Writes expressions with commas between them.
  mutating func appendList(_ expressions: [SQLExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { append(", ") }
      append(expression)
    }
  }

  /// Writes `WHERE` and the conditions, joined with `AND`. Writes nothing if there are none.
  mutating func append(conditions: [SQLExpression]) {
    for (index, condition) in conditions.enumerated() {
      append(index == 0 ? " WHERE " : " AND ")
      append(condition, inside: SQLOperator.and.precedence)
    }
  }

  /// Writes the terms of `GROUP BY`. SQLite would take an integer literal for the number of a
  /// column, so `NULL` is written for it.
  mutating func append(keys: [SQLExpression]) {
    appendList(
      keys.map { key in
        if case .number = key { return .null }
        return key
      })
  }

  /// Writes the terms of `ORDER BY`.
  mutating func append(order: [OrderTerm]) {
    for (index, term) in order.enumerated() {
      if index > 0 { append(", ") }
      append(term.expression)
      if term.isDescending { append(" DESC") }
    }
  }

  private mutating func parenthesised(_ isNeeded: Bool, _ body: (inout SQLText) -> Void) {
    if isNeeded { append("(") }
    body(&self)
    if isNeeded { append(")") }
  }
}

extension SQLExpression: CustomStringConvertible {
  /// The text with its values and the indices of its constants. It is equal for two expressions of
  /// one statement that have the same meaning.
  var description: String {
    var sql = SQLText()
    sql.append(self)
    let constants = sql.constants.map { $0.map(String.init) ?? "" }
    return "\(sql.text) \(constants) \(sql.values.map { "\($0)" })"
  }

  /// Returns whether two expressions of one statement have the same text and the same constants.
  func isSame(as other: SQLExpression) -> Bool { description == other.description }
}
