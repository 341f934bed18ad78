import Foundation
import TestModel
import Testing

@Suite("S89 page(after:size:): pages by key")
struct PageTests {
  /// Returns the pages of a query, in their order.
  private func pages<Element: Sendable>(
    _ page: (Element?) -> Query<Element>
  ) throws -> [[Element]] {
    var pages: [[Element]] = []
    while true {
      let next = try page(pages.last?.last).toArray()
      if next.isEmpty { return pages }
      pages.append(next)
    }
  }

  private func expectPages(
    _ size: Int = 7, isAllSQL: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ sort: (Query<Person>) -> Query<Person>
  ) throws {
    for count in [0, 1, 7, 60] {
      let (store, people) = try makeStore(of: Array(hostilePeople.prefix(count)))
      let expected = try sort(Query(people)).thenBy { $0.id }.toArray()
      let sources =
        [
          ("in SQL", store.people.query), ("in memory", store.people.policy(.memoryOnly)),
          ("on an array", Query(people)),
        ]
        + serverStores.filter { $0.people.count == count }.map { ("server", $0.store.people.query) }
      for (name, source) in sources {
        let found = try pages { sort(source).page(after: $0, size: size) }
        #expect(
          Array(found.joined()).map(\.id) == expected.map(\.id), "\(name), \(count)",
          sourceLocation: sourceLocation)
        #expect(found.dropLast().allSatisfy { $0.count == size }, sourceLocation: sourceLocation)
      }
      guard let last = expected.dropFirst(count / 2).first else { continue }
      let plan = try sort(store.people.query).page(after: last, size: size).plan()
      #expect(plan.isAllSQL == isAllSQL, "\(plan)", sourceLocation: sourceLocation)
    }
  }

  private let opaqueKey: @Sendable (Person) -> Int = { $0.age % 7 }

  @Test("sorts by values and optionals in both directions, and none")
  func sorts() throws {
    try expectPages { $0.sort { $0.surname } }
    try expectPages { $0.sortDescending { $0.surname }.thenBy { $0.name } }
    try expectPages(1) { $0.sort { $0.email } }
    try expectPages { $0.sortDescending { $0.email } }
    try expectPages { $0.sort { $0.birthDate }.thenByDescending { $0.age } }
    try expectPages { $0.sortDescending { $0.birthDate }.thenByDescending { $0.email } }
    try expectPages { $0.sort { $0.surname.lowercased() } }
    try expectPages { $0.sort { $0.age / 10 }.thenBy { $0.surname }.thenByDescending { $0.id } }
    try expectPages { $0.where { $0.age > 20 } }
    try expectPages { $0.search("a") }
    try expectPages(isAllSQL: false) { $0.sort(opaqueKey) }
  }

  @Test("operators behind the sort, and those that leave no sort")
  func operatorsBehindTheSort() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    for source in [store.people.query, store.people.policy(.memoryOnly), Query(people)] {
      let sorted = source.sortDescending { $0.surname }.thenBy { $0.email }
      let ascending = source.sort { $0.surname }.thenByDescending { $0.email }
      let chains: [(Query<Person>, Query<Person>)] = [
        (sorted.where { $0.age > 20 }, source.where { $0.age > 20 }),
        (sorted.where { (person: Person) in person.age > 20 }, source.where { $0.age > 20 }),
        (sorted.skip(5).take(30), sorted.skip(5).take(30)),
        (sorted.distinct { $0.name }, sorted.distinct { $0.name }),
        (sorted.reverse().where { $0.age > 9 }.reverse(), source.where { $0.age > 9 }),
      ]
      let reversed = try pages { sorted.reverse().page(after: $0, size: 7) }
      let expected = try ascending.thenBy { $0.id }.toArray()
      #expect(reversed.joined().map(\.id) == expected.map(\.id))
      for (index, (chain, rows)) in chains.enumerated() {
        let found = try pages { chain.page(after: $0, size: 7) }
        let expected =
          try rows.sortDescending { $0.surname }.thenBy { $0.email }.thenBy { $0.id }.toArray()
        #expect(found.joined().map(\.id) == expected.map(\.id), "\(index)")
      }
      let selected = sorted.select { ($0.id, $0.surname) }
      #expect(throws: QueryError.orderWithoutSort(operator: "select")) {
        try selected.page(after: nil, size: 3) { $0.0 }.toArray()
      }
    }
  }

  @Test("SQL that an index serves") func sql() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let query = store.people.where { $0.age > 3 }.sort { $0.surname }
    func conditions(_ page: Query<Person>) throws -> String {
      let sql = try #require(try page.plan().sql)
      return String(sql[try #require(sql.range(of: "person")?.upperBound)...])
    }
    #expect(
      try conditions(query.page(after: nil, size: 5))
        == " WHERE age > ? ORDER BY surname, id LIMIT 5")
    #expect(
      try conditions(query.page(after: people[9], size: 5)) == """
         WHERE age > ? AND surname >= ? AND (surname > ? OR id > ?) ORDER BY surname, id LIMIT 5
        """)
    #expect(
      try conditions(query.thenBy { $0.id }.page(after: people[9], size: 5)) == """
         WHERE age > ? AND surname >= ? AND (surname > ? OR id > ?) ORDER BY surname, id LIMIT 5
        """)
    #expect(
      try conditions(store.people.page(after: people[9], size: 5))
        == " WHERE id > ? ORDER BY id LIMIT 5")
    var unknown = people[9]
    unknown.email = nil
    #expect(
      try conditions(store.people.sort { $0.email }.page(after: unknown, size: 5)) == """
         WHERE (email IS NOT NULL OR id > ?) ORDER BY email, id LIMIT 5
        """)
    #expect(
      try conditions(store.people.sortDescending { $0.email }.page(after: unknown, size: 5)) == """
         WHERE email IS NULL AND id > ? ORDER BY email DESC, id LIMIT 5
        """)
  }

  @Test("an element that is gone, tuples, and a key that fails") func others() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    for source in [store.people.query, Query(people)] {
      let sorted = source.sort { $0.surname }
      let all = try sorted.toArray()
      var gone = all[20]
      gone.id = 0
      let rest = all.drop { $0.surname < gone.surname }
      #expect(try sorted.page(after: gone, size: 1000).toArray() == Array(rest))
      let counts = source.groupBy { $0.surname }.select { ($0.key, $0.count) }
      let found = try pages {
        counts.sortDescending { $0.1 }.page(after: $0, size: 4) { $0.0 }
      }
      let expected = try counts.sortDescending { $0.1 }.thenBy { $0.0 }.toArray()
      #expect(found.joined().map { "\($0)" } == expected.map { "\($0)" })
      let failing = source.sort { 10 / ($0.age - gone.age) }.page(after: gone, size: 3)
      #expect(throws: ExpressionError.divisionByZero) { try failing.toArray() }
    }
  }
}
