internal import StoreSupport

/// The escapes of values.
enum CardEscapes {
  private static let semicolon = UInt8(ascii: ";")

  /// Returns the parts of a value between semicolons without escapes.
  static func parts(of value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = value.startIndex
    var index = start
    while index < value.endIndex {
      if value[index] == Byte.backslash {
        index += 1
      } else if value[index] == semicolon {
        parts.append(value[start..<index])
        start = index + 1
      }
      index += 1
    }
    parts.append(value[start...])
    return parts
  }

  /// Appends a value without its escapes. A backslash before another character is a character.
  static func appendUnescaped(_ value: ArraySlice<UInt8>, to target: CardText) {
    guard value.contains(Byte.backslash) else { return target.append(value) }
    append(value, to: target) { next in
      switch next {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): Byte.lineFeed
      case Byte.backslash, Byte.comma, semicolon, Byte.colon: next
      default: nil
      }
    }
  }

  /// Appends texts with commas between them. Commas within a text keep their escapes, and so do
  /// backslashes.
  static func appendList(_ value: ArraySlice<UInt8>, to target: CardText) {
    append(value, to: target) { next in
      switch next {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): Byte.lineFeed
      case semicolon: next
      default: nil
      }
    }
  }

  private static func append(
    _ value: ArraySlice<UInt8>, to target: CardText, _ meaning: (UInt8) -> UInt8?
  ) {
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == Byte.backslash, index < value.endIndex else {
        target.append(byte)
        continue
      }
      if let meant = meaning(value[index]) {
        target.append(meant)
      } else {
        target.append(byte)
        target.append(value[index])
      }
      index += 1
    }
  }

  /// Returns whether a value may contain a character, if it is not a line feed: whether a card may
  /// have it, and a terminal shows it.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || !ControlCharacters.contains(scalar)
  }

  /// Returns whether a value may contain all characters of a text, with its escapes.
  static func isPlain(_ text: String) -> Bool {
    // One of these bytes begins each of the other characters.
    let maybe = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }
    return !maybe || text.unicodeScalars.allSatisfy { $0 == "\n" || isPlain($0) }
  }

  /// Returns a text without what a value may not contain: each line end is a line feed, and other
  /// such characters are left out.
  static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar == "\r" || (scalar == "\n" && previous != "\r") {
        result.append("\n")
      } else if scalar != "\n", isPlain(scalar) {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }

  /// Returns a text with escapes for the characters that have a meaning in any value.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ",", ";":
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a text with escapes for backslashes and line feeds alone.
  static func escapedURI(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns texts with commas between them; nil if they would be read as others.
  static func escapedList(_ text: String) -> String? {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case ";": result += "\\;"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    let read = CardText()
    appendList(Array(result.utf8)[...], to: read)
    let isSame = UnsafeBufferPointer(start: read.bytes, count: read.count)
      .elementsEqual(text.utf8)
    return isSame ? result : nil
  }
}
