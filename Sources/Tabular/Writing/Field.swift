/// A value to be written.
///
/// ```swift
/// try writer.write([.text("Ada"), .integer(36), .null])
/// ```
public enum Field: Equatable, Sendable {
  /// No value: `null` in JSON, an empty field without quotes in CSV.
  case null
  /// Text. Empty text is `""` in CSV too, which tells it from null.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number in the shortest text that reads back the same; NaN and infinities are errors.
  case real(Double)
  /// `true` or `false`.
  case boolean(Bool)

  /// The text of a value that no format quotes.
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
