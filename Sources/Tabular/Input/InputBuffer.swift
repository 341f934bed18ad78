/// The part of a source that a reader works on: the current record and the bytes after it.
///
/// Scanners use offsets relative to ``position``, the start of the current record, so that
/// ``more(line:)`` can move the record to the front or to a larger buffer. The memory in use is
/// that of one chunk, or of the longest record if that is larger.
@usableFromInline
final class InputBuffer {
  let source: ByteSource
  let maximumRecordSize: Int

  /// The index in the buffer where the current record begins.
  var position = 0

  /// Why a text is rejected that is not UTF-8. A text that was decoded is UTF-8 except for halves
  /// of surrogate pairs.
  let invalidText: Rejection.Reason

  /// Whether the text was in another encoding than UTF-8.
  let isDecoded: Bool

  private let stream: any ByteStream
  private let chunkSize: Int
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var end = 0
  private var isAtEnd = false

  /// Creates an input of the text of a source, without its byte order mark.
  ///
  /// - Parameter format: the format, if it is known.
  /// - Throws: ``TabularError/otherContent(path:kind:advice:)`` for a file that is something else,
  ///   and the errors of reading.
  init(
    _ source: ByteSource, options: ReaderOptions, format: TableFormat?
  ) throws(TabularError) {
    precondition(options.chunkSize > 0 && options.maximumRecordSize > 0)
    let text = try openText(
      source, encoding: options.encoding, format: format,
      limit: options.maximumInflatedSize ?? .max)
    self.source = source
    stream = text.stream
    isDecoded = text.isDecoded
    invalidText = text.isDecoded ? .unpairedSurrogate : .invalidUTF8
    maximumRecordSize = options.maximumRecordSize
    chunkSize = options.chunkSize
    capacity = chunkSize
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// The bytes from ``position`` on, which are valid until ``more(line:)`` is called.
  var bytes: UnsafeMutablePointer<UInt8> { base + position }

  /// The number of bytes from ``position`` on.
  var count: Int { end - position }

  /// Reads more bytes of the source, after those that begin at ``position``. Returns false at the
  /// end.
  ///
  /// - Parameter line: the line on which the current record begins, for the error.
  /// - Throws: ``TabularError/recordTooLarge(path:line:limit:)`` if the record is too long already,
  ///   or the source's error.
  func more(line: Int) throws(TabularError) -> Bool {
    guard count <= maximumRecordSize else {
      throw .recordTooLarge(path: source.name, line: line, limit: maximumRecordSize)
    }
    // A terminal would wait for a second end-of-file.
    guard !isAtEnd else { return false }
    let kept = count
    if kept == capacity {
      capacity *= 2
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: bytes, count: kept)
      base.deallocate()
      base = larger
    } else if position > 0 {
      base.update(from: bytes, count: kept)
    }
    position = 0
    end = kept
    let room = UnsafeMutableBufferPointer(
      start: base + end, count: min(chunkSize, capacity - end))
    let added = try stream.read(into: room)
    end += added
    isAtEnd = added == 0
    return !isAtEnd
  }

  /// Returns the first byte that is neither blank nor a line break, without advancing.
  func firstVisibleByte() throws(TabularError) -> UInt8? {
    var index = 0
    while true {
      while index < count {
        if !bytes[index].isBlank { return bytes[index] }
        index += 1
      }
      guard try more(line: 1) else { return nil }
    }
  }
}
