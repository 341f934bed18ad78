internal import StoreSupport

/// The text of a file of migrations, which must contain at least one statement and hide nothing.
struct MigrationText {
  /// The text with `\n` as line ends and without a byte order mark.
  let sql: String

  init(_ bytes: [UInt8], file: String) throws(MigrationError) {
    if let encoding = ForeignEncoding(startOf: bytes) {
      throw .otherEncoding(file: file, encoding.name)
    }
    var line = 1
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"): line += 1
      // SQLite would silently stop reading here.
      case .scalarValue("\0"): throw .containsNUL(file: file, line: line)
      case .scalarValue: break
      case .emptyInput: break decoding
      case .error: throw .notUTF8(file: file, line: line)
      }
    }
    let text = Self.withPlainLineEnds(bytes)
    try Self.check(text, file: file)
    sql = String(decoding: text, as: UTF8.self)
  }

  /// Returns a text without a byte order mark and without the CRs before LFs.
  private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...] {
      if byte == 0x0A {
        while text.last == 0x0D { text.removeLast() }
      }
      text.append(byte)
    }
    return text
  }

  private static func check(_ text: [UInt8], file: String) throws(MigrationError) {
    func line(at offset: Int) -> Int { 1 + text[..<offset].count { $0 == 0x0A } }
    var tokens = SQLTokens(text)
    var isEmpty = true
    while let token = tokens.next() {
      if token.text != ";" { isEmpty = false }
      guard token.kind == .word, token.bytes.contains(where: { $0 >= 0x80 }),
        let scalar = token.text.unicodeScalars.first(where: isInvisible)
      else { continue }
      throw .invisibleCharacter(file: file, line: line(at: token.start), name(of: scalar))
    }
    for range in tokens.lineComments {
      let comment = String(decoding: text[range], as: UTF8.self).unicodeScalars
      guard let end = comment.firstIndex(where: isOtherLineEnd),
        comment[end...].contains(where: { !$0.properties.isWhitespace })
      else { continue }
      // Editors that end a line there count it.
      let line = line(at: range.lowerBound) + text[..<range.lowerBound].count { $0 == 0x0D }
      throw .hiddenText(file: file, line: line, after: name(of: comment[end]))
    }
    if let start = tokens.unclosedComment {
      throw .unclosedComment(file: file, line: line(at: start))
    }
    guard !isEmpty else { throw .emptyFile(file) }
  }

  /// Whether a scalar ends a line for editors, but not for SQL.
  private static func isOtherLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    ["\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  /// Whether a scalar looks like a space, or like nothing, and is a letter to SQLite.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(scalar)
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String.digits(scalar.value, count: 4, radix: 16, uppercase: true)
    let controls: [Unicode.Scalar: String] = [
      "\r": "CR", "\u{0B}": "VT", "\u{0C}": "FF", "\u{85}": "NEL",
    ]
    let name = scalar.properties.name ?? controls[scalar]
    return "U+\(digits)" + (name.map { " \($0)" } ?? "")
  }
}
