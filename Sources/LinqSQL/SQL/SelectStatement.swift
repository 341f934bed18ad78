/// A `SELECT` under construction: the translation of the operators that have been pushed down so
/// far.
struct SelectStatement: Sendable {
  /// The source of the rows.
  indirect enum Source: Sendable {
    /// A table.
    case table(String)
    /// Another statement.
    case statement(SelectStatement)
    /// The rows of one statement, then those of another.
    case union(SelectStatement, SelectStatement)
    /// Pairs of rows. `kind` is `JOIN`, `LEFT JOIN` …
    case join(String, Source, Source, on: SQLExpression)
    /// No source: the statement returns one value.
    case nothing
  }

  /// A `GROUP BY`.
  struct Grouping: Sendable {
    let keys: [SQLExpression]
    /// Conditions on groups.
    var having: [SQLExpression] = []
    /// Whether the columns other than the keys are those of the first row of each group.
    var keepsFirst = false
  }

  var source: Source

  /// The columns of the elements, and what is built from them.
  var projection: Projection
  /// The conditions on rows, all of which must be true.
  var filters: [SQLExpression] = []
  /// The sorts, the most significant one first, each with the terms that order its equal elements.
  var sorts: [[OrderTerm]] = []
  /// The order of the source, which breaks the remaining ties (S01, S22).
  var ordinal: [OrderTerm]
  var grouping: Grouping?
  var limit: Int?
  var offset: SQLExpression?
  /// The columns and their names where the statement is a part of another one; a column with an
  /// empty name gets no alias.
  var output: [(expression: SQLExpression, name: String)]?
  /// Whether the order of the rows matters.
  var isOrdered = true
  /// Whether all rows must be read before the first is returned: see ``block()``.
  var readsAll = false

  /// Whether the statement has a limit or an offset.
  var isLimited: Bool { limit != nil || offset != nil }

  /// The terms of the sorts, followed by the order of the source.
  var order: [OrderTerm] { sorts.joined() + ordinal }

  /// Calls a closure with each expression of the statement, except those of its source.
  func forEachExpression(_ body: (SQLExpression) -> Void) {
    projection.forEachColumn(body)
    forEachCondition(body)
    output?.forEach { body($0.expression) }
  }

  /// Calls a closure with each expression that decides which rows there are, and in which order.
  func forEachCondition(_ body: (SQLExpression) -> Void) {
    filters.forEach(body)
    for term in order { body(term.expression) }
    grouping?.keys.forEach(body)
    grouping?.having.forEach(body)
  }

  /// Returns the SQL text of the statement with its parameters.
  func text() -> SQLText {
    var sql = SQLText()
    append(to: &sql)
    return sql
  }

  func append(to sql: inout SQLText) {
    sql.append("SELECT ")
    if let output {
      for (index, column) in output.enumerated() {
        if index > 0 { sql.append(", ") }
        sql.append(column.expression)
        if !column.name.isEmpty, column.expression.columnName != column.name {
          sql.append(" AS \(quoted(column.name))")
        }
      }
    } else {
      sql.appendList(projection.columns)
    }
    if case .nothing = source { return }
    sql.append(" FROM ")
    append(source, to: &sql)
    sql.append(conditions: conditions)
    if let grouping {
      sql.append(" GROUP BY ")
      sql.append(keys: grouping.keys)
      for (index, condition) in groupConditions(grouping).enumerated() {
        sql.append(index == 0 ? " HAVING " : " AND ")
        sql.append(condition, inside: SQLOperator.and.precedence)
      }
    }
    if isOrdered, !order.isEmpty {
      sql.append(readsAll ? " ORDER BY +" : " ORDER BY ")
      sql.append(order: order)
    }
    if isLimited {
      // SQLite requires `LIMIT` before `OFFSET`; a negative limit is none.
      sql.append(" LIMIT \(limit ?? -1)")
      guard let offset else { return }
      sql.append(" OFFSET ")
      sql.append(offset)
    }
  }

  /// The filters. From the first one that can fail, they are nested, so that each is evaluated
  /// exactly for the rows that the filters before it keep (S36). SQLite evaluates the operands of
  /// `AND` in any order.
  var conditions: [SQLExpression] { Self.inOrder(filters) }

  /// Returns the conditions on groups, evaluated in their order if something can fail.
  private func groupConditions(_ grouping: Grouping) -> [SQLExpression] {
    guard canFail, let having = SQLExpression.all(Self.inOrder(grouping.having)) else {
      return grouping.having
    }
    // SQLite would evaluate a condition on the keys for rows instead of groups.
    return [.conditional(.count(where: nil), then: having, else: .number(0))]
  }

  private static func inOrder(_ filters: [SQLExpression]) -> [SQLExpression] {
    guard let first = filters.firstIndex(where: \.canFail) else { return filters }
    let rest = filters[first...].reversed().reduce(nil as SQLExpression?) { inner, filter in
      inner.map { .conditional(filter, then: $0, else: .number(0)) } ?? filter
    }
    guard let rest else { return filters }
    let simple = Array(filters[..<first])
    guard let guarding = SQLExpression.all(simple) else { return [rest] }
    return simple + [.conditional(guarding, then: rest, else: .number(0))]
  }

  private func append(_ source: Source, to sql: inout SQLText, as alias: String? = nil) {
    switch source {
    case .table(let name):
      sql.append(quoted(name))
      if let alias { sql.append(" AS \(alias)") }
    case .statement(let statement):
      sql.append("(")
      statement.append(to: &sql)
      sql.append(")")
      if let alias { sql.append(" AS \(alias)") }
    case .union(let first, let second):
      sql.append("(")
      first.append(to: &sql)
      sql.append(" UNION ALL ")
      second.append(to: &sql)
      sql.append(")")
    case .join(let kind, let left, let right, let condition):
      append(left, to: &sql, as: "a")
      sql.append(" \(kind) ")
      append(right, to: &sql, as: "b")
      sql.append(" ON ")
      sql.append(condition)
    case .nothing: break
    }
  }
}
