import Foundation
import LinqCore
import TestSupport
import Testing

@Suite("Texts of decimal numbers")
struct DecimalTextTests {
  /// What Foundation makes of a text in the form in which it writes numbers.
  private func number(_ text: String) -> Decimal? {
    guard let value = Decimal(string: text, locale: nil), !value.isNaN, "\(value)" == text else {
      return nil
    }
    return value
  }

  private func check(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let (expected, value) = (number(text), Decimal(canonicalText: text))
    #expect(value == expected, "\(text)", sourceLocation: location)
    guard let expected, let value else { return }
    #expect("\(value)" == text, sourceLocation: location)
    #expect(value.hashValue == expected.hashValue, "\(text)", sourceLocation: location)
    #expect(value.exponent == expected.exponent, "\(text)", sourceLocation: location)
    #expect(value.significand == expected.significand, "\(text)", sourceLocation: location)
  }

  @Test("one form of each number, as Foundation reads and writes it")
  func forms() {
    for text in [
      "0", "-0", "0.0", "1", "-1", "1.", ".5", "-.5", "00", "01", "-01", "0.5", "-0.5", "0.05",
      "1.50", "100", "-100", "1000.001", "", "-", "+1", ".", "1e3", "1.2.3", "1,5", " 1", "1 ",
      "999999999999999999", "9999999999999999999", "99999999999999999999", "18446744073709551615",
      "-9999999999999999999", "0.00000000000000001", "0.000000000000000001",
      "12345678901234567890123456789012345678", "123456789012345678.9", "1234567890123456789.5",
      "nan", "NaN", "١", "1\u{301}",
    ] {
      check(text)
    }
  }

  @Test("random texts of digits, points and signs")
  func random() {
    let seed = Seed()
    var generator = seed.generator
    for _ in 0..<5_000 {
      let length = Int.random(in: 0...22, using: &generator)
      let text = (0..<length).map { _ in "0012345.6789-".randomElement(using: &generator) ?? "0" }
      check(String(text))
      let units = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      check("\(Decimal(units) / pow(10, Int.random(in: 0...12, using: &generator)))")
    }
  }
}
