import LinqText
import TestModel
import Testing

/// Spellings that people guess, in SQL and in memory, and as text.
@Suite("Spellings")
struct SpellingTests {
  @Test("conversions as properties")
  func conversions() throws {
    try expectSame { people in
      people.groupBy { $0.surname }
        .select { ($0.key, ($0.count { $0.age > 30 }).double / $0.count.double) }
    }
    try expectSame { $0.select { ($0.id.int, $0.age.decimal, ($0.age.double / 7).int) } }
    try expectSame { $0.select { ($0.name.int ?? 1, $0.name.double ?? 0.5) } }
    try expectSame { $0.select { $0.surname.dropFirst(2).int ?? -1 } }
    try expectSame { $0.where { QueryExpression<Int?>($0.surname.dropFirst(2)) == nil } }
    try expectSame { $0.where { QueryExpression<Double?>($0.name.prefix(1)) != 2 } }
  }

  @Test("sums and means of conditions and of optional numbers")
  func sums() throws {
    try expectSame { people in
      people.groupBy { $0.surname }.select {
        (
          $0.key, $0.sum { .if($0.age > 30, then: $0.name.count, else: 0) },
          $0.sum { $0.birthDate.map { $0.year } }, $0.average { $0.birthDate.map { $0.month } },
          $0.median { .if($0.age > 30, then: $0.age, else: nil) }
        )
      }
    }
  }

  @Test("map and filter of the items of a group")
  func arrays() throws {
    try expectSame { people in
      people.groupBy { $0.surname }.select {
        (
          $0.key, $0.items.map { $0.age }.distinct().count,
          $0.items.filter { $0.age > 30 }.sum { $0.name.count }
        )
      }
    }
  }

  @Test("values of the program: a part of a text, and an optional beside an expression")
  func values() throws {
    let part = "banana".suffix(1)
    try expectSame { $0.where { $0.surname.hasPrefix(part) || $0.name.hasSuffix(part) } }
    try expectSame { $0.where { !$0.surname.contains(part) } }
    for age in [nil, 7] as [Int?] {
      try expectSame { $0.select { .if($0.age > 30, then: age, else: $0.age) } }
      try expectSame { $0.select { .if($0.age > 30, then: $0.age, else: age) } }
    }
  }

  @Test("conditions on values of the program")
  func conditionsOnValues() throws {
    for words in [["a"], ["a", "e\u{301}", "B"], [], (0..<300).map { "\($0)" }] {
      try expectSame { people in
        people.select { person in
          (
            person.id, words.allSatisfy { person.name.contains($0) },
            words.contains { person.surname.hasPrefix($0) } && person.age > 3
          )
        }
      }
      try expectSame { people in
        people.where { person in person.id > 0 || words.contains { person.name == $0 } }
      }
    }
    // The second condition fails where the first one is true.
    let divisors = [1, 0]
    try expectSameError(ExpressionError.divisionByZero) { people in
      people.where { person in divisors.contains { person.age / $0 < 0 } }
    }
    try expectSame { people in
      people.where { person in divisors.contains { person.age / $0 >= 0 } }
    }
  }

  @Test("values of a dictionary of the program")
  func dictionaries() throws {
    let fees = [7: 1.5, 30: 0.1, 44: -0.0]
    try expectSame { $0.select { ($0.id, fees[$0.age], fees[$0.age] ?? 9) } }
    try expectSame { $0.where { fees[$0.age, default: 2] < 3 } }
    try expectSame { $0.sort { fees[$0.age] }.select { $0.id } }
    let names = ["e\u{301}": "E", "Ada": "A", "": "nobody"]
    try expectSame { $0.select { names[$0.name] ?? $0.surname } }
    try expectSame { $0.groupBy { names[$0.name] }.select { ($0.key, $0.count) } }
    let emails: [String?: Int] = [nil: 0, "x": 1]
    try expectSame { $0.select { emails[$0.email] } }
    // A value that is nil is not the same as none.
    let labels: [Int: String?] = [7: "x", 30: nil, 44: nil]
    try expectSame { $0.select { ($0.id, labels[$0.age]) } }
    try expectSame { $0.select { labels[$0.id.int % 50] } }
    let none: [Int: String] = [:]
    try expectSame { $0.select { none[$0.age] } }
    let many = Dictionary(uniqueKeysWithValues: (0..<700).map { ($0, "\($0 * 3)") })
    try expectSame { $0.select { ($0.id, many[$0.age], many[$0.name.count, default: "-"]) } }
    try expectSame { $0.where { many[$0.age] != nil }.sort { many[$0.age] } }
    // JSON does not keep them.
    let weights = many.mapValues { Double($0.count) / 3 }
    try expectSame(isAllSQL: false) { $0.select { weights[$0.age] } }
    let days = [Int64(1): try #require(CalendarDate(year: 2024, month: 2, day: 29))]
    try expectSame { $0.select { days[$0.id].map { $0.year } } }
  }

  @Test("days of the program")
  func days() throws {
    let today = try #require(CalendarDate(year: 2024, month: 2, day: 29))
    try expectSame { people in
      people.where { $0.birthDate != nil }.select {
        $0.birthDate.map { today.distance(to: $0) }
      }
    }
    try expectSame { $0.select { $0.birthDate.map { today.wholeYears(to: $0) } } }
  }

  @Test(
    "the same as text",
    arguments: [
      ("select { $0.id.double / 2.0 }", "select { Double($0.id) / 2.0 }"),
      ("select { $0.age.decimal }", "select { Decimal($0.age) }"),
      ("select { ($0.age.double / 7.0).int }", "select { Int($0.age.double / 7.0) }"),
      ("select { $0.name.int ?? 0 }", "select { Int($0.name) ?? 0 }"),
      (
        "groupBy { $0.surname }.select { $0.items.map { $0.age }.distinct().count }",
        "groupBy { $0.surname }.select { $0.items.select { $0.age }.distinct().count }"
      ),
      (
        "groupBy { $0.surname }.select { $0.items.filter { $0.age > 3 }.count }",
        "groupBy { $0.surname }.select { $0.items.where { $0.age > 3 }.count }"
      ),
    ])
  func text(guess: String, known: String) throws {
    let form = try TestStore(path: ":memory:").textForm
    #expect(try form.parse(guess).plan().sql == form.parse(known).plan().sql)
  }
}
