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

  private let bytes: [[UInt8]]
  private let longest: Int

  /// `NA`, `N/A`, `#N/A`, `-`, `null`, `NULL` and `\N`.
  public static let usual = NullWords(["NA", "N/A", "#N/A", "-", "null", "NULL", "\\N"])

  /// No text but the empty one.
  public static let none = NullWords([])

  /// Creates a list of texts.
  public init(_ words: [String]) {
    self.words = words
    bytes = words.map { Array($0.utf8) }
    longest = bytes.map(\.count).max() ?? 0
  }

  /// Returns whether a text stands for no value.
  public func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(contains)
  }

  /// Returns whether the UTF-8 bytes of a text stand for no value.
  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= longest else { return false }
    return text.isEmpty || bytes.contains { $0.elementsEqual(text) }
  }
}
