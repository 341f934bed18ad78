/// A column of a table without the type of its values.
@usableFromInline package struct ErasedColumn<Row: Sendable>: Sendable {
  private(set) var description: ColumnDescription
  private(set) var writer: Table<Row>.ColumnWriter
  private(set) var assignedKey: AssignedKey<Row>?

  @usableFromInline package init<Value: ColumnValue>(_ column: TableColumn<Row, Value>) {
    description = ColumnDescription(column)
    writer = Table<Row>.ColumnWriter(column: column.name, write: column.write)
    assignedKey = column.assignedKey
  }

  /// Returns the same column with another name.
  func named(_ name: String) -> ErasedColumn {
    var column = self
    column.description.name = name
    column.writer = Table<Row>.ColumnWriter(column: name, write: writer.write)
    return column
  }

  /// Returns the same column as the one of a key.
  func asKey(like key: ErasedColumn) -> ErasedColumn {
    var column = self
    column.description = description.asKey
    column.assignedKey = key.assignedKey
    return column
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
