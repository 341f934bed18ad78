extension TermGenerator {
  /// Danish is left out: Foundation, whose comparison gives the expected order, does not compare
  /// `AA` as one letter after the first difference.
  private static let locales = ["sv", "de", "cs", "es", "fi", "en-US", "de-u-co-phonebk"]

  /// A text in the order of a language; nil where there is no text but a literal.
  func localized(_ depth: Int, _ random: inout RandomSource) -> Term? {
    localized(random.pick(Self.locales), isNumeric: random.chance(30), depth, &random)
  }

  /// A comparison of two texts in the order of a language.
  func localizedComparison(_ depth: Int, _ random: inout RandomSource) -> Term? {
    let (locale, isNumeric) = (random.pick(Self.locales), random.chance(30))
    guard let left = localized(locale, isNumeric: isNumeric, depth, &random),
      let right = localized(locale, isNumeric: isNumeric, 0, &random)
    else { return nil }
    let symbol = random.pick(["==", "!=", "<", "<=", ">", ">="])
    return compared(symbol, left, right)
  }

  private func localized(
    _ locale: String, isNumeric: Bool, _ depth: Int, _ random: inout RandomSource
  ) -> Term? {
    var receiver = term(.text, depth - 1, &random)
    // A literal has no members to ask for.
    if receiver.member == "literal" {
      guard let leaf = leaf(.text, &random) else { return nil }
      receiver = leaf
    }
    let name = isNumeric ? "localizedStandard" : "localized"
    return .operation(
      .localized, ".\(name)", [receiver], { "\($0[0]).\(name)(\"\(locale)\")" }
    ) { .localized($0[0].text, locale: locale, isNumeric: isNumeric) }
  }
}
