/// Reads a JSON array of objects, one element at a time, in constant memory.
///
/// A record is an object, and its keys are the columns. Strings are unescaped, numbers have exactly
/// the text in the file, and nested arrays and objects are JSON text, unless
/// ``ReaderOptions/flattensNested`` makes columns of their members.
///
/// The array is the document, or is at ``ReaderOptions/path`` in an object. Without a path it is
/// the one array among the object's members whose first element is an object; the other members are
/// left out. A second such array is an error. Without any, it is the only such array in the objects
/// inside of the document, which is read twice then: `{"data": {"people": [{…}]}}`.
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
///
/// let text = #"{"count": 1, "people": [{"name": {"first": "Ada"}}]}"#
/// let nested = try JSONReader(
///   ByteSource(text: text), options: ReaderOptions(flattensNested: true))
/// _ = try nested.next()
/// nested.columns      // ["name.first"]
/// ```
public final class JSONReader: RecordReader {
  private let input: InputBuffer
  private let storage: RecordStorage
  private var parser: JSONObjectParser
  private let scanner: JSONScanner
  /// The way to the array, if the document is an object.
  private var search: JSONArraySearch?
  private var isFirst = true
  private var isFinished = false

  /// Creates a reader of an array. The options' format and delimiter are ignored.
  ///
  /// - Throws: ``TabularError/empty(path:)`` if there is nothing but blanks,
  ///   ``TabularError/invalidJSON(path:line:reason:)``,
  ///   ``TabularError/noArray(path:line:at:members:)``,
  ///   ``TabularError/severalArrays(path:line:paths:)`` or
  ///   ``TabularError/objectOfObjects(path:line:)`` if there is no array, and every error of
  ///   reading.
  public convenience init(
    _ source: ByteSource, options: ReaderOptions = ReaderOptions()
  ) throws(TabularError) {
    let input = try InputBuffer(source, options: options, format: .json)
    try self.init(input, options: options)
  }

  /// Creates a reader of an input.
  init(_ input: InputBuffer, options: ReaderOptions) throws(TabularError) {
    var scanner = JSONScanner(input)
    switch try scanner.nextVisibleByte() {
    case nil: throw .empty(path: input.source.name)
    case Byte.openBracket where options.path == nil: input.position += 1
    case Byte.openBrace:
      var search = JSONArraySearch(options.path)
      do throws(TabularError) {
        isFinished = try !search.findArray(scanner)
      } catch {
        guard let path = search.onlyPath, input.source.rewind() else { throw error }
        scanner = JSONScanner(try InputBuffer(input.source, options: options, format: .json))
        _ = try scanner.nextVisibleByte()
        search = JSONArraySearch(path)
        isFinished = try !search.findArray(scanner)
      }
      self.search = search
    case Byte.openBracket:
      throw .noArray(path: input.source.name, line: scanner.line, at: options.path, members: [])
    default: throw scanner.invalid("an array of objects expected; one object a line is ndjson")
    }
    self.scanner = scanner
    self.input = scanner.input
    storage = RecordStorage(scanner.input)
    parser = JSONObjectParser(storage, flattensNested: options.flattensNested)
  }

  /// The format, always ``TableFormat/json``.
  public var format: TableFormat { .json }

  /// The keys so far, in the order of their first occurrence.
  public var columns: [String] { storage.columns }

  /// Returns the next record or rejection, or nil after the end of the array.
  ///
  /// - Throws: ``TabularError/invalidJSON(path:line:reason:)``,
  ///   ``TabularError/severalArrays(path:line:paths:)``,
  ///   ``TabularError/recordTooLarge(path:line:limit:)``,
  ///   ``TabularError/tooManyColumns(path:line:limit:)``,
  ///   ``TabularError/cannotRead(path:reason:code:)``.
  public func next() throws(TabularError) -> RecordResult? {
    guard !isFinished, try !takeArrayEnd() else { return nil }
    let start = scanner.line
    let count = try scanner.elementLength()
    let bytes = input.bytes
    let breaks = countLineBreaks(bytes, count)
    do throws(JSONFailure) {
      try parser.parse(bytes, count: count)
    } catch {
      try storage.checkColumnCount(line: start)
      if case .malformedJSON(let reason) = error.reason {
        scanner.line += countLineBreaks(bytes, error.start)
        throw scanner.invalid(reason)
      }
      scanner.line += breaks
      input.position += count
      return .rejected(error.rejection(line: start, columns: storage.columns, bytes: bytes))
    }
    try storage.checkColumnCount(line: start)
    scanner.line += breaks
    input.position += count
    return .record(storage.record(line: start))
  }

  /// Advances past the separator before an element, or past the end of the array, and returns
  /// whether it was the end.
  private func takeArrayEnd() throws(TabularError) -> Bool {
    var byte = try scanner.nextVisibleByte()
    if byte == Byte.closeBracket {
      input.position += 1
      isFinished = true
      if search != nil {
        _ = try search?.findArray(scanner)
      } else if try scanner.nextVisibleByte() != nil {
        throw scanner.invalid("text after the end of the array")
      }
      return true
    }
    if !isFirst, byte != nil {
      guard byte == Byte.comma else { throw scanner.invalid("',' or ']' expected") }
      input.position += 1
      byte = try scanner.nextVisibleByte()
    }
    isFirst = false
    if byte == nil { throw scanner.invalid("the document ends within the array") }
    return false
  }
}
