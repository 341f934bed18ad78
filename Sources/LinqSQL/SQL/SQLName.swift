internal import StoreSupport

/// The name of a source or a column as engines compare names: without regard to case, in quotes or
/// without. Names that a statement generates are compared in this way, never as strings.
struct SQLName: Hashable, Sendable {
  private let name: String

  init(_ text: String) {
    let quote = UInt8(ascii: "\"")
    let isQuoted = text.utf8.count > 1 && text.utf8.first == quote && text.utf8.last == quote
    name = (isQuoted ? text.withoutQuotes : text).lowercased()
  }
}
