internal import StoreSupport

/// One value as a database stores it.
public enum Value: Sendable, Hashable {
  /// `NULL`.
  case null
  /// A 64-bit integer.
  case integer(Int64)
  /// A 64-bit floating-point number; never NaN.
  case real(Double)
  /// Text of any Unicode scalars, including NUL.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// The storage class of the value.
  public var type: ValueType {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

/// The five storage classes.
public enum ValueType: String, Sendable, Hashable {
  /// No value.
  case null = "NULL"
  /// A 64-bit integer.
  case integer = "INTEGER"
  /// A 64-bit floating-point number.
  case real = "REAL"
  /// Text.
  case text = "TEXT"
  /// Bytes.
  case blob = "BLOB"
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
  ExpressibleByFloatLiteral
{
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates `NULL`.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: CustomStringConvertible {
  /// The value as an SQL literal.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value):
      value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : String(value)
    case .text(let text): text.enclosed(in: "'")
    case .blob(let bytes): "x'" + bytes.map { hexadecimal($0) }.joined() + "'"
    }
  }
}

/// Returns a byte as two lower-case hexadecimal digits.
package func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return digits.count == 1 ? "0" + digits : digits
}
