/// Characters that a terminal obeys instead of showing them: controls, line breaks, and those that
/// change the direction of the text.
package enum ControlCharacters {
  /// Returns whether a terminal obeys a scalar.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Returns a text on one line with each of these characters as Swift's literals have it, such as
  /// `\n` or `\u{1B}`.
  ///
  /// - Parameter unambiguously: whether a backslash is written as two, so that the text can be told
  ///   from one that contains the two characters `\n`.
  package static func escaped(_ text: String, unambiguously: Bool = false) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      contains(scalar) || unambiguously && scalar == "\\"
    }
    guard text.utf8.contains(where: { mayBegin($0) || unambiguously && $0 == UInt8(ascii: "\\") })
    else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isEscaped(scalar) {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a JSON text with the escapes of JSON, such as `\u009b`, for these characters where
  /// JSON would allow them in its strings. The text means the same.
  package static func escapedInJSON(_ json: String) -> String {
    guard json.utf8.contains(where: { $0 >= 0x7F && mayBegin($0) }) else { return json }
    return json.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.value >= 0x7F, contains(scalar) {
        result += .unicodeEscape(scalar.value)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns whether the UTF-8 of one of these characters may begin with a byte.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }
}
