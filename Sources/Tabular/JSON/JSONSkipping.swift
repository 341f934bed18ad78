extension JSONScanner {
  /// Advances past a value of any length, without keeping it, and checks its grammar.
  func skipValue() throws(TabularError) {
    try skipValues(within: [])
  }

  /// Advances past the rest of an array whose bracket is at the front.
  func skipArray() throws(TabularError) {
    try skipValues(within: [Byte.closeBracket])
  }

  /// - Parameter closing: the closing brackets of what is open, the innermost one last. Where
  ///   nothing is open, a value is next; otherwise the first element of an array, or its end.
  private func skipValues(within closing: [UInt8]) throws(TabularError) {
    var closing = closing
    var isAtStart = !closing.isEmpty
    while true {
      let byte = try nextVisibleByte()
      if isAtStart, byte == closing.last {
        // The array or the object is empty.
      } else if isAtStart, closing.last == Byte.closeBrace {
        try skipKey()
        isAtStart = false
        continue
      } else if byte == Byte.openBracket || byte == Byte.openBrace {
        closing.append(byte == Byte.openBrace ? Byte.closeBrace : Byte.closeBracket)
        guard closing.count <= JSONCursor.maximumDepth else {
          throw invalid("a depth of at most \(JSONCursor.maximumDepth) expected")
        }
        input.position += 1
        isAtStart = true
        continue
      } else {
        try skipScalar(byte)
      }
      isAtStart = false
      while let close = closing.last, try nextVisibleByte() == close {
        input.position += 1
        closing.removeLast()
      }
      guard let close = closing.last else { return }
      try expect(Byte.comma, "',' or '\(UnicodeScalar(close))' expected")
      if close == Byte.closeBrace { try skipKey() }
    }
  }

  private func skipKey() throws(TabularError) {
    guard try nextVisibleByte() == Byte.quote else { throw invalid("a string expected") }
    try skipString()
    try expect(Byte.colon, "':' expected")
  }

  /// Advances past a string, a number or a word.
  private func skipScalar(_ first: UInt8?) throws(TabularError) {
    guard let first else { throw invalid("the document ends within a value") }
    guard first != Byte.quote else { return try skipString() }
    let length = try elementLength()
    var cursor = JSONCursor(input.bytes, count: length)
    do throws(JSONFailure) {
      _ = try cursor.skipValue()
    } catch { throw invalid("\(error.reason)") }
    guard cursor.byte == nil else { throw invalid("the end of a value expected") }
    input.position += length
  }

  private func skipString() throws(TabularError) {
    input.position += 1
    var digits = 0
    var isEscaped = false
    while true {
      if input.count == 0 {
        guard try input.more(line: line) else { throw invalid("a string is not closed") }
      }
      let byte = input.bytes[0]
      guard byte >= 0x20 else { throw invalid("a line break or a control character in a string") }
      input.position += 1
      if digits > 0 {
        guard Character(UnicodeScalar(byte)).isHexDigit else {
          throw invalid("four hexadecimal digits expected")
        }
        digits -= 1
      } else if isEscaped {
        guard "\"\\/bfnrtu".utf8.contains(byte) else { throw invalid("an escape expected") }
        isEscaped = false
        digits = byte == UInt8(ascii: "u") ? 4 : 0
      } else if byte == Byte.quote {
        return
      } else {
        isEscaped = byte == Byte.backslash
      }
    }
  }
}
