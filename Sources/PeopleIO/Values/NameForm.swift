/// The form of a column that has the whole name of a person.
///
/// ```swift
/// NameForm.surnameFirst.split("Braund, Mr. Owen Harris")  // ("Mr. Owen Harris", "Braund")
/// NameForm.nameFirst.split("Emil Adolf von Behring")      // ("Emil Adolf", "von Behring")
/// NameForm.nameFirst.split("Absalon")                     // ("Absalon", "")
/// ```
///
/// No word is lost: titles stay in the name, and what follows the surname, such as `Jr.`, stays in
/// the surname.
public enum NameForm: String, CaseIterable, Sendable, Codable {
  /// `Müller, José`: the surname, a comma, the name.
  case surnameFirst = "surname, name"
  /// `José Müller`: the name, a space, the surname.
  case nameFirst = "name surname"
  /// `Müller José`: the surname, a space, the name. It is never guessed.
  case surnameFirstWithoutComma = "surname name"
  /// The whole text is the name, and there is no surname.
  case single = "name"

  /// Splits a whole name. A text that does not have the form is a name without a surname.
  public func split(_ text: String) -> (name: String, surname: String) {
    let whole = text.trimmingWhitespace()
    switch self {
    case .single: return (whole, "")
    case .surnameFirst:
      guard let (before, after) = Self.parts(of: whole) else { return (whole, "") }
      return (after, before)
    case .surnameFirstWithoutComma:
      let words = Self.words(of: whole)
      guard words.count > 1, let first = words.first else { return (whole, "") }
      return (whole[first.endIndex...].trimmingWhitespace(), String(first))
    case .nameFirst:
      guard let start = Self.startOfSurname(whole) else { return (whole, "") }
      return (whole[..<start].trimmingWhitespace(), String(whole[start...]))
    }
  }

  /// Returns the form that most of the values have; ``single`` if there is none.
  static func detected(in values: some Sequence<String>) -> NameForm {
    var (count, withComma, withSpace) = (0, 0, 0)
    for value in values {
      let whole = value.trimmingWhitespace()
      guard !whole.isEmpty else { continue }
      count += 1
      if parts(of: whole) != nil {
        withComma += 1
      } else if startOfSurname(whole) != nil {
        withSpace += 1
      }
    }
    if withComma * 2 > count { return .surnameFirst }
    return withSpace * 2 > count ? .nameFirst : .single
  }

  /// Returns what is before and after the first comma, if both are there and the second is not only
  /// what may follow a surname.
  private static func parts(of whole: String) -> (before: String, after: String)? {
    guard let comma = whole.firstIndex(of: ",") else { return nil }
    let before = whole[..<comma].trimmingWhitespace()
    let after = whole[whole.index(after: comma)...].trimmingWhitespace()
    guard !before.isEmpty, !after.isEmpty, !isSuffix(after) else { return nil }
    return (before, after)
  }

  /// Returns where the surname begins in a name whose last word is the surname; nil if there is no
  /// such word, or if the text is rather that of an organization.
  private static func startOfSurname(_ whole: String) -> String.Index? {
    let words = words(of: whole)
    guard words.count > 1, words.count <= 8, !whole.contains(where: { "()/&@".contains($0) }) else {
      return nil
    }
    var last = words.count - 1
    while last > 1, isSuffix(words[last]) { last -= 1 }
    guard last > 0, !isSuffix(words[last]) else { return nil }
    // Words such as "von" and "de la" belong to the surname.
    while last > 1, words[last - 1].isCapital, words[last].isCapital,
      particles.contains(words[last - 1].lowercased())
    {
      last -= 1
    }
    while last > 1, words[last - 1].isSmall {
      if particles.contains(String(words[last - 1])) {
        last -= 1
      } else if conjunctions.contains(String(words[last - 1])), last > 2 {
        last -= 2  // as in "Ramón y Cajal"
      } else {
        break
      }
    }
    // A comma elsewhere than before a suffix separates something else.
    let beforeSuffixes = whole[..<words[last].startIndex]
    guard !beforeSuffixes.contains(","), !words[last].dropLast().contains(",") else { return nil }
    if words[last].hasSuffix(","), last == words.count - 1 { return nil }
    return words[last].startIndex
  }

  private static func words(of whole: String) -> [Substring] {
    whole.split(whereSeparator: \.isWhitespace)
  }

  /// Whether a text is only what may follow a surname.
  private static func isSuffix(_ text: some StringProtocol) -> Bool {
    suffixes.contains(text.lowercased().filter { $0 != "." && $0 != "," })
  }

  private static let suffixes: Set<String> = [
    "jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "dds", "jnr", "snr", "mp", "cbe", "obe",
    "mbe", "kbe", "qc", "kc", "msp", "mep", "am", "ao",
  ]

  private static let particles: Set<String> = [
    "von", "van", "vom", "zu", "zur", "zum", "der", "den", "de", "del", "della", "di", "da", "das",
    "do", "dos", "du", "des", "la", "las", "le", "les", "los", "lo", "el", "al", "bin", "ibn",
    "ben",
    "af", "av", "ter", "ten", "te", "'t", "’t", "auf",
  ]

  private static let conjunctions: Set<String> = ["y", "i", "e"]
}

extension StringProtocol {
  /// Whether all letters are capital ones, and there are several.
  fileprivate var isCapital: Bool { count > 1 && !contains { $0.isLowercase } }

  /// Whether no letter is a capital one.
  fileprivate var isSmall: Bool { !contains(where: \.isUppercase) }

  /// The text without the white space around it.
  func trimmingWhitespace() -> String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
