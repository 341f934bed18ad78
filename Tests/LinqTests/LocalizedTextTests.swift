import Foundation
import Linq
import Testing

@testable import LinqCore

@Suite("Texts in the order of a language: S86")
struct LocalizedTextTests {
  private static let names = [
    "Zander", "Åberg", "Aberg", "aberg", "Öst", "Ost", "Aagaard", "Chalupa", "Hus", "Cibula",
    "Čech", "Ñandú", "Nzz",
  ]

  @Test(
    "each language has its order",
    arguments: [
      (
        "sv",
        "Aagaard aberg Aberg Čech Chalupa Cibula Hus Ñandú Nzz Ost Zander Åberg Öst"
      ),
      (
        "de",
        "Aagaard aberg Aberg Åberg Čech Chalupa Cibula Hus Ñandú Nzz Ost Öst Zander"
      ),
      (
        "cs",
        "Aagaard aberg Aberg Åberg Cibula Čech Hus Chalupa Ñandú Nzz Ost Öst Zander"
      ),
      (
        "es",
        "Aagaard aberg Aberg Åberg Čech Chalupa Cibula Hus Nzz Ñandú Ost Öst Zander"
      ),
      (
        "da",
        "Aberg aberg Čech Chalupa Cibula Hus Ñandú Nzz Ost Zander Öst Åberg Aagaard"
      ),
    ])
  func languages(locale: String, expected: String) {
    #expect(Self.names.sort { $0.localized(locale) }.joined(separator: " ") == expected)
  }

  @Test("digits are in the order of their numbers")
  func numbers() {
    let texts = ["a10", "A2", "a2", "a1b", "b1"]
    #expect(
      texts.sort { $0.localizedStandard("en") }.toArray() == ["a1b", "a2", "A2", "a10", "b1"])
    #expect(texts.sort { $0.localized("en") }.toArray() == ["a10", "a1b", "a2", "A2", "b1"])
  }

  @Test(
    "the order is that of Foundation",
    arguments: ["sv", "sv-SE", "de", "de-u-co-phonebk", "es", "cs", "da", "en", "ja"])
  func foundation(locale: String) {
    let parts = [
      "Åberg", "Zander", "a2", "a10", "B", "é", "O'Neil", "-", "Ζωή", "ß", "日本", "Łukasz", "김",
      "ガ", "İ", "ﬁ", " ", "c", "h",
    ]
    let texts = parts + parts.flatMap { part in parts.map { part + $0 } }
    let known = Locale(identifier: locale)
    for (name, options) in [("plain", String.CompareOptions()), ("standard", .numeric)] {
      let keys = texts.map {
        name == "plain" ? $0.localized(locale) : $0.localizedStandard(locale)
      }
      var different = 0
      for (left, leftKey) in zip(texts, keys) {
        for (right, rightKey) in zip(texts, keys) {
          let order = left.compare(right, options: options, range: nil, locale: known)
          let precedes =
            order == .orderedSame
            ? ValueOrder.textPrecedes(left, right) : order == .orderedAscending
          if precedes != (leftKey < rightKey) { different += 1 }
        }
      }
      #expect(different == 0, "\(name)")
    }
  }

  @Test("texts are equal as strings are, and have an order if they are not")
  func equality() {
    #expect("e\u{301}".localized("fr") == "\u{E9}".localized("fr"))
    // ICU leaves out NUL and the zero width joiner.
    #expect("ab".localized("fr") != "a\0b".localized("fr"))
    #expect("a\0b".localized("fr") < "ab".localized("fr"))
    #expect("ab".localized("fr") < "a\u{200D}b".localized("fr"))
    #expect("".localized("sv") < "\0".localized("sv"))
    #expect("a\u{1}b\0e\u{301}".localized("sv").text == "a\u{1}b\0\u{E9}")
    #expect("\("Åberg".localized("sv"))" == "Åberg")
    #expect("".localized("sv").text == "")
    let long = String(repeating: "Åß日", count: 10_000)
    #expect(long.localized("sv").text == long)
    #expect((long + "a").localized("sv") < (long + "Å").localized("sv"))
    #expect(LocalizedText(form: "no order") == nil)
  }

  @Test("the form of a text is canonical, so that SQL keeps it as it is")
  func canonical() {
    var bytes: Set<Unicode.Scalar> = []
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let form = "\(scalar)".localized("sv").form
      #expect(CanonicalText.isCanonical(form))
      bytes.formUnion(form.unicodeScalars.prefix { $0.value != 1 })
    }
    // Bytes with the highest bit are among them.
    #expect(bytes.contains { $0.value > 0x80 })
  }

  @Test("all operators of arrays order by it")
  func operators() {
    let names = Self.names
    #expect(names.min { $0.localized("sv") }?.text == "Aagaard")
    #expect(names.max { $0.localized("sv") }?.text == "Öst")
    #expect(names.maxBy { $0.localized("da") } == "Aagaard")
    let descending = names.sortDescending { $0.localized("sv") }.toArray()
    #expect(descending == Array(names.sort { $0.localized("sv") }.toArray().reversed()))
    #expect(names.map { $0.localized("sv") }.sort().map(\.text).last == "Öst")
    #expect(
      names.sort { $0.isEmpty ? nil : $0.localized("sv") }.first == "Aagaard")
    let pairs = [(1, "Öst"), (2, "Zander"), (1, "Zander"), (2, "Åberg")]
    let sorted = pairs.sort { $0.0 }.thenByDescending { $0.1.localized("sv") }
    #expect(sorted.map { "\($0.0)\($0.1)" } == ["1Öst", "1Zander", "2Åberg", "2Zander"])
  }

  @Test("known locales are names of languages")
  func known() {
    for locale in [
      "sv", "sv-SE", "sv_SE", "zh-Hant-TW", "de-u-co-phonebk", "de@collation=phonebook", "und",
      "en_US_POSIX", "ca-ES-valencia",
    ] {
      #expect(LocalizedText.isKnown(locale: locale), "\(locale)")
    }
    for locale in [
      "", "C", "xx", "english", "s", "sv-", "sv SE", "sv\0", "-sv", "sv--SE", "sv;q=1", "å", "*",
      "../sv", String(repeating: "a-", count: 60) + "a",
    ] {
      #expect(!LocalizedText.isKnown(locale: locale), "\(locale)")
      #expect(
        Self.names.sort { $0.localized(locale) }.toArray()
          == Self.names.sort { $0.localized("und") }.toArray())
    }
  }

  @Test("many locales do not stay open")
  func many() {
    for index in 0..<250 {
      #expect("Z".localized("sv-x-l\(index)") < "Å".localized("sv-x-l\(index)"))
    }
  }
}
