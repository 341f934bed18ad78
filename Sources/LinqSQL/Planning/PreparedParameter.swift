internal import LinqCore
internal import StoreSQLite

/// The place of a value in the statement of a prepared query, which is given for each run.
struct PreparedParameter: ColumnValue {
  /// The index of the value among those of the prepared query.
  let index: Int

  /// Returns the value of a statement's parameter in a run with given values.
  static func value(
    of parameter: any ColumnValue, _ given: [any ColumnValue]
  ) -> any ColumnValue {
    (parameter as? PreparedParameter).map { given[$0.index] } ?? parameter
  }

  static var columnType: ValueType { .null }

  static func read(from row: inout RowReader) throws -> PreparedParameter {
    preconditionFailure("no column holds the parameter of a prepared query")
  }

  func write(to row: inout RowWriter) throws { throw QueryError.parameterWithoutValue }
}
