import Foundation
import Testing

@testable import TableIO

/// What is a number in a file, and which one.
@Suite struct NumberTextTests {
  private func number(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      switch NumberText(bytes) {
      case .integer(let number): "\(number)"
      case .real(let number): "real \(number)"
      case nil: nil
      }
    }
  }

  @Test(
    "whole numbers and others",
    arguments: [
      ("0", "0"), ("7", "7"), ("-12", "-12"), ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"), ("-0", "real -0.0"), ("0.5", "real 0.5"),
      (".5", "real 0.5"), ("-.25", "real -0.25"), ("1e3", "real 1000.0"),
      ("1E-2", "real 0.01"), ("2.50", "real 2.5"), ("-0.0", "real -0.0"),
      ("0.1", "real 0.1"), ("123456789.123456789", "real 123456789.12345679"),
      ("12345678901234567890.5", "real 1.2345678901234567e+19"), ("1e308", "real 1e+308"),
      ("4.9e-324", "real 5e-324"),
    ])
  func numbers(text: String, expected: String) { #expect(number(text) == expected) }

  @Test(
    "codes and texts are no numbers",
    arguments: [
      "", "-", ".", "-.", "007", "00", "+5", "1.", "1e", "1e+", "e5", "1,5", "1 000", " 1", "1 ",
      "0x1F", "12E4x", "1e999", "-1e999", "9223372036854775808", "-9223372036854775809",
      "99999999999999999999", "inf", "nan", "NaN", "١٢", "00.5", "-01", "1_000", "--1",
    ])
  func texts(text: String) { #expect(number(text) == nil) }

  @Test("a number is the one that Swift reads") func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let digits = Int.random(in: 0...25, using: &generator)
      let value = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      let texts = [
        "\(Int64.random(in: .min ... .max, using: &generator))",
        value.isFinite ? "\(value)" : "1.5",
        String(format: "%.\(digits)f", Double.random(in: -1e9...1e9, using: &generator)),
      ]
      for text in texts {
        let expected = Int64(text).map { "\($0)" } ?? Double(text).map { "real \($0)" }
        #expect(number(text) == expected, "\(text)")
      }
    }
  }
}
