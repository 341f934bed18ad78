/// Bytes on their way from a source to a reader: as they are in the file, inflated or decoded.
protocol ByteStream: AnyObject {
  /// Copies the next bytes to `target` and returns their number. Zero is the end, a number less
  /// than the size of `target` is not.
  func read(into target: UnsafeMutableBufferPointer<UInt8>) throws(TabularError) -> Int
}

/// A stream whose beginning can be looked at before it is read.
final class PeekedStream: ByteStream {
  /// The beginning, at least ``ForeignContent/examinedLength`` bytes unless the stream is shorter.
  private(set) var beginning: [UInt8] = []

  private let stream: any ByteStream
  /// An error after the beginning, which is given after it.
  private var failure: TabularError?
  private static let capacity = 4096

  /// Creates a stream and reads its beginning.
  init(_ stream: any ByteStream) throws(TabularError) {
    self.stream = stream
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.capacity)
    defer { room.deallocate() }
    // A pipe may give a few bytes at a time, and a terminal a line.
    while beginning.count < ForeignContent.examinedLength {
      do throws(TabularError) {
        let count = try stream.read(into: room)
        if count == 0 { return }
        beginning += room[..<count]
      } catch {
        guard !beginning.isEmpty else { throw error }
        failure = error
        return
      }
    }
  }

  /// Leaves out the first bytes.
  func skip(_ count: Int) {
    beginning.removeFirst(count)
  }

  func read(into target: UnsafeMutableBufferPointer<UInt8>) throws(TabularError) -> Int {
    guard !beginning.isEmpty else {
      if let failure { throw failure }
      return try stream.read(into: target)
    }
    let count = min(target.count, beginning.count)
    _ = target.update(fromContentsOf: beginning[..<count])
    beginning.removeFirst(count)
    return count
  }
}

extension ByteSource: ByteStream {}

extension ByteSource {
  /// Reads everything, and inflates it from gzip.
  ///
  /// ```swift
  /// let bytes = try ByteSource(path: "people.csv.gz").inflated(upTo: 1 << 20)
  /// ```
  ///
  /// - Parameter limit: the number of bytes that it may be.
  /// - Throws: ``TabularError/inflatedTooLarge(path:limit:)``, without more memory than that;
  ///   ``TabularError/cannotInflate(path:reason:)`` for what is damaged or no gzip, and the errors
  ///   of reading.
  /// - Complexity: O(*n*), where *n* is the number of inflated bytes.
  public func inflated(upTo limit: Int) throws(TabularError) -> [UInt8] {
    let stream = try GzipStream(self, name: name, limit: limit)
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
    defer { room.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try stream.read(into: room)
      if count == 0 { return bytes }
      bytes += room[..<count]
    }
  }
}

/// Opens the text of a source: inflated, in UTF-8, without a byte order mark.
///
/// - Parameters:
///   - format: the format, if it is known, for content that only one format has.
///   - limit: the number of bytes to which gzip may be inflated.
/// - Returns: the stream, and whether it was in another encoding.
/// - Throws: ``TabularError/otherContent(path:kind:advice:)`` for a file that is something else,
///   and the errors of reading.
func openText(
  _ source: ByteSource, encoding chosen: TextEncoding?, format: TableFormat?, limit: Int
) throws(TabularError) -> (stream: PeekedStream, isDecoded: Bool) {
  func check(_ content: ForeignContent?) throws(TabularError) {
    guard let content else { return }
    throw .otherContent(path: source.name, kind: content.kind, advice: content.advice)
  }
  var stream = try PeekedStream(source)
  if GzipStream.begins(stream.beginning) {
    stream = try PeekedStream(GzipStream(stream, name: source.name, limit: limit))
  }
  try check(ForeignContent(signatureOf: stream.beginning))
  let encoding: TextEncoding
  switch TextEncoding.found(in: stream.beginning, chosen: chosen) {
  case .success(let found): encoding = found
  case .failure(let foreign):
    try check(ForeignContent(foreign))
    encoding = .utf8
  }
  if encoding == .utf8, chosen == nil { try check(ForeignContent(binary: stream.beginning)) }
  if encoding != .utf8 {
    stream = try PeekedStream(DecodingStream(stream, encoding, name: source.name))
  }
  try check(ForeignContent(textOf: stream.beginning, format: format))
  if format == nil { try check(ForeignContent(nameOf: source.name)) }
  if stream.beginning.starts(with: [0xEF, 0xBB, 0xBF]) { stream.skip(3) }
  return (stream, encoding != .utf8)
}
