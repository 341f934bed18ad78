#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Finds the cards of a file.
struct CardScanner {
  enum Found {
    /// The lines between those with `BEGIN` and `END`, and the number of the first one; `length` is
    /// that of the card.
    case card(line: Int, content: Range<Int>, length: Int)
    /// What is no card.
    case problem(Rejection)
  }

  /// The line at the front of the input.
  private var line = 1

  /// Advances past the next card and returns its place before the front of the input; nil at the
  /// end.
  mutating func next(_ input: InputBuffer) throws(TabularError) -> Found? {
    while let first = try physicalLine(input, from: 0) {
      let text = UnsafeBufferPointer(start: input.bytes, count: first.end)
      if text.isLine("BEGIN:VCARD".utf8) { return try card(input, after: first.next) }
      guard text.allSatisfy({ $0.isBlank }) else { return try strayText(input, first) }
      input.position += first.next
      line += 1
    }
    return nil
  }

  /// Advances past lines that are in no card.
  private mutating func strayText(
    _ input: InputBuffer, _ first: (end: Int, next: Int)
  ) throws(TabularError) -> Found {
    let rejection = Rejection(
      line: line, columnNumber: nil, columnName: nil,
      value: Rejection.shown(UnsafeBufferPointer(start: input.bytes, count: first.end)),
      reason: .malformedCard("text outside of a card"))
    while let next = try physicalLine(input, from: 0) {
      let text = UnsafeBufferPointer(start: input.bytes, count: next.end)
      if text.isLine("BEGIN:VCARD".utf8) { break }
      input.position += next.next
      line += 1
    }
    return .problem(rejection)
  }

  private mutating func card(
    _ input: InputBuffer, after start: Int
  ) throws(TabularError) -> Found {
    var joiner = CardLineJoiner()
    var offset = start
    var number = line + 1
    var depth = 1
    var nestedLine: Int?
    var isAgent = false
    while let next = try physicalLine(input, from: offset) {
      let text = UnsafeBufferPointer(
        start: input.bytes + offset, count: next.end - offset)
      if case .none = joiner.join(text) {
        if text.isLine("END:VCARD".utf8) {
          depth -= 1
          if depth == 0 {
            return finish(
              input, content: start..<offset, length: next.next, lines: number - line + 1,
              nestedLine: nestedLine)
          }
        } else if text.isLine("BEGIN:VCARD".utf8) {
          // Only an agent of version 2.1 is a card within the card.
          guard isAgent else {
            return problem(input, "END:VCARD is missing before line \(number)", offset, number)
          }
          depth += 1
          nestedLine = nestedLine ?? number
        }
        isAgent = text.prefix(5).matches("AGENT".utf8) && text.last == Byte.colon
      }
      offset = next.next
      number += 1
    }
    return problem(input, "END:VCARD is missing at the end of the file", offset, number)
  }

  private mutating func finish(
    _ input: InputBuffer, content: Range<Int>, length: Int, lines: Int, nestedLine: Int?
  ) -> Found {
    if let nestedLine {
      return problem(
        input, "another card begins within it on line \(nestedLine)", length, line + lines)
    }
    let first = line
    input.position += length
    line += lines
    return .card(line: first, content: content, length: length)
  }

  private mutating func problem(
    _ input: InputBuffer, _ text: String, _ length: Int, _ nextLine: Int
  ) -> Found {
    let rejection = Rejection(
      line: line, columnNumber: nil, columnName: nil, value: nil, reason: .malformedCard(text))
    input.position += length
    line = nextLine
    return .problem(rejection)
  }

  /// Returns the end of the line that begins at an offset, and the beginning of the next one; nil
  /// at the end of the input.
  private func physicalLine(
    _ input: InputBuffer, from offset: Int
  ) throws(TabularError) -> (end: Int, next: Int)? {
    var searched = offset
    while true {
      let rest = input.bytes + searched
      if let found = memchr(rest, Int32(Byte.lineFeed), input.count - searched) {
        let place =
          searched + UnsafeRawPointer(rest).distance(to: UnsafeRawPointer(found))
        try checkSize(input, place)
        let hasReturn = place > offset && input.bytes[place - 1] == Byte.carriageReturn
        return (hasReturn ? place - 1 : place, place + 1)
      }
      searched = input.count
      guard try input.more(line: line) else { break }
    }
    guard searched > offset else { return nil }
    try checkSize(input, searched)
    return (searched, searched)
  }

  private func checkSize(_ input: InputBuffer, _ length: Int) throws(TabularError) {
    if length > input.maximumRecordSize {
      throw .recordTooLarge(path: input.source.name, line: line, limit: input.maximumRecordSize)
    }
  }
}
