extension String {
  /// Returns a number with as many zeros before its digits as it needs to have a length.
  ///
  /// ```swift
  /// String.digits(7, count: 2)                    // "07"
  /// String.digits(0x9B, count: 4, radix: 16)      // "009b"
  /// ```
  package static func digits(
    _ number: some BinaryInteger, count: Int, radix: Int = 10, uppercase: Bool = false
  ) -> String {
    let digits = String(number, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }

  /// Returns the escape of a UTF-16 code unit in JSON, and in regular expressions: `\u009b`.
  package static func unicodeEscape(_ unit: some BinaryInteger) -> String {
    "\\u" + digits(unit, count: 4, radix: 16)
  }

  /// Appends a text as a string in JSON. Only what JSON does not allow is escaped.
  package mutating func appendJSON(_ text: String) {
    self += "\""
    defer { self += "\"" }
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
      self += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": self += "\\\""
      case "\\": self += "\\\\"
      case "\n": self += "\\n"
      case "\r": self += "\\r"
      case "\t": self += "\\t"
      case "\0"..<" ": self += .unicodeEscape(scalar.value)
      default: unicodeScalars.append(scalar)
      }
    }
  }
}
