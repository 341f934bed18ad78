/// Texts that are joined in their order.
@usableFromInline package struct JoinedText {
  @usableFromInline let separator: String
  @usableFromInline var text = ""
  @usableFromInline var isEmpty = true

  /// Creates a text of no texts, which is empty.
  @inlinable package init(separator: String) { self.separator = separator }

  /// Adds a text, after the separator if it is not the first one.
  @inlinable package mutating func add(_ next: some StringProtocol) {
    if !isEmpty { text += separator }
    text += String(next)
    isEmpty = false
  }

  /// Adds a text, as far as the run may make such a long one. Throws
  /// ``QueryError/tooMuchMemory(limit:)`` otherwise.
  package mutating func addCounted(_ next: some StringProtocol) throws {
    let added = next.utf8.count + separator.utf8.count
    try MemoryBudget.checkText(text.utf8.count + added, added: added)
    add(next)
  }

  /// The text in canonical form: where texts meet, their scalars may combine.
  @inlinable package var result: String { CanonicalText.form(of: text) }
}
