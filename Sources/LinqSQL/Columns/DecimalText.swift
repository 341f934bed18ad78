internal import Foundation
internal import LinqCore

/// The texts of decimal numbers, and texts in their order.
package enum DecimalText {
  /// Returns a text whose order among others is that of the numbers; nil unless the text is one of
  /// a number.
  ///
  /// It has the sign, the exponent, and the digits from the first that is not zero. Those of a
  /// negative number are reversed.
  package static func key(of text: String) -> String? {
    guard Decimal(canonicalText: text) != nil else { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: ".")
    let whole = parts[0].drop { $0 == "0" }
    let fraction = parts.count > 1 ? parts[1] : ""
    let zeros = fraction.prefix { $0 == "0" }.count
    var digits = whole.isEmpty ? fraction.dropFirst(zeros) : whole + fraction
    guard let last = digits.lastIndex(where: { $0 != "0" }) else { return "1" }
    digits = digits[...last]
    let exponent = 500 + (whole.isEmpty ? -zeros : whole.count)
    guard isNegative else { return "2\(exponent)\(digits)" }
    let reversed = digits.map { "\(9 - ($0.wholeNumberValue ?? 0))" }.joined()
    return "0\(999 - exponent)\(reversed)~"
  }

  /// Returns the number with a key; nil for any other text.
  package static func text(ofKey key: String) -> String? {
    guard let sign = key.first, let stored = Int(key.dropFirst().prefix(3)) else {
      return key == "1" ? "0" : nil
    }
    let isNegative = sign == "0"
    let exponent = (isNegative ? 999 - stored : stored) - 500
    var digits = String(key.dropFirst(4).filter { $0 != "~" })
    if isNegative { digits = digits.map { "\(9 - ($0.wholeNumberValue ?? 0))" }.joined() }
    let count = digits.count
    let text =
      exponent <= 0
      ? "0." + String(repeating: "0", count: -exponent) + digits
      : exponent >= count
        ? digits + String(repeating: "0", count: exponent - count)
        : digits.prefix(exponent) + "." + digits.dropFirst(exponent)
    return (isNegative ? "-" : "") + text
  }

  /// Returns the total of numbers.
  static func total(_ texts: [String]) throws -> DecimalTotal {
    var total = DecimalTotal()
    for text in texts { try add(text, to: &total) }
    return total
  }

  /// Adds a number to a total.
  static func add(_ text: String, to total: inout DecimalTotal) throws {
    guard let number = Decimal(canonicalText: text) else { throw ExpressionError.notANumber }
    total.add(number)
  }

  /// Returns the text of a whole number of units with a number of digits after the point.
  static func text(of units: Int64, _ digits: Int) -> String {
    "\(Decimal(units) / power(digits))"
  }

  /// Returns the number of units of a decimal number, rounded down, and whether it is exact; nil
  /// for one beyond 64 bits.
  ///
  /// - Parameter rounding: the way in which a number between two units is rounded.
  static func units(
    of text: String, _ digits: Int, _ rounding: Decimal.RoundingMode
  ) -> (whole: Int64, isExact: Bool)? {
    guard let value = Decimal(canonicalText: text) else { return nil }
    var exact = value * power(digits)
    var whole = Decimal()
    NSDecimalRound(&whole, &exact, 0, rounding)
    return Int64("\(whole)").map { ($0, whole == exact) }
  }

  private static func power(_ digits: Int) -> Decimal { pow(10, digits) }
}
