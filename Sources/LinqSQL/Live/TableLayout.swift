package import StoreSQLite

/// Where the columns of a table's declaration are in the table itself: changed rows come in the
/// table's own order.
package struct TableLayout: Sendable {
  /// The table's name as the schema spells it.
  let name: String
  /// For each declared column its index in the table.
  private let indexes: [Int]
  /// The number of columns of the table.
  private let columnCount: Int
  /// Whether the values before a change are right: SQLite may leave out those of columns that were
  /// added, with a default value, after a row was written.
  let knowsOldValues: Bool

  /// Reads the layout; nil for what SQLite reports no changes of: a view, a virtual table, one that
  /// is in another file, a table with generated columns.
  fileprivate init?(of table: String, columns: [String], on connection: Connection) throws {
    let names = try connection.query(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name = ? COLLATE NOCASE
      """, [.text(table)]
    ) { try $0.text(0) }
    guard let name = names.first else { return nil }
    let stored = try connection.query(
      """
      SELECT name, dflt_value IS NOT NULL, hidden FROM pragma_table_xinfo(?) ORDER BY cid
      """, [.text(name)]
    ) {
      (name: try $0.text(0), hasDefault: try $0.integer(1) != 0, isHidden: try $0.integer(2) != 0)
    }
    guard !stored.contains(where: \.isHidden) else { return nil }
    let indexes = columns.compactMap { column in
      stored.firstIndex { $0.name.lowercased() == column.lowercased() }
    }
    guard indexes.count == columns.count else { return nil }
    self.name = name
    self.indexes = indexes
    columnCount = stored.count
    knowsOldValues = !stored.contains(where: \.hasDefault)
  }

  /// Returns the values of a row of the table in the order of the declaration; nil for a row of
  /// another number of columns.
  package func declared(_ values: [Value]) -> [Value]? {
    values.count == columnCount ? indexes.map { values[$0] } : nil
  }
}

extension Table {
  /// Reads where the declared columns are in the table of a database.
  package func layout(on connection: Connection) throws -> TableLayout? {
    try TableLayout(of: name, columns: columns.map(\.name), on: connection)
  }
}
