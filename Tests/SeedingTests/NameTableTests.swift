import Foundation
import People
import Testing

@testable import Seeding

@Suite("Tables of names")
struct NameTableTests {
  static func columns(_ table: NameTable) -> [NameTable.Column] {
    [table.male, table.female, table.maleSurnames, table.femaleSurnames]
  }

  static func isNFC(_ text: String) -> Bool {
    // Scalar by scalar: `==` on strings holds for any two normal forms.
    text.unicodeScalars.elementsEqual(text.precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The scalars that names of a language are made of, without spaces.
  static func alphabet(_ locale: SeedLocale) -> [ClosedRange<UInt32>] {
    switch locale {
    case .english: [0x27...0x27, 0x2E...0x2E, 0x41...0x5A, 0x61...0x7A]
    case .spanish, .french, .german, .polish: [0x41...0x5A, 0x61...0x7A, 0xC0...0x17F]
    case .vietnamese: [0x41...0x5A, 0x61...0x7A, 0xC0...0x1B0, 0x1EA0...0x1EF9]
    case .russian: [0x401...0x401, 0x410...0x44F, 0x451...0x451]
    case .greek: [0x386...0x3CE]
    case .chinese: [0x4E00...0x9FFF]
    case .japanese: [0x3005...0x3005, 0x3041...0x3096, 0x4E00...0x9FFF]
    case .korean: [0xAC00...0xD7A3]
    case .arabic: [0x621...0x64A]
    case .hindi: [0x900...0x97F]
    }
  }

  @Test("all text is in NFC", arguments: SeedLocale.allCases)
  func normalised(locale: SeedLocale) {
    let names = Self.columns(locale.names).flatMap(\.names).map(\.text)
    #expect(names.filter { !Self.isNFC($0) } == [])
    #expect(!Self.isNFC("Jose\u{301}") && Self.isNFC("Jos\u{E9}"))
  }

  @Test("names are written in the script of their language", arguments: SeedLocale.allCases)
  func scripts(locale: SeedLocale) {
    let alphabet = Self.alphabet(locale)
    for name in Self.columns(locale.names).flatMap(\.names) {
      let words = name.text.split(separator: " ", omittingEmptySubsequences: false)
      #expect(words.allSatisfy { !$0.isEmpty }, "\(name.text)")
      #expect(
        words.joined().unicodeScalars.allSatisfy { scalar in
          alphabet.contains { $0.contains(scalar.value) }
        }, "\(name.text)")
    }
  }

  @Test("tables are large, ordered, without repetition", arguments: SeedLocale.allCases)
  func shape(locale: SeedLocale) {
    let table = locale.names
    for column in Self.columns(table) {
      #expect(column.names.count == column.weights.count)
      #expect(column.weights.allSatisfy { $0 > 0 })
      #expect(column.weights == column.weights.sorted(by: >))
      #expect(Set(column.names.map(\.text)).count == column.names.count)
    }
    let isCensus = locale == .english
    #expect(table.male.names.count >= (isCensus ? 300 : 30))
    #expect(table.female.names.count >= (isCensus ? 300 : 30))
    #expect(table.maleSurnames.names.count >= (isCensus ? 1_000 : 40))
    #expect(table.maleSurnames.weights == table.femaleSurnames.weights)
  }

  @Test("surnames agree with gender where the language does")
  func gender() throws {
    for locale in SeedLocale.allCases {
      let table = locale.names
      let differ = zip(table.maleSurnames.names, table.femaleSurnames.names).filter {
        $0.text != $1.text
      }
      let agrees = [.polish, .russian, .greek].contains(locale)
      #expect(agrees ? differ.count >= 30 : differ.isEmpty, "\(locale)")
    }
    func feminine(_ surname: String, _ table: NameTable) throws -> String {
      let position = try #require(table.maleSurnames.names.firstIndex { $0.text == surname })
      return table.femaleSurnames.names[position].text
    }
    #expect(try feminine("Иванов", .russian) == "Иванова")
    #expect(try feminine("Чайковский", .russian) == "Чайковская")
    #expect(try feminine("Шевченко", .russian) == "Шевченко")
    #expect(try feminine("Kowalski", .polish) == "Kowalska")
    #expect(try feminine("Nowak", .polish) == "Nowak")
    #expect(try feminine("Παπαδόπουλος", .greek) == "Παπαδοπούλου")
  }

  @Test("English weights are the figures of the census")
  func census() {
    let table = NameTable.english
    #expect(table.maleSurnames.names.prefix(3).map(\.text) == ["Smith", "Johnson", "Williams"])
    #expect(table.maleSurnames.weights.prefix(3) == [1_006, 810, 699])
    #expect(table.male.names[0].text == "James" && table.male.weights[0] == 3_318)
    #expect(table.female.names[0].text == "Mary" && table.female.weights[0] == 2_629)
  }

  @Test("a table is read as it is written")
  func parsing() {
    let table = NameTable(
      male: """
        30 De La Cruz, 20 O'Neal,
        10 José María = jose-maria
        """, female: "1 Ева = eva,", surnames: "5 Белов/Белова = belov/belova, 3 Coe")
    #expect(table.male.names.map(\.text) == ["De La Cruz", "O'Neal", "José María"])
    #expect(table.male.weights == [30, 20, 10])
    #expect(table.female.names.map(\.text) == ["Ева"])
    #expect(table.maleSurnames.names.map(\.text) == ["Белов", "Coe"])
    #expect(table.femaleSurnames.names.map(\.text) == ["Белова", "Coe"])
    let romanised = (table.male.names + table.femaleSurnames.names).map { name in
      String(decoding: (0..<name.romanisedCount).map { name.romanised[$0] }, as: UTF8.self)
    }
    #expect(romanised == ["de-la-cruz", "oneal", "jose-maria", "belova", "coe"])
  }

  @Test("names are drawn as often as their weights say", arguments: SeedLocale.allCases)
  func frequencies(locale: SeedLocale) {
    let rows = 40_000
    var given: [String: Int] = [:]
    var surnames: [String: Int] = [:]
    for person in PersonGenerator(seed: 5, locales: [locale]).people(0..<rows) {
      given[person.name, default: 0] += 1
      surnames[person.surname, default: 0] += 1
    }
    // Half of the people are of each gender; a name may belong to both.
    func expected(_ columns: [NameTable.Column]) -> [String: Double] {
      var expected: [String: Double] = [:]
      for column in columns {
        let total = Double(column.weights.reduce(0, +) * columns.count)
        for (name, weight) in zip(column.names, column.weights) {
          expected[name.text, default: 0] += Double(rows * weight) / total
        }
      }
      return expected
    }
    let table = locale.names
    #expect(countsFit(given, expected: expected([table.male, table.female])))
    #expect(countsFit(surnames, expected: expected([table.maleSurnames, table.femaleSurnames])))
  }
}
