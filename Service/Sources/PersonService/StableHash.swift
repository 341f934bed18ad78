/// A hash that is the same in each process, as Swift's own is not (FNV-1a).
struct StableHash {
  private var hash: UInt64 = 14_695_981_039_346_656_037

  /// Adds a text, with an end, so that two texts differ from one.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    // No byte of UTF-8.
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
  }

  /// The hash as a text in base 16.
  var text: String { String(hash, radix: 16) }
}
