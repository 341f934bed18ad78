import CStoreSQLite
import Foundation
import People
import StoreSQLite
import StoreSupport
import TestSupport
import Testing

@testable import LinqSQL

/// Searches of a store, whose index finds the candidates.
@Suite struct SearchIndexTests {
  private let folder = TemporaryFolder()
  private let seed = Seed()

  private static let names = [
    ("José", "Müller"), ("Maria", "Garcia López"), ("Siobhan", "O’Neil"), ("Jean-Luc", "Picard"),
    ("太郎", "山田"), ("민준", "김"), ("Łukasz", "Sokołowski"), ("Mar", "Groß"), ("Ζωή", "Μαρία"),
  ]

  private static let texts = [
    "jose mull", "müller, josé", "lopez", "oneil", "neil", "jean luc", "山田", "田", "김", "luk",
    "mar", "gross", "μαρ", "", "x", "n1@example.org", "1", "e",
  ]

  private func makeStore(_ count: Int = 2_000) throws -> PersonStore {
    let store = try PersonStore(path: folder.file("people.db"))
    try store.people.insert(
      (0..<count).map { index in
        let (name, surname) = Self.names[index % Self.names.count]
        return Person(
          name: name, surname: "\(surname)\(index % 7 == 0 ? " \(index)" : "")",
          email: index.isMultiple(of: 3) ? "n\(index)@example.org" : nil)
      })
    try store.updateSearchIndex()
    return store
  }

  /// Expects that each text finds the same people as in an array of them.
  private func expectSame(
    in store: PersonStore, limits: [(Int, Int)] = [(0, 5), (3, 20)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let people = try store.people.all()
    for text in Self.texts.sample(8, seed) {
      let query = store.people.search(text)
      let expected = try Query(people).search(text).toArray()
      #expect(
        try query.toArray() == expected, "\(text) \(seed)", sourceLocation: sourceLocation)
      for (skipped, taken) in limits {
        let first = try store.people.search(text).skip(skipped).take(taken).toArray()
        #expect(
          first == Array(expected.dropFirst(skipped).prefix(taken)),
          "\(text) \(skipped) \(taken) \(seed)",
          sourceLocation: sourceLocation)
      }
      #expect(try query.plan().isAllSQL, sourceLocation: sourceLocation)
    }
  }

  private func due(_ store: PersonStore) throws -> Int64? {
    try store.column("SELECT count(*) FROM person_search_due").first.flatMap {
      if case .integer(let count) = $0 { count } else { nil }
    }
  }

  @Test("the statement asks the index, and evaluates the exact function")
  func statement() throws {
    let store = try makeStore(1)
    let rank = "swift_search_2_1(?, surname, name, email)"
    let others = """
      UNION ALL SELECT id FROM person_search_due UNION ALL SELECT id FROM person \
      WHERE id > (SELECT coalesce(max(id), -1e19) FROM person_search_text)
      """
    #expect(
      try store.people.search("a").select { $0.id }.plan().sql == """
        SELECT id FROM person WHERE id IN (SELECT id FROM \
        (SELECT rowid AS id FROM person_search WHERE person_search MATCH ? \(others))) \
        AND \(rank) IS NOT NULL ORDER BY \(rank), surname, name, id
        """)
    let rows = """
      CROSS JOIN person_search AS s ON s.person_search MATCH c.words \
      CROSS JOIN person AS r ON r.id = s.rowid \
      WHERE s.rowid NOT IN (SELECT id FROM person_search_due)
      """
    let wanted = "(SELECT number FROM wanted)"
    func count(_ place: Int, upTo most: String) -> String {
      """
      (SELECT count(*) FROM (SELECT 1 FROM class AS c \(rows) AND c.place = \(place) \
      LIMIT \(most)))
      """
    }
    let few = "max(\(wanted), 1000)"
    let best = """
      SELECT id FROM person WHERE id IN (SELECT id FROM (WITH \
      wanted(number) AS MATERIALIZED (SELECT 20), \
      class(place, words) AS MATERIALIZED \
      (SELECT key, value FROM temp.json_each(CAST(? AS TEXT))), \
      best(place) AS MATERIALIZED (SELECT CASE \
      WHEN \(count(0, upTo: wanted)) >= \(wanted) THEN 0 \
      WHEN \(count(1, upTo: wanted)) >= \(wanted) THEN 1 \
      WHEN \(count(4, upTo: "\(few) + 1")) <= \(few) THEN 5 \
      WHEN \(count(2, upTo: wanted)) >= \(wanted) THEN 2 ELSE 3 END) \
      SELECT s.rowid AS id FROM best CROSS JOIN class AS c ON c.place = best.place - 1 \(rows) \
      UNION ALL SELECT id FROM (SELECT s.rowid AS id FROM best CROSS JOIN class AS c \
      ON c.place = best.place \(rows) ORDER BY r.surname, r.name, s.rowid LIMIT \(wanted)) \
      \(others))) AND \(rank) IS NOT NULL ORDER BY \(rank), surname, name, id LIMIT 20
      """
    let first = store.people.search("a").take(20).select { $0.id }
    #expect(try first.plan().sql == best)
    let steps = try store.people.search("a").take(20).plan().access
    #expect(steps.contains("SEARCH person USING INTEGER PRIMARY KEY (rowid=?)"), "\(steps)")
    #expect(!steps.contains("SCAN person"), "\(steps)")
    // Beside another condition, and in the order of the keys.
    let other = try store.people.where { $0.attributes["a"] == "b" && $0.isFound(by: "a") }.plan()
    #expect(other.access.first == steps.first && !other.access.contains("SCAN person"))
  }

  @Test("words and parts of texts end where their scalars end")
  func scalars() throws {
    let store = try makeStore(1)
    // With a space, and with a quote, these letters are one character.
    try store.people.insert([
      Person(name: "Am\u{D4E}", surname: "\u{111C2} x"), Person(name: "b\"\u{93E}c", surname: "B"),
    ])
    try store.updateSearchIndex()
    #expect(try store.check() == [])
    #expect(try store.people.search("am\u{D4E}").count() == 1)
    #expect(try store.people.search("x").count() == 1)
  }

  @Test("a search beside other conditions asks the index, too, and one that may be false does not")
  func conditions() throws {
    let store = try makeStore(1)
    let both = try store.people.where { $0.id > 3 && $0.isFound(by: "a") }.plan()
    #expect(both.sql?.contains(" MATCH ") == true && both.isAllSQL)
    let either = try store.people.where { $0.id > 3 || $0.isFound(by: "a") }.plan()
    #expect(either.sql?.contains(" MATCH ") == false && either.isAllSQL)
    let not = try store.people.where { !$0.isFound(by: "a") }.plan()
    #expect(not.sql?.contains(" MATCH ") == false && not.isAllSQL)
  }

  @Test("the migration of people is the one that the library would write")
  func migration() throws {
    let store = try makeStore(1)
    func schema() throws -> [String] {
      try store.column(
        "SELECT sql FROM sqlite_schema WHERE name LIKE 'person_search%' ORDER BY name"
      ).map { "\($0)".split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
    let index = try #require(Person.table.searchIndex)
    let migrated = try schema()
    try store.pool.write { connection in
      try connection.execute(index.removal())
      try connection.execute(index.creation())
    }
    #expect(try schema() == migrated)
    #expect(migrated.count > 6)
  }

  /// A table of a program, with keys of any sign.
  private struct Customer: Sendable, Hashable, Searchable {
    var id: Int64
    var name: String
    var city: String?

    static let searchFields = SearchFields(names: \Customer.name, others: \.city)
    static let table = Table(
      "customer", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("city", \.city)
    ).searchable()
  }

  @Test("tables of a program have an index whose SQL the library writes")
  func ownTable() throws {
    let store = try makeStore(1)
    let index = try #require(Customer.table.searchIndex)
    try store.pool.write { connection in
      try connection.execute(
        "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT) STRICT")
      try connection.execute(index.creation())
      try connection.execute(
        "INSERT INTO customer VALUES (-7, 'Łódź Ltd', NULL), (-2, 'Acme', 'Łódź'), (5, 'x', 'y')")
    }
    let customers = store.repository(of: Customer.table)
    let lodz = customers.query.search("lodz").select { $0.id }
    #expect(try lodz.toArray() == [-7, -2])
    #expect(try lodz.plan().sql?.contains("customer_search MATCH ?") == true)
    try store.write { try index.update(on: $0.connection) }
    #expect(try store.column("SELECT count(*) FROM customer_search_text") == [3])
    try customers.insert(Customer(id: -5, name: "Lodz", city: nil))
    #expect(try store.column("SELECT id FROM customer_search_due") == [-5])
    #expect(try lodz.toArray() == [-5, -7, -2])
    try store.write { try index.update(on: $0.connection) }
    #expect(try lodz.toArray() == [-5, -7, -2])
    try store.pool.write { try $0.execute(index.removal()) }
    #expect(
      try store.column("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'customer%'") == [1])
  }

  @Test("an index of one table knows nothing of the rows of another one")
  func twoTables() throws {
    let store = try makeStore(1)
    try store.pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT) STRICT;
        CREATE TABLE former (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT) STRICT;
        INSERT INTO customer VALUES (1, 'Łódź Ltd', NULL), (2, 'x', 'y');
        INSERT INTO former VALUES (70, 'Łódź & Co', NULL), (2, 'x', 'Łódź')
        """)
      try connection.execute(Customer.table.searchIndex?.creation() ?? "")
      try Customer.table.searchIndex?.update(on: connection)
    }
    let former = Table(
      "former", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("city", \.city))
    let (customers, others) = (store.repository(of: Customer.table), store.repository(of: former))
    let all = try customers.query.toArray() + others.query.toArray()
    #expect(
      try customers.query.concat(others.query).search("lodz").toArray()
        == Query(all).search("lodz").toArray())
    #expect(try customers.query.concat(others.query).search("lodz").count() == 3)
    #expect(try others.query.concat(customers.query).search("lodz").take(2).count() == 2)
  }

  @Test("it finds whom the function finds, whoever wrote them")
  func found() throws {
    let store = try makeStore()
    try expectSame(in: store)
    #expect(try store.column("SELECT count(*) FROM person_search_text") == [2_000])
    // Fewer than the index waits for, and other programs.
    try store.people.insert(Person(name: "José", surname: "Muller-Neil"))
    try store.people.where { $0.id == 5 }.update { $0.set(\.surname, to: "Mulligan") }
    try store.people.delete(9)
    for statement in [
      "INSERT INTO person (name, surname) VALUES ('jose', 'mulligan')",
      "UPDATE person SET surname = 'Neil' WHERE id % 400 = 1",
      "UPDATE OR REPLACE person SET email = 'n3@example.org' WHERE id = 12",
      "REPLACE INTO person (id, name, surname) VALUES (20, 'Mar', 'López')",
      "UPDATE person SET id = 9000 WHERE id = 30", "DELETE FROM person WHERE id BETWEEN 40 AND 60",
      "INSERT INTO person (id, name, surname) VALUES (45, 'e\u{301}va', 'x')",
    ] {
      try store.asAnotherProgram(statement)
      try expectSame(in: store)
    }
    let before = try due(store) ?? 0
    #expect(before > 20)
    try store.pool.write { try Person.table.searchIndex?.update(on: $0) }
    #expect(try due(store) == 0)
    try expectSame(in: store)
    #expect(try store.check().map(\.kind) == [.text])
  }

  @Test("the first of many are the first of all, also of those whom the index does not know")
  func first() throws {
    let store = try makeStore(6_000)
    let limits = [(0, 1), (0, 20), (1_500, 30), (0, 1_200), (2_500, 1)]
    try expectSame(in: store, limits: limits)
    for statement in [
      "UPDATE person SET surname = 'Aa' WHERE id % 40 = 1",
      "UPDATE OR REPLACE person SET email = 'n3@example.org' WHERE id = 12",
      "DELETE FROM person WHERE id BETWEEN 400 AND 900",
      "INSERT INTO person (name, surname) VALUES ('e', 'a'), ('neil', 'a')",
    ] { try store.asAnotherProgram(statement) }
    try expectSame(in: store, limits: limits)
  }

  @Test("rows after those of a class come from the next ones, however far one skips")
  func skipping() throws {
    let store = try PersonStore(path: folder.file("people.db"))
    try store.people.insert(
      (0..<300).map { number in
        let name = number < 60 ? "Abe" : number < 120 ? "Abel" : "Zoe"
        return Person(
          name: name, surname: "S\(number % 7)",
          email: number < 200 ? "abe\(number)@example.org" : "x\(number)@abe.example")
      })
    try store.updateSearchIndex()
    let people = try store.people.all()
    for text in ["abe", "ab", "a", "s1", "abe s2", "example"] {
      let expected = try Query(people).search(text).toArray()
      for (skipped, taken) in [0, 1, 55, 61, 80, 119, 121, 250, 299].flatMap({ [($0, 1), ($0, 3)] })
      {
        let found = try store.people.search(text).skip(skipped).take(taken).toArray()
        #expect(
          found == Array(expected.dropFirst(skipped).prefix(taken)), "\(text) \(skipped)")
      }
    }
  }

  @Test("the order of one search does not begin with the best of another")
  func twoTexts() throws {
    let store = try makeStore(3_000)
    let people = try store.people.all()
    func first(_ one: String, _ other: String) throws {
      let query = store.people.where { $0.isFound(by: one) }.search(other).take(3)
      let expected = Query(people).where { $0.isFound(by: one) }.search(other).take(3)
      #expect(try query.toArray() == expected.toArray())
    }
    try first("m", "maria")
    try first("m", "m")
    // One plan for all texts.
    for text in ["m", "n", "jose"] {
      let expected = try Query(people).search(text).take(3).toArray()
      #expect(try store.people.search(text).take(3).toArray() == expected)
    }
  }

  @Test("people who are changed, in whatever way, while the index is brought up to date are found")
  func meanwhile() async throws {
    let store = try await PersonStore(path: folder.file("people.db"))
    try await store.people.insert(
      (0..<12_000).map { Person(name: "n\($0)", surname: $0 % 500 == 0 ? "Müller" : "s") })
    // The index is brought up to date in the background.
    for round in 0..<4 {
      try await store.people.where { $0.id % 4 == round }.update { $0.set(\.surname, to: "Neil") }
      let people = try await store.people.all()
      for text in ["muller", "n7", "neil"] {
        let expected = try await Query(people).search(text).take(20).toArray()
        #expect(try await store.people.search(text).take(20).toArray() == expected, "\(text)")
      }
    }
    try await store.updateSearchIndex()
    #expect(try due(store).map { $0 <= 500 } == true)
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test("a change of another field is no change of the index")
  func otherFields() throws {
    let store = try makeStore(600)
    try store.people.where { $0.id > 0 }.update { $0.set(\.age, to: 3) }
    var person = try #require(try store.people.find(3))
    person.attributes["a"] = "b"
    try store.people.update(person)
    #expect(try due(store) == 0)
    #expect(try store.check() == [])
  }

  @Test("a damaged or missing index leaves the answers right; check names it, repair mends it")
  func damage() throws {
    for damage in [
      "DELETE FROM person_search_data", "DELETE FROM person_search_data WHERE id > 10",
      "DELETE FROM person_search_text WHERE id % 7 = 1",
      "UPDATE person_search_text SET words = ' nx ' WHERE id % 5 = 0",
      "DROP TABLE person_search_data", "DELETE FROM person_search_config",
    ] {
      try? FileManager.default.removeItem(atPath: folder.file("people.db"))
      try makeStore(1_500).close()
      try damageFile(damage)
      let store = try PersonStore(path: folder.file("people.db"))
      let isOfWords = damage.contains("_text")
      if !isOfWords { try expectAnswers(in: store) }
      // Writing goes on.
      try store.people.insert((0..<800).map { Person(name: "m\($0)", surname: "Oneil") })
      try store.people.where { $0.id < 400 }.update { $0.set(\.surname, to: "Neil") }
      #expect(try !store.check().isEmpty, "\(damage)")
      try store.repair()
      try expectSame(in: store)
      #expect(try store.check() == [], "\(damage)")
      store.close()
    }
  }

  /// Runs SQL on a connection of SQLite that protects nothing.
  private func damageFile(_ sql: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open(folder.file("people.db"), &database) == SQLITE_OK)
    try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
  }

  private func expectAnswers(in store: PersonStore) throws {
    let people = try store.people.all()
    for text in Self.texts {
      let expected = try Query(people).search(text).toArray()
      #expect(try store.people.search(text).toArray() == expected, "\(text)")
    }
  }

  @Test("nobody hears of the tables of the index")
  func observers() async throws {
    let changes = Locked<[String]>([])
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { rows in changes.withLock { $0 += rows.map(\.table) } }
    let store = try await PersonStore(path: folder.file("people.db"), configuration: configuration)
    changes.withLock { $0 = [] }
    try await store.people.insert((0..<700).map { Person(name: "n\($0)", surname: "s") })
    #expect(changes.withLock { Set($0) } == ["person"])
    #expect(changes.withLock { $0.count } == 700)
    await store.close()
  }
}
