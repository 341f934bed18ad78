import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

private struct Customer: Codable, Sendable, Hashable, Identifiable, Searchable {
  var id: Int64 = 0
  var name: String
  var city: String?

  static let byHand = Table(
    "customer", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
    .column("city", \.city)
  ).computed(\.title) { $0.name + "!" }
  static let decoded = Table(Customer.self, "customer", key: \.id).computed(\.title) {
    $0.name + "!"
  }

  static let searchFields = SearchFields(names: \Customer.name, others: \Customer.city)

  var title: String { name + "!" }
}

private struct Bill: Codable, Sendable, Hashable, Identifiable {
  enum State: String, Codable, CaseIterable, ColumnArrayElement { case open, paid, late }

  var id: Int64 = 0
  var customer: Int64
  var total: Double
  var state: State
  var day: CalendarDate
  var tags: [String] = []
  var note: String?
  var version = 1

  static let byHand = Table(
    "bill", Bill.init, .primaryKey("id", \.id), .column("customer", \.customer),
    .column("total", \.total), .column("state", \.state), .column("day", \.day),
    .column("tags", \.tags), .column("note", \.note), .column("version", \.version))
  static let decoded = Table(Bill.self, "bill", key: \.id)
}

/// The repositories of one way to declare the tables.
private struct Company: Sendable {
  let customers: Repository<Customer>
  let bills: Repository<Bill>

  init(_ customers: Table<Customer>, _ bills: Table<Bill>, in pool: ConnectionPool) {
    self.customers = Repository(customers, in: pool)
    self.bills = Repository(bills, in: pool)
  }
}

@Suite("A declaration by a struct alone is the one with an initializer")
struct DecodedEqualityTests {
  private let pool: ConnectionPool
  private let ways: [Company]

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT) STRICT;
        CREATE TABLE bill (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL,
          total REAL NOT NULL, state TEXT NOT NULL, day TEXT NOT NULL, tags TEXT NOT NULL,
          note TEXT, version INTEGER NOT NULL) STRICT;
        """)
    }
    ways = [
      Company(Customer.byHand, Bill.byHand, in: pool),
      Company(Customer.decoded, Bill.decoded, in: pool),
    ]
    try ways[0].customers.insert([
      Customer(name: "Ada", city: "Oslo"), Customer(name: "a name of more than fifteen bytes"),
      Customer(name: "Cleo", city: "Bergen"),
    ])
    let day = try #require(CalendarDate(year: 2026, month: 1, day: 1))
    try ways[0].bills.insert(
      (0..<30).map { number in
        Bill(
          customer: Int64(1 + number % 3), total: Double(number) * 1.5,
          state: Bill.State.allCases[number % 3], day: day.advanced(by: number * 3),
          tags: number % 4 == 0 ? ["a", "b"] : [], note: number % 2 == 0 ? nil : "note \(number)")
      })
  }

  /// Expects that a query has the same plan, SQL included, and the same elements for both
  /// declarations and in memory.
  private func expectSame<Element: Sendable>(
    inSQL: Bool = true, location: SourceLocation = #_sourceLocation,
    _ query: (Company) throws -> Query<Element>
  ) throws {
    let (byHand, decoded) = (try query(ways[0]), try query(ways[1]))
    let plan = try decoded.plan()
    #expect(plan.isAllSQL == inSQL, "\(plan)", sourceLocation: location)
    #expect(try byHand.plan().description == plan.description, sourceLocation: location)
    let expected = try byHand.toArray().map { "\($0)" }
    #expect(!expected.isEmpty, sourceLocation: location)
    #expect(try decoded.toArray().map { "\($0)" } == expected, sourceLocation: location)
    let inMemory = try decoded.policy(.memoryOnly).toArray().map { "\($0)" }
    #expect(inMemory == expected, sourceLocation: location)
  }

  @Test("filters, sorts and selections")
  func chains() throws {
    try expectSame { $0.bills.query }
    try expectSame { $0.bills.where { $0.total > 10 && $0.state == .paid } }
    try expectSame { $0.bills.where { $0.note == nil }.sort { $0.day } }
    try expectSame { $0.bills.where { ($0.note ?? "").hasPrefix("note 1") } }
    try expectSame { $0.bills.sortDescending { $0.total }.skip(2).take(5) }
    try expectSame { $0.bills.select { ($0.id, $0.total * 2, $0.note) } }
    try expectSame { $0.bills.select(\.state).distinct() }
    try expectSame { $0.bills.where { $0.tags.contains("a") }.select { $0.tags.count } }
    try expectSame { $0.customers.where { $0.title == "Ada!" } }
    try expectSame { $0.customers.select { ($0, $0.city) } }
    try expectSame { $0.bills.take(10).union($0.bills.where { $0.total > 20 }) }
    try expectSame(inSQL: false) { $0.bills.where { $0.id.description.count == 1 } }
  }

  @Test("groups, joins, relations and subqueries")
  func several() throws {
    try expectSame { $0.bills.groupBy { $0.state }.select { ($0.key, $0.sum { $0.total }) } }
    try expectSame { company in
      company.bills.groupBy { ($0.state, $0.customer) }.select { ($0.key.0, $0.key.1, $0.count) }
    }
    try expectSame { company in
      company.bills.join(company.customers, on: { $0.customer }, equals: { $0.id })
        .select { ($0.0.id, $0.1.name) }
    }
    try expectSame { company in
      company.bills.join(company.customers, on: { $0.customer }, equals: { $0.id })
    }
    try expectSame { company in
      company.customers.select { customer in
        (customer.name, company.bills.matching(\.customer, equals: customer.id).count)
      }
    }
    try expectSame { company in
      company.customers.where { customer in
        company.bills.matching(\.customer, equals: customer.id).any { $0.total > 42 }
      }
    }
    try expectSame { company in
      company.bills.where { bill in
        company.bills.matching(\.customer, equals: bill.customer).all { $0.total <= bill.total }
      }
    }
  }

  @Test("writes: inserts, updates, policies, versions")
  func writes() throws {
    for (index, company) in ways.enumerated() {
      let (customers, bills) = (company.customers, company.bills)
      let name = "customer \(index) with a name of some length"
      var row = try customers.insert(Customer(name: name))
      row.city = "Rome"
      #expect(try customers.update(row) == row)
      row.name = "changed"
      #expect(try customers.save(row) == row)
      #expect(try customers.find(row.id) == row)
      #expect(
        try customers.where { $0.city == "Rome" }.update {
          $0.set(\.name, to: $0.name + "?")
          $0.set(\.city, to: nil)
        } == 1)
      #expect(try customers.find(row.id)?.name == "changed?")
      let kept = try customers.save(row, matching: \.id) { $0.set(\.name, to: "kept") }
      #expect(kept == Customer(id: row.id, name: "kept"))
      #expect(
        try customers.insert([row], onConflict: .update(matching: \Customer.id)) == 1)
      #expect(
        try customers.where { $0.name == "changed" }.deleteReturning().map(\.city) == ["Rome"])
      let changed = try bills.where { $0.id == 1 }.updateReturning {
        $0.set(\.tags) { $0.tags + ["late"] }
      }
      #expect(changed.map(\.new.tags.count) == [3 + index])
      #expect(throws: QueryChangeError.self) {
        try bills.where { $0.id == 1 }.updateReturning { $0.set(\.id, to: 9) }
      }
    }
    let versioned = Repository(Bill.decoded.versioned(by: \.version), in: pool)
    let row = try #require(try versioned.find(2))
    #expect(try versioned.update(row).version == 2)
    #expect(throws: RowError.outdated(table: "bill", key: RowKey(2))) {
      try versioned.update(row)
    }
    try pool.withWriter { try $0.execute("ALTER TABLE customer ADD COLUMN text_version INTEGER") }
    let counted = Repository(Customer.decoded.countingTextChanges(in: "text_version"), in: pool)
    #expect(try counted.insert(Customer(name: "new")).name == "new")
    #expect(
      try pool.read {
        try $0.query("SELECT text_version FROM customer WHERE name = 'new'") { try $0.integer(0) }
      } == [1])
  }

  @Test("indexes of texts")
  func indexes() throws {
    let (byHand, decoded) = (
      Customer.byHand.searchable().substrings(of: \.name, \.city),
      Customer.decoded.searchable().substrings(of: \.name, \.city)
    )
    let created = try #require(decoded.searchIndex?.creation())
    #expect(created == byHand.searchIndex?.creation())
    #expect(decoded.substringIndex?.creation() == byHand.substringIndex?.creation())
    try pool.withWriter { try $0.execute(created) }
    let customers = Repository(decoded, in: pool)
    try customers.insert(Customer(name: "Dora", city: "Turin"))
    #expect(try customers.search("turi").toArray().map(\.name) == ["Dora"])
    #expect(try customers.where { $0.name.contains("ora") }.toArray().map(\.city) == ["Turin"])
  }

  @Test("a live query sees the changes of a key and of a value")
  func live() async throws {
    let company = ways[1]
    let query = company.bills.where { $0.customer == 2 && $0.total >= 40 }.select { $0.total }
    var results = query.live().makeAsyncIterator()
    #expect(try await results.next() == [42])
    let inserted = try await company.bills.insert(
      Bill(
        customer: 2, total: 50, state: .open, day: try #require(.init(year: 2026, month: 1, day: 1))
      )
    )
    #expect(try await results.next() == [42, 50])
    try await company.bills.delete(inserted.id)
    #expect(try await results.next() == [42])
  }

  @Test("sets and maps of whole rows, as memory and SQL compare them")
  func rows() throws {
    let rows = try ways[1].bills.toArray()
    #expect(try ways[0].bills.toArray() == rows)
    let some = Array(rows.prefix(5))
    try expectSame { $0.bills.where { some.map(\.id).contains($0.id) } }
    try expectSame { $0.bills.query.except($0.bills.where { $0.total > 5 }) }
    #expect(try ways[1].bills.contains(rows[3]))
    #expect(try Query(rows).where { $0.total > 10 }.count() == 23)
  }
}
