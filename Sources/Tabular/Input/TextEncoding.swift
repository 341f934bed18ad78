internal import StoreSupport

/// The encoding of a file's text.
///
/// ```swift
/// let options = ReaderOptions(encoding: .windows1252)
/// let reader = try openRecords(ByteSource(path: "from-excel.csv"), options: options)
/// TextEncoding(name: "ISO-8859-1")  // .latin1
/// ```
public enum TextEncoding: String, CaseIterable, Sendable {
  /// UTF-8.
  case utf8 = "utf-8"
  /// UTF-16 in the order of its byte order mark. Without a mark, the order is that of the NULs at
  /// the beginning, or little-endian, as Windows writes it.
  case utf16 = "utf-16"
  /// UTF-16 with the lower byte first, with or without a byte order mark.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 with the upper byte first, with or without a byte order mark.
  case utf16BigEndian = "utf-16be"
  /// ISO 8859-1: each byte is the character of its number.
  case latin1 = "latin-1"
  /// The encoding of Windows in Western Europe. The five bytes that it does not define are control
  /// characters, as in browsers.
  case windows1252 = "windows-1252"
}

extension TextEncoding {
  /// Content that is in another encoding than the chosen one.
  struct Contradiction: Error {
    let found: ForeignEncoding
  }

  /// Determines the encoding of a text by its beginning.
  ///
  /// - Parameter chosen: the encoding that the file should have; if nil, it is UTF-8, or UTF-16 if
  ///   there is a byte order mark.
  /// - Returns: an encoding other than ``utf16``.
  static func found(
    in beginning: [UInt8], chosen: TextEncoding?
  ) -> Result<TextEncoding, Contradiction> {
    let examined = beginning.prefix(ForeignContent.examinedLength)
    guard let foreign = ForeignEncoding(startOf: examined) else {
      return .success(chosen == .utf16 ? .utf16LittleEndian : chosen ?? .utf8)
    }
    let order: TextEncoding? =
      switch foreign.name {
      case "UTF-16": examined.first == 0xFF ? .utf16LittleEndian : .utf16BigEndian
      case "UTF-16LE": .utf16LittleEndian
      case "UTF-16BE": .utf16BigEndian
      default: nil
      }
    let isWanted =
      chosen == .utf16 || chosen == order || (chosen == nil && foreign.name == "UTF-16")
    guard let order, isWanted else { return .failure(Contradiction(found: foreign)) }
    return .success(order)
  }

  /// The encoding that programs name so, whatever the case and with or without hyphens; nil for any
  /// other name.
  ///
  /// ```swift
  /// TextEncoding(name: "CP1252")  // .windows1252
  /// TextEncoding(name: "UTF8")    // .utf8
  /// ```
  public init?(name: String) {
    switch name.lowercased().filter({ !"-_ ".contains($0) }) {
    case "utf8", "utf8sig", "usascii", "ascii": self = .utf8
    case "utf16": self = .utf16
    case "utf16le": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "latin1", "iso88591", "l1": self = .latin1
    case "windows1252", "cp1252", "win1252": self = .windows1252
    default: return nil
    }
  }

  /// Whether each byte is a character.
  var hasOneByteCharacters: Bool { self == .latin1 || self == .windows1252 }

  /// Returns the number of the character that a byte stands for in ``latin1`` or ``windows1252``.
  @inline(__always)
  func scalar(of byte: UInt8) -> UInt16 {
    self == .windows1252 && 0x80...0x9F ~= byte
      ? Self.windowsCharacters[Int(byte) - 0x80] : UInt16(byte)
  }

  /// The characters of the bytes 0x80 to 0x9F of Windows-1252.
  private static let windowsCharacters: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
