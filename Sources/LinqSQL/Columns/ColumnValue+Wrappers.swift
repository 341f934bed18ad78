public import StoreEngine

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The storage class of the wrapped type.
  @inlinable public static var columnType: ValueType { Wrapped.columnType }

  /// True: an optional holds NULL as nil.
  @_documentation(visibility: internal)
  @inlinable public static var isOptional: Bool { true }

  /// Reads NULL as nil.
  @inlinable public static func read(from row: inout RowReader) throws -> Wrapped? {
    row.skipNull() ? nil : try Wrapped.read(from: &row)
  }

  /// Writes nil as NULL.
  @inlinable public func write(to row: inout RowWriter) throws {
    switch self {
    case .some(let value): try value.write(to: &row)
    case .none: try row.writeNull()
    }
  }
}

/// Enumerations and other types with a raw value are stored as their raw values.
extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// The storage class of the raw value.
  @inlinable public static var columnType: ValueType { RawValue.columnType }

  /// Reads a raw value; one that represents no value of the type is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> Self {
    let rawValue = try RawValue.read(from: &row)
    guard let value = Self(rawValue: rawValue) else {
      throw row.mismatch(
        expected: "a raw value of \(Self.self)", found: String(reflecting: rawValue))
    }
    return value
  }

  /// Writes the raw value.
  @inlinable public func write(to row: inout RowWriter) throws {
    try rawValue.write(to: &row)
  }
}
