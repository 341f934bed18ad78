import Foundation
import StoreSupport
import TestSupport
import Testing

@testable import People

@Suite("Duplicates")
struct DuplicateTests {
  private static let day = CalendarDate("1990-01-02")
  private static let other = CalendarDate("1990-01-03")

  private func person(
    _ name: String, _ surname: String = "", _ day: CalendarDate? = nil, _ email: String? = nil
  ) -> Person {
    Person(name: name, surname: surname, email: email, birthDate: day)
  }

  /// What two people have in common.
  private func matches(
    _ first: Person, _ second: Person,
    by criteria: Set<DuplicateCriterion> = Set(DuplicateCriterion.allCases)
  ) throws -> [DuplicateMatch] {
    let found = try Query([first, second]).duplicates(by: criteria)
    #expect(found.count == found.pairs.count && found.leftOut.isEmpty)
    return found.pairs.first?.matches ?? []
  }

  @Test("an address is the same up to case; none is like no other")
  func addresses() throws {
    let (upper, lower) = (
      person("a", "", nil, "Ada@Example.org"), person("b", "", nil, "ada@example.ORG")
    )
    #expect(try matches(upper, lower) == [.email])
    #expect(try matches(upper, lower, by: [.nameAndBirthDate, .similarName]) == [])
    #expect(try matches(person("a"), person("b"), by: [.email]) == [])
    #expect(try matches(person("a", "", nil, ""), person("b", "", nil, ""), by: [.email]) == [])
    #expect(
      try matches(person("a", "", nil, "é@x.org"), person("b", "", nil, "e@x.org")) == [])
  }

  @Test("a name and a birth date are the same without case and accents")
  func sameNames() throws {
    let jose = person("José", "Müller-Lüd", Self.day)
    #expect(try matches(jose, person("JOSE", "muller lud", Self.day)) == [.nameAndBirthDate])
    #expect(
      try matches(jose, person("Jose", "Muller Lud", Self.day), by: [.similarName])
        == [.similarName(distance: 0)])
    #expect(try matches(jose, person("José", "Müller-Lüd", Self.other)) == [])
    // One of both is not known.
    #expect(try matches(jose, person("José", "Müller-Lüd")) == [.similarName(distance: 0)])
    #expect(try matches(jose, person("José", "Müller-Lüd"), by: [.nameAndBirthDate]) == [])
  }

  @Test(
    "names are similar up to some mistakes, in either order",
    arguments: [
      ("José", "Müller", "Müller", "Jose", 0), ("Jon", "Smith", "John", "Smith", 1),
      ("Katherine", "Smith", "Catherine", "Smyth", 2), ("Marie", "Curie", "Mraie", "Curie", 1),
      ("José Müller", "", "Müller", "José", 0), ("O'Neil", "Ann", "ONeil", "Ann", 0),
      ("Jean-Luc", "Picard", "Jean Luc", "Picard", 0), ("민준", "김", "김", "민준", 0),
      ("Aleksandr", "Pushkin", "Alexander", "Pushkin", nil),
      ("Christopher", "Lee", "Kristopher", "Lee", 2), ("太郎", "山田", "太朗", "山田", nil),
      ("Ann", "Lee", "Ian", "Lee", nil), ("Li", "Na", "Lu", "Na", nil),
      ("Jane", "Smith", "James", "Smith", nil), ("Anna", "Marx", "Anne", "Marz", nil),
      ("Test1234", "Person", "Test1235", "Person", nil), ("Ada", "", "Ada", "Lovelace", nil),
      ("😀", "", "😀", "", 0), ("Müller", "Mueller", "Muller", "Muller", 1),
    ] as [(String, String, String, String, Int?)])
  func similarNames(
    _ name: String, _ surname: String, _ otherName: String, _ otherSurname: String, _ distance: Int?
  ) throws {
    let (first, second) = (person(name, surname), person(otherName, otherSurname))
    let expected = distance.map { [DuplicateMatch.similarName(distance: $0)] } ?? []
    #expect(try matches(first, second) == expected)
    #expect(try matches(second, first) == expected)
    // Two birth dates that are the same are compared in another way.
    var (dated, otherDated) = (first, second)
    (dated.birthDate, otherDated.birthDate) = (Self.day, Self.day)
    #expect(try matches(dated, otherDated, by: [.similarName]) == expected)
    otherDated.birthDate = Self.other
    #expect(try matches(dated, otherDated) == [])
  }

  @Test("the strongest come first, each pair once, and a limit counts the rest")
  func order() throws {
    let people = [
      person("Marie", "Curie"), person("Mari", "Curie"), person("José", "Diaz", Self.day),
      person("Jose", "Diaz", Self.day, "a@x.org"), person("Zoe", "Other", nil, "A@x.org"),
      person("Marie", "Curie"),
    ]
    let found = try Query(people).duplicates()
    let places = found.pairs.map { pair in
      [people.firstIndex(of: pair.first), people.lastIndex(of: pair.second)]
    }
    #expect(places == [[3, 4], [2, 3], [0, 5], [0, 1], [1, 5]])
    #expect(
      found.pairs.map(\.matches) == [
        [.email], [.nameAndBirthDate], [.similarName(distance: 0)], [.similarName(distance: 1)],
        [.similarName(distance: 1)],
      ])
    let limited = try Query(people).duplicates(limit: 2)
    #expect(limited.pairs == Array(found.pairs.prefix(2)) && limited.count == 5)
    #expect(try Query(people).duplicates(limit: 0).count == 5)
    #expect(try Query(people).duplicates(by: []) == Query([Person]()).duplicates())
    let twice = try Query([
      person("Ada", "Byron", Self.day, "a@x.org"), person("Ada", "Byron", nil, "A@x.org"),
    ]).duplicates()
    #expect(twice.pairs.map(\.matches) == [[.email, .similarName(distance: 0)]])
  }

  @Test(
    "the same pairs as by comparing each with each other",
    arguments: [0, 1, 3, 40], [1, 2, 3] as [UInt64])
  func eachWithEach(_ dates: Int, _ seed: UInt64) throws {
    let people = Self.random(300, dates: dates, seed: seed)
    let found = try Query(people).duplicates()
    #expect(found.leftOut.isEmpty)
    let expected = Self.expected(people)
    var pairs: [[Int64]: [DuplicateMatch]] = [:]
    for pair in found.pairs { pairs[[pair.first.id, pair.second.id]] = pair.matches }
    #expect(pairs == expected && pairs.count == found.count, "seed \(seed)")
    #expect(expected.count > 100)
    for distance in 0...2 {
      #expect(expected.values.contains([.similarName(distance: distance)]), "\(distance)")
    }
  }

  @Test("a store finds the same as an array of its people, in the order of the query")
  func store() async throws {
    let store = try PersonStore.inMemory()
    try await store.people.insert(Self.random(300, dates: 3, seed: 4))
    let people = try await store.people.all()
    let found = try await store.people.duplicates()
    #expect(found.count > 100)
    #expect(try await Query(people).duplicates() == found)
    #expect(try store.people.blocking.duplicates() == found)
    #expect(try await store.read { try $0.people.duplicates() } == found)
    let some = try await store.people.where { $0.id > 150 }.sortDescending { $0.id }
      .duplicates(by: [.email])
    let reversed = Query(people.filter { $0.id > 150 }.reversed())
    #expect(try await some == reversed.duplicates(by: [.email]))
    #expect(some.pairs.allSatisfy { $0.first.id > $0.second.id } && some.count > 0)
  }

  @Test("what has too many pairs is left out, and told")
  func leftOut() throws {
    let alike = (0..<46).map { _ in person("John", "Smith") }
    let found = try Query(alike + [person("Jon", "Smith")]).duplicates()
    #expect(
      found.leftOut == [.init(criterion: .similarName, value: "john smith", pairs: 46 * 45 / 2)])
    // Those of two names are fewer.
    #expect(found.count == 46)
    #expect(try Query(alike.dropLast()).duplicates().count == 45 * 44 / 2)

    let dated = alike.map { person($0.name, $0.surname, Self.day, "n@x.org") }
    let left = try Query(dated).duplicates()
    #expect(
      left.leftOut == [
        .init(criterion: .email, value: "n@x.org", pairs: 1035),
        .init(criterion: .nameAndBirthDate, value: "john smith, 1990-01-02", pairs: 1035),
        .init(criterion: .similarName, value: "john smith, 1990-01-02", pairs: 1035),
      ])
    #expect(left.count == 0)
    // All have a date, and one day has more than three hundred names.
    let names = (0..<400).map { index in
      person(String(UnicodeScalar(0x3400 + index * 3) ?? "x"), "Smith", Self.day)
    }
    let many = try Query(names + dated.map { person($0.name, $0.surname, Self.day) })
      .duplicates(by: [.similarName])
    #expect(
      many.leftOut == [
        .init(criterion: .similarName, value: "john smith, 1990-01-02", pairs: 1035)
      ])
  }

  @Test("it ends when its task is canceled", arguments: DuplicateCriterion.allCases)
  func cancellation(_ criterion: DuplicateCriterion) throws {
    let people = Self.random(50, dates: 0, seed: 5)
    let interruption = Interruption()
    let result = interruption.run {
      interruption.request()
      return try DuplicateFinder(people, [criterion]).found(limit: nil)
    }
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test("JSON has the criteria by their names")
  func json() throws {
    let found = try Query([person("Ada", "Byron"), person("Adaa", "Byron")]).duplicates()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(found), as: UTF8.self)
        == #"{"count":1,"leftOut":[],"pairs":[{"first":{"id":0,"name":"Ada","surname":"Byron"},"#
        + #""matches":[{"by":"similar","distance":1}],"#
        + #""second":{"id":0,"name":"Adaa","surname":"Byron"}}]}"#)
  }
}

extension DuplicateTests {
  /// People with names of few letters, many of which are similar.
  private static func random(_ count: Int, dates: Int, seed: UInt64) -> [Person] {
    var random = Seed(number: seed).generator
    func word() -> String {
      String(
        (0..<Int.random(in: 2...10, using: &random)).map { place in
          place < 6 ? ["a", "b"].randomElement(using: &random) ?? "a" : "c"
        })
    }
    let words = (0..<60).map { _ in word() }
    return (1...count).map { index in
      let isDated = dates > 0 && Int.random(in: 0..<4, using: &random) > 0
      let year = Int.random(in: 0..<max(1, dates), using: &random) + 1950
      return Person(
        id: Int64(index), name: words.randomElement(using: &random) ?? "",
        surname: words.randomElement(using: &random) ?? "",
        email: index.isMultiple(of: 9)
          ? (index.isMultiple(of: 2) ? "A" : "a") + "\(index / 18)@x.org" : nil,
        birthDate: isDated ? CalendarDate(year: year, month: 1, day: 1) : nil)
    }
  }

  /// The pairs by the keys of people, found by comparing each person with each other one.
  private static func expected(_ people: [Person]) -> [[Int64]: [DuplicateMatch]] {
    var pairs: [[Int64]: [DuplicateMatch]] = [:]
    for (place, first) in people.enumerated() {
      for second in people[(place + 1)...] {
        var matches: [DuplicateMatch] = []
        if let email = first.email, email.lowercased() == second.email?.lowercased() {
          matches.append(.email)
        }
        let dates = (first.birthDate, second.birthDate)
        let isDifferent = dates.0 != nil && dates.1 != nil && dates.0 != dates.1
        let isSame = dates.0 != nil && dates.0 == dates.1
        if isSame, (first.name, first.surname) == (second.name, second.surname) {
          matches.append(.nameAndBirthDate)
        } else if !isDifferent, let distance = distance(first, second) {
          matches.append(.similarName(distance: distance))
        }
        if !matches.isEmpty { pairs[[first.id, second.id]] = matches }
      }
    }
    return pairs
  }

  private static func distance(_ first: Person, _ second: Person) -> Int? {
    let orders = [
      [(first.name, second.name), (first.surname, second.surname)],
      [(first.name, second.surname), (first.surname, second.name)],
    ]
    let limit = max(first.fullName.count, second.fullName.count) - 1 < 10 ? 1 : 2
    let distances = orders.compactMap { parts -> Int? in
      var sum = 0
      for (left, right) in parts {
        let count = max(left.count, right.count)
        let distance = distance(Array(left), Array(right))
        guard distance <= (count < 4 ? 0 : count < 8 ? 1 : 2) else { return nil }
        sum += distance
      }
      return sum <= limit ? sum : nil
    }
    return distances.min()
  }

  /// The number of mistakes, without any shortcut.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var table = (0...left.count).map { row in
      (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 }
    }
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    for row in 1...left.count {
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        var least = min(
          table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1,
          table[row][column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table[left.count][right.count]
  }
}
