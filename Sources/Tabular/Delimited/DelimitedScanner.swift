#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Splits delimited text into records and records into fields.
///
/// Quoting errors do not stop it. The field extends to the next delimiter or line end, the
/// following fields are scanned normally, and the first such error is stored in ``problem``.
struct DelimitedScanner {
  /// The line on which the last record begins.
  private(set) var line = 1
  /// The length of the last record in bytes, without its line end.
  private(set) var length = 0
  /// The number of fields of the last record. It exceeds the number of stored fields if there are
  /// too many.
  private(set) var fieldCount = 0
  /// The first quoting error of the last record.
  private(set) var problem: (field: Int, reason: Rejection.Reason)?

  /// Whether a quoted field that may consist of several rows is an error: one with line ends, and
  /// with delimiters or in the only column. In any other one the record has too many fields if its
  /// quotes are characters.
  var refusesJoinedRows = false
  /// Whether the table has one column.
  var hasOneColumn = false

  private let delimiter: UInt8
  private let quoting: Quoting
  /// The byte that may begin a quoted field; LF, which ends a field anyway, where none does.
  private let quote: UInt8
  private var nextLine = 1
  /// Whether the last record ended with CR, so that a following LF belongs to the same line end.
  private var skipsLineFeed = false

  init(delimiter: Delimiter, quoting: Quoting) {
    self.delimiter = delimiter.byte
    self.quoting = quoting
    quote = quoting == .enclosing ? Byte.quote : Byte.lineFeed
  }

  /// Scans the record at the front of `input` and advances past it. Returns false at the end.
  mutating func scan(
    _ input: InputBuffer, into storage: RecordStorage
  ) throws(TabularError) -> Bool {
    storage.clear()
    line = nextLine
    fieldCount = 0
    problem = nil
    var text = Window(input)
    if skipsLineFeed {
      skipsLineFeed = false
      guard try !text.isExhausted(input, line: line) else { return false }
      if text.bytes[0] == Byte.lineFeed {
        input.position += 1
        text = Window(input)
      }
    }
    guard try !text.isExhausted(input, line: line) else { return false }
    while true {
      let isOpen = try !text.isExhausted(input, line: line)
      let slot =
        isOpen && quoting == .enclosing && text.bytes[text.index] == quote
        ? try scanQuoted(&text, input) : try scanUnquoted(&text, input)
      if fieldCount < RecordStorage.maximumColumns { storage.append(slot) }
      fieldCount += 1
      // Both functions leave the window at a delimiter, at a line end or at the end of the input.
      guard text.index < text.count, text.bytes[text.index] == delimiter else { break }
      text.index += 1
    }
    length = text.index
    if length > input.maximumRecordSize {
      throw .recordTooLarge(path: input.source.name, line: line, limit: input.maximumRecordSize)
    }
    storage.current.pointee.bytes = UnsafePointer(text.bytes)
    if text.index < text.count {
      skipsLineFeed = text.bytes[text.index] == Byte.carriageReturn
      text.index += 1
      nextLine += 1
    }
    input.position += text.index
    return true
  }

  @inline(__always)
  private mutating func scanUnquoted(
    _ text: inout Window, _ input: InputBuffer
  ) throws(TabularError) -> FieldSlot {
    let start = text.index
    try skipUnquoted(&text, input)
    let count = text.index - start
    return FieldSlot(
      start: start, count: count, kind: count == 0 ? .null : .text, isQuoted: false)
  }

  /// Advances to the next delimiter, line end or the end of the input.
  @inline(__always)
  private mutating func skipUnquoted(
    _ text: inout Window, _ input: InputBuffer
  ) throws(TabularError) {
    while try !text.isExhausted(input, line: line) {
      let bytes = text.bytes
      let count = text.count
      var index = text.index
      while index < count {
        let byte = bytes[index]
        if byte == delimiter || byte.isLineBreak || byte == quote { break }
        index += 1
      }
      text.index = index
      guard index < count else { continue }
      guard bytes[index] == quote, quoting == .enclosing else { return }
      note(.quoteInUnquotedField)
      text.index += 1
    }
  }

  private mutating func scanQuoted(
    _ text: inout Window, _ input: InputBuffer
  ) throws(TabularError) -> FieldSlot {
    let start = text.index
    var hasDoubledQuotes = false
    text.index += 1
    while true {
      guard try !text.isExhausted(input, line: line) else {
        throw .unclosedQuote(path: input.source.name, line: nextLine)
      }
      let rest = text.bytes + text.index
      guard let found = memchr(rest, Int32(Byte.quote), text.count - text.index) else {
        text.index = text.count
        continue
      }
      text.index += UnsafeRawPointer(rest).distance(to: UnsafeRawPointer(found)) + 1
      guard try !text.isExhausted(input, line: line), text.bytes[text.index] == Byte.quote else {
        break
      }
      hasDoubledQuotes = true
      text.index += 1
    }
    let content = text.bytes + start + 1
    let count = text.index - start - 2
    let breaks = countLineBreaks(content, count)
    if breaks > 0, refusesJoinedRows,
      hasOneColumn || memchr(content, Int32(delimiter), count) != nil
    {
      throw .joinedRows(path: input.source.name, line: nextLine)
    }
    nextLine += breaks

    if text.index < text.count, text.bytes[text.index] != delimiter,
      !text.bytes[text.index].isLineBreak
    {
      note(.textAfterClosingQuote)
      try skipUnquoted(&text, input)
      // The rejection shows the whole field, including quotes.
      return FieldSlot(start: start, count: text.index - start, kind: .text, isQuoted: true)
    }
    return FieldSlot(
      start: start + 1, count: hasDoubledQuotes ? undoubleQuotes(content, count) : count,
      kind: .text, isQuoted: true)
  }

  /// Adds null fields to the record that was just scanned.
  mutating func fill(_ storage: RecordStorage, to count: Int) {
    while fieldCount < count {
      storage.append(FieldSlot(start: length, count: 0, kind: .null, isQuoted: false))
      fieldCount += 1
    }
  }

  private mutating func note(_ reason: Rejection.Reason) {
    if problem == nil { problem = (fieldCount, reason) }
  }
}

/// The part of the current record that is in memory, and the scan position in it.
private struct Window {
  var bytes: UnsafeMutablePointer<UInt8>
  var count: Int
  var index = 0

  init(_ input: InputBuffer) {
    bytes = input.bytes
    count = input.count
  }

  /// Returns whether there is no byte at `index`, after reading more input if needed.
  @inline(__always)
  mutating func isExhausted(_ input: InputBuffer, line: Int) throws(TabularError) -> Bool {
    guard index == count else { return false }
    let hasMore = try input.more(line: line)
    bytes = input.bytes
    count = input.count
    return !hasMore
  }
}

/// Replaces every doubled quote by a single one, in place, and returns the new length.
private func undoubleQuotes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  var source = 0
  var target = 0
  while source < count {
    bytes[target] = bytes[source]
    source += bytes[source] == Byte.quote ? 2 : 1
    target += 1
  }
  return target
}
