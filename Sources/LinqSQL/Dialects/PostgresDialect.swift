#if Postgres
internal import LinqCore
internal import StoreEngine

/// The text of statements for PostgreSQL, where a truth value is a type of its own, and expressions
/// have types.
///
/// Swift's own operations are functions in the schema `swift`.
struct PostgresDialect: Dialect {
  var engine: Engine { .postgres }
  var sharesEqualValues: Bool { true }
  var orderedJoin: SelectStatement.JoinKind { .inner }
  var indexesRowsItself: Bool { false }
  var takesFirstRows: Bool { false }
  var anonymousSource: String? { "t" }

  func parameter(_ number: Int, isRepeated: Bool) -> String { "$\(number)" }

  func precedence(of operation: SQLOperator) -> Int {
    switch operation {
    case .or: 1
    case .and: 2
    case .isSame, .isNotSame, .like, .match: 4
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 5
    case .concatenate: 7
    case .add, .subtract: 8
    case .multiply, .divide, .remainder: 9
    }
  }

  func write(
    _ expression: SQLExpression, as use: ExpressionUse, inside precedence: Int,
    to sql: inout SQLText
  ) {
    if sql.groupKeys.contains(where: { $0.isSame(as: expression) }) {
      return write(groupKey: expression, as: use, inside: precedence, to: &sql)
    }
    let comparison =
      sql.isOfGroups
      ? nil
      : expression.comparingStored { $0.server.canCompare($1, $2) }
    if use.isValue {
      guard expression.isTruthValue else {
        return write(value: expression, inside: precedence, to: &sql)
      }
      sql.append("CAST(")
      write(condition: comparison ?? expression, as: .condition, inside: 0, to: &sql)
      sql.append(" AS integer)")
    } else {
      write(condition: comparison ?? expression, as: use, inside: precedence, to: &sql)
    }
  }

  /// Writes the key of a group as in `GROUP BY`: it is an operand of its own, and an expression in
  /// it is not written as a key, even if it is one.
  private func write(
    groupKey key: SQLExpression, as use: ExpressionUse, inside precedence: Int,
    to sql: inout SQLText
  ) {
    let keys = sql.groupKeys
    sql.groupKeys = []
    defer { sql.groupKeys = keys }
    guard use.isValue else {
      return sql.parenthesised(5 < precedence) { sql in
        write(groupKey: key, as: .value, inside: 6, to: &sql)
        sql.append(" <> 0")
      }
    }
    var isBinary = false
    if case .binary = key { isBinary = !key.isTruthValue }
    sql.parenthesised(isBinary && precedence > 0) { sql in
      sql.append(key, inside: isBinary ? 0 : precedence)
    }
  }

  private func write(value: SQLExpression, inside precedence: Int, to sql: inout SQLText) {
    switch value {
    case .unindexed(let operand):
      sql.append(call: "GREATEST", [operand])
    case .cast(let operand, let type):
      sql.append(cast: operand, as: Self.types[type] ?? type)
    case .call(let function, let arguments): write(function, arguments, to: &sql)
    case .ordered(let function, let arguments, let order):
      write(function, arguments, by: order, to: &sql)
    case .over(let call, let window): write(call, over: window, to: &sql)
    case .json(let operand, let path, let kind):
      write(operand, path, kind, to: &sql)
    case .known(let operand): write(value: operand, inside: precedence, to: &sql)
    case .decoded(let column, let encoding):
      sql.append(encoding.server.decoded, around: column, inside: precedence)
    case .encoded(let value, let encoding, let use):
      sql.append(encoding.server.encoded(for: use), around: value, inside: precedence)
    case .function(let function, let arguments):
      sql.append(call: function.serverName ?? function.name, arguments)
    case .negate, .parameter, .column, .number, .null, .binary, .conditional, .count,
      .countDistinct, .row, .not, .isIn, .isInJSON, .exists, .scalar, .isInStatement:
      sql.appendStandard(value, as: .value, inside: precedence)
    }
  }

  private func write(
    condition: SQLExpression, as use: ExpressionUse, inside precedence: Int,
    to sql: inout SQLText
  ) {
    switch condition {
    case .number(let number): sql.append(number == 0 ? "FALSE" : "TRUE")
    case .decoded(let column, .boolean) where !sql.isOfGroups:
      sql.append(column, inside: precedence)
    case .binary(let operation, let left, let right):
      write(operation, left, right, as: use, inside: precedence, to: &sql)
    case .call(.evaluated, let arguments):
      // A function that is called for each row, whatever its arguments are.
      sql.parenthesised(5 < precedence) { sql in
        if arguments.isEmpty { return sql.append("random() >= 0") }
        sql.append(call: "num_nulls", arguments)
        sql.append(" >= 0")
      }
    case .call(let function, let arguments) where function.isTest:
      write(function, arguments, to: &sql)
    case .function(let function, _) where function.isTest:
      write(value: condition, inside: precedence, to: &sql)
    case .call(.coalesce, let arguments):
      sql.append("coalesce(")
      for (index, argument) in arguments.enumerated() {
        if index > 0 { sql.append(", ") }
        sql.append(argument, as: .condition)
      }
      sql.append(")")
    case .isInJSON(let operand, let list):
      sql.parenthesised(6 < precedence) { sql in
        let isText = (list.ownValue as? String)?.hasPrefix("[\"") == true
        let value: SQLExpression = isText ? .column("value") : .cast(.column("value"), "INTEGER")
        if case .decoded(let column, let encoding) = operand, !sql.isOfGroups,
          encoding.server.canCompare(.equal, list)
        {
          sql.append(column, inside: 7)
          sql.append(" IN (SELECT ")
          sql.append(.encoded(value, encoding, .exact))
        } else {
          sql.append(operand, inside: 7)
          sql.append(" IN (SELECT ")
          sql.append(value)
        }
        sql.append(" FROM json_array_elements_text(CAST(")
        sql.append(list)
        sql.append(" AS json)))")
      }
    case .isIn(let operand, let list):
      sql.parenthesised(6 < precedence) { sql in
        sql.append(operand, inside: 7)
        sql.append(" IN (")
        sql.appendList(list)
        sql.append(")")
      }
    case .not, .exists, .isInStatement, .conditional:
      sql.appendStandard(condition, as: use.isValue ? .condition : use, inside: precedence)
    default:
      // A column or a parameter with a stored truth value.
      sql.parenthesised(5 < precedence) { sql in
        write(condition, as: .value, inside: 6, to: &sql)
        sql.append(" <> 0")
      }
    }
  }

  private func write(
    _ operation: SQLOperator, _ left: SQLExpression, _ right: SQLExpression,
    as use: ExpressionUse, inside precedence: Int, to sql: inout SQLText
  ) {
    switch operation {
    case .isSame, .isNotSame:
      let isSame = operation == .isSame
      if case .null = right {
        return sql.parenthesised(4 < precedence) { sql in
          sql.append(left, inside: 5)
          sql.append(isSame ? " IS NULL" : " IS NOT NULL")
        }
      }
      if isSame, use == .filter, left.isKnown || right.isKnown {
        // NULL counts as false here, and only this form uses an index.
        return write(.equal, left, right, as: use, inside: precedence, to: &sql)
      }
      if isSame, left.hasColumn, right.hasColumn {
        // Arrays treat NULL as a value that equals itself, and a join can look them up.
        return sql.parenthesised(5 < precedence) { sql in
          // Arrays of two types cannot be compared. A truth value is stored as `bigint`.
          let areTruthValues = left.isInteger || right.isInteger
          for (side, start) in [(left, "ARRAY["), (right, " = ARRAY[")] {
            sql.append(start)
            sql.append(areTruthValues ? .cast(side, "bigint") : side)
            sql.append("]")
          }
        }
      }
      sql.parenthesised(4 < precedence) { sql in
        sql.append(left, inside: 5)
        sql.append(isSame ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ")
        sql.append(right, inside: 5)
      }
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      // These operators do not group.
      sql.parenthesised(5 < precedence) { sql in
        let isOrdered = operation != .equal && operation != .notEqual
        if isOrdered, !right.hasColumn {
          write(ordered: left, inside: 6, to: &sql)
        } else {
          sql.append(left, inside: 6)
        }
        sql.append(" \(operation.rawValue) ")
        sql.append(right, inside: 6)
      }
    case .match:
      // In a subquery the text is read once, and not for each row.
      sql.parenthesised(4 < precedence) { sql in
        sql.append(left, inside: 7)
        sql.append(" @@ (SELECT CAST(convert_from(")
        sql.append(right)
        sql.append(", 'UTF8') AS tsquery))")
      }
    case .and, .or, .like, .add, .subtract, .multiply, .divide, .remainder, .concatenate:
      sql.appendStandard(.binary(operation, left, right), as: use, inside: precedence)
    }
  }

  /// Writes an expression whose order matters. A text that comes from no column has the collation
  /// of the database.
  func write(
    ordered expression: SQLExpression, inside precedence: Int = 0, to sql: inout SQLText
  ) {
    guard expression.isText, !expression.hasColumn else {
      return sql.append(expression, inside: precedence)
    }
    sql.append(expression, inside: 11)
    sql.append(" COLLATE \"C\"")
  }

  func write(output expression: SQLExpression, to sql: inout SQLText) {
    if case .null = expression { return sql.append("NULL") }
    write(ordered: expression, to: &sql)
  }

  /// A literal would be the number of a column, or an error.
  func write(key: SQLExpression, to sql: inout SQLText) {
    switch key {
    case .number(let number): sql.append("CAST(\(number) AS integer)")
    case .null: sql.append("CAST(NULL AS text)")
    default: sql.append(key)
    }
  }

  func write(_ term: OrderTerm, readsAll: Bool, to sql: inout SQLText) {
    switch term.expression {
    case .number, .null: write(key: term.expression, to: &sql)
    default:
      if readsAll {
        sql.append(call: "GREATEST", [term.expression])
      } else {
        let expression = sql.isOfGroups ? term.expression : term.expression.storedOnServer
        write(ordered: expression, to: &sql)
      }
    }
    if term.isDescending { sql.append(" DESC") }
    // The clause keeps an index of a column that is never NULL from being used.
    if term.isNullable { sql.append(term.isDescending ? " NULLS LAST" : " NULLS FIRST") }
  }

  /// `OFFSET 0` keeps a statement from being merged with the one around it.
  func write(limit: SQLExpression?, offset: SQLExpression?, to sql: inout SQLText) {
    var isUnlimited = false
    if case .number(let number) = limit { isUnlimited = number < 0 }
    if let limit, !isUnlimited {
      sql.append(" LIMIT ")
      sql.append(limit)
    }
    if let offset {
      sql.append(" OFFSET ")
      sql.append(offset)
    } else if isUnlimited {
      sql.append(" OFFSET 0")
    }
  }

  func write(list: SQLExpression, isObject: Bool, as name: String, to sql: inout SQLText) {
    if isObject { sql.append("LATERAL (SELECT key COLLATE \"C\" AS key, value FROM json_each(") }
    if !isObject { sql.append("json_array_elements(") }
    sql.append(cast: list, as: "json")
    sql.append(isObject ? ")) AS \(name)" : ") WITH ORDINALITY AS \(name)(value, key)")
  }

  func write(reached rows: ReachedRows, to sql: inout SQLText) {
    let name = rows.name
    sql.append("WITH RECURSIVE \(name)(depth, keys, seen) AS (")
    sql.append("SELECT CAST(0 AS bigint), array_agg(DISTINCT CAST(s.key AS bigint)), ")
    sql.append("CAST('{}' AS bigint[]) FROM (")
    rows.start.append(to: &sql)
    sql.append(") AS s UNION ALL SELECT depth + 1, (SELECT array_agg(n.child) FROM (")
    sql.append("SELECT CAST(e.child AS bigint) AS child FROM (")
    rows.steps.append(to: &sql)
    sql.append(") AS e WHERE e.parent = ANY (\(name).keys) ")
    sql.append("EXCEPT SELECT unnest(\(name).seen || \(name).keys)) AS n), seen || keys ")
    sql.append("FROM \(name) WHERE keys IS NOT NULL) ")
    sql.append("SELECT f.key, depth FROM \(name) CROSS JOIN LATERAL unnest(\(name).keys) AS f(key)")
  }

  func name(of source: SelectStatement.Source) -> String? {
    switch source {
    case .table(let name): quoted(name)
    case .statement, .union: anonymousSource
    case .values: "t"
    // Columns of joins are qualified already.
    case .join, .list, .candidates, .reached, .nothing: nil
    }
  }

  func limitation(of expression: SQLExpression) -> String? {
    switch expression {
    case .function(let function, _) where function.serverName == nil:
      function.identity == nil
        ? "PostgreSQL has no function with the results of \(function.name)"
        : "PostgreSQL cannot call \(function.name) of the program"
    case .function(let function, let arguments) where function.isInOtherZone(arguments):
      "PostgreSQL computes days and times in UTC only"
    case .call(.doubleText, _), .call(.dateText, _):
      "PostgreSQL writes other texts for numbers and dates than Swift"
    case .ordered(.decimalAverage, _, _), .call(.windowDecimalAverage, _):
      "PostgreSQL has other means of decimals than Swift"
    case .over(.ordered, _): "PostgreSQL sees the rows of a range in the order of their keys"
    case .over(.call(let function, _), _) where function.isStatistic:
      "PostgreSQL has no statistics of the rows of a window"
    default: nil
    }
  }

  func limitation(
    ofJoin kind: SelectStatement.JoinKind, on condition: SQLExpression
  ) -> String? {
    kind == .full && !condition.comparesColumns
      ? "PostgreSQL joins all rows of two sources only by columns of both" : nil
  }

  func form(of column: ColumnDescription, _ use: EncodingUse, for value: String) -> String {
    guard let encoding = column.encoding, encoding.isPlain else { return value }
    return encoding.server.encoded(for: use).text(for: value)
  }

  /// The column's sequence chooses the key of a row where it is NULL.
  func assignedKey(in table: String, _ key: String) -> String {
    "coalesce(?, nextval(pg_get_serial_sequence(\(literal(quoted(table))), \(literal(key)))))"
  }

  /// The names of the types that have others in SQLite.
  static let types = [
    "REAL": "double precision", "INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea",
  ]
}

extension AnyQueryFunction {
  /// Whether the function computes a time in a time zone other than UTC.
  fileprivate func isInOtherZone(_ arguments: [SQLExpression]) -> Bool {
    let label = (self as? any VocabularyEntry)?.spelling?.labels?.last ?? nil
    guard label == "in", case .parameter(let zone)? = arguments.last else { return false }
    return zone.decide(.isUniversalTime) == false
  }
}

extension ConstantQuestion<Bool> {
  /// Whether the value is the identifier of UTC.
  fileprivate static let isUniversalTime = ConstantQuestion("is UTC") { value in
    (value as? String).map { ["GMT", "UTC"].contains($0) } ?? false
  }
}
#endif
