internal import StoreSupport

/// The tokens of an SQL text, separated as by the tokenizer of an engine. White space and comments
/// between them are skipped, and quoted text is a single token.
///
/// They serve to find the first words of a statement, and to compare two texts without regard to
/// white space and comments. SQLite itself determines where statements end (`sqlite3_prepare`); for
/// a server, which does not, that is the `;` outside of quotes.
package struct SQLTokens: Sequence, IteratorProtocol {
  package struct Token {
    package enum Kind { case word, quoted, symbol }
    package let kind: Kind
    package let bytes: ArraySlice<UInt8>

    /// The offset of the token in bytes from the start of the text.
    package var start: Int { bytes.startIndex }

    /// The token as it is written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The name that the token denotes, without quotes and in lower case.
    package var name: String {
      (kind == .quoted ? text.withoutQuotes : text).lowercased()
    }
  }

  private let bytes: [UInt8]
  private let engine: Engine
  private var position: Int

  /// The offset of a comment that is never closed, and so hides the rest of the text.
  package private(set) var unclosedComment: Int?

  /// Where the comments are, among what has been read.
  package private(set) var comments: [Range<Int>] = []

  /// Where the comments from `--` to the end of a line are, among what has been read.
  package var lineComments: [Range<Int>] {
    comments.filter { bytes[$0.lowerBound] == UInt8(ascii: "-") }
  }

  /// Returns the comments from `--` to the end of a line, without the `--`, and their lines.
  static func lineComments(of sql: String, _ engine: Engine) -> [(text: String, line: Int)] {
    let bytes = Array(sql.utf8)
    var tokens = SQLTokens(bytes, of: engine)
    while tokens.next() != nil {}
    return tokens.lineComments.map { comment in
      (
        String(decoding: bytes[comment].dropFirst(2), as: UTF8.self),
        1 + bytes[..<comment.lowerBound].count { $0 == 0x0A }
      )
    }
  }

  package init(_ bytes: [UInt8], from position: Int = 0, of engine: Engine = .sqlite) {
    self.bytes = bytes
    self.position = position
    self.engine = engine
  }

  package init(_ text: String) { self.init([UInt8](text.utf8)) }

  package mutating func next() -> Token? {
    skipSpaceAndComments()
    guard let first = byte(0) else { return nil }
    let start = position
    let kind: Token.Kind
    switch first {
    case UInt8(ascii: "'") where engine.escapesTexts && isAfterE:
      kind = .quoted
      skipEscaped()
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      kind = .quoted
      skipQuoted(until: first)
    case UInt8(ascii: "`") where engine.quotesLikeOthers:
      kind = .quoted
      skipQuoted(until: first)
    case UInt8(ascii: "$") where engine.quotesByDollars && dollarTag != nil:
      kind = .quoted
      skipDollarQuoted()
    case UInt8(ascii: "[") where engine.quotesLikeOthers:
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

  /// Whether the quote at the position begins a text with escapes, `E'…'`.
  private var isAfterE: Bool {
    guard position > 0, bytes[position - 1] | 0x20 == UInt8(ascii: "e") else { return false }
    return position == 1 || !Self.isWord(bytes[position - 2])
  }

  private mutating func skipEscaped() {
    position += 1
    while let next = byte(0) {
      position += next == UInt8(ascii: "\\") ? 2 : 1
      guard next == UInt8(ascii: "'") else { continue }
      if byte(0) == next { position += 1 } else { return }
    }
    position = Swift.min(position, bytes.count)
  }

  /// The mark that begins a text in dollars at the position, such as `$$` or `$body$`.
  private var dollarTag: ArraySlice<UInt8>? {
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "$") {
      guard Self.isWord(bytes[end]), end > position + 1 || !isDigit(bytes[end]) else { return nil }
      end += 1
    }
    return end < bytes.count ? bytes[position...end] : nil
  }

  private mutating func skipDollarQuoted() {
    guard let tag = dollarTag else { return }
    let inside = bytes[tag.endIndex...]
    position = inside.firstRange(of: tag)?.upperBound ?? bytes.count
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func skipSpaceAndComments() {
    while let first = byte(0) {
      switch first {
      case 0x09...0x0D, 0x20, 0x00:
        position += 1
      case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF:  // a byte order mark is space to SQLite
        position += 3
      case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
        let start = position
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        comments.append(start..<position)
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() {
    let start = position
    var depth = 1
    position += 2
    while position < bytes.count {
      if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        position += 2
        depth -= 1
        guard depth > 0 else { return comments.append(start..<position) }
      } else if engine.nestsComments, byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        position += 2
        depth += 1
      } else {
        position += 1
      }
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
