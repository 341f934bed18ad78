internal import LinqCore
internal import StoreEngine

/// The statement that reads the arrays of rows in all elements of a query.
final class NestedPlan: Sendable {
  let sql: SQLText
  let statementText: StatementText
  /// The number of the columns before those of a row, by which its element is found.
  let keyCount: Int
  /// A row of an array.
  let projection: Projection
  /// The statements of the arrays in the rows.
  let nested: [NestedPlan]
  /// The index of the statement's first parameter among the values of the plan.
  let firstValue: Int

  /// Plans the arrays in the elements of a statement.
  ///
  /// - Returns: the plans, and the projection of the statement's elements with their indices.
  static func plans(
    of statement: SelectStatement, _ dialect: any Dialect, _ valueCount: inout Int
  ) -> (plans: [NestedPlan], projection: Projection) {
    var nested: [NestedElements] = []
    let projection = statement.projection.numbering(&nested)
    let plans = nested.map { NestedPlan($0, in: statement, dialect, &valueCount) }
    return (plans, projection)
  }

  private init(
    _ elements: NestedElements, in outer: SelectStatement, _ dialect: any Dialect,
    _ valueCount: inout Int
  ) {
    let statement = elements.statement(for: outer)
    sql = statement.text(dialect)
    statementText = StatementText(sql.text)
    keyCount = elements.keys.count
    firstValue = valueCount
    valueCount += sql.values.count
    var inner = statement
    inner.projection = elements.elementProjection(of: statement)
    (nested, projection) = Self.plans(of: inner, dialect, &valueCount)
  }

  /// The plan and those of the arrays in its rows.
  var all: [NestedPlan] { [self] + nested.flatMap(\.all) }
}

/// A run of the statements that read arrays of rows.
struct NestedRun {
  let plans: [NestedPlan]
  let values: [any ColumnValue]
  let session: QuerySession

  /// Returns the rows of the arrays with an index.
  fileprivate func rows<Element>(_ index: Int, of type: Element.Type) throws -> NestedRows<Element>
  {
    let plan = plans[index]
    NestedStatements.record(plan.sql.text)
    let statement = try session.connection.borrowStatement(plan.statementText) {
      try session.connection.registerFunctions(of: plan.sql)
    }
    defer { session.connection.returnStatement(statement) }
    try bind(
      values[plan.firstValue..<plan.firstValue + plan.sql.values.count], to: statement)
    let inner = NestedRun(plans: plan.nested, values: values, session: session)
    let reader = StatementColumns(statement, [], column: plan.keyCount, nested: inner)
      .reader(Element.self, plan.projection)
    var rows = NestedRows<Element>(keyCount: plan.keyCount)
    while try statement.step() {
      try rows.add(reader.read(), of: statement)
      session.rowsCrossed += 1
    }
    return rows
  }
}

/// The rows of the arrays of all elements, by their keys.
private struct NestedRows<Element> {
  let keyCount: Int
  /// The rows whose key is one integer, which most keys are.
  private var byNumber: [Int64: [Element]] = [:]
  private var byValues: [[Value]: [Element]] = [:]

  init(keyCount: Int) { self.keyCount = keyCount }

  mutating func add(_ element: Element, of statement: Statement) throws {
    if let number = try number(statement, 0) {
      byNumber[number, default: []].append(element)
    } else {
      byValues[try values(statement, 0), default: []].append(element)
    }
  }

  /// Returns the array of the current row of a statement, whose key begins at a column.
  func array(_ statement: Statement, _ column: Int) throws -> [Element] {
    if let number = try number(statement, column) { return byNumber[number] ?? [] }
    return byValues[try values(statement, column)] ?? []
  }

  private func number(_ statement: Statement, _ column: Int) throws -> Int64? {
    guard keyCount == 1, statement.type(column) == .integer else { return nil }
    return try statement.integer(column)
  }

  private func values(_ statement: Statement, _ column: Int) throws -> [Value] {
    try (column..<column + keyCount).map { try statement.value($0) }
  }
}

/// An array as an existential, whose elements are rows of a statement.
protocol NestedArray {
  /// Returns an `ElementReader` of the array of the current row of a statement. The rows of all
  /// arrays are read before.
  ///
  /// - Parameter column: the first column of the key.
  static func reader(
    of elements: NestedElements, in statement: Statement, _ column: Int, _ run: NestedRun
  ) -> AnyObject
}

extension Array: NestedArray {
  static func reader(
    of elements: NestedElements, in statement: Statement, _ column: Int, _ run: NestedRun
  ) -> AnyObject {
    let rows = Result { try run.rows(elements.index, of: Element.self) }
    return ElementReader<[Element]> { try rows.get().array(statement, column) }
  }
}
