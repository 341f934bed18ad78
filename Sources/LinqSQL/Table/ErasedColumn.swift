/// A column of a table without the type of its values.
package struct ErasedColumn<Row: Sendable>: Sendable {
  fileprivate let description: ColumnDescription
  fileprivate let writer: Table<Row>.ColumnWriter

  package init<Value: ColumnValue>(_ column: TableColumn<Row, Value>) {
    description = ColumnDescription(column)
    writer = Table<Row>.ColumnWriter(column: column.name, write: column.write)
  }
}

extension Table {
  /// Declares a table whose columns are known only when the program runs. Its rows are only read.
  ///
  /// - Parameters:
  ///   - columns: the columns, in the order in which `read` reads them.
  ///   - isOwn: returns whether a row is one of this table.
  ///   - read: makes a row from the next columns.
  package init(
    _ name: String, _ columns: [ErasedColumn<Row>], isOwn: @escaping @Sendable (Row) -> Bool,
    read: @escaping @Sendable (inout RowReader) throws -> Row
  ) {
    self.init(
      RowNames(table: name, columns: columns.map(\.description)), assignedKey: nil,
      writers: columns.map(\.writer), read: read)
    self.isOwn = isOwn
  }
}
