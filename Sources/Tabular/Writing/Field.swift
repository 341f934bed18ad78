/// A value to write.
///
/// ```swift
/// try writer.write([.text("Ada"), .integer(36), .null])
/// ```
public enum Field: Equatable, Sendable {
  /// No value: `null` in JSON, an empty field without quotes in CSV.
  case null
  /// Text. Empty text is `""` in CSV, which distinguishes it from null.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A floating-point number, written as the shortest text from which the same number is read. NaN
  /// and infinities are errors.
  case real(Double)
  /// `true` or `false`.
  case boolean(Bool)

  /// Returns the text of a value without quotes.
  func plainText(column: String) throws(TabularError) -> String {
    switch self {
    case .null: return ""
    case .text(let text): return text
    case .integer(let number): return String(number)
    case .boolean(let value): return value ? "true" : "false"
    case .real(let number):
      guard number.isFinite else {
        throw .nonFiniteNumber(column: column, value: String(number))
      }
      return String(number)
    }
  }
}
