internal import Foundation

/// Operations on text that Swift's standard library does not have.
package enum TextOperation {
  /// The text with a capital at the beginning of each word, as Foundation's `capitalized` gives it.
  package static func capitalized(_ text: String) -> String { text.capitalized }

  /// The text without white space and line ends at both ends (characters for which Swift's
  /// `isWhitespace` is true).
  package static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// The text with another one instead of each occurrence of a part, found by characters from
  /// the left. The empty part occurs nowhere.
  package static func replacing(_ part: String, in text: String, with other: String) -> String {
    part.isEmpty ? text : text.replacing(part, with: other)
  }
}
