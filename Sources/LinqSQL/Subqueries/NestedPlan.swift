internal import LinqCore
internal import StoreEngine

/// The statement that reads the arrays of rows in all elements of a query.
///
/// ```
/// PlannedQuery.sql      SELECT id, letter FROM person_group ORDER BY id
///   nested[0].sql       SELECT a1.group_id, b1.id, b1.name, … FROM person_group_item AS a1
///                       JOIN person AS b1 ON a1.person_id = b1.id
///                       ORDER BY a1.group_id, a1.position, b1.id
///   nested[0].nested    the arrays in these rows: none here
/// ```
///
/// The nested statement runs first, when the reader of the elements is made: ``NestedRun`` reads
/// all of its rows into ``KeyedRows``, by their ``keys`` (column 0 here). Each row of the main
/// statement then takes the array with the value of its own key (`id`). So each array that an
/// element has takes one statement, whatever the number of elements.
///
/// The parameters of all statements are one list, those of the main statement first: see
/// ``firstValue``.
final class NestedPlan: Sendable {
  let sql: SQLText
  let statementText: StatementText
  /// The columns by which the element of a row is found.
  let keys: [Int]
  /// The index of the first column of a row.
  let firstColumn: Int
  /// A row of an array.
  let projection: Projection
  /// The statements of the arrays in the rows.
  let nested: [NestedPlan]
  /// The index of the statement's first parameter among the values of the plan.
  let firstValue: Int
  /// Whether an expression of the statement may fail: of the query around it, which chooses the
  /// elements whose arrays are read.
  let canFail: Bool
  /// The statements that evaluate first what this one may skip.
  let checks: [SelectStatement]

  /// Writes a statement, and plans the arrays in its elements.
  ///
  /// - Parameters:
  ///   - firstColumn: the index of the first column of an element; those before are keys.
  ///   - valueCount: the number of the values of the statements before. Those of these statements
  ///     are added.
  static func write(
    _ statement: SelectStatement, _ dialect: any Dialect, firstColumn: Int = 0,
    _ valueCount: inout Int
  ) -> (sql: SQLText, plans: [NestedPlan], projection: Projection) {
    var nested: [NestedElements] = []
    var columns = Array(statement.projection.columns.prefix(firstColumn))
    var written = statement
    var element = statement.projection
    if firstColumn > 0, case .tuple(let builder, var parts) = element, let last = parts.popLast() {
      element = last.projection.numbering(&nested, &columns)
      parts.append(.init(type: last.type, projection: element))
      written.projection = .tuple(builder, of: parts)
    } else {
      element = element.numbering(&nested, &columns)
      written.projection = element
    }
    let sql = written.text(dialect)
    valueCount += sql.parameters.count
    let plans = nested.map { NestedPlan($0, in: statement, dialect, &valueCount) }
    return (sql, plans, element)
  }

  private init(
    _ elements: NestedElements, in outer: SelectStatement, _ dialect: any Dialect,
    _ valueCount: inout Int
  ) {
    (keys, firstColumn) = elements.keyColumns
    firstValue = valueCount
    let statement = elements.statement(for: outer)
    checks = statement.checks
    canFail = statement.canFail
    (sql, nested, projection) = Self.write(
      statement, dialect, firstColumn: firstColumn, &valueCount)
    statementText = sql.statementText
  }

  /// Returns the values of the statement's parameters.
  ///
  /// - Parameter values: the values of all statements of the query.
  func values(among values: [any ColumnValue]) -> ArraySlice<any ColumnValue> {
    values[firstValue..<firstValue + sql.parameters.count]
  }

  /// The plan and those of the arrays in its rows.
  var all: [NestedPlan] { [self] + nested.flatMap(\.all) }
}

/// A run of the statements that read arrays of rows.
struct NestedRun {
  let plans: [NestedPlan]
  let values: [any ColumnValue]
  let session: QuerySession

  /// Reads the rows of all arrays, and returns a closure that gives that of the current row of a
  /// statement.
  fileprivate func arrays<Element>(
    of type: Element.Type, _ elements: NestedElements, in statement: Statement
  ) -> () throws -> [Element] {
    let columns = elements.keys.map(\.column)
    let rows = Result { try self.rows(elements.index, of: type) }
    return { try rows.get().array(statement, columns) }
  }

  /// Returns the rows of the arrays with an index.
  fileprivate func rows<Element>(_ index: Int, of type: Element.Type) throws -> KeyedRows<Element> {
    let plan = plans[index]
    let statement = try session.connection.borrowStatement(plan.statementText) {
      try session.connection.registerFunctions(of: plan.sql)
    }
    defer { session.connection.returnStatement(statement) }
    try bind(plan.values(among: values), to: statement)
    do {
      let rows = try rows(of: Element.self, plan, statement)
      session.rowsCrossed += rows.rowCount
      return rows
    } catch
      where statement.wasStoppedByFunction
      && (plan.canFail || session.connection.engine.leavesValuesToMemory)
    {
      throw ExpressionFailure(error: error)
    }
  }
}

extension NestedRun {
  private func rows<Element>(
    of type: Element.Type, _ plan: NestedPlan, _ statement: Statement
  ) throws -> KeyedRows<Element> {
    if case .row(let row) = plan.projection,
      let rows = try row.table.keyedRows(of: statement, plan.keys, from: plan.firstColumn)
        as? KeyedRows<Element>
    {
      return rows
    }
    let inner = NestedRun(plans: plan.nested, values: values, session: session)
    let reader = StatementColumns(statement, [], column: plan.firstColumn, nested: inner)
      .reader(Element.self, plan.projection)
    return try KeyedRows(of: statement, keys: plan.keys, reader.read)
  }
}

/// An array as an existential, whose elements are rows of a statement; or an optional of its first
/// element.
protocol NestedArray {
  /// Returns an `ElementReader` of the array of the current row of a statement, or of its first
  /// element. The rows of all arrays are read before.
  static func reader(
    of elements: NestedElements, in statement: Statement, _ run: NestedRun
  ) -> AnyObject
}

extension Array: NestedArray {
  static func reader(
    of elements: NestedElements, in statement: Statement, _ run: NestedRun
  ) -> AnyObject {
    ElementReader(run.arrays(of: Element.self, elements, in: statement))
  }
}

extension Optional: NestedArray {
  static func reader(
    of elements: NestedElements, in statement: Statement, _ run: NestedRun
  ) -> AnyObject {
    if elements.isOptionalItem {
      let array = run.arrays(of: Wrapped?.self, elements, in: statement)
      return ElementReader<Wrapped?> { try array().first ?? nil }
    }
    let array = run.arrays(of: Wrapped.self, elements, in: statement)
    return ElementReader<Wrapped?> { try array().first }
  }
}
