/// A `SELECT` under construction: the translation of the operators that have been pushed down so
/// far.
///
/// Each operator changes a clause, for which there is a property:
///
/// ```swift
/// people.where { $0.age < 40 }.countBy { $0.surname }.where { $0.1 > 1 }.sort { $0.1 }.take(9)
/// // SELECT surname, count(*) FROM person WHERE age < ? GROUP BY surname HAVING count(*) > ?
/// // ORDER BY count(*), min(id) LIMIT 9
/// ```
///
/// | SQL | property | written by |
/// |---|---|---|
/// | `surname, count(*)` | ``projection`` | `select`, joins, `index`, aggregates |
/// | `person` | ``source`` | the table, joins, `concat` and the other sets, ``nest(adding:)`` |
/// | `age < ?` | ``filters`` | `where` |
/// | `surname`, `count(*) > ?` | ``grouping`` | `groupBy`, `distinct`; `where` after them |
/// | `count(*)` in `ORDER BY` | ``sorts`` | `sort`, `thenBy` |
/// | `min(id)` | ``ordinal`` | the source; `groupBy` and `distinct`: the first row of each group |
/// | `9` | ``limit``, ``offset`` | `take`, `skip`, `takeLast`, `skipLast` |
///
/// An operator whose clause SQL would evaluate too early gets a new statement, whose source is this
/// one: see ``open(_:)``.
///
/// ```swift
/// people.take(9).where { $0.age == 25 }
/// // SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 9) WHERE age IS ? ORDER BY id
/// ```
struct SelectStatement: Sendable {
  /// The source of the rows.
  indirect enum Source: Sendable {
    /// A table.
    case table(String)
    /// Another statement.
    case statement(SelectStatement)
    /// The rows of one statement, then those of another.
    case union(SelectStatement, SelectStatement)
    /// Pairs of rows.
    case join(JoinKind, JoinedSource, JoinedSource, on: SQLExpression)
    /// The elements of a list or an object that is stored as JSON, in the columns `key` and
    /// `value`.
    case list(SQLExpression, isObject: Bool)
    /// The keys of the rows that an index finds.
    case candidates(IndexCandidates)
    /// Values that the program has in memory.
    case values(ValueRows)
    /// The keys of the rows that are reached from others.
    case reached(ReachedRows)
    /// No source: the statement returns one value.
    case nothing
  }

  /// The rows that a join has besides pairs that match. The raw value is its text.
  enum JoinKind: String, Sendable {
    case inner = "JOIN"
    /// An inner join that reads its first source first.
    case ordered = "CROSS JOIN"
    case left = "LEFT JOIN"
    case right = "RIGHT JOIN"
    case full = "FULL JOIN"
  }

  /// A source of a join with its name.
  struct JoinedSource: Sendable {
    let source: Source
    let name: String
  }

  /// A `GROUP BY`.
  struct Grouping: Sendable {
    var keys: [SQLExpression]
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
  var limit: SQLExpression?
  var offset: SQLExpression?
  /// The columns and their names where the statement is a part of another one; a column with an
  /// empty name gets no alias.
  var output: [(expression: SQLExpression, name: String)]?
  /// Whether the order of the rows matters.
  var isOrdered = true
  /// Whether all rows must be read before the first is returned: see ``block()``.
  var readsAll = false
  /// Whether all rows are evaluated by another statement before the query runs, so that nothing in
  /// this one fails: see ``check(adding:)``.
  var isChecked = false
  /// Further statements that are evaluated before the query runs.
  var otherChecks: [SelectStatement] = []
  /// The name that the source has in `FROM`, if it needs one.
  var sourceName: String?
  /// A condition on a part of a text, for the advice of an index.
  var substringTest: SubstringTest?
  /// Where the statement stands.
  var place = StatementPlace()

  /// Whether the statement has a limit or an offset.
  var isLimited: Bool { limit != nil || offset != nil }

  /// The terms of the sorts, followed by the order of the source, without columns by which the rows
  /// are sorted already.
  var order: [OrderTerm] {
    guard !sorts.isEmpty else { return ordinal }
    let sorted = Array(sorts.joined())
    return sorted
      + ordinal.filter { term in
        !term.expression.isColumn || !sorted.contains { $0.expression.isSame(as: term.expression) }
      }
  }

  /// Returns the SQL text of the statement with its parameters.
  func text(_ dialect: any Dialect) -> SQLText {
    var sql = SQLText(dialect)
    append(to: &sql)
    return sql
  }

  func append(to sql: inout SQLText) {
    let outer = (sql.groupKeys, sql.isOfGroups, sql.runsOnce)
    defer { (sql.groupKeys, sql.isOfGroups, sql.runsOnce) = outer }
    let runsOnce = sql.runsOnce
    sql.runsOnce = runsOnce && selectsOneKey
    sql.groupKeys = grouping?.keys ?? []
    sql.isOfGroups = grouping != nil
    sql.append("SELECT ")
    if let output {
      for (index, column) in output.enumerated() {
        if index > 0 { sql.append(", ") }
        let isPlain = append(column: column.expression, to: &sql)
        if !column.name.isEmpty, !isPlain || column.expression.columnName != column.name {
          sql.append(" AS \(quoted(column.name))")
        }
      }
    } else {
      for (index, column) in projection.columns.enumerated() {
        if index > 0 { sql.append(", ") }
        append(column: column, to: &sql)
      }
    }
    if case .nothing = source { return }
    sql.append(" FROM ")
    if case .table(let name) = source, sql.dialect.indexesRowsItself, !runsOnce,
      let columns = lookedUpColumns
    {
      sql.append(table: name, as: sourceName, lookingUp: columns)
    } else {
      append(source, to: &sql, as: sourceName)
    }
    sql.groupKeys = []
    sql.isOfGroups = false
    sql.append(conditions: conditions)
    if let grouping {
      sql.isOfGroups = true
      sql.append(" GROUP BY ")
      for (index, key) in grouping.keys.enumerated() {
        if index > 0 { sql.append(", ") }
        sql.dialect.write(key: key, to: &sql)
      }
      sql.groupKeys = grouping.keys
      for (index, condition) in groupConditions(grouping).enumerated() {
        sql.append(index == 0 ? " HAVING " : " AND ")
        sql.append(condition, as: .filter, inside: 2)
      }
    }
    if isOrdered, !order.isEmpty {
      sql.append(" ORDER BY ")
      sql.append(order: orderOfRows(sql.dialect), readsAll: readsAll)
    }
    if isLimited { sql.dialect.write(limit: limit, offset: offset, to: &sql) }
  }

  /// The order, whose columns are those of the source. The standard takes a plain name in
  /// `ORDER BY` for a column of the result, which may have the name of a column of the source.
  private func orderOfRows(_ dialect: any Dialect) -> [OrderTerm] {
    let columns = output ?? projection.columns.map { (expression: $0, name: "") }
    let isPlain =
      grouping?.keepsFirst != true
      && columns.allSatisfy { column in
        guard let name = column.expression.columnName else { return false }
        return column.name.isEmpty || column.name == name
      }
    guard !isPlain, let name = sourceName ?? dialect.name(of: source) else { return order }
    return order.map { $0.qualified(name) }
  }

  /// Writes a column of the result. Returns whether it is written as it is.
  @discardableResult
  private func append(column: SQLExpression, to sql: inout SQLText) -> Bool {
    guard let grouping, grouping.keepsFirst, !sql.dialect.takesFirstRows,
      !column.hasAggregate, let first = ordinal.first?.expression.aggregated
    else {
      sql.dialect.write(output: column, to: &sql)
      return true
    }
    // The value of the first row of the group. SQLite takes it from there because of `min`.
    sql.append("(array_agg(")
    sql.dialect.write(output: column, to: &sql)
    sql.append(" ORDER BY ")
    sql.append(first)
    sql.append("))[1]")
    return false
  }

  /// The filters. From the first one that can fail, they are nested, so that each is evaluated
  /// exactly for the rows that the filters before it keep (S36). SQLite evaluates the operands of
  /// `AND` in any order. Comparisons by which rows are found stand before those that are nested.
  var conditions: [SQLExpression] {
    let filters = evaluatedFilters
    var conditions = Self.inOrder(filters)
    if let failing = filters.firstIndex(where: \.canFail), !source.canFail,
      let lookup = Self.leadingLookup(of: filters[failing]),
      !lookup.isSame(as: conditions[failing])
    {
      conditions.insert(lookup, at: failing)
    }
    return conditions
  }

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

  private func append(_ source: Source, to sql: inout SQLText, as alias: String?) {
    switch source {
    case .table(let name):
      sql.append(quoted(name))
      if let alias { sql.append(" AS \(alias)") }
    case .statement(let statement):
      sql.append("(")
      statement.append(to: &sql)
      sql.append(")")
      if let alias = alias ?? sql.dialect.anonymousSource { sql.append(" AS \(alias)") }
    case .union(let first, let second):
      sql.append("(")
      first.append(to: &sql)
      sql.append(" UNION ALL ")
      second.append(to: &sql)
      sql.append(")")
      if let alias = alias ?? sql.dialect.anonymousSource { sql.append(" AS \(alias)") }
    case .join(let kind, let left, let right, let condition):
      append(left.source, to: &sql, as: left.name)
      sql.append(" \((kind == .ordered ? sql.dialect.orderedJoin : kind).rawValue) ")
      append(right.source, to: &sql, as: right.name)
      sql.append(" ON ")
      sql.append(condition, as: .filter)
    case .list(let list, let isObject):
      sql.dialect.write(list: list, isObject: isObject, as: alias ?? "t", to: &sql)
    case .candidates(let candidates):
      sql.append("(")
      candidates.append(to: &sql)
      sql.append(")")
    case .reached(let rows):
      sql.append("(")
      sql.dialect.write(reached: rows, to: &sql)
      sql.append(") AS \(alias ?? "t")")
    case .values(let rows):
      sql.dialect.write(values: rows, to: &sql)
      sql.append(" AS \(alias ?? "t")")
    case .nothing: break
    }
  }
}
