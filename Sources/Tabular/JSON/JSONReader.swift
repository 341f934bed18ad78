/// Reads a JSON array of objects, one element at a time, in constant memory.
///
/// A record is an object, and its keys are the columns. Strings are unescaped, numbers have exactly
/// the text in the file, and nested arrays and objects are JSON text.
///
/// These problems reject a single element: a value that is not an object, a key that occurs twice,
/// invalid UTF-8, half a surrogate pair. A syntax error is an error with its line, because the
/// beginning of the next element is then unknown.
///
/// ```swift
/// let reader = try JSONReader(ByteSource(text: #"[{"name": "Ada", "age": 36}]"#))
/// if case .record(let record) = try reader.next() {
///   reader.columns    // ["name", "age"]
///   record.kind(1)    // .number
///   record.string(1)  // "36"
/// }
/// ```
public final class JSONReader: RecordReader {
  private let input: InputBuffer
  private let storage: RecordStorage
  private var parser: JSONObjectParser
  /// The line number at the front of the input.
  private var line = 1
  private var isFirst = true
  private var isFinished = false

  /// Creates a reader of an array. The options' format and delimiter are ignored.
  ///
  /// - Throws: ``TabularError/empty(path:)`` if there is nothing but blanks,
  ///   ``TabularError/invalidJSON(path:line:reason:)`` if there is no array, and every error of
  ///   reading.
  public convenience init(
    _ source: ByteSource, options: ReaderOptions = ReaderOptions()
  ) throws(TabularError) {
    let input = try InputBuffer(source, options: options, format: .json)
    try self.init(input)
  }

  /// Creates a reader of an input.
  init(_ input: InputBuffer) throws(TabularError) {
    self.input = input
    storage = RecordStorage(input)
    parser = JSONObjectParser(storage)
    guard let first = try nextVisibleByte() else { throw .empty(path: input.source.name) }
    guard first == Byte.openBracket else {
      throw invalid("an array of objects expected; one object a line is ndjson")
    }
    input.position += 1
  }

  /// The format, always ``TableFormat/json``.
  public var format: TableFormat { .json }

  /// The keys so far, in the order of their first occurrence.
  public var columns: [String] { storage.columns }

  /// Returns the next record or rejection, or nil after the end of the array.
  ///
  /// - Throws: ``TabularError/invalidJSON(path:line:reason:)``,
  ///   ``TabularError/recordTooLarge(path:line:limit:)``,
  ///   ``TabularError/tooManyColumns(path:line:limit:)``,
  ///   ``TabularError/cannotRead(path:reason:)``.
  public func next() throws(TabularError) -> RecordResult? {
    guard !isFinished, try !takeArrayEnd() else { return nil }
    let start = line
    let count = try elementLength()
    let bytes = input.bytes
    let breaks = countLineBreaks(bytes, count)
    do throws(JSONFailure) {
      try parser.parse(bytes, count: count)
    } catch {
      if case .malformedJSON(let reason) = error.reason {
        line += countLineBreaks(bytes, error.start)
        throw invalid(reason)
      }
      line += breaks
      input.position += count
      return .rejected(error.rejection(line: start, columns: storage.columns, bytes: bytes))
    }
    guard storage.columns.count <= RecordStorage.maximumColumns else {
      throw .tooManyColumns(
        path: input.source.name, line: start, limit: RecordStorage.maximumColumns)
    }
    line += breaks
    input.position += count
    return .record(storage.record(line: start))
  }

  /// Advances past the separator before an element, or past the end of the array, and returns
  /// whether it was the end.
  private func takeArrayEnd() throws(TabularError) -> Bool {
    var byte = try nextVisibleByte()
    if byte == Byte.closeBracket {
      input.position += 1
      isFinished = true
      guard try nextVisibleByte() == nil else { throw invalid("text after the end of the array") }
      return true
    }
    if !isFirst, byte != nil {
      guard byte == Byte.comma else { throw invalid("',' or ']' expected") }
      input.position += 1
      byte = try nextVisibleByte()
    }
    isFirst = false
    if byte == nil { throw invalid("the document ends within the array") }
    return false
  }

  /// Advances past blanks, counts their lines and returns the next byte; nil at the end of the
  /// input.
  private func nextVisibleByte() throws(TabularError) -> UInt8? {
    var previous: UInt8 = 0
    while true {
      if input.count == 0 {
        guard try input.more(line: line) else { return nil }
      }
      let byte = input.bytes[0]
      guard byte.isBlank else { return byte }
      if byte == Byte.carriageReturn || (byte == Byte.lineFeed && previous != Byte.carriageReturn) {
        line += 1
      }
      previous = byte
      input.position += 1
    }
  }

  /// Returns the length of the element at the front of the input, which is found by quotes and
  /// brackets alone.
  private func elementLength() throws(TabularError) -> Int {
    var index = 0
    var depth = 0
    var isInString = false
    var isEscaped = false
    scan: while true {
      if index == input.count {
        guard try input.more(line: line) else {
          throw invalid("the value that begins here is not closed")
        }
      }
      let byte = input.bytes[index]
      if isInString {
        if byte.isLineBreak {
          // Without this check an unclosed string would extend to the next quote in the document.
          line += countLineBreaks(input.bytes, index)
          throw invalid("a line break within a string")
        }
        if isEscaped {
          isEscaped = false
        } else if byte == Byte.quote {
          isInString = false
        } else {
          isEscaped = byte == Byte.backslash
        }
      } else {
        switch byte {
        case Byte.quote:
          isInString = true
        case Byte.openBrace, Byte.openBracket:
          depth += 1
        case Byte.closeBrace, Byte.closeBracket:
          if depth == 0 { break scan }
          depth -= 1
          if depth == 0 {
            index += 1
            break scan
          }
        case Byte.comma where depth == 0:
          break scan
        case _ where depth == 0 && byte.isBlank:
          break scan
        default:
          break
        }
      }
      index += 1
    }
    if index > input.maximumRecordSize {
      throw .recordTooLarge(path: input.source.name, line: line, limit: input.maximumRecordSize)
    }
    return index
  }

  private func invalid(_ reason: String) -> TabularError {
    .invalidJSON(path: input.source.name, line: line, reason: reason)
  }
}
