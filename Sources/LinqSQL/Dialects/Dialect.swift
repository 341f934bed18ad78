internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// How the tree of a statement becomes the text of an engine.
protocol Dialect: Sendable {
  /// The engine that reads the text.
  var engine: Engine { get }

  /// Whether equal values of one statement share a parameter, because the engine compares
  /// expressions by their parameters.
  var sharesEqualValues: Bool { get }

  /// Returns the text of a parameter. Parameters are counted from 1.
  ///
  /// - Parameter isRepeated: whether the parameter occurs in the statement before.
  func parameter(_ number: Int, isRepeated: Bool) -> String

  /// Returns the precedence of an operator. Operators with higher numbers bind more tightly.
  func precedence(of operation: SQLOperator) -> Int

  /// Writes an expression, in parentheses if it binds less tightly than its context.
  func write(
    _ expression: SQLExpression, as use: ExpressionUse, inside precedence: Int,
    to sql: inout SQLText)

  /// Writes a term of `ORDER BY`.
  ///
  /// - Parameter readsAll: whether the engine must not follow an index for the order.
  func write(_ term: OrderTerm, readsAll: Bool, to sql: inout SQLText)

  /// Writes a column of the result, or of a part of the statement.
  func write(output expression: SQLExpression, to sql: inout SQLText)

  /// Writes a key of `GROUP BY`.
  func write(key: SQLExpression, to sql: inout SQLText)

  /// Writes the limit and the offset of a statement. A negative limit is none, and keeps the
  /// engine from mixing the statement with the one around it.
  func write(limit: SQLExpression?, offset: SQLExpression?, to sql: inout SQLText)

  /// The join that keeps the order of its sources, if the engine has one.
  var orderedJoin: SelectStatement.JoinKind { get }

  /// The name of a source in `FROM` that needs none; nil if the engine does not want one.
  var anonymousSource: String? { get }

  /// Writes the elements of a list or an object in JSON as a source with the columns `key` and
  /// `value`.
  func write(list: SQLExpression, isObject: Bool, as name: String, to sql: inout SQLText)

  /// Writes the rows that are reached from others as a statement with the columns `key` and
  /// `depth`.
  func write(reached rows: ReachedRows, to sql: inout SQLText)

  /// Writes values of the program as a source with the columns `column1`, `column2` …
  func write(values: ValueRows, to sql: inout SQLText)

  /// Returns the name with which `ORDER BY` must qualify the columns of a source; nil if it need
  /// not.
  func name(of source: SelectStatement.Source) -> String?

  /// Whether the engine makes an index of its own of rows that a subquery reads from a statement
  /// in `FROM`, and only there.
  var indexesRowsItself: Bool { get }

  /// Whether a column that is neither a key nor an aggregate is that of the first row of a group,
  /// the one with the minimum.
  var takesFirstRows: Bool { get }

  /// Returns why the engine cannot evaluate an expression; nil if it can.
  func limitation(of expression: SQLExpression) -> String?

  /// Returns why the engine cannot join two sources; nil if it can.
  func limitation(
    ofJoin kind: SelectStatement.JoinKind, on condition: SQLExpression
  ) -> String?

  /// Returns a value of the program in the form that a column has.
  ///
  /// - Parameters:
  ///   - use: what the value is for.
  ///   - value: the value in the form in which the program writes it, such as a parameter.
  func form(of column: ColumnDescription, _ use: EncodingUse, for value: String) -> String

  /// Returns the value of the key in an `INSERT`, whose parameter is NULL for a new row.
  func assignedKey(in table: String, _ key: String) -> String
}

extension Dialect {
  /// Throws if the engine cannot evaluate an expression.
  func check(_ expression: SQLExpression) throws(Untranslatable) {
    var reason: String?
    expression.forEachPart { reason = reason ?? limitation(of: $0) }
    if let reason { throw Untranslatable(reason: reason) }
  }

  /// Throws if the engine cannot evaluate an expression of a statement.
  func check(_ statement: SelectStatement) throws(Untranslatable) {
    guard !engine.callsSwift else { return }
    var reason: String?
    statement.forEachNestedExpression { reason = reason ?? limitation(of: $0) }
    if statement.dependsOnServerJSON {
      reason = "PostgreSQL writes other texts for JSON than Swift"
    }
    statement.forEachJoin { reason = reason ?? limitation(ofJoin: $0, on: $1) }
    if let reason { throw Untranslatable(reason: reason) }
    for elements in statement.projection.nestedElements {
      // Swift compares the keys as they are read.
      guard
        !elements.keys.contains(where: { $0.outer.isTextOfServerJSON || $0.own.isTextOfServerJSON })
      else { throw Untranslatable(reason: "JSON of PostgreSQL as the key of an array of rows") }
      try check(elements.statement(for: statement))
    }
    guard case .group(_, let item, let source, _) = statement.projection else { return }
    var rows = source.rows
    rows.projection = item
    try check(rows)
  }
}

extension Engine {
  var dialect: any Dialect {
    switch self {
    case .sqlite: SQLiteDialect()
    case .postgres:
      #if Postgres
      PostgresDialect()
      #else
      preconditionFailure("no connection to PostgreSQL exists without the trait Postgres")
      #endif
    }
  }
}

/// How a statement uses the value of an expression.
enum ExpressionUse {
  /// As a value. A truth value is 0 or 1.
  case value
  /// As a condition with two values.
  case condition
  /// As a condition in which NULL counts as false.
  case filter

  var isValue: Bool { self == .value }
}

extension SQLText {
  /// Writes an expression in the form that both engines read.
  mutating func appendStandard(
    _ expression: SQLExpression, as use: ExpressionUse, inside precedence: Int
  ) {
    switch expression {
    case .column(let name, let source):
      if let source { append(source + ".") }
      append(quoted(name))
    case .parameter(let value): append(value)
    case .number(let number): append(String(number))
    case .null: append("NULL")
    case .binary(let operation, let left, let right):
      let own = dialect.precedence(of: operation)
      let isLogic = operation == .and || operation == .or
      parenthesised(own < precedence) { sql in
        let operandUse = isLogic ? (use.isValue ? .condition : use) : ExpressionUse.value
        sql.append(left, as: operandUse, inside: own)
        sql.append(" \(operation.rawValue) ")
        // A right operand of equal precedence needs parentheses too: these operators group to the
        // left.
        let isChain = isLogic || operation == .concatenate
        sql.append(right, as: operandUse, inside: own + (isChain ? 0 : 1))
      }
    case .not(let operand):
      parenthesised(3 < precedence) { sql in
        sql.append("NOT ")
        sql.append(operand, as: .condition, inside: 4)
      }
    case .negate(let operand):
      // Two minus signs in a row would begin a comment.
      append("-")
      parenthesised(operand.beginsWithMinus) { $0.append(operand, inside: 10) }
    case .known(let operand): append(operand, as: use, inside: precedence)
    case .unindexed(let operand):
      append("+")
      append(operand, inside: 10)
    case .call(let function, let arguments): append(call: function.rawValue, arguments)
    case .ordered(let function, let arguments, let order):
      append(function.rawValue + "(")
      appendList(arguments)
      // Swift sorts by the keys. Each comes after its direction, unless the only one ascends.
      let isPlain = order.count == 1 && !order[0].isDescending
      for term in order {
        append(isPlain ? ", " : term.isDescending ? ", 'DESC', " : ", 'ASC', ")
        append(term.expression)
      }
      append(")")
    case .function(let function, let arguments):
      append(function: function)
      append("(")
      appendList(arguments)
      append(")")
    case .conditional(let condition, let first, let second):
      append("CASE WHEN ")
      append(condition, as: .filter)
      append(" THEN ")
      append(first, as: use)
      if let second {
        append(" ELSE ")
        append(second, as: use)
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
        sql.append(" IN (SELECT value FROM \(SQLiteDialect.jsonEach)(")
        sql.append(list)
        sql.append("))")
      }
    case .cast(let operand, let type): append(cast: operand, as: type)
    case .count(let condition):
      append("count(*)")
      if let condition {
        append(" FILTER (WHERE ")
        append(condition, as: .filter)
        append(")")
      }
    case .json(let operand, let path, .real) where path.isEmpty:
      append(call: SQLFunction.jsonReal.rawValue, [operand])
    case .json(let operand, let path, _) where path.isEmpty:
      append(operand, inside: precedence)
    case .json(let operand, let path, let kind):
      let keys = path.map { "." + (isPlainName($0) ? $0 : "\"\($0)\"") }
      let path = literal("$" + keys.joined())
      guard kind != .real else {
        // SQLite would round a number a little differently.
        append(SQLFunction.jsonReal.rawValue + "(")
        append(operand, inside: 10)
        return append(" -> \(path))")
      }
      append("json_extract(")
      append(operand)
      append(", \(path))")
    case .decoded, .encoded: preconditionFailure("each engine has its own encodings")
    case .countDistinct(let operand):
      append("count(DISTINCT ")
      append(operand)
      append(")")
    case .row(let values): append(call: "", values)
    case .over(let call, let window):
      append(call)
      append(window)
    case .exists(let statement):
      append("EXISTS (")
      statement.append(to: &self)
      append(")")
    case .scalar(let statement):
      append("(")
      statement.append(to: &self)
      append(")")
    case .isInStatement(let operand, let statement):
      let own = dialect.precedence(of: .equal)
      parenthesised(own < precedence) { sql in
        sql.append(operand, inside: own + 1)
        sql.append(" IN (")
        statement.append(to: &sql)
        sql.append(")")
      }
    }
  }

  mutating func append(call name: String, _ arguments: [SQLExpression]) {
    append(name + "(")
    appendList(arguments)
    append(")")
  }
}

extension SQLExpression {
  /// Whether the text of the expression, as an operand of a minus sign, may begin with one. An
  /// engine may write a call as its argument alone.
  fileprivate var beginsWithMinus: Bool {
    switch self {
    case .negate: true
    case .number(let number): number < 0
    case .known(let operand), .unindexed(let operand), .json(let operand, _, _),
      .decoded(let operand, _), .encoded(let operand, _, _):
      operand.beginsWithMinus
    case .call(_, let arguments), .function(_, let arguments):
      arguments.first?.beginsWithMinus == true
    default: false
    }
  }
}

/// Returns a text as a literal of SQL.
func literal(_ text: String) -> String { text.enclosed(in: "'") }

/// Returns whether a name has nothing but ASCII letters, digits and underscores.
private func isPlainName(_ name: String) -> Bool {
  !name.isEmpty
    && name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
    }
}
