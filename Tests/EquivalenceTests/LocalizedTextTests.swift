import Linq
import TestModel
import Testing

@testable import ChainFuzzing
@testable import LinqCore

@Suite("The order of a language in SQL and in memory: S86")
struct LocalizedTextTests {
  private static let names = [
    "Zander", "Åberg", "A\u{30A}berg", "Aberg", "aberg", "Öst", "Aagaard", "Chalupa", "Hus",
    "Čech", "Яна", "Ζωή", "李明", "김민", "محمد", "b10", "b2", "", "a\u{200D}b", "ab",
    "Müller", "MULLER", "mu\u{308}ller",
  ]

  private static let people = names.enumerated().map { index, name in
    Person(
      name: name.isEmpty ? "-" : name, surname: names[index * 7 % names.count], age: index % 3,
      email: index % 4 == 0 ? nil : "\(name)\(index)@example.org")
  }

  private static let server: (store: TestStore, people: [Person])? = {
    do {
      guard let store = try newServerStore() else { return nil }
      try store.people.insert(people)
      return (store, try makeStore(of: people).people)
    } catch { preconditionFailure("no store on the server: \(error)") }
  }()

  /// Runs a chain on these people in every way.
  private func expectSame<Element: Sendable>(
    sql: String? = nil, isAllSQL: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Person>) -> Query<Element>
  ) throws {
    try expectSameResults(
      of: Self.people, Self.server, isAllSQL: isAllSQL, sql: sql, isEmpty: false,
      sourceLocation: sourceLocation, chain)
  }

  @Test("a sort by the order of a language runs in SQL")
  func statements() throws {
    try expectSame(sql: "SELECT … FROM person ORDER BY swift_localized(surname, ?), id") {
      $0.sort { $0.surname.localized("sv") }
    }
    try expectSame(
      sql: "SELECT … FROM person ORDER BY swift_localized_standard(name, ?) DESC, id LIMIT 5"
    ) { $0.sortDescending { $0.name.localizedStandard("de") }.take(5) }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE swift_localized(surname, ?) < swift_localized(name, ?) \
        ORDER BY id
        """
    ) { $0.where { $0.surname.localized("sv") < $0.name.localized("sv") } }
  }

  @Test("every language, everywhere", arguments: ["sv", "de", "cs", "es", "da", "en-US", "xx"])
  func languages(locale: String) throws {
    try expectSame { $0.sort { $0.surname.localized(locale) }.select { $0.surname } }
    try expectSame { $0.sort { $0.name.localizedStandard(locale) }.select { $0.name } }
    try expectSame {
      $0.sort { $0.age }.thenByDescending { $0.name.localized(locale) }.skip(2)
    }
    try expectSame { $0.sort { $0.email.map { $0.localized(locale) } }.take(7) }
    try expectSame {
      $0.sort { $0.surname.prefix(1).localized(locale) }.thenBy { $0.name.localized(locale) }
    }
  }

  @Test("ties are ordered by the next level, equal texts by their keys")
  func ties() throws {
    try expectSame(sql: "SELECT … FROM person ORDER BY swift_localized(surname, ?), age, id") {
      $0.sort { $0.surname.localized("sv") }.thenBy { $0.age }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY age, swift_localized(surname, ?), id") {
      $0.sort { $0.age }.thenBy { $0.surname.localized("sv") }
    }
  }

  @Test("the least and the greatest, groups, distinct values and comparisons agree")
  func operators() throws {
    try expectSame { $0.select { $0.surname.localized("sv") } }
    try expectSame { $0.distinct(by: { $0.surname.localized("sv") }) }
    try expectSame { $0.groupBy { $0.surname.localized("sv") }.select { ($0.key, $0.count) } }
    try expectSame {
      $0.groupBy { $0.age }.select { ($0.key, $0.min { $0.name.localized("sv") }) }
    }
    try expectSame { $0.where { $0.surname.localized("sv") >= "P".localized("sv") } }
    try expectSame { $0.where { $0.surname.localized("sv") != "Åberg".localized("sv") } }
    let (store, people) = try makeStore(of: Self.people)
    let stores = [store] + (Self.server.map { [$0.store] } ?? [])
    for store in stores {
      let last = people.max { $0.name.localized("sv") }
      #expect(last?.text == "李明")
      #expect(try store.people.max { $0.name.localized("sv") } == last)
      #expect(try store.people.maxBy { $0.name.localized("sv") }?.name == "李明")
    }
  }

  @Test("S87 equality and beginnings without case and accents")
  func folded() throws {
    try expectSame(sql: "SELECT … FROM person WHERE swift_folded(name) = ? ORDER BY id") {
      $0.where { $0.name.folded == "muller" }
    }
    try expectSame(
      sql: "SELECT … FROM person WHERE swift_has_prefix(swift_folded(name), ?) ORDER BY id"
    ) { $0.where { $0.name.folded.hasPrefix("mull") } }
    try expectSame { $0.where { $0.name.folded.hasPrefix("") } }
    let (store, _) = try makeStore(of: Self.people)
    #expect(try store.people.where { $0.name.folded == "Müller".folded }.count() == 3)
    #expect(try store.people.where { $0.name.folded.hasPrefix("ab") }.count() == 6)
    #expect(Self.people.where { $0.name.folded == "muller" }.count == 3)
  }
}
