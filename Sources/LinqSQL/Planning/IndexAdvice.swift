internal import LinqCore

/// Advice to create an index for a statement that would otherwise scan a table.
struct IndexAdvice: Sendable {
  /// The table that would be scanned.
  let table: String
  /// The name of the table in the statement, if it has another one.
  let alias: String?
  /// The column that the index is on.
  private let column: String

  /// Advises an index on the column that a filter compares with a value, or by which the rows of a
  /// limited statement are sorted.
  init?(for statement: SelectStatement) {
    guard case .table(let name) = statement.source else { return nil }
    let filtered = statement.filters.lazy.compactMap { $0.indexedColumn }.first
    let sorted =
      statement.limit != nil && statement.grouping == nil
      ? statement.sorts.first?.first?.expression.stored.columnName : nil
    // The rows are stored in the order of their key.
    let key = statement.ordinal.first?.expression.stored.columnName
    guard let column = filtered ?? sorted, column != key else { return nil }
    table = name
    alias = statement.sourceName
    self.column = column
  }

  /// The statement that creates the index.
  var sql: String {
    "CREATE INDEX \(quoted("\(table)_\(column)")) ON \(quoted(table)) (\(quoted(column)))"
  }

  /// Returns the advice for a statement, its subqueries and the arrays of its elements, each index
  /// once.
  static func all(for statement: SelectStatement) -> [IndexAdvice] {
    var advice = IndexAdvice(for: statement).map { [$0] } ?? []
    if SubqueryRun.canExist {
      statement.forEachNestedExpression { part in
        if let advised = part.statement.flatMap({ IndexAdvice(for: $0) }) { advice.append(advised) }
      }
    }
    advice += statement.projection.nestedElements.flatMap { all(for: $0.statement(for: statement)) }
    guard advice.count > 1 else { return advice }
    var known: Set<String> = []
    return advice.filter { known.insert($0.sql).inserted }
  }

  /// Returns the advice if SQLite's query plan scans the table.
  func message(for access: [String]) -> String? {
    let isScanned = access.contains { line in
      line == "SCAN \(table)" || alias.map { line == "SCAN \($0)" } == true
    }
    guard isScanned else { return nil }
    return "\(table) is read as a whole; \(sql) would lead to the rows"
  }
}

extension SQLExpression {
  /// The column that the expression, or an operand of its `AND`, compares with values.
  fileprivate var indexedColumn: String? {
    switch self {
    case .binary(.and, let left, let right): left.indexedColumn ?? right.indexedColumn
    case .binary(let operation, .column(let name, nil), let value):
      switch (operation, value) {
      // A column of a statement around this one.
      case (.equal, .column(_, _?)), (.isSame, .column(_, _?)): name
      case (.equal, .parameter), (.isSame, .parameter), (.isSame, .null), (.less, .parameter),
        (.lessOrEqual, .parameter), (.greater, .parameter), (.greaterOrEqual, .parameter):
        name
      default: nil
      }
    case .binary(let operation, .known(.column(let name, nil)), let value):
      SQLExpression.binary(operation, .column(name), value).indexedColumn
    case .binary(let operation, .known(.decoded(let column, _)), let value),
      .binary(let operation, .decoded(let column, _), let value):
      SQLExpression.binary(operation, column, value.stored).indexedColumn
    case .binary(let operation, let column, .known(let value)):
      SQLExpression.binary(operation, column, value).indexedColumn
    case .isIn(.decoded(.column(let name, nil), _), _): name
    case .isInStatement(.column(let name, nil), _): name
    case .isIn(.column(let name, nil), _), .isInJSON(.column(let name, nil), _): name
    default: nil
    }
  }
}
