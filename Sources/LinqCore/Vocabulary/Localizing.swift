extension StringProtocol {
  /// The text with its order in a language.
  ///
  /// ```swift
  /// people.sort { $0.surname.localized("sv") }
  /// // SELECT … FROM person ORDER BY swift_localized(surname, ?), id
  /// ```
  ///
  /// Computing it takes less than a microsecond, and a sort does it once for each element.
  ///
  /// - Parameter locale: the name of a language, as ``LocalizedText/isKnown(locale:)`` takes it. An
  ///   unknown one has the order of the root.
  public func localized(_ locale: String) -> LocalizedText {
    LocalizedText(String(self), locale, isNumeric: false)
  }

  /// The text with its order in a language, in which digits are in the order of their numbers:
  /// `a2` comes before `a10`.
  ///
  /// It is the order in which files are listed for people (`localizedStandardCompare`).
  ///
  /// - Parameter locale: the name of a language, as ``LocalizedText/isKnown(locale:)`` takes it. An
  ///   unknown one has the order of the root.
  public func localizedStandard(_ locale: String) -> LocalizedText {
    LocalizedText(String(self), locale, isNumeric: true)
  }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// The text with its order in a language.
  ///
  /// ```swift
  /// people.sort { $0.surname.localized("sv") }      // … Zander, Åberg
  /// // SELECT … FROM person ORDER BY swift_localized(surname, ?), id
  /// people.sort { $0.email.map { $0.localized("sv") } }
  /// ```
  ///
  /// SQLite computes it once for each row, and sorts the rows in memory. An index does not help.
  ///
  /// - Parameter locale: the name of a language, as ``LocalizedText/isKnown(locale:)`` takes it. An
  ///   unknown one has the order of the root.
  public func localized(_ locale: String) -> QueryExpression<LocalizedText> {
    Vocabulary.localized(asString, QueryExpression<String>(locale))
  }

  /// The text with its order in a language, in which digits are in the order of their numbers:
  /// `a2` comes before `a10`.
  ///
  /// ```swift
  /// people.sort { $0.name.localizedStandard("en") }
  /// // SELECT … FROM person ORDER BY swift_localized_standard(name, ?), id
  /// ```
  ///
  /// - Parameter locale: the name of a language, as ``LocalizedText/isKnown(locale:)`` takes it. An
  ///   unknown one has the order of the root.
  public func localizedStandard(_ locale: String) -> QueryExpression<LocalizedText> {
    Vocabulary.localizedStandard(asString, QueryExpression<String>(locale))
  }
}

extension Vocabulary {
  static let localized = StandardFunction(
    ".localized(_:)", sql: "swift_localized",
    sample: #"people.sort { $0.surname.localized("sv") }"#, contract: "S86",
    literals: isKnownLocale
  ) { (text: String, locale: String) in LocalizedText(text, locale, isNumeric: false) }

  static let localizedStandard = StandardFunction(
    ".localizedStandard(_:)", sql: "swift_localized_standard",
    sample: #"people.sort { $0.surname.localizedStandard("sv") }"#, contract: "S86",
    literals: isKnownLocale
  ) { (text: String, locale: String) in LocalizedText(text, locale, isNumeric: true) }

  /// A chain as text may come from outside of the program.
  private static let isKnownLocale: LiteralTest = { arguments in
    (arguments[0] as? String).map { LocalizedText.isKnown(locale: $0) } ?? false
  }
}
