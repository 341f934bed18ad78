import Foundation
import People
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@testable import LinqSQL

/// Conditions on parts of texts, for which an index of substrings finds candidates.
@Suite struct SubstringIndexTests {
  private struct Customer: Sendable, Hashable {
    var id: Int64
    var name: String
    var city: String?
    var visits: Int

    static let table = Table(
      "customer", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("city", \.city), .column("visits", \.visits)
    ).substrings(of: \.name, \.city)
  }

  private let folder = TemporaryFolder()
  private let seed = Seed()

  private static let names = [
    "José Müller", "MÜLLER & Söhne", "Łódź Ltd", "İstanbul", "ΟΔΥΣΣΕΥΣ", "ガクト", "カクト", "김민준", "ﬁne",
    "O'Neil \"Bar\" (x) AND OR*", "a%b_c\\d", "ab", "", "groß", "GROSS", "AAAAAA", "😀😀😀", "straße",
    "e\u{301}tude", "東京都庁", "b\"\u{93E}c\"",
  ]

  private func makeStore(_ count: Int, indexed: Bool = true) throws -> PersonStore {
    let store = try PersonStore(path: folder.file("people.db"))
    let index = try #require(Customer.table.substringIndex)
    try store.pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT,
          visits INTEGER NOT NULL) STRICT
        """)
      if indexed { try connection.execute(index.creation()) }
    }
    try store.repository(of: Customer.table).insert(
      (0..<count).map { number in
        Customer(
          id: 0,
          name: Self.names[number % Self.names.count] + (number % 7 == 0 ? " \(number)" : ""),
          city: number % 3 == 0 ? nil : Self.names[(number / 3) % Self.names.count],
          visits: number % 5)
      })
    return store
  }

  private typealias Condition = @Sendable (QueryExpression<Customer>) -> QueryExpression<Bool>

  /// Conditions on a text.
  private static func conditions(_ text: String) -> [Condition] {
    [
      { $0.name.contains(text) }, { $0.name.hasSuffix(text) }, { $0.name.folded.contains(text) },
      { $0.name.lowercased().contains(text) }, { $0.name.uppercased().hasSuffix(text) },
      { $0.name.folded == text }, { $0.name.lowercased().hasPrefix(text) },
      { $0.city.map { $0.contains(text) } == true },
      { $0.city.map { $0.folded.contains(text) } ?? false },
      { $0.name.contains(text) && $0.visits > 2 }, { $0.visits > 2 && $0.name.contains(text) },
      { $0.name.contains(text) || $0.city.map { $0.hasSuffix(text) } == true },
      { $0.name.contains(text) || $0.visits == 1 }, { !$0.name.contains(text) },
      { $0.name.folded.contains(text) && $0.name.contains("Ltd") },
      { ($0.city ?? "").contains(text) }, { ($0.name + "x").contains(text) },
      { $0.name.contains(text) && 10 / $0.visits > 2 },
      { 10 / $0.visits > 2 && $0.name.contains(text) },
      { 10 / $0.visits > 2 || $0.name.contains(text) },
    ]
  }

  private static let parts = [
    "Müll", "müll", "mull", "MÜLLER", "łód", "lod", "i\u{307}st", "οδυσσευς", "ガク", "ガクト", "김민준",
    "fine",
    "\" (x)", "AND", "%b_", "c\\d", "AAA", "😀😀😀", "ß", "raße", "strasse", "étude", "\u{301}tu",
    "京都庁", "",
    "a", "12", "140", "zzz", "a\u{0}b", "\u{1F}", "Ltd",
  ]

  /// Expects that each condition finds the same rows as in an array of them.
  private func expectSame(
    in store: PersonStore, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let customers = store.repository(of: Customer.table)
    let rows = try customers.query.toArray()
    func ids(_ query: Query<Customer>) -> String {
      outcome { try query.select { $0.id }.toArray() }
    }
    for part in Self.parts.sample(10, seed) {
      for (place, condition) in Self.conditions(part).enumerated() {
        let expected = ids(Query(rows).where(condition))
        #expect(
          ids(customers.query.where(condition)) == expected, "\(part) \(place) \(seed)",
          sourceLocation: sourceLocation)
        let first = ids(Query(rows).where(condition).skip(1).take(2))
        #expect(
          ids(customers.query.where(condition).skip(1).take(2)) == first,
          "\(part) \(place) \(seed)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test("the statement asks the index, and evaluates the exact condition")
  func statement() throws {
    let store = try makeStore(100)
    let customers = store.repository(of: Customer.table)
    func sql(_ condition: Condition) throws -> String? {
      try customers.where(condition).select { $0.id }.plan().sql
    }
    let others = """
      UNION ALL SELECT id FROM customer_substring_due UNION ALL SELECT id FROM customer \
      WHERE id > (SELECT coalesce(max(id), -1e19) FROM customer_substring_text)
      """
    func candidates(_ match: String) -> String {
      """
      SELECT id FROM customer WHERE id IN (SELECT id FROM (SELECT rowid AS id \
      FROM customer_substring WHERE customer_substring MATCH \(match) \(others)))
      """
    }
    #expect(
      try sql { $0.name.contains("Müll") }
        == "\(candidates("?")) AND swift_contains(name, ?) ORDER BY id")
    #expect(
      try sql { $0.name.folded.hasSuffix("mull") || $0.name.contains("Ltd") } == """
        \(candidates("('(' || ? || ') OR (' || ? || ')')")) AND \
        (swift_has_suffix(swift_folded(name), ?) OR swift_contains(name, ?)) ORDER BY id
        """)
    let narrowed: [Condition] = [
      { $0.name.lowercased().contains("müll") }, { $0.name.folded == "muller" },
      { $0.city.map { $0.contains("Müll") } == true },
      { $0.city.map { $0.contains("Müll") } ?? false },
      { $0.visits == 2 && $0.name.hasSuffix("Ltd") },
      { $0.name.contains("Ltd") && 10 / $0.visits > 1 },
    ]
    for (place, condition) in narrowed.enumerated() {
      let statement = try sql(condition) ?? ""
      #expect(statement.contains("MATCH"), "\(place): \(statement)")
    }
    let scanned: [Condition] = [
      { $0.name.contains("ü") }, { $0.name.contains("Müll") || $0.visits == 1 },
      { !$0.name.contains("Müll") }, { 10 / $0.visits > 1 && $0.name.contains("Ltd") },
      { 10 / $0.visits > 1 || $0.name.contains("Ltd") }, { $0.name.hasPrefix("Mül") },
      { ($0.name + "x").contains("Müll") },
    ]
    for (place, condition) in scanned.enumerated() {
      let statement = try sql(condition) ?? ""
      #expect(!statement.contains("MATCH"), "\(place): \(statement)")
    }
  }

  @Test("texts that differ in length have plans of their own")
  func plans() throws {
    let store = try makeStore(100)
    let customers = store.repository(of: Customer.table)
    for text in ["Müll", "ü", "Ltd", "", "Müller", "zzz"] {
      let found = try customers.where { $0.name.contains(text) }.count()
      let rows = Query(try customers.query.toArray())
      #expect(try rows.where { $0.name.contains(text) }.count() == found, "\(text)")
    }
  }

  @Test("it finds what the condition finds, whoever wrote the rows")
  func found() throws {
    let store = try makeStore(300)
    let index = try #require(Customer.table.substringIndex)
    try expectSame(in: store)
    try store.pool.write { try index.update(on: $0) }
    #expect(try store.column("SELECT count(*) FROM customer_substring_text") == [300])
    try expectSame(in: store)
    for statement in [
      "INSERT INTO customer VALUES (-5, 'Müller', 'x', 1), (7000, 'MULLER', NULL, 0)",
      "UPDATE customer SET name = 'Straße Ltd' WHERE id % 40 = 1",
      "REPLACE INTO customer VALUES (20, 'ガクト Ltd', 'Łódź', 3)",
      "UPDATE customer SET id = 9000 WHERE id = 30",
      "DELETE FROM customer WHERE id BETWEEN 40 AND 60",
    ] {
      try store.asAnotherProgram(statement)
      try expectSame(in: store)
    }
    try store.pool.write { try index.update(on: $0) }
    #expect(try store.column("SELECT count(*) FROM customer_substring_due") == [0])
    try expectSame(in: store)
    try store.pool.withWriter { connection in
      try index.check(on: connection) { Issue.record("\($0) \($1)") }
      try index.checkContents(on: connection)
    }
  }

  @Test("an index of one table knows nothing of the rows of another one")
  func others() throws {
    let store = try makeStore(60)
    try store.pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE former (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT,
          visits INTEGER NOT NULL) STRICT;
        INSERT INTO former VALUES (700, 'Müller', 'Łódź', 1), (3, 'x', 'Müller', 2)
        """)
      try Customer.table.substringIndex?.update(on: connection)
    }
    let former = Table(
      "former", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("city", \.city), .column("visits", \.visits))
    let customers = store.repository(of: Customer.table)
    let others = store.repository(of: former)
    let (rows, otherRows) = (try customers.query.toArray(), try others.query.toArray())
    func expectSame(
      _ chain: (Query<Customer>, Query<Customer>) -> Query<Customer>,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(
        try chain(customers.query, others.query).toArray()
          == chain(Query(rows), Query(otherRows)).toArray(), sourceLocation: sourceLocation)
    }
    try expectSame { $0.concat($1).where { $0.name.contains("Müll") } }
    try expectSame { $1.concat($0).where { $0.name.contains("Müll") } }
    try expectSame { $0.union($1).where { $0.name.folded.contains("mull") } }
    try expectSame { customers, _ in customers.take(30).where { $0.name.contains("Müll") } }
    try expectSame { customers, others in
      customers.join(others, on: { $0.id }, equals: { $0.id }).select { $0.1 }
        .where { $0.city.map { $0.contains("Müll") } == true }
    }
    try expectSame { customers, others in
      customers.join(others, on: { $0.id }, equals: { $0.id }).select { $0.0 }
        .where { $0.name.contains("Łód") }
    }
  }

  @Test("a store moves rows into the index by itself")
  func maintained() async throws {
    let store = try makeStore(900)
    try await store.updateSearchIndex()
    #expect(try store.column("SELECT count(*) FROM customer_substring_text") == [900])
    let customers = store.repository(of: Customer.table)
    let report = try await customers.where { $0.name.contains("140") }.report()
    #expect(report.elementCount == 1 && report.failure == nil)
  }

  @Test("a table is read as a whole where the index is missing, damaged or finds too much")
  func scanned() throws {
    let store = try makeStore(300, indexed: false)
    try expectSame(in: store)
    let customers = store.repository(of: Customer.table)
    let query = customers.where { $0.name.contains("Müll") }
    #expect(try query.plan().sql?.contains("MATCH") == false)
    let index = try #require(Customer.table.substringIndex)
    try store.pool.write { connection in
      try connection.execute(index.creation())
      try index.update(on: connection)
    }
    #expect(try query.plan().sql?.contains("MATCH") == true)
    try store.pool.withWriter { connection in
      connection.isDefensive = false
      defer { connection.isDefensive = true }
      try connection.execute("DELETE FROM customer_substring_data WHERE id > 10")
    }
    try expectSame(in: store)
    try store.pool.withWriter { connection in
      #expect(throws: DatabaseError.self) { try index.checkContents(on: connection) }
      try index.rebuild(on: connection)
      try index.checkContents(on: connection)
    }
    #expect(try query.plan().sql?.contains("MATCH") == true)
    try expectSame(in: store)
    try store.pool.write { try $0.execute(index.removal()) }
    try expectSame(in: store)
    #expect(
      try store.column("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'customer%'") == [1])
  }

  @Test("many rows with a substring are read in the order of the table")
  func many() throws {
    let store = try makeStore(0)
    let customers = store.repository(of: Customer.table)
    try customers.insert(
      (0..<20_100).map { Customer(id: 0, name: "common \($0)", city: nil, visits: 0) })
    try store.write { try Customer.table.substringIndex?.update(on: $0.connection) }
    let common = customers.where { $0.name.contains("common") }
    #expect(try common.take(5).plan().sql?.contains("MATCH") == false)
    #expect(try common.take(5).toArray().map(\.id) == [1, 2, 3, 4, 5])
    #expect(try common.count() == 20_100)
    #expect(
      try customers.where { $0.name.contains("common 77") }.take(5).toArray().map(\.id)
        == [78, 771, 772, 773, 774])
    let few = customers.where { $0.name.contains("common 77") }
    #expect(try few.plan().sql?.contains("MATCH") == true)
  }

  @Test("declarations that cannot have an index are errors")
  func declarations() throws {
    struct Tag: Sendable, Hashable {
      var name: String
      var label: String { name }
    }
    let store = try makeStore(0)
    let table = Table("tag", Tag.init, .primaryKey("name", \.name)).substrings(of: \.name)
    #expect(throws: (any Error).self) { try store.repository(of: table).query.count() }
  }
}
