#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Reads newline-delimited JSON: one object per line. Blank lines are skipped.
///
/// Records are those of ``JSONReader``. A line is a record whatever it contains, so every problem
/// with it is a rejection, and the next line is read as usual. A file without lines is a valid,
/// empty table.
///
/// ```swift
/// let reader = NDJSONReader(ByteSource(text: "{\"name\": \"Ada\"}\n{\"name\": \n"))
/// _ = try reader.next()  // a record
/// _ = try reader.next()  // rejected: line 2: invalid JSON: a value expected
/// ```
public final class NDJSONReader: RecordReader {
  private let input: InputBuffer
  private let storage: RecordStorage
  private var parser: JSONObjectParser
  private var line = 0

  /// Creates a reader of a stream of lines. The options' format and delimiter are ignored.
  ///
  /// - Throws: ``TabularError/otherContent(path:kind:advice:)`` and the errors of reading.
  public convenience init(
    _ source: ByteSource, options: ReaderOptions = ReaderOptions()
  ) throws(TabularError) {
    let input = try InputBuffer(source, options: options, format: .ndjson)
    self.init(input, options: options)
  }

  /// Creates a reader of an input.
  init(_ input: InputBuffer, options: ReaderOptions) {
    self.input = input
    storage = RecordStorage(input)
    parser = JSONObjectParser(storage, flattensNested: options.flattensNested)
  }

  /// The format, always ``TableFormat/ndjson``.
  public var format: TableFormat { .ndjson }

  /// The keys so far, in the order of their first occurrence.
  public var columns: [String] { storage.columns }

  /// Returns the next record or rejection, or nil at the end.
  ///
  /// - Throws: ``TabularError/recordTooLarge(path:line:limit:)``,
  ///   ``TabularError/tooManyColumns(path:line:limit:)``,
  ///   ``TabularError/cannotRead(path:reason:code:)``.
  public func next() throws(TabularError) -> RecordResult? {
    while let count = try takeLine() {
      let bytes = input.bytes - count.withLineEnd
      if isBlank(bytes, count.text) { continue }
      do throws(JSONFailure) {
        try parser.parse(bytes, count: count.text)
      } catch {
        try storage.checkColumnCount(line: line)
        return .rejected(error.rejection(line: line, columns: storage.columns, bytes: bytes))
      }
      try storage.checkColumnCount(line: line)
      return .record(storage.record(line: line))
    }
    return nil
  }

  /// Advances past the next line and returns its length; nil at the end of the input.
  private func takeLine() throws(TabularError) -> (text: Int, withLineEnd: Int)? {
    line += 1
    var searched = 0
    while true {
      let unsearched = input.bytes + searched
      if let found = memchr(unsearched, Int32(Byte.lineFeed), input.count - searched) {
        let length = UnsafeRawPointer(input.bytes).distance(to: UnsafeRawPointer(found))
        try checkSize(length)
        input.position += length + 1
        return (length, length + 1)
      }
      searched = input.count
      guard try input.more(line: line) else { break }
    }
    guard searched > 0 else { return nil }
    try checkSize(searched)
    input.position += searched
    return (searched, searched)
  }

  private func checkSize(_ length: Int) throws(TabularError) {
    if length > input.maximumRecordSize {
      throw .recordTooLarge(path: input.source.name, line: line, limit: input.maximumRecordSize)
    }
  }

  private func isBlank(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    (0..<count).allSatisfy { bytes[$0].isBlank }
  }
}
