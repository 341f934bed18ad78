internal import StoreSQLite

/// Makes rows of values: a statement of a connection of its own gives the values back as its
/// columns, so they are read, and checked, like those of a table.
final class RowDecoder<Row: Sendable> {
  private let table: Table<Row>
  private let connection: Connection
  private let sql: String

  init(_ table: Table<Row>) throws {
    self.table = table
    connection = try Connection(path: ":memory:")
    sql = "SELECT " + table.columns.map { _ in "?" }.joined(separator: ", ")
  }

  /// The row of values in the order of the declaration; nil where they are no row's.
  func row(_ values: [Value]) -> Row? {
    try? connection.withStatement(sql) { statement in
      try statement.bind(values)
      return try statement.step() ? try table.read(statement) : nil
    }
  }
}
