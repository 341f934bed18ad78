internal import LinqCore

/// Advice to create an index for a statement that would otherwise scan a table.
struct IndexAdvice: Sendable {
  /// The table that would be scanned.
  let table: String
  /// The statement that creates the index.
  let sql: String

  /// Advises an index on the column that a filter compares with a value, or by which the rows of a
  /// limited statement are sorted.
  init?(for statement: SelectStatement) {
    guard case .table(let name) = statement.source else { return nil }
    let filtered = statement.filters.lazy.compactMap { $0.indexedColumn }.first
    let sorted =
      statement.limit != nil && statement.grouping == nil
      ? statement.sorts.first?.first?.expression.columnName : nil
    // The rows are stored in the order of their key.
    let key = statement.ordinal.first?.expression.columnName
    guard let column = filtered ?? sorted, column != key else { return nil }
    table = name
    let index = quoted("\(name)_\(column)")
    sql = "CREATE INDEX \(index) ON \(quoted(name)) (\(quoted(column)))"
  }

  /// Returns the advice if SQLite's query plan scans the table.
  func message(for access: [String]) -> String? {
    guard access.contains(where: { $0 == "SCAN \(table)" }) else { return nil }
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
      case (.equal, .parameter), (.isSame, .parameter), (.isSame, .null), (.less, .parameter),
        (.lessOrEqual, .parameter), (.greater, .parameter), (.greaterOrEqual, .parameter):
        name
      default: nil
      }
    case .isIn(.column(let name, nil), _), .isInJSON(.column(let name, nil), _): name
    default: nil
    }
  }
}
