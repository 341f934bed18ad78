internal import StoreEngine

/// The tokens of an SQL text, separated as by SQLite's own tokenizer. White space and comments
/// between them are skipped, and quoted text is a single token.
///
/// SQLite determines where statements end (`sqlite3_prepare`). The tokens only serve to find the
/// first words of a statement, and to compare two texts without regard to white space and comments.
struct SQLTokens: Sequence, IteratorProtocol {
  struct Token {
    enum Kind { case word, quoted, symbol }
    let kind: Kind
    let bytes: ArraySlice<UInt8>

    /// The offset of the token in bytes from the start of the text.
    var start: Int { bytes.startIndex }

    /// The token as it is written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The name that the token denotes, without quotes and in lower case.
    var name: String {
      (kind == .quoted ? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) : text)
        .lowercased()
    }
  }

  private let bytes: [UInt8]
  private var position: Int

  /// The offset of a comment that is never closed, and so hides the rest of the text.
  private(set) var unclosedComment: Int?

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  init(_ text: String) { self.init([UInt8](text.utf8)) }

  mutating func next() -> Token? {
    skipSpaceAndComments()
    guard let first = byte(0) else { return nil }
    let start = position
    let kind: Token.Kind
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      kind = .quoted
      skipQuoted(until: first)
    case UInt8(ascii: "["):
      kind = .quoted
      position = (bytes[position...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count - 1) + 1
    case _ where Self.isWord(first):
      kind = .word
      while let next = byte(0), Self.isWord(next) { position += 1 }
    default:
      kind = .symbol
      position += 1
    }
    return Token(kind: kind, bytes: bytes[start..<position])
  }

  private func byte(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func skipQuoted(until quote: UInt8) {
    position += 1
    while let next = byte(0) {
      position += 1
      guard next == quote else { continue }
      if byte(0) == quote { position += 1 } else { return }  // a doubled quote is one inside
    }
  }

  private mutating func skipSpaceAndComments() {
    while let first = byte(0) {
      switch first {
      case 0x09...0x0D, 0x20, 0x00:
        position += 1
      case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF:  // a byte order mark is space to SQLite
        position += 3
      case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    while position < bytes.count {
      if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    unclosedComment = start
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
