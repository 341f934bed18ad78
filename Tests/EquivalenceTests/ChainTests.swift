import ChainFuzzing
import TestModel
import Testing

@Suite("Chains give the same array in SQL, in memory and split")
struct ChainTests {
  @Test("where")
  func filters() throws {
    let age = 30
    let day = try #require(CalendarDate(year: 1903, month: 1, day: 1))
    try expectSame(sql: "SELECT … FROM person WHERE age < ? ORDER BY id") {
      $0.where { $0.age < age }
    }
    try expectSame(sql: "SELECT … FROM person WHERE email IS NULL ORDER BY id") {
      $0.where { $0.email == nil }
    }
    try expectSame(sql: "SELECT … FROM person WHERE email IS NOT ? ORDER BY id") {
      $0.where { $0.email != "p1@example.org" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE name = ? ORDER BY id") {
      $0.where { $0.name == "e\u{301}va" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE (name = ? OR surname = ?) ORDER BY id") {
      $0.where { $0.name == "\u{E9}va" || $0.surname == "a\0b" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE NOT age = ? AND surname <> ? ORDER BY id") {
      $0.where { !($0.age == 25) && $0.surname != "%" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE age = ? AND email IS NOT NULL ORDER BY id") {
      $0.where { $0.age == 25 }.where { $0.email != nil }
    }
    try expectSame(sql: "SELECT … FROM person WHERE age IN (?, ?) ORDER BY id") {
      $0.where { [17, 25].contains($0.age) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE (email IS NULL OR email IN (?)) ORDER BY id") {
      $0.where { [nil, "p1@example.org"].contains($0.email) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE email IN (?, ?) ORDER BY id") {
      $0.where { ["p1@example.org", "p2@example.org"].contains($0.email) }
    }
    // Where NULL counts as false, a condition on an optional is one that an index can serve.
    try expectSame(sql: "SELECT … FROM person WHERE birth_date > ? AND age = ? ORDER BY id") {
      $0.where { $0.birthDate.map { $0 > day } == true }.where { $0.age == 25 }
    }
    try expectSame(sql: "SELECT … FROM person WHERE (birth_date > ? OR age < ?) ORDER BY id") {
      $0.where { $0.birthDate.map { $0 > day } ?? false || $0.age < 20 }
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE NOT CASE WHEN birth_date IS NOT NULL THEN birth_date > ? \
        END IS ? ORDER BY id
        """
    ) {
      $0.where { !($0.birthDate.map { $0 > day } == true) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE NOT coalesce(email IN (?), 0) ORDER BY id") {
      $0.where { !["p1@example.org"].contains($0.email) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE 0 ORDER BY id", isEmpty: true) {
      $0.where { [Int]().contains($0.age) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE age >= ? AND age < ? ORDER BY id") {
      $0.where { (18..<46).contains($0.age) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE name >= ? AND name <= ? ORDER BY id") {
      $0.where { ("B"..."b").contains($0.name) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE coalesce(email, ?) = ? ORDER BY id") {
      $0.where { ($0.email ?? "") == "" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE surname = ? ORDER BY id") {
      $0.where { $0.surname.isEmpty }
    }
    try expectSame(sql: "SELECT … FROM person WHERE name < surname ORDER BY id") {
      $0.where { $0.name < $0.surname }
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE CASE WHEN age < ? THEN email IS NULL ELSE name = ? END ORDER \
        BY id
        """
    ) { $0.where { .if($0.age < 30, then: $0.email == nil, else: $0.name == "z") } }
  }

  @Test("select")
  func projections() throws {
    try expectSame(sql: "SELECT name FROM person ORDER BY id") { $0.select { $0.name } }
    try expectSame(sql: "SELECT name, age FROM person WHERE age < ? ORDER BY id") {
      $0.where { $0.age < 30 }.select { ($0.name, $0.age) }
    }
    try expectSame(
      sql: """
        SELECT birth_date, email, id, age FROM person WHERE age = ? ORDER BY id
        """
    ) {
      $0.select { ($0.birthDate, $0.email, $0.id, $0.age) }.where { $0.3 == 25 }
    }
    try expectSame(sql: "SELECT surname FROM person ORDER BY id") { $0.select(\.surname) }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.select { $0.name.utf8.underestimatedCount }
    }
  }

  @Test("sort, thenBy, reverse")
  func orders() throws {
    try expectSame(sql: "SELECT … FROM person ORDER BY surname, name DESC, id") {
      $0.sort { $0.surname }.thenByDescending { $0.name }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY age DESC, surname, id") {
      $0.sort { $0.surname }.sortDescending { $0.age }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY email DESC, id DESC") {
      $0.sort { $0.email }.reverse()
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY birth_date DESC, age, id") {
      $0.sortDescending { $0.birthDate }.thenBy { $0.age }
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.sort { $0.surname }.thenBy { p in String(p.name.reversed()) }.thenByDescending { $0.age }
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person WHERE age > ? ORDER BY id") {
      $0.where { p in p.age > 3 }.sort { $0.surname }.thenBy { $0.age }.thenBy { p in
        String(p.name.reversed())
      }
      .take(9)
    }
    try expectSame(sql: "SELECT … FROM person WHERE email IS NOT NULL ORDER BY name, age, id") {
      $0.sort { $0.age }.where { $0.email != nil }.thenBy { $0.name }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY age, id DESC") {
      $0.reverse().sort { $0.age }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY swift_count(name), id") {
      $0.sort { $0.name.count }
    }
  }

  @Test("take, skip, distinct")
  func limits() throws {
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 5") { $0.take(5) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?") { $0.skip(2) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 50 OFFSET ?) ORDER BY id LIMIT 3 \
        OFFSET ?
        """
    ) { $0.skip(1).take(50).skip(2).take(3) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 0", isEmpty: true) { $0.take(-1) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?") { $0.skip(-1) }
    try expectSame(
      sql: "SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 9) WHERE age = ? ORDER BY id"
    ) { $0.take(9).where { $0.age == 25 } }
    try expectSame(sql: "SELECT surname FROM person GROUP BY surname ORDER BY min(id)") {
      $0.select { $0.surname }.distinct()
    }
    try expectSame(
      sql: """
        SELECT email FROM person GROUP BY email ORDER BY email, min(id) LIMIT 3
        """
    ) {
      $0.select { $0.email }.distinct().sort { $0 }.take(3)
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY id") { $0.distinct() }
    try expectSame(
      sql: """
        SELECT age FROM (SELECT age, name, id, row_number() OVER (ORDER BY name, id) AS c1_3 \
        FROM person) GROUP BY age ORDER BY min(c1_3)
        """
    ) { $0.sort { $0.name }.select { $0.age }.distinct() }
    try expectSame(sql: "SELECT … FROM person GROUP BY age ORDER BY min(id)") {
      $0.distinct(by: { $0.age })
    }
  }

  @Test("filters in memory are moved after sorts and other filters, never past take")
  func moves() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let chain = { (query: Query<Person>) in
      query.where { opaquelyTrue($0) }.where { $0.age < 40 }.sort { $0.surname }.take(3)
    }
    let plan = try chain(store.people.query).plan()
    #expect(plan.operators.map(\.name) == ["person", "where", "sort", "where", "take"])
    #expect(abbreviated(plan.sql) == "SELECT … FROM person WHERE age < ? ORDER BY surname, id")
    #expect(plan.operators[1].movedBefore == ["where"])
    #expect(try chain(store.people.query).toArray() == chain(Query(people)).toArray())
    let limited = try store.people.take(3).where { opaquelyTrue($0) }.sort { $0.age }.plan()
    #expect(limited.operators.map(\.name) == ["person", "take", "sort", "where"])
  }

  @Test("terminals")
  func terminals() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let young = store.people.where { $0.age < 30 }
    let expected = people.filter { $0.age < 30 }
    let counts = [
      try young.count(), try young.take(3).count(),
      try young.select { $0.age }.distinct().count(),
    ]
    #expect(counts == [expected.count, 3, Set(expected.map(\.age)).count])
    #expect(try young.first() == expected[0])
    #expect(try young.where { $0.age < 0 }.firstOrNil() == nil)
    #expect(try young.any())
    #expect(throws: QueryError.noElements) { try young.where { $0.age < 0 }.first() }
    #expect(throws: QueryError.moreThanOneElement) { try young.single() }
    #expect(try young.where { $0.id == expected[1].id }.single() == expected[1])
  }

  @Test("async gives the same")
  func asynchronous() async throws {
    let store = try TestStore(path: ":memory:")
    try await store.people.insert(hostilePeople)
    let names = try await store.people.where { $0.age < 30 }.sort { $0.name }.select(\.name)
      .toArray()
    let expected = try await Query(hostilePeople).where { $0.age < 30 }.sort { $0.name }
      .select(\.name).toArray()
    #expect(names == expected)
    let count = try await store.people.where { $0.age < 30 }.count()
    #expect(count == names.count)
  }
}

@Suite("Policies")
struct PolicyTests {
  @Test("a fallback that is forbidden is an error before anything runs")
  func requireSQL() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    let opaque = store.people.where { opaquelyTrue($0) }.policy(.requireSQL)
    #expect(throws: QueryError.self) { try opaque.toArray() }
    #expect(try store.people.where { $0.age < 30 }.policy(.requireSQL).any())
  }

  @Test("more rows in memory than allowed are an error")
  func maxRows() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let opaque = store.people.where { opaquelyTrue($0) }
    #expect(throws: QueryError.tooManyRows(limit: 59)) {
      try opaque.policy(.allowFallback(maxRows: 59)).toArray()
    }
    #expect(try opaque.policy(.allowFallback(maxRows: 60)).toArray() == people)
    #expect(try opaque.take(2).policy(.allowFallback(maxRows: 2)).toArray().count == 2)
    #expect(try store.people.policy(.allowFallback(maxRows: 1)).toArray() == people)
  }

  @Test("an opaque filter reads no more rows than take needs")
  func streaming() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    #expect(
      try store.people.where { opaquelyTrue($0) }.policy(.allowFallback(maxRows: 1)).firstOrNil()
        != nil)
  }
}

@Suite("Captured values never become SQL text")
struct HostileValueTests {
  @Test(
    "stored, found and returned unchanged",
    arguments: [
      "'; DROP TABLE person; --", "\"", "`", "%", "_", "\\", "a\0b", "/* */", "?1", ":name",
      "\u{FEFF}x", String(repeating: "x", count: 100_000),
    ])
  func hostile(text: String) throws {
    let (store, people) = try makeStore(of: [Person(name: text, surname: text, age: 1)])
    let query = store.people.where { $0.name == text && [text].contains($0.surname) }
    #expect(try query.toArray() == people)
    #expect(
      try abbreviated(query.plan().sql)
        == "SELECT … FROM person WHERE name = ? AND surname IN (?) ORDER BY id")
  }
}
