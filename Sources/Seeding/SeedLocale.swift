// The order of the cases and their weights determine the people of a seed: a new language changes
// the people of every seed that draws from all languages.
/// A language whose names a ``PersonGenerator`` can draw, by its ISO 639-1 code.
///
/// ```swift
/// SeedLocale(rawValue: "ru")                         // .russian
/// SeedLocale.allCases.map(\.rawValue)                // ["en", "es", "fr", …]
/// PersonGenerator(seed: 7, locales: [.greek, .hindi])
/// ```
public enum SeedLocale: String, CaseIterable, Sendable, Hashable {
  /// English, as in the United States (census of 1990); Latin script.
  case english = "en"
  /// Spanish, as in Spain; Latin script with diacritics.
  case spanish = "es"
  /// French, as in France; Latin script with diacritics.
  case french = "fr"
  /// German, as in Germany; Latin script with diacritics.
  case german = "de"
  /// Polish, as in Poland; Latin script with diacritics, surnames agree with gender.
  case polish = "pl"
  /// Vietnamese; Latin script with stacked diacritics, middle and given name together.
  case vietnamese = "vi"
  /// Russian; Cyrillic script, surnames agree with gender.
  case russian = "ru"
  /// Greek; Greek script, surnames agree with gender.
  case greek = "el"
  /// Chinese; simplified characters.
  case chinese = "zh"
  /// Japanese; kanji and kana.
  case japanese = "ja"
  /// Korean; Hangul.
  case korean = "ko"
  /// Arabic; Arabic script, written right to left.
  case arabic = "ar"
  /// Hindi; Devanagari script.
  case hindi = "hi"

  /// The percentage of people with a name of this language when all languages are drawn.
  ///
  /// With a selection of languages the weights keep their ratios: `[.english, .hindi]` leads to 44
  /// English names for every 4 Hindi ones.
  public var weight: Int {
    switch self {
    case .english: 44
    case .spanish: 9
    case .french, .german, .russian, .chinese, .arabic: 5
    case .polish, .vietnamese, .japanese, .hindi: 4
    case .greek, .korean: 3
    }
  }

  var names: NameTable {
    switch self {
    case .english: .english
    case .spanish: .spanish
    case .french: .french
    case .german: .german
    case .polish: .polish
    case .vietnamese: .vietnamese
    case .russian: .russian
    case .greek: .greek
    case .chinese: .chinese
    case .japanese: .japanese
    case .korean: .korean
    case .arabic: .arabic
    case .hindi: .hindi
    }
  }
}
