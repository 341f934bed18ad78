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

  /// Throws ``QueryError/tooMuchMemory(limit:)`` if a text with each occurrence of a part replaced
  /// is too long for the run.
  static func checkReplacing(_ part: String, in text: String, with other: String) throws {
    guard !part.isEmpty, MemoryBudget.current != nil else { return }
    let (length, partLength, otherLength) = (text.utf8.count, part.utf8.count, other.utf8.count)
    // An occurrence has as many characters as the part, which may be shorter in bytes.
    let most = length.multipliedReportingOverflow(by: max(1, otherLength))
    if !most.overflow, most.partialValue < MemoryBudget.longText { return }
    let count = text.ranges(of: part).count
    try MemoryBudget.checkText(length + count * max(0, otherLength - partLength))
  }
}
