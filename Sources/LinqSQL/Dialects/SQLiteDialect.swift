internal import LinqCore
internal import StoreEngine

/// The text of statements for SQLite, where a truth value is a number.
struct SQLiteDialect: Dialect {
  /// SQLite's function that reads the elements of JSON. A table with its name hides it, but not in
  /// the schema of temporary tables.
  static let jsonEach = "temp.json_each"

  var engine: Engine { .sqlite }
  var sharesEqualValues: Bool { false }
  var orderedJoin: SelectStatement.JoinKind { .ordered }
  var indexesRowsItself: Bool { true }
  var takesFirstRows: Bool { true }
  var anonymousSource: String? { nil }

  func parameter(_ number: Int, isRepeated: Bool) -> String { isRepeated ? "?\(number)" : "?" }

  func precedence(of operation: SQLOperator) -> Int {
    switch operation {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .isSame, .isNotSame, .like, .match: 4
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 5
    case .add, .subtract: 6
    case .multiply, .divide, .remainder: 7
    case .concatenate: 8
    }
  }

  func write(
    _ expression: SQLExpression, as use: ExpressionUse, inside precedence: Int,
    to sql: inout SQLText
  ) {
    if let comparison = expression.comparingStored({ encoding, _, _ in !encoding.isPlain }) {
      return write(comparison, as: use, inside: precedence, to: &sql)
    }
    switch expression {
    case .decoded(let column, let encoding):
      guard let template = encoding.sqlite else {
        return sql.append(call: encoding.decoder, of: encoding, column)
      }
      sql.append(template, around: column, inside: precedence)
    case .encoded(let value, let encoding, _) where encoding.isPlain:
      sql.append(value, as: use, inside: precedence)
    case .encoded(let value, let encoding, let use):
      sql.append(call: encoding.encoder(use), of: encoding, value)
    case .isInJSON(.decoded(let column, let encoding), let list) where !encoding.isPlain:
      sql.parenthesised(4 < precedence) { sql in
        sql.append(column, inside: 5)
        sql.append(" IN (SELECT ")
        sql.append(.encoded(.column("value"), encoding, .exact))
        sql.append(" FROM \(Self.jsonEach)(")
        sql.append(list)
        sql.append("))")
      }
    default: sql.appendStandard(expression, as: use, inside: precedence)
    }
  }

  func write(output expression: SQLExpression, to sql: inout SQLText) { sql.append(expression) }

  /// An integer literal would be the number of a column, so `NULL` is written for it.
  func write(key: SQLExpression, to sql: inout SQLText) {
    if case .number = key { return sql.append("NULL") }
    sql.append(key)
  }

  func write(_ term: OrderTerm, readsAll: Bool, to sql: inout SQLText) {
    if readsAll { sql.append("+") }
    sql.append(term.expression.stored)
    if term.isDescending { sql.append(" DESC") }
  }

  /// SQLite requires `LIMIT` before `OFFSET`, and does not merge a statement that has a limit.
  func write(limit: SQLExpression?, offset: SQLExpression?, to sql: inout SQLText) {
    sql.append(" LIMIT ")
    sql.append(limit ?? .number(-1))
    guard let offset else { return }
    sql.append(" OFFSET ")
    sql.append(offset)
  }

  func write(list: SQLExpression, isObject: Bool, as name: String, to sql: inout SQLText) {
    sql.append("\(Self.jsonEach)(")
    sql.append(list)
    sql.append(") AS \(name)")
  }

  func write(reached rows: ReachedRows, to sql: inout SQLText) {
    let name = rows.name
    func each(_ lists: String...) -> String {
      let list = lists.map { "\(name).\($0)" }.joined(separator: " || ")
      return "\(Self.jsonEach)('[' || \(list) || ']')"
    }
    sql.append("WITH RECURSIVE \(name)(depth, keys, seen) AS (")
    sql.append("SELECT 0, group_concat(DISTINCT key), '' FROM (")
    rows.start.append(to: &sql)
    sql.append(") UNION ALL SELECT depth + 1, (SELECT group_concat(child) FROM (")
    sql.append("SELECT e.child FROM \(each("keys")) AS f JOIN (")
    rows.steps.append(to: &sql)
    sql.append(") AS e ON e.parent = f.value ")
    sql.append("EXCEPT SELECT value FROM \(each("seen", "keys")))), seen || keys || ',' ")
    sql.append("FROM \(name) WHERE keys IS NOT NULL) ")
    sql.append("SELECT f.value AS key, depth FROM \(name), \(each("keys")) AS f")
  }

  /// Writes JSON so that SQLite reads it once, because of the limit, and looks up its rows in a
  /// join: it does so only by columns with types, and only if it expects many rows. It expects few
  /// of one list, and many of two.
  func write(values: ValueRows, to sql: inout SQLText) {
    guard values.count > 0 else {
      let nulls = values.columns.indices.map { ", NULL AS column\($0 + 2)" }
      return sql.append("(SELECT 0 AS column1\(nulls.joined()) WHERE 0)")
    }
    guard !values.areParameters else {
      return sql.append(parametersOf: values) { sql, value, _ in sql.append(value) }
    }
    let columns = values.columns.enumerated().map { index, column in
      ", CAST(json_extract(e.value, '$[\(index)]') AS \(column.type.rawValue))"
        + " AS column\(index + 2)"
    }
    sql.append("(SELECT e.key AS column1\(columns.joined()) FROM \(Self.jsonEach)(")
    sql.append(.parameter(values.json))
    sql.append(") AS e, \(Self.jsonEach)('[0]') LIMIT -1)")
  }

  /// SQLite finds the column of the source, too.
  func name(of source: SelectStatement.Source) -> String? { nil }

  func limitation(of expression: SQLExpression) -> String? { nil }

  func limitation(
    ofJoin kind: SelectStatement.JoinKind, on condition: SQLExpression
  ) -> String? { nil }

  func form(of column: ColumnDescription, _ use: EncodingUse, for value: String) -> String {
    value
  }

  /// SQLite chooses the key of a row where it is NULL.
  func assignedKey(in table: String, _ key: String) -> String { "?" }
}
