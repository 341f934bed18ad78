/// A cursor over JSON in a range of bytes, which checks its grammar (RFC 8259).
///
/// Foundation's decoders are not used, because they lose the text of numbers (1.10, 2^64 + 1) and
/// hide duplicate keys. UTF-8 is not checked here; bytes beyond ASCII are accepted only inside
/// strings.
struct JSONCursor {
  /// The range of a string's text between its quotes.
  struct StringRange {
    let start: Int
    let count: Int
    let hasEscapes: Bool
  }

  /// The maximum nesting depth of arrays and objects, so that recursion does not overflow the
  /// stack.
  static let maximumDepth = 512

  let bytes: UnsafePointer<UInt8>
  let count: Int
  private(set) var index = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// The byte at the cursor; nil at the end.
  var byte: UInt8? { index < count ? bytes[index] : nil }

  mutating func skipBlanks() {
    while index < count, bytes[index].isBlank { index += 1 }
  }

  /// Advances past `byte` if it is next, and returns whether it was.
  mutating func take(_ byte: UInt8) -> Bool {
    guard self.byte == byte else { return false }
    index += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONFailure) {
    guard take(byte) else { throw expected("'\(UnicodeScalar(byte))'") }
  }

  /// Returns the failure that something else was expected at the cursor.
  func expected(_ what: String) -> JSONFailure {
    JSONFailure(
      reason: .malformedJSON("\(what) expected"), start: index, count: count - index)
  }

  /// Advances past any value and returns its kind. A string includes its quotes.
  mutating func skipValue(depth: Int = 0) throws(JSONFailure) -> FieldKind {
    switch byte {
    case Byte.quote:
      _ = try string()
      return .text
    case Byte.openBrace:
      try skipObject(depth: depth + 1)
      return .nested
    case Byte.openBracket:
      try skipArray(depth: depth + 1)
      return .nested
    case UInt8(ascii: "t"):
      try skipWord("true")
      return .boolean
    case UInt8(ascii: "f"):
      try skipWord("false")
      return .boolean
    case UInt8(ascii: "n"):
      try skipWord("null")
      return .null
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
      try skipNumber()
      return .number
    default:
      throw expected("a value")
    }
  }

  /// Advances past a string and returns the range of its text.
  mutating func string() throws(JSONFailure) -> StringRange {
    guard take(Byte.quote) else { throw expected("a string") }
    let start = index
    var hasEscapes = false
    while let byte, byte != Byte.quote {
      if byte < 0x20 { throw expected("an escape for this control character") }
      index += 1
      if byte == Byte.backslash {
        hasEscapes = true
        try skipEscape()
      }
    }
    let range = StringRange(start: start, count: index - start, hasEscapes: hasEscapes)
    try expect(Byte.quote)
    return range
  }

  private mutating func skipEscape() throws(JSONFailure) {
    switch byte {
    case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      index += 1
      for _ in 0..<4 {
        guard let byte, Character(UnicodeScalar(byte)).isHexDigit else {
          throw expected("four hexadecimal digits")
        }
        index += 1
      }
    default:
      throw expected("an escape")
    }
  }

  private mutating func skipNumber() throws(JSONFailure) {
    _ = take(UInt8(ascii: "-"))
    // No digit may follow a leading zero. The caller, which expects a comma or the like, reports
    // one.
    if !take(UInt8(ascii: "0")) { try skipDigits() }
    if take(UInt8(ascii: ".")) { try skipDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(JSONFailure) {
    guard byte?.isDigit == true else { throw expected("a digit") }
    while byte?.isDigit == true { index += 1 }
  }

  private mutating func skipWord(_ word: StaticString) throws(JSONFailure) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[offset] else { throw expected("'\(word)'") }
      index += 1
    }
  }

  private mutating func skipArray(depth: Int) throws(JSONFailure) {
    try enter(depth: depth)
    if take(Byte.closeBracket) { return }
    repeat {
      skipBlanks()
      _ = try skipValue(depth: depth)
      skipBlanks()
    } while take(Byte.comma)
    try expect(Byte.closeBracket)
  }

  private mutating func skipObject(depth: Int) throws(JSONFailure) {
    try enter(depth: depth)
    if take(Byte.closeBrace) { return }
    repeat {
      _ = try key()
      _ = try skipValue(depth: depth)
      skipBlanks()
    } while take(Byte.comma)
    try expect(Byte.closeBrace)
  }

  /// Advances past the opening bracket and the blanks after it.
  mutating func enter(depth: Int) throws(JSONFailure) {
    guard depth <= Self.maximumDepth else {
      throw expected("a depth of at most \(Self.maximumDepth)")
    }
    index += 1
    skipBlanks()
  }
}

extension JSONCursor {
  /// Reads the key of a member, and advances to its value.
  @inline(__always)
  mutating func key() throws(JSONFailure) -> StringRange {
    skipBlanks()
    let key = try string()
    skipBlanks()
    try expect(Byte.colon)
    skipBlanks()
    return key
  }
}
