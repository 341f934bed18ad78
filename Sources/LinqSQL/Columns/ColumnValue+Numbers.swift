public import StoreEngine

/// Integers are stored in INTEGER columns. A stored number that the type cannot represent is an
/// error.
extension FixedWidthInteger where Self: ColumnValue {
  /// The storage class INTEGER.
  @inlinable public static var columnType: ValueType { .integer }

  /// Reads an integer that the type can represent; any other is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> Self {
    let stored = try row.integer()
    guard let value = Self(exactly: stored) else {
      throw row.mismatch(expected: "\(Self.self)", found: "\(stored)")
    }
    return value
  }

  /// Writes an integer.
  ///
  /// - Throws: ``ColumnValueError/outOfRange(_:type:)`` if it does not fit a signed 64-bit integer.
  @inlinable public func write(to row: inout RowWriter) throws {
    guard let value = Int64(exactly: self) else {
      throw ColumnValueError.outOfRange("\(self)", type: "\(Self.self)")
    }
    try row.write(value)
  }
}

extension Int: ColumnValue {}
extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt64: ColumnValue {}

/// A value that no column can hold.
public enum ColumnValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A number that does not fit the signed 64-bit integer of an INTEGER column, or a date whose
  /// microseconds do not.
  case outOfRange(String, type: String)
  /// A value that the encoding of its column cannot store.
  case notRepresentable(String, type: String, encoding: String)
  /// A value that cannot be written as JSON.
  case notEncodable(String, type: String, reason: String)

  /// The value, its type, and why it cannot be stored.
  public var description: String {
    switch self {
    case .outOfRange(let value, let type): "\(value) (\(type)) does not fit an INTEGER column"
    case .notRepresentable(let value, let type, let encoding):
      "\(value) (\(type)) cannot be stored as \(encoding)"
    case .notEncodable(let value, let type, let reason):
      "\(value) (\(type)) cannot be written as JSON: \(reason)"
    }
  }

  /// Returns the error as a validation error of a column.
  @usableFromInline func validationError(of column: String) -> RowValidationError {
    switch self {
    case .outOfRange(let value, let type):
      RowValidationError([
        .init(
          field: column, value: value,
          reason: "must fit an INTEGER column, which this \(type) does not")
      ])
    case .notRepresentable(let value, _, let encoding):
      RowValidationError([
        .init(field: column, value: value, reason: "cannot be stored as \(encoding)")
      ])
    case .notEncodable(let value, _, let reason):
      RowValidationError([
        .init(field: column, value: value, reason: "must be JSON: \(reason)")
      ])
    }
  }
}

extension Bool: ColumnValue {
  /// The storage class INTEGER.
  @inlinable public static var columnType: ValueType { .integer }

  /// Reads 0 or 1; any other number is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> Bool {
    switch try row.integer() {
    case 0: return false
    case 1: return true
    case let other: throw row.mismatch(expected: "0 or 1", found: "\(other)")
    }
  }

  /// Writes 0 or 1.
  @inlinable public func write(to row: inout RowWriter) throws {
    try row.write(Int64(self ? 1 : 0))
  }
}

extension Double: ColumnValue {
  /// The storage class REAL.
  @inlinable public static var columnType: ValueType { .real }

  /// Reads a floating-point number.
  @inlinable public static func read(from row: inout RowReader) throws -> Double {
    try row.real()
  }

  /// Writes a floating-point number.
  ///
  /// - Throws: `DatabaseError.notANumber` for NaN.
  @inlinable public func write(to row: inout RowWriter) throws {
    try row.write(self)
  }
}

extension Float: ColumnValue {
  /// The storage class REAL.
  @inlinable public static var columnType: ValueType { .real }

  /// Reads a floating-point number that the type can represent; any other is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> Float {
    let stored = try row.real()
    guard let value = Float(exactly: stored) else {
      throw row.mismatch(expected: "Float", found: "\(stored)")
    }
    return value
  }

  /// Writes the number with all its bits.
  ///
  /// - Throws: `DatabaseError.notANumber` for NaN.
  @inlinable public func write(to row: inout RowWriter) throws {
    try row.write(Double(self))
  }
}
