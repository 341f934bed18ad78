/// The texts that stand for no value.
///
/// ```swift
/// NullWords.usual.contains("N/A")   // true
/// NullWords(["?"]).contains("N/A")  // false
/// ```
///
/// The empty text is always one of them.
public struct NullWords: Sendable, Hashable {
  /// The texts, in their own spelling.
  public let words: [String]

  @usableFromInline package let bytes: [[UInt8]]
  @usableFromInline package let longest: Int
  /// The first bytes of the words, as bits.
  @usableFromInline package let firstBytes: SIMD4<UInt64>

  /// `NA`, `N/A`, `#N/A`, `-`, `null`, `NULL` and `\N`.
  public static let usual = NullWords(["NA", "N/A", "#N/A", "-", "null", "NULL", "\\N"])

  /// No text but the empty one.
  public static let none = NullWords([])

  /// Creates a list of texts.
  public init(_ words: [String]) {
    self.words = words
    bytes = words.map { Array($0.utf8) }
    longest = bytes.map(\.count).max() ?? 0
    var firstBytes = SIMD4<UInt64>.zero
    for first in bytes.compactMap(\.first) { firstBytes[Int(first >> 6)] |= 1 << (first & 63) }
    self.firstBytes = firstBytes
  }

  /// Returns whether a text stands for no value.
  public func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(contains)
  }

  /// Returns whether the UTF-8 bytes of a text stand for no value.
  @inlinable package func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    guard text.count <= longest, firstBytes[Int(first >> 6)] & (1 << (first & 63)) != 0 else {
      return false
    }
    return bytes.contains { $0.elementsEqual(text) }
  }
}
