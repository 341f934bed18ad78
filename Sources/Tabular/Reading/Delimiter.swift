/// The character between two fields of a record.
///
/// ```swift
/// Delimiter(";")   // .semicolon
/// Delimiter("\"")  // nil: has a meaning of its own
/// ```
public struct Delimiter: Hashable, Sendable {
  let byte: UInt8

  /// `,`
  public static let comma = Delimiter(byte: Byte.comma)
  /// `;`
  public static let semicolon = Delimiter(byte: UInt8(ascii: ";"))
  /// The tab character.
  public static let tab = Delimiter(byte: Byte.tab)
  /// `|`
  public static let pipe = Delimiter(byte: UInt8(ascii: "|"))

  /// The delimiters that can be detected, the likeliest first.
  static let detectable: [Delimiter] = [.comma, .semicolon, .tab, .pipe]

  private init(byte: UInt8) {
    self.byte = byte
  }

  /// Creates a delimiter from any ASCII character except the quote and line breaks; nil for others.
  public init?(_ character: Character) {
    guard let byte = character.asciiValue, byte != Byte.quote, !byte.isLineBreak,
      character != "\r\n"
    else { return nil }
    self.byte = byte
  }

  /// The delimiter as text.
  public var character: Character { Character(UnicodeScalar(byte)) }
}
