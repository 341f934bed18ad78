import LinqCore
import People
import Testing

@testable import Seeding

@Suite("Generated people")
struct PersonGeneratorTests {
  @Test("the first people of seed 1 are these")
  func golden() {
    let people = Array(PersonGenerator(seed: 1).people(0..<5))
    #expect(
      people == [
        Person(
          name: "Michael", surname: "Peterson", age: 16, email: "michael.peterson.0@example.net",
          birthDate: CalendarDate("2008-08-24")),
        Person(
          name: "María Jesús", surname: "Sánchez", age: 36,
          email: "maria-jesus.sanchez.1@example.org"),
        Person(
          name: "Елена", surname: "Маркова", age: 45,
          birthDate: CalendarDate("1979-09-21")),
        Person(
          name: "Víctor", surname: "Prieto", age: 34, email: "victor.prieto.3@example.com",
          birthDate: CalendarDate("1990-08-06")),
        Person(
          name: "Julia", surname: "Ramos", age: 30, email: "julia.ramos.4@example.org",
          birthDate: CalendarDate("1995-06-07")),
      ])
  }

  @Test(
    "the text of 10,000 people is the same everywhere",
    arguments: [
      (1, 12_472_121_558_345_068_647), (42, 3_027_509_076_364_549_903),
      (.max, 711_887_182_016_617_945),
    ] as [(UInt64, UInt64)])
  func digest(seed: UInt64, expected: UInt64) {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
    for person in PersonGenerator(seed: seed).people(0..<10_000) {
      let fields = [
        person.name, person.surname, String(person.age ?? -1), person.email ?? "",
        person.birthDate?.description ?? "",
      ]
      for byte in fields.joined(separator: "\t").utf8 {
        digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    #expect(digest == expected)
  }

  @Test("a row is the same alone, in a batch and in any order")
  func batches() {
    let generator = PersonGenerator(seed: 9)
    let all = Array(generator.people(0..<1_000))
    #expect(all.count == 1_000)
    #expect((0..<1_000).reversed().map(generator.person(at:)) == all.reversed())
    var batches: [Person] = []
    for start in stride(from: 0, to: 1_000, by: 37) {
      batches.append(contentsOf: generator.people(start..<min(start + 37, 1_000)))
    }
    #expect(batches == all)
    #expect(Array(generator.people(0..<2_000)[500..<700]) == Array(all[500..<700]))
    #expect(generator.people(5..<10)[7] == all[7])
    #expect(generator.people(3..<3).isEmpty)
  }

  @Test("the same seed gives the same people, another seed others")
  func seeds() {
    let people = Array(PersonGenerator(seed: 4).people(0..<5_000))
    #expect(people == Array(PersonGenerator(seed: 4).people(0..<5_000)))
    let others = Array(PersonGenerator(seed: 5).people(0..<5_000))
    #expect(zip(people, others).count { $0 == $1 } == 0)
    #expect(zip(people, others).count { $0.fullName == $1.fullName } < 50)
  }

  @Test("attributes are given on request, and nothing else changes")
  func attributes() {
    let plain = PersonGenerator(seed: 2).people(0..<5_000)
    let people = Array(PersonGenerator(seed: 2, hasAttributes: true).people(0..<5_000))
    #expect(people.count { $0.attributes["phone"] != nil } > 3_300)
    #expect(people.allSatisfy { (try? $0.validate()) != nil && $0.attributes["language"] != nil })
    #expect(
      people.allSatisfy {
        $0.attributes["phone"].map { $0.wholeMatch(of: /\+1-[2-9]\d\d-555-01\d\d/) != nil } ?? true
      })
    for (person, other) in zip(people, plain) {
      var person = person
      person.attributes = [:]
      #expect(person == other)
    }
  }

  @Test("people are valid, some without address, some without day of birth")
  func validity() {
    let people = Array(PersonGenerator(seed: 2).people(0..<50_000))
    #expect(people.allSatisfy { $0.id == 0 && !$0.name.isEmpty && !$0.surname.isEmpty })
    #expect(people.allSatisfy { ($0.age ?? -1) >= 0 })
    #expect((4_700..<5_300).contains(people.count { $0.email == nil }))
    #expect((2_300..<2_700).contains(people.count { $0.birthDate == nil }))
    #expect((180..<320).contains(people.count { $0.email == nil && $0.birthDate == nil }))
  }

  @Test("every language appears among the people of all languages")
  func languages() {
    var locales: [String: Set<SeedLocale>] = [:]
    for locale in SeedLocale.allCases {
      let table = locale.names
      for name in table.maleSurnames.names + table.femaleSurnames.names {
        locales[name.text, default: []].insert(locale)
      }
    }
    // Surnames that one language alone has.
    var seen: [SeedLocale: Int] = [:]
    for person in PersonGenerator().people(0..<10_000) {
      guard let owners = locales[person.surname] else {
        Issue.record("\(person.surname) is in no table")
        continue
      }
      if owners.count == 1, let owner = owners.first { seen[owner, default: 0] += 1 }
    }
    #expect(SeedLocale.allCases.filter { seen[$0, default: 0] < 100 } == [])
  }

  @Test("every script has the share of its languages")
  func scripts() {
    func script(_ scalar: Unicode.Scalar) -> String {
      switch scalar.value {
      case ..<0x250, 0x1E00..<0x1F00: "Latin"
      case 0x370..<0x400: "Greek"
      case 0x400..<0x500: "Cyrillic"
      case 0x600..<0x700: "Arabic"
      case 0x900..<0x980: "Devanagari"
      case 0x4E00..<0xA000: "Han"
      case 0xAC00..<0xD7B0: "Hangul"
      default: "unknown"
      }
    }
    let rows = 50_000
    var counts: [String: Int] = [:]
    for person in PersonGenerator(seed: 12).people(0..<rows) {
      // Han for all of Chinese and Japanese: no Japanese surname here is written in kana.
      guard let scalar = person.surname.unicodeScalars.first else { continue }
      counts[script(scalar), default: 0] += 1
    }
    let shares: [String: [SeedLocale]] = [
      "Latin": [.english, .spanish, .french, .german, .polish, .vietnamese], "Greek": [.greek],
      "Cyrillic": [.russian], "Arabic": [.arabic], "Devanagari": [.hindi],
      "Han": [.chinese, .japanese], "Hangul": [.korean],
    ]
    let expected = shares.mapValues { Double($0.map(\.weight).reduce(0, +) * rows) / 100 }
    #expect(countsFit(counts, expected: expected))
  }

  @Test("a choice of languages keeps their ratio, whatever its order")
  func choice() {
    let generator = PersonGenerator(seed: 6, locales: [.english, .hindi])
    let people = Array(generator.people(0..<20_000))
    let hindi = people.count { $0.name.unicodeScalars.allSatisfy { $0.value > 0x7F } }
    #expect((1_550..<1_790).contains(hindi), "4 of 48: about 1,667")
    let reordered = PersonGenerator(seed: 6, locales: [.hindi, .english, .hindi])
    #expect(Array(reordered.people(0..<20_000)) == people)
  }

  @Test("another day changes the days of birth and nothing else")
  func anotherDay() throws {
    let asOf = try #require(CalendarDate("2000-02-29"))
    let now = PersonGenerator(seed: 8).people(0..<1_000)
    let then = PersonGenerator(seed: 8, asOf: asOf).people(0..<1_000)
    #expect(
      zip(now, then).allSatisfy { now, then in
        var moved = now
        moved.birthDate = then.birthDate
        return moved == then && (now.birthDate == nil) == (then.birthDate == nil)
      })
    #expect(zip(now, then).allSatisfy { $0.birthDate == nil || $0.birthDate != $1.birthDate })
  }

  @Test("languages have the codes of ISO 639-1 and weights that sum to 100")
  func codes() {
    #expect(
      SeedLocale.allCases.map(\.rawValue) == [
        "en", "es", "fr", "de", "pl", "vi", "ru", "el", "zh", "ja", "ko", "ar", "hi",
      ])
    #expect(SeedLocale.allCases.map(\.weight).reduce(0, +) == 100)
    #expect(SeedLocale.allCases.allSatisfy { $0.weight > 0 })
    #expect(SeedLocale(rawValue: "xx") == nil)
  }

  @Test("a negative row, no language and too early a day stop the program")
  func preconditions() async {
    await #expect(processExitsWith: .failure) { _ = PersonGenerator().person(at: -1) }
    await #expect(processExitsWith: .failure) { _ = PersonGenerator().people(-1..<2) }
    await #expect(processExitsWith: .failure) { _ = PersonGenerator(locales: []) }
    await #expect(processExitsWith: .failure) {
      let day = try #require(CalendarDate("0105-12-31"))
      _ = PersonGenerator(asOf: day)
    }
  }
}
