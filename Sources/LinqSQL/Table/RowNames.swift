public import StoreEngine

/// The names of a table and its columns, with which the errors of reading rows are completed.
@usableFromInline struct RowNames: Sendable {
  /// The table's name.
  @usableFromInline let table: String
  /// The columns, in the order of the initializer's parameters.
  @usableFromInline let columns: [ColumnDescription]
  /// The indexes of the key's columns.
  @usableFromInline let keyColumns: [Int]

  /// Whether no column is declared as the key. The first one is taken then, so that a declaration
  /// that is an error when it is used can be made.
  let isWithoutKey: Bool

  @usableFromInline init(table: String, columns: [ColumnDescription]) {
    self.table = table
    isWithoutKey = !columns.contains(where: \.isPrimaryKey)
    self.columns =
      isWithoutKey ? columns.prefix(1).map(\.asKey) + columns.dropFirst() : columns
    keyColumns =
      isWithoutKey
      ? Array(columns.indices.prefix(1))
      : columns.indices.filter {
        columns[$0].isPrimaryKey
      }
  }

  /// Returns the error of reading a row with the key of the row added. The engine cannot name a
  /// column that is decoded.
  ///
  /// - Parameters:
  ///   - first: the statement's first column of the row.
  ///   - last: the column of the statement that was read last.
  @usableFromInline func named(
    _ error: any Error, of statement: Statement, from first: Int, at last: Int
  ) -> any Error {
    guard case DatabaseError.decoding(var failure) = error else { return error }
    let place = last - first
    if columns.indices.contains(place), let encoding = columns[place].encoding {
      let found = (try? statement.value(last)).map { "\($0)" }
      failure = DecodingFailure(
        table: table, column: columns[place].name, row: failure.row, expected: "\(encoding)",
        found: found ?? failure.found)
    }
    if let values = try? keyColumns.map({ try statement.value(first + $0) }),
      !values.contains(.null)
    {
      failure.row = .key(RowKey(values))
    }
    return DatabaseError.decoding(failure)
  }
}
