internal import CCollation

/// A text with the order that a language gives it.
///
/// ```swift
/// let names = ["Zander", "Åberg", "Aberg"]
/// names.sort { $0.localized("sv") }       // Aberg, Zander, Åberg
/// names.sort { $0.localized("de") }       // Aberg, Åberg, Zander
/// ```
///
/// The order is the collation of Unicode with the rules of the language (CLDR), as Foundation has
/// it: letters first, then accents, then case. Texts that it takes for the same are ordered by
/// their scalars, so that two texts are equal exactly if they are equal strings. It depends on the
/// version of Unicode that the system has: sort by it, and do not store it.
///
/// Values of different languages have no order that means anything.
public struct LocalizedText: Hashable, Sendable {
  /// The sort key, U+0001 and the text in canonical form. The scalars have the order of the
  /// language.
  @usableFromInline package let form: String

  init(_ text: String, _ locale: String, isNumeric: Bool) {
    form = Collator.named(locale, isNumeric: isNumeric).form(of: text)
  }

  /// Creates the value with a form; nil if it is none.
  package init?(form: String) {
    guard form.utf8.contains(1) else { return nil }
    self.form = form
  }

  /// The text in canonical form.
  public var text: String {
    let end = form.utf8.firstIndex(of: 1) ?? form.startIndex
    return String(form[form.utf8.index(after: end)...])
  }

  /// Returns whether a locale is the name of a language with or without a region and other
  /// subtags, such as `sv`, `sv-SE`, `zh_Hant` and `de-u-co-phonebk`.
  ///
  /// Any other has the order of the root, which is that of English, French and German too. Check
  /// the names that come from outside of the program.
  ///
  /// - Parameter locale: a name in the form of BCP 47, or of ICU.
  public static func isKnown(locale: String) -> Bool {
    guard locale.utf8.count <= 100, locale.wholeMatch(of: tag) != nil else { return false }
    return ccollation_knows(locale) != 0
  }

  private static var tag: Regex<Substring> {
    /[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*(?:@[A-Za-z0-9=;-]+)?/
  }
}

extension LocalizedText: Comparable {
  /// Returns whether a text comes before another one.
  public static func < (left: LocalizedText, right: LocalizedText) -> Bool {
    ValueOrder.textPrecedes(left.form, right.form)
  }
}

extension LocalizedText: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

extension LocalizedText: FunctionValue {
  /// Reads a value that a function has returned.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> LocalizedText {
    guard let value = LocalizedText(form: try String.read(from: arguments, at: index)) else {
      throw arguments.mismatch(index, expected: LocalizedText.self)
    }
    return value
  }

  /// The text of an order as text.
  public var functionResult: FunctionResult { .text(form) }
}
