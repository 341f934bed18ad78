public import StoreSQLite

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The type of the value, where there is one.
  @inlinable public static var columnType: ValueType { Wrapped.columnType }

  /// True.
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

/// An enumeration, or another type with a raw value, is stored as its raw value.
extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// The type of the raw value.
  @inlinable public static var columnType: ValueType { RawValue.columnType }

  /// Reads a raw value that stands for a value of the type; any other is an error.
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
