/// The name of a source or a column as engines compare names: without regard to case, in quotes or
/// without. Names that a statement generates are compared in this way, never as strings.
struct SQLName: Hashable, Sendable {
  private let name: String

  init(_ text: String) {
    let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let name = isQuoted ? text.dropFirst().dropLast().replacing("\"\"", with: "\"") : text[...]
    self.name = name.lowercased()
  }
}
