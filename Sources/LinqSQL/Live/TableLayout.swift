package import StoreEngine

/// The positions of declared columns in a table of the database. The values of changed rows come in
/// the order of the table's own columns.
package struct TableLayout: Sendable {
  /// The table's name as the schema spells it.
  let name: String
  /// For each declared column, its index in the table.
  private let indexes: [Int]
  /// The number of columns of the table.
  private let columnCount: Int
  /// Whether the values before a change are reliable. SQLite may give NULL for the value of a
  /// column that was added with a default value after the row was written. Where NULL is no value
  /// of the column, no row is read from it.
  let knowsOldValues: Bool

  /// Returns nil for tables whose changes the engine does not report completely: views, tables with
  /// generated columns, virtual tables and tables in another file of SQLite, tables of a server
  /// without the triggers that record changes.
  init?(of table: StoredTable, columns: [ColumnDescription], on engine: Engine) {
    guard table.kind == .table, !table.columns.contains(where: \.isGenerated) else { return nil }
    let stored = table.columns
    let indexes = columns.compactMap { column in
      stored.firstIndex { $0.name.lowercased() == column.name.lowercased() }
    }
    guard indexes.count == columns.count else { return nil }
    name = table.name
    self.indexes = indexes
    columnCount = stored.count
    knowsOldValues =
      engine.knowsValuesOfAddedColumns
      || !zip(indexes, columns).contains { stored[$0].hasDefault && $1.isOptional }
  }

  /// Returns the values of a row of the table in the order of the declaration; nil if the number of
  /// columns is another one.
  func declared(_ values: [Value], allowingAdded: Bool) -> [Value]? {
    guard values.count == columnCount || allowingAdded && values.count > columnCount else {
      return nil
    }
    return indexes.map { values[$0] }
  }
}

extension Table {
  /// Returns the row with values in the order of the table's columns; nil if they are no row's.
  ///
  /// - Parameter allowingAdded: Whether there may be more columns: `ALTER TABLE` adds them at the
  ///   end.
  package func row(
    _ values: [Value]?, in layout: TableLayout, allowingAdded: Bool = false
  ) -> Row? {
    values.flatMap { layout.declared($0, allowingAdded: allowingAdded) }.flatMap { try? read($0) }
  }

  /// Returns the positions of the declared columns in the table of a database; nil if SQLite does
  /// not report its changes.
  package func layout(on connection: Connection) throws -> TableLayout? {
    try connection.storedTable(named: name).flatMap {
      TableLayout(of: $0, columns: columns, on: connection.engine)
    }
  }
}
