internal import StoreSQLite

/// The place of a value in the statement of a prepared query, which is given for each run. Until
/// then it is NULL.
struct PreparedParameter: ColumnValue {
  /// The index of the value among those of the prepared query.
  let index: Int

  static var columnType: ValueType { .null }

  static func read(from row: inout RowReader) throws -> PreparedParameter {
    preconditionFailure("no column holds the parameter of a prepared query")
  }

  func write(to row: inout RowWriter) throws { try row.writeNull() }
}
