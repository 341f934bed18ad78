/// The ways in which the bytes of a value are written as other bytes.
enum CardBytes {
  /// The byte before the two digits of another one in values that the writer encodes.
  static let percent = UInt8(ascii: "%")

  /// Decodes bytes that are written as two digits after a mark: `=` in Quoted-Printable. A mark
  /// without two digits is a character.
  static func unescaped(_ value: ArraySlice<UInt8>, after mark: UInt8) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == mark, index + 2 < value.endIndex,
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

  /// Returns a text with two digits after a percent sign for each byte of the characters that a
  /// line of a card must not have, or that a terminal would obey, and for percent signs.
  static func percentEncoded(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard !CardEscapes.isPlain(scalar) || scalar == "%" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
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
