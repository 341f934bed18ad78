internal import Foundation

/// Operations on text that Swift's standard library does not have.
package enum TextOperation {
  /// Returns the string with each word capitalized, as Foundation's `capitalized`.
  package static func capitalized(_ text: String) -> String { text.capitalized }

  /// Returns the string without white space and newlines at both ends (characters for which Swift's
  /// `isWhitespace` is true).
  package static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Returns the string with each occurrence of a part replaced. Occurrences are sequences of
  /// characters, found from the left. The empty part does not occur anywhere.
  package static func replacing(_ part: String, in text: String, with other: String) -> String {
    part.isEmpty ? text : text.replacing(part, with: other)
  }
}
