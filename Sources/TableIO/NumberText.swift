internal import Foundation

/// A number that a text writes in decimal digits.
///
/// A text with a leading zero (`007`) or a sign `+` is a code, and no number: it would not be the
/// same text again.
enum NumberText {
  case integer(Int64)
  case real(Double)

  /// Reads a number from UTF-8 bytes; nil if they are none.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scan = Scan(bytes: bytes)
    let isNegative = scan.takes(UInt8(ascii: "-"))
    let wholeCount = scan.digits()
    guard wholeCount < 2 || bytes[isNegative ? 1 : 0] != UInt8(ascii: "0") else { return nil }
    guard !scan.isAtEnd else {
      guard wholeCount > 0, !scan.overflows else { return nil }
      let number = Int64(truncatingIfNeeded: isNegative ? 0 &- scan.magnitude : scan.magnitude)
      if isNegative, number == 0 {
        self = .real(-0.0)
      } else if (number < 0) == isNegative {
        self = .integer(number)
      } else {
        return nil
      }
      return
    }
    var fractionCount = 0
    if scan.takes(UInt8(ascii: ".")) {
      fractionCount = scan.digits()
      guard fractionCount > 0 else { return nil }
    }
    guard wholeCount + fractionCount > 0 else { return nil }
    let hasExponent = scan.takes(UInt8(ascii: "e")) || scan.takes(UInt8(ascii: "E"))
    guard !hasExponent || scan.exponent() else { return nil }
    guard scan.isAtEnd else { return nil }
    // Both numbers are exact, so that their quotient is rounded once.
    if !hasExponent, !scan.overflows, scan.magnitude < 1 << 53, fractionCount < Self.powers.count {
      let value = Double(scan.magnitude) / Self.powers[fractionCount]
      self = .real(isNegative ? -value : value)
      return
    }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    self = .real(value)
  }

  /// Returns whether a `Double` does not have all digits of a number.
  static func isRounded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let number = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    // Each number of 15 digits is the one nearest to a `Double`, unless the exponent is too small.
    guard number.count > 15 || number.count < bytes.count else { return false }
    let digits = significantDigits(number)
    guard let value = Double(String(decoding: bytes, as: UTF8.self)) else { return false }
    guard digits.count > 15 else { return value == 0 && !digits.isEmpty }
    let kept = String(format: "%.*e", digits.count - 1, value)
    return significantDigits(kept.utf8.prefix { $0 != UInt8(ascii: "e") }) != digits
  }

  /// Returns the digits without zeros at the beginning and at the end.
  private static func significantDigits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var digits = bytes.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .drop { $0 == UInt8(ascii: "0") }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return Array(digits)
  }

  /// The powers of ten that a `Double` has exactly.
  private static let powers: [Double] = (0...22).reduce(into: []) { powers, _ in
    powers.append((powers.last ?? 0.1) * 10)
  }

  /// A place in a text, and the digits before it.
  private struct Scan {
    let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// All digits so far as a number.
    private(set) var magnitude: UInt64 = 0
    private(set) var overflows = false

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func takes(_ byte: UInt8) -> Bool {
      guard !isAtEnd, bytes[index] == byte else { return false }
      index += 1
      return true
    }

    /// Goes over digits, and returns their number.
    mutating func digits() -> Int {
      let start = index
      while !isAtEnd {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, isLarger) = product.addingReportingOverflow(UInt64(digit))
        if isTooLarge || isLarger { overflows = true }
        magnitude = sum
        index += 1
      }
      return index - start
    }

    /// Goes over the digits of an exponent; false if there are none.
    mutating func exponent() -> Bool {
      _ = takes(UInt8(ascii: "-")) || takes(UInt8(ascii: "+"))
      return digits() > 0
    }
  }
}
