/// The validation of e-mail addresses.
enum EmailAddress {
  /// Returns whether a text has the form of an address: a local part, an `@`, and a host of labels
  /// separated by dots. One label is sufficient (`root@localhost`).
  ///
  /// Letters of all scripts are allowed on both sides. White space, control characters, marks that
  /// cannot be seen, a second `@`, quoted local parts and bracketed numeric hosts are not. An
  /// address has at most 254 bytes, of which at most 64 are before the `@`, and each label has at
  /// most 63.
  static func isValid(_ text: String) -> Bool {
    var text = text
    let (hasShape, isASCII) = text.withUTF8 { bytes in
      guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")),
        isLocalPart(UnsafeBufferPointer(rebasing: bytes[..<at])),
        isHost(UnsafeBufferPointer(rebasing: bytes[(at + 1)...]))
      else { return (false, false) }
      return (true, bytes.allSatisfy { $0 < 0x80 })
    }
    return hasShape && (isASCII || text.unicodeScalars.allSatisfy(isVisible))
  }

  /// Returns whether a byte is a lower-case letter or a digit. Most bytes of addresses are, and
  /// need no further checks.
  private static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return !scalar.properties.isWhitespace && category != .control && category != .format
  }

  private static func isLocalPart(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (1...64).contains(bytes.count) else { return false }
    var last = UInt8(ascii: ".")
    for byte in bytes {
      if isPlain(byte) {
        last = byte
        continue
      }
      switch byte {
      case UInt8(ascii: "."):
        if last == byte { return false }  // at the beginning, or two in a row
      case 0x00...0x20, 0x7F: return false
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ";"),
        UInt8(ascii: ","), UInt8(ascii: "\\"), UInt8(ascii: "\""):
        return false
      default: break
      }
      last = byte
    }
    return last != UInt8(ascii: ".")
  }

  private static func isHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    let dot = UInt8(ascii: ".")
    var last = dot
    var length = 0
    for byte in bytes {
      length += 1
      if isPlain(byte), length <= 63 {
        last = byte
        continue
      }
      switch byte {
      case dot:
        if last == dot || last == hyphen { return false }
        length = 0
      case hyphen:
        if last == dot { return false }
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: break
      default: return false
      }
      if length > 63 { return false }
      last = byte
    }
    return last != dot && last != hyphen
  }
}
