/// The result of a function of texts, read from their bytes without making values of Swift.
///
/// The texts are ones in which each byte is one character: ASCII without carriage returns, because
/// one together with a line feed is a single character. For others engines call the function.
package enum FunctionShortcut: Sendable {
  package typealias Text = UnsafeBufferPointer<UInt8>

  /// The number of characters.
  case count
  /// Whether a text passes a test with another one.
  case test(@Sendable (_ text: Text, _ other: Text) -> Bool)
  /// A part of a text, given a number of characters at one of its ends.
  case part(@Sendable (_ text: Text, _ count: Int) -> Slice<Text>)
}
