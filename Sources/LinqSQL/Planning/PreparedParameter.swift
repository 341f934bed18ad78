internal import LinqCore
internal import StoreEngine

/// The place of a value in the statement of a prepared query, which is given for each run.
struct PreparedParameter: ColumnValue {
  /// The index of the value among those of the prepared query.
  let index: Int
  /// The storage class of the value.
  let type: ValueType
  /// Whether the value may be NULL.
  let isOptional: Bool

  /// A value of the same type, for a description of the statement.
  var placeholder: any ColumnValue {
    switch type {
    case .null, .blob: Int?.none
    case .integer: 0
    case .real: 0.0
    case .text: ""
    }
  }

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
