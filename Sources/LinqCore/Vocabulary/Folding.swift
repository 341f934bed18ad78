extension StringProtocol {
  /// The text without case, accents, width and the shape of apostrophes and dashes: what people
  /// leave out when they look for it.
  ///
  /// ```swift
  /// people.where { $0.surname.folded == "Müller".folded }       // Müller, MULLER, muller
  /// // SELECT … FROM person WHERE swift_folded(surname) = ? ORDER BY id
  /// ```
  ///
  /// `ß` is `ss`, `ø` is `o`. It has the rules of no language: `ü` is `u`, not `ue`.
  public var folded: String { FoldedText.form(of: String(self)) }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// The text without case, accents, width and the shape of apostrophes and dashes.
  ///
  /// ```swift
  /// people.where { $0.surname.folded.hasPrefix("mull") }        // Müller, MULLER, muller
  /// // SELECT … FROM person WHERE swift_has_prefix(swift_folded(surname), ?) ORDER BY id
  /// ```
  public var folded: QueryExpression<String> { Vocabulary.folded(asString) }
}

extension Vocabulary {
  package static let folded = StandardFunction(
    ".folded", sql: "swift_folded",
    sample: "people.where { $0.name.folded == $0.name.lowercased() }", contract: "S87"
  ) { (text: String) in FoldedText.form(of: text) }
}
