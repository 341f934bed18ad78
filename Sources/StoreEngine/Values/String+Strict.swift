internal import Foundation

extension String {
  /// Creates a text from bytes; nil if they are not UTF-8.
  ///
  /// The result is that of `String(validating:as:)`, which takes more than twice as long for short
  /// texts.
  @inlinable @inline(__always) package init?(strict bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isASCII {
      self.init(unsafeUninitializedCapacity: bytes.count) { $0.initialize(from: bytes).1 }
    } else {
      self.init(comparing: bytes)
    }
  }

  /// Creates a text from bytes that are not ASCII.
  @usableFromInline init?(comparing bytes: UnsafeBufferPointer<UInt8>) {
    // Bytes that are not UTF-8 are repaired here, so the text differs from them.
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { copy in
      copy.count == bytes.count
        && (copy.isEmpty || memcmp(copy.baseAddress!, bytes.baseAddress!, copy.count) == 0)
    }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII.
  @inlinable @inline(__always) var isASCII: Bool {
    guard count >= 4, let start = baseAddress else { return allSatisfy { $0 < 0x80 } }
    let bytes = UnsafeRawPointer(start)
    // The last bytes are read as one word too, together with some that were read before.
    guard count >= 8 else {
      let bits =
        bytes.loadUnaligned(as: UInt32.self)
        | bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return bits & 0x8080_8080 == 0
    }
    var bits = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    var index = 0
    while index &+ 8 < count {
      bits |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
