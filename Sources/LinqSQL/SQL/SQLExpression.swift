/// An expression of SQL, before it is text.
indirect enum SQLExpression {
  /// A column of the one table of the statement.
  case column(String)
  /// A value, always a parameter of the statement.
  case parameter(any ColumnValue)
  /// `NULL`.
  case null
  /// Two operands with an operator between them.
  case binary(SQLOperator, SQLExpression, SQLExpression)
  /// `NOT …`.
  case not(SQLExpression)
  /// `name(…)`.
  case call(String, [SQLExpression])
  /// `CASE WHEN … THEN … ELSE … END`.
  case conditional(SQLExpression, then: SQLExpression, else: SQLExpression)
  /// `… IN (…)`.
  case isIn(SQLExpression, [SQLExpression])
}

/// An operator of SQL. The raw value is its text.
enum SQLOperator: String {
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
  case concatenate = "||"

  /// How tightly it binds.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .isSame, .isNotSame: 4
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 5
    case .concatenate: 8
    }
  }
}

/// SQL text under construction, with the values of its parameters in their order.
struct SQLText {
  private(set) var text = ""
  private(set) var values: [any ColumnValue] = []

  mutating func append(_ part: String) { text += part }

  /// Writes an expression, in parentheses where it binds less tightly than what is around it.
  mutating func append(_ expression: SQLExpression, inside precedence: Int = 0) {
    switch expression {
    case .column(let name): append(quoted(name))
    case .parameter(let value):
      append("?")
      values.append(value)
    case .null: append("NULL")
    case .binary(let operation, let left, let right):
      parenthesised(operation.precedence < precedence) { sql in
        sql.append(left, inside: operation.precedence)
        sql.append(" \(operation.rawValue) ")
        // The right side of equal precedence needs them too: all of these group to the left.
        let isChain = operation == .and || operation == .or || operation == .concatenate
        sql.append(right, inside: operation.precedence + (isChain ? 0 : 1))
      }
    case .not(let operand):
      parenthesised(3 < precedence) { sql in
        sql.append("NOT ")
        sql.append(operand, inside: 4)
      }
    case .call(let name, let arguments):
      append(name + "(")
      appendList(arguments)
      append(")")
    case .conditional(let condition, let first, let second):
      append("CASE WHEN ")
      append(condition)
      append(" THEN ")
      append(first)
      append(" ELSE ")
      append(second)
      append(" END")
    case .isIn(let operand, let list):
      parenthesised(4 < precedence) { sql in
        sql.append(operand, inside: 5)
        sql.append(" IN (")
        sql.appendList(list)
        sql.append(")")
      }
    }
  }

  /// Writes expressions with commas between them.
  mutating func appendList(_ expressions: [SQLExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { append(", ") }
      append(expression)
    }
  }

  private mutating func parenthesised(_ isNeeded: Bool, _ body: (inout SQLText) -> Void) {
    if isNeeded { append("(") }
    body(&self)
    if isNeeded { append(")") }
  }
}
