/// A stream of UTF-8 made from a stream in another encoding.
///
/// Half a surrogate pair, which UTF-8 cannot represent, is given as the three bytes that its number
/// would have. They are not UTF-8, so the readers reject the record.
final class DecodingStream: ByteStream {
  private let stream: any ByteStream
  private let encoding: TextEncoding
  private let name: String

  private static let chunkSize = 32 << 10
  private let raw = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: chunkSize)
  /// The bytes that have been decoded but not given yet. A unit of one or two bytes becomes at most
  /// three.
  private let decoded = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * chunkSize + 4)
  private var given = 0
  private var decodedCount = 0
  /// The first byte of a unit of which the second one has not been read.
  private var firstByte: UInt8?
  /// The first half of a surrogate pair of which the second one has not been read.
  private var firstHalf: UInt16?
  private var isAtEnd = false

  /// Creates a stream that decodes another one.
  ///
  /// - Parameter name: the name of the source, for errors.
  init(_ stream: any ByteStream, _ encoding: TextEncoding, name: String) {
    (self.stream, self.encoding, self.name) = (stream, encoding, name)
  }

  deinit {
    raw.deallocate()
    decoded.deallocate()
  }

  func read(into target: UnsafeMutableBufferPointer<UInt8>) throws(TabularError) -> Int {
    while given == decodedCount {
      guard !isAtEnd else { return 0 }
      (given, decodedCount) = (0, 0)
      try decodeMore()
    }
    let count = min(target.count, decodedCount - given)
    target.baseAddress?.update(from: decoded + given, count: count)
    given += count
    return count
  }

  private func decodeMore() throws(TabularError) {
    let count = try stream.read(into: raw)
    isAtEnd = count == 0
    let bytes = UnsafeBufferPointer(rebasing: raw[..<count])
    switch encoding {
    case .utf8:
      for byte in bytes { append(byte) }
    case .latin1, .windows1252:
      for byte in bytes { append(unit: encoding.scalar(of: byte)) }
    case .utf16, .utf16LittleEndian:
      decodeUnits(bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian:
      decodeUnits(bytes) { UInt16($0) << 8 | UInt16($1) }
    }
    guard isAtEnd else { return }
    if let firstHalf { append(unit: firstHalf) }
    firstHalf = nil
    // What is before it is still given.
    if firstByte != nil, decodedCount == 0 {
      throw .incompleteCharacter(path: name, encoding: encoding)
    }
    isAtEnd = firstByte == nil
  }

  @inline(__always)
  private func decodeUnits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ unit: (UInt8, UInt8) -> UInt16
  ) {
    for byte in bytes {
      if let first = firstByte {
        firstByte = nil
        decode(unit(first, byte))
      } else {
        firstByte = byte
      }
    }
  }

  @inline(__always)
  private func decode(_ unit: UInt16) {
    if let first = firstHalf {
      firstHalf = nil
      if 0xDC00...0xDFFF ~= unit {
        return append(pair: 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00))
      }
      append(unit: first)
    }
    if 0xD800...0xDBFF ~= unit { firstHalf = unit } else { append(unit: unit) }
  }

  @inline(__always)
  private func append(_ byte: UInt8) {
    decoded[decodedCount] = byte
    decodedCount += 1
  }

  @inline(__always)
  private func append(unit: UInt16) {
    if unit < 0x80 {
      append(UInt8(unit))
    } else if unit < 0x800 {
      append(0xC0 | UInt8(unit >> 6))
      append(0x80 | UInt8(unit & 0x3F))
    } else {
      append(0xE0 | UInt8(unit >> 12))
      append(0x80 | UInt8(unit >> 6 & 0x3F))
      append(0x80 | UInt8(unit & 0x3F))
    }
  }

  private func append(pair scalar: UInt32) {
    append(0xF0 | UInt8(scalar >> 18))
    append(0x80 | UInt8(scalar >> 12 & 0x3F))
    append(0x80 | UInt8(scalar >> 6 & 0x3F))
    append(0x80 | UInt8(scalar & 0x3F))
  }
}
