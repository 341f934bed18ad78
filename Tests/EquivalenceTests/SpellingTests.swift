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
