/// A `SELECT` under construction: what a chain of operators has made of the rows of a table so far.
struct SelectStatement {
  /// A key of the order.
  struct OrderTerm {
    let expression: SQLExpression
    var isDescending: Bool
  }

  let table: String
  /// The table's key: its order is the order of the rows, and the last to decide (S01, S22).
  let key: String

  /// What the elements are made of.
  var shape: Shape
  /// All of them must be true.
  var filters: [SQLExpression] = []
  /// The sorts, the one that decides first at the front, each with those that decide between its
  /// equals.
  var sorts: [[OrderTerm]] = []
  var isKeyDescending = false
  /// The values by which the rows are grouped, for `distinct`.
  var groups: [SQLExpression]?
  var limit: Int?
  var offset = 0
  /// Whether the statement gives one number, how many rows there are.
  var isCount = false

  /// Whether rows have been left out by their number, so that a filter can no longer be added.
  var isLimited: Bool { limit != nil || offset > 0 }

  /// The statement with its parameters.
  func text() -> SQLText {
    var sql = SQLText()
    if isCount, isLimited || groups != nil {
      sql.append("SELECT count(*) FROM (SELECT 1")
      appendRows(to: &sql, isOrdered: false)
      sql.append(")")
    } else if isCount {
      sql.append("SELECT count(*)")
      appendRows(to: &sql, isOrdered: false)
    } else {
      sql.append("SELECT ")
      sql.appendList(shape.columns)
      appendRows(to: &sql, isOrdered: true)
    }
    return sql
  }

  private func appendRows(to sql: inout SQLText, isOrdered: Bool) {
    sql.append(" FROM \(quoted(table))")
    for (index, filter) in filters.enumerated() {
      sql.append(index == 0 ? " WHERE " : " AND ")
      sql.append(filter, inside: SQLOperator.and.precedence)
    }
    if let groups {
      sql.append(" GROUP BY ")
      sql.appendList(groups)
    }
    if isOrdered {
      sql.append(" ORDER BY ")
      for term in sorts.joined() {
        sql.append(term.expression)
        sql.append(term.isDescending ? " DESC, " : ", ")
      }
      sql.append(groups == nil ? quoted(key) : "min(\(quoted(key)))")
      if isKeyDescending { sql.append(" DESC") }
    }
    if isLimited {
      // Without a limit SQLite wants one all the same; a negative one is none.
      sql.append(" LIMIT \(limit ?? -1)")
      if offset > 0 { sql.append(" OFFSET \(offset)") }
    }
  }
}

/// What an element of a query is made of in SQL.
enum Shape {
  /// A row of the table.
  case row(columns: [(keyPath: AnyKeyPath, name: String)])
  /// One value.
  case value(SQLExpression)
  /// A tuple, with the place of each value in its memory.
  case tuple([(offset: Int, value: SQLExpression)])

  /// What a statement selects.
  var columns: [SQLExpression] {
    switch self {
    case .row(let columns): columns.map { .column($0.name) }
    case .value(let value): [value]
    case .tuple(let values): values.map(\.value)
    }
  }
}
