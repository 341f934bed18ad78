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
