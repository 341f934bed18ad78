/// The values of a card, one after the other, where they stay until the next card.
final class CardText {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 4096

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  func removeAll() { count = 0 }

  func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  func append(_ text: some Collection<UInt8>) {
    reserve(text.count)
    _ = UnsafeMutableBufferPointer(start: bytes + count, count: text.count)
      .update(fromContentsOf: text)
    count += text.count
  }

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}

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

/// The ways in which the bytes of a value are written as other bytes.
enum CardBytes {
  /// Decodes Quoted-Printable. An `=` without two digits is a character.
  static func quotedPrintable(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "="), index + 2 < value.endIndex,
        let upper = digit(value[index + 1]), let lower = digit(value[index + 2])
      {
        result.append(upper << 4 | lower)
        index += 3
      } else {
        result.append(value[index])
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Decodes Base64 with blanks in it; nil if there is anything else.
  static func base64(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var isPadded = false
    for byte in value where !byte.isBlank {
      let digit: UInt8
      switch byte {
      case 0x41...0x5A: digit = byte - 0x41
      case 0x61...0x7A: digit = byte - 0x61 + 26
      case 0x30...0x39: digit = byte - 0x30 + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="):
        isPadded = true
        continue
      default: return nil
      }
      guard !isPadded else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 1
      if count % 4 == 0 {
        result += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        bits = 0
      }
    }
    switch count % 4 {
    case 0: return result
    case 2: return result + [UInt8(bits >> 4 & 0xFF)]
    case 3: return result + [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    default: return nil
    }
  }

  /// Decodes a text of one byte per character.
  static func text(_ value: some Collection<UInt8>, in encoding: TextEncoding) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(value.count)
    for byte in value {
      // No byte stands for half of a surrogate pair.
      guard let scalar = Unicode.Scalar(encoding.scalar(of: byte)) else { continue }
      result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
    return result
  }
}

/// The days of the calendar in cards.
enum CardDate {
  /// Returns a day in the form `YYYY-MM-DD`, without a time, or without a year in the form `--MM-DD`.
  /// Any other text is returned as it is.
  ///
  /// - Parameter omittedYear: the year that stands for an unknown one.
  static func day(_ text: String, omittedYear: String? = nil) -> String {
    var date = text[...]
    // A time comes after a day only: 19850412T232000Z.
    if let time = text.firstIndex(where: { $0 == "T" || $0 == "t" }) { date = text[..<time] }
    let digits = date.filter { $0 != "-" }
    guard digits.utf8.allSatisfy({ $0.isDigit }) else { return text }
    func group(_ offset: Int, _ count: Int) -> Substring { digits.dropFirst(offset).prefix(count) }
    func isDay(_ month: Substring, _ day: Substring) -> Bool {
      (1...12).contains(Int(month) ?? 0) && (1...31).contains(Int(day) ?? 0)
    }
    switch date.map({ $0 == "-" ? "-" : "9" }).joined() {
    case "99999999", "9999-99-99":
      let (year, month, day) = (group(0, 4), group(4, 2), group(6, 2))
      guard isDay(month, day) else { return text }
      return year == omittedYear ?? "" ? "--\(month)-\(day)" : "\(year)-\(month)-\(day)"
    case "--9999", "--99-99":
      guard isDay(group(0, 2), group(2, 2)) else { return text }
      return "--\(group(0, 2))-\(group(2, 2))"
    default:
      return text
    }
  }
}
