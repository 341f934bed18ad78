/// A connection that inserts many rows with one statement, because each statement is a trip to a
/// server.
package protocol BatchInserting: Connection {
  /// Inserts rows in their order.
  ///
  /// - Returns: for each row that was inserted or updated, the key of a new one, and nil for an
  ///   updated one. New rows of a table without assigned keys have the key 1 here. Nil if a row was
  ///   refused: nothing is inserted then.
  func insert(_ batch: RowBatch) throws -> [Int64?]?
}

/// Rows that are inserted together.
package struct RowBatch {
  /// The name of the table, as SQL.
  package let table: String
  /// The names of the columns, as SQL, the storage classes of their values, and the expressions by
  /// which they are stored if the values are in columns of the same names of a table `t`. The
  /// columns of the key come last.
  package let columns: [(name: String, type: ValueType, stored: String)]
  /// What happens to a row that conflicts with a stored one, as SQL.
  package let conflictClause: String
  /// The values of each row, in the order of the columns; NULL for a key that is to be chosen.
  package let rows: [[Value]]

  /// Whether the values are stored as they are, or as their column reads their texts.
  package var isPlain: Bool {
    columns.allSatisfy { column in
      let value = "t." + column.name
      return column.stored == value || column.stored == "CAST(\(value) AS tsvector)"
    }
  }

  /// The name of the integer key that the database assigns; nil if all rows have their keys.
  package let assignedKey: String?

  package init(
    table: String, assignedKey: String?, columns: [(name: String, type: ValueType, stored: String)],
    conflictClause: String,
    rows: [[Value]]
  ) {
    self.table = table
    self.assignedKey = assignedKey
    self.columns = columns
    self.conflictClause = conflictClause
    self.rows = rows
  }
}
