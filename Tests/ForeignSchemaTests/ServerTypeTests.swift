import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// An order of a shop on a server whose columns have the types of PostgreSQL.
struct ShopOrder: Sendable, Hashable {
  struct Address: Codable, Hashable, Sendable, JSONColumnValue {
    var city: String
    var street: String?
    static let jsonMembers: [JSONMember<Address>] = [
      .member("city", \.city), .member("street", \.street),
    ]
  }

  var id: UUID
  var customer: String
  var placed: Date
  var shipped: Date?
  var due: CalendarDate?
  var total: Decimal
  var weight: Float
  var isPaid: Bool
  var address: Address
  var tags: [String]

  static let table = Table(
    "shop_order", ShopOrder.init, .primaryKey("id", \.id).encoded(as: .uuid),
    .column("customer", \.customer).encoded(as: .collated),
    .column("placed", \.placed).encoded(as: .timestamptz),
    .column("shipped", \.shipped).encoded(as: .timestampWithoutTimeZone),
    .column("due", \.due).encoded(as: .date), .column("total", \.total).encoded(as: .numeric),
    .column("weight", \.weight).encoded(as: .real),
    .column("is_paid", \.isPaid).encoded(as: .boolean),
    .column("address", \.address).encoded(as: .jsonb),
    .column("tags", \.tags).encoded(as: .jsonb))
}

/// A line of an order, whose key is two columns.
struct ShopLine: Sendable, Hashable {
  var order: UUID
  var number: Int
  var price: Decimal

  static let table = Table(
    "shop_line", ShopLine.init, .primaryKey("shop_order", \.order).encoded(as: .uuid),
    .primaryKey("number", \.number), .column("price", \.price).encoded(as: .numeric))
}

extension QueryExpression where Value == ShopOrder {
  fileprivate var lines: QueryExpression<[ShopLine]> {
    ShopLine.table.rows.matching(\.order, equals: self.id)
  }
}

/// Columns of types that only a server has, and of collations that are not Swift's: S67.
@Suite struct ServerTypeTests: QuerySuite {
  private let pools: [ConnectionPool]
  private let orders: [ShopOrder]
  private let lines: [ShopLine]

  var allRows: [ShopOrder] { orders }
  var repositories: [Repository<ShopOrder>] {
    pools.map { Repository(ShopOrder.table, in: $0) }
  }

  init() throws {
    let names = ["Zoë", "ada", "Ada", "bob", "Émile", "élan", "Bob"]
    let cities = ["Oslo", "Łódź", "Ōsaka", "a\"b\\c"]
    let start = try Date("1969-12-31T23:59:50Z", strategy: .iso8601)
    orders = (0..<24).map { (number: Int) -> ShopOrder in
      let street = number % 5 == 0 ? nil : "Street \(number % 3)"
      let month = 1 + number % 12
      return ShopOrder(
        id: UUID(uuid: (UInt8(number * 29 % 256), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        customer: names[number % names.count],
        placed: start + Double(number) * 1.000001,
        shipped: number % 3 == 0 ? nil : start + Double(number) * 86_400.5,
        due: number % 4 == 0 ? nil : CalendarDate(year: 2026, month: month, day: 28),
        total: Decimal(number * 37) / 100, weight: Float(number) / 3, isPaid: number % 2 == 0,
        address: .init(city: cities[number % cities.count], street: street),
        tags: number % 6 == 0 ? [] : ["t\(number % 5)", "x"])
    }.sorted { $0.id.uuidString < $1.id.uuidString }
    lines = orders.enumerated().flatMap { place, order in
      (0..<place % 4).map { ShopLine(order: order.id, number: $0, price: Decimal($0) / 4) }
    }
    pools = try newDatabases(
      sqlite: [
        """
        CREATE TABLE shop_order (
          id TEXT PRIMARY KEY NOT NULL, customer TEXT NOT NULL COLLATE NOCASE,
          placed INTEGER NOT NULL, shipped INTEGER, due TEXT, total TEXT NOT NULL,
          weight REAL NOT NULL, is_paid INTEGER NOT NULL, address TEXT NOT NULL,
          tags TEXT NOT NULL)
        """,
        """
        CREATE TABLE shop_line (
          shop_order TEXT NOT NULL, number INTEGER NOT NULL, price TEXT NOT NULL,
          PRIMARY KEY (shop_order, number))
        """,
      ],
      server: [
        """
        CREATE TABLE shop_order (
          id uuid PRIMARY KEY, customer text COLLATE "und-x-icu" NOT NULL,
          placed timestamptz NOT NULL, shipped timestamp, due date, total numeric(12, 2) NOT NULL,
          weight real NOT NULL, is_paid boolean NOT NULL, address jsonb NOT NULL,
          tags jsonb NOT NULL)
        """,
        """
        CREATE TABLE shop_line (
          shop_order uuid NOT NULL REFERENCES shop_order, number integer NOT NULL,
          price numeric NOT NULL, PRIMARY KEY (shop_order, number))
        """,
      ])
    for pool in pools {
      try Repository(ShopOrder.table, in: pool).insert(orders)
      try Repository(ShopLine.table, in: pool).insert(lines)
    }
  }

  @Test func rows() throws {
    for repository in repositories {
      #expect(try repository.all() == orders)
      for order in orders { #expect(try repository.find(order.id) == order) }
      var order = orders[3]
      order.placed += 3.25
      order.isPaid.toggle()
      order.tags.append("new")
      order.due = nil
      try repository.update(order)
      #expect(try repository.find(order.id) == order)
      #expect(try repository.save(orders[3]) == orders[3])
      order.id = UUID()
      #expect(try repository.insert(order) == order)
      #expect(try repository.delete(order.id))
      #expect(try repository.find(order.id) == nil)
    }
  }

  @Test func comparisons() throws {
    let order = orders[5]
    let ids = orders.suffix(7).map(\.id)
    try expect { $0.where { $0.id == order.id } }
    try expect { $0.where { ids.contains($0.id) || $0.id < order.id }.select { $0.id } }
    let many = ids + (0..<600).map { _ in UUID() }
    try expect { $0.where { many.contains($0.id) }.select { $0.id } }
    let names = ["ada", "Bob"] + (0..<600).map { "n\($0)" }
    try expect { $0.where { names.contains($0.customer) }.select { $0.id } }
    let due = try #require(order.due)
    let days = (1...12).flatMap { month in
      (1...50).compactMap { CalendarDate(year: 1980 + $0, month: month, day: 28) }
    }
    try expect { $0.where { days.contains($0.due ?? due) }.select { $0.due } }
    try expect { $0.where { $0.placed > order.placed }.sortDescending { $0.placed } }
    try expect { $0.where { $0.placed >= .distantPast && $0.placed != order.placed } }
    try expect { $0.select { ($0.placed == order.placed, $0.shipped == $0.placed) } }
    try expect {
      $0.where { $0.shipped == nil || ($0.shipped ?? order.placed) > order.placed }.sort {
        $0.shipped
      }
    }
    try expect { $0.where { $0.due == order.due || $0.due == nil }.sort { $0.due } }
    try expect { $0.where { $0.total >= 4.44 }.select { ($0.total, $0.total * 2) } }
    try expect { $0.where { $0.weight > 2.5 }.sort { $0.weight }.select { $0.weight } }
    try expect { $0.where { $0.isPaid } }
    try expect { $0.where { !$0.isPaid }.select { ($0.isPaid, $0.isPaid == false) } }
    try expect { $0.where { $0.isPaid == ($0.total > 3) }.select { $0.isPaid } }
  }

  @Test func texts() throws {
    try expect { $0.where { $0.customer == "ada" }.select { $0.customer } }
    try expect { $0.where { $0.customer < "ab" }.select { $0.customer } }
    try expect { $0.sort { $0.customer }.select { $0.customer } }
    try expect { $0.select { $0.customer }.distinct() }
    try expect { $0.where { ["ada", "bob"].contains($0.customer) }.select { $0.customer } }
    try expect { $0.groupBy { $0.customer }.select { ($0.key, $0.count) } }
    try expect { $0.select { $0.customer.lowercased() + "!" } }
    try expect {
      $0.sort { $0.customer }.take(9).where { $0.customer != "Bob" }.sortDescending { $0.customer }
    }
    for repository in repositories {
      #expect(try repository.min { $0.customer } == orders.map(\.customer).min())
    }
  }

  @Test func json() throws {
    let address = orders[2].address
    try expect { $0.where { $0.address.city == "Oslo" }.select { $0.address } }
    try expect { $0.where { $0.address == address }.select { $0.id } }
    try expect { $0.select { ($0.address == address, $0.address.street) } }
    try expect { $0.where { $0.tags.contains("t1") }.select { $0.tags } }
    try expect { $0.take(12).where { $0.address != address }.select { $0.tags.count } }
    try expect { $0.groupBy { $0.address.city }.select { ($0.key, $0.max { $0.placed }) } }
    // Keys come in the server's order there, so that what depends on the text runs in memory.
    func expectInMemory<Element: Sendable>(
      sourceLocation: SourceLocation = #_sourceLocation,
      _ query: (Query<ShopOrder>) -> Query<Element>
    ) throws {
      try expect(in: [repositories[0]], sourceLocation: sourceLocation, query)
      try expect(
        in: Array(repositories.dropFirst()), inSQL: false, sourceLocation: sourceLocation, query)
    }
    try expectInMemory { $0.select { $0.address }.distinct().where { $0 == address } }
    try expectInMemory { $0.select { $0.address }.distinct() }
    try expectInMemory { $0.groupBy { $0.address }.select { ($0.key.city, $0.count) } }
  }

  @Test func operators() throws {
    try expect { $0.groupBy { $0.placed }.select { ($0.key, $0.sum { $0.total }) } }
    try expect { $0.groupBy { $0.isPaid }.select { ($0.key, $0.max { $0.shipped }) } }
    try expect { $0.concat($0.take(2)).select { ($0.placed, $0.id) }.distinct() }
    try expect { $0.sort { $0.total }.select { $0.total }.pairwise().select { $0.1 - $0.0 } }
  }

  @Test("texts of values are compared as texts, whatever they are")
  func textsOfValues() throws {
    let text = "\(try #require(orders.first).total)"
    try expect {
      $0.where { QueryExpression<String>(describing: $0.total) == text }.select { $0.id }
    }
    try expect { $0.select { QueryExpression<String>(describing: $0.total) == "0\($0.customer)" } }
    try expect { $0.select { QueryExpression<String>(describing: $0.total) == $0.customer } }
    try expect { $0.select { $0.id.uuidString == $0.customer || $0.id.uuidString == "none" } }
    try expect { $0.select { $0.id.uuidString.lowercased() == $0.id.uuidString } }
    try expect {
      $0.select { $0.due.map { QueryExpression<String>(describing: $0) } == "01.02.2026" }
    }
    for repository in repositories {
      #expect(
        try repository.where { QueryExpression<String>(describing: $0.total) == "0" + text }.count()
          == 0)
    }
  }

  @Test func relations() throws {
    let own = Dictionary(grouping: lines, by: \.order)
    for repository in repositories {
      let totals = repository.select { ($0.lines.sum { $0.price }, $0.lines.count) }
      #expect(try totals.plan().isAllSQL)
      let expected = orders.map { own[$0.id, default: []] }
      #expect(try totals.toArray().map(\.0) == expected.map { $0.map(\.price).reduce(0, +) })
      #expect(try totals.toArray().map(\.1) == expected.map(\.count))
      let some = repository.where { $0.lines.any { $0.price > 0.3 } }
      #expect(try some.plan().isAllSQL)
      #expect(
        try some.toArray() == orders.filter { own[$0.id]?.contains { $0.price > 0.3 } == true })
      let arrays = repository.take(6).select { ($0.id, $0.lines) }
      #expect(try arrays.plan().isAllSQL)
      #expect(try arrays.toArray().map(\.1) == expected.prefix(6).map(\.self))
      let prices = repository.selectMany { $0.lines }.where { $0.price >= 0.25 }
      #expect(try prices.plan().isAllSQL)
      #expect(try prices.toArray() == lines.filter { $0.price >= 0.25 })
    }
  }

  @Test func changes() throws {
    for (pool, repository) in zip(pools, repositories) {
      #expect(try Repository(ShopLine.table, in: pool).delete() == lines.count)
      let limit = orders[9].placed
      let changed = try repository.where { $0.placed <= limit }
        .update {
          $0.set(\.isPaid, to: true)
          $0.set(\.total, to: $0.total + 1)
          $0.set(\.shipped, to: limit)
          $0.set(\.due, to: CalendarDate(year: 2027, month: 2, day: 3))
          $0.set(\.address, to: .init(city: "Rome", street: nil))
        }
      #expect(changed == orders.count { $0.placed <= limit })
      let stored = try repository.where { $0.address.city == "Rome" }.toArray()
      #expect(stored.count == changed)
      #expect(stored.allSatisfy { $0.shipped == limit && $0.isPaid })
      #expect(try repository.where { $0.placed > limit }.delete() == orders.count - changed)
    }
  }

  /// What other programs have stored.
  @Test func foreignValues() throws {
    guard let pool = pools.dropFirst().first, let server = repositories.dropFirst().first else {
      return
    }
    let id = orders[4].id
    func write(_ sql: String) throws {
      try pool.write { connection in
        _ = try connection.run(
          "UPDATE shop_order SET \(sql) WHERE id = '\(id.uuidString)'", [])
      }
    }
    try write("address = '{\"street\": null, \"city\": \"Oslo\", \"more\": [1, 2]}', total = 5.50")
    let found = server.where { $0.address == ShopOrder.Address(city: "Oslo", street: nil) }
    #expect(try server.find(id)?.address == .init(city: "Oslo", street: nil))
    #expect(try !found.toArray().contains { $0.id == id })
    #expect(try server.where { $0.total == 5.5 && $0.id == id }.count() == 1)
    for due in ["0044-03-15 BC", "infinity"] {
      try write("due = '\(due)'")
      #expect(throws: DatabaseError.self) { try server.find(id) }
      #expect(
        try server.where { $0.due != nil && $0.id == id }.select { $0.total }.toArray() == [5.5])
    }
    try write("due = NULL, total = 'NaN'")
    #expect(throws: DatabaseError.self) { try server.find(id) }
    #expect(throws: RowError.self) {
      var order = orders[4]
      order.due = CalendarDate(year: 0, month: 1, day: 1)
      try server.update(order)
    }
  }

  /// Numbers are keys in their order, whatever the statement is.
  @Test func numericKeys() throws {
    struct Price: Sendable, Hashable {
      var amount: Decimal
      var kind: String
      static let table = Table(
        "price", Price.init, .primaryKey("amount", \.amount).encoded(as: .numeric),
        .column("kind", \.kind))
    }
    let prices = [9, 10, 100, 9.5].sorted().map {
      Price(amount: $0, kind: $0 < 10 ? "b" : "a")
    }
    for pool in try newDatabases(
      sqlite: ["CREATE TABLE price (amount TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL)"],
      server: ["CREATE TABLE price (amount numeric PRIMARY KEY, kind text COLLATE \"C\" NOT NULL)"])
    {
      let repository = Repository(Price.table, in: pool)
      try repository.insert(prices.reversed())
      #expect(try repository.all() == prices)
      #expect(try repository.find(Decimal(100))?.kind == "a")
      func expect<Element: Sendable>(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ query: (Query<Price>) -> Query<Element>
      ) throws {
        try expectSame(of: prices, in: [repository], inSQL: true, sourceLocation, query)
      }
      try expect { $0.take(3).where { $0.amount > 0 } }
      try expect { $0.groupBy { $0.kind }.select { ($0.key, $0.count) } }
      try expect { $0.reverse().skip(1).select { $0.amount } }
      try expect { $0.select { $0.kind }.distinct() }
      try expect { $0.concat($0).select { $0.amount } }
    }
  }

  /// A server rounds numbers to the digits of their columns; inserted rows are read again.
  @Test func rounding() throws {
    var order = orders[0]
    order.id = UUID()
    order.total = 1.239
    for (repository, stored) in zip(repositories, [1.239, 1.24] as [Decimal]) {
      #expect(try repository.insert(order).total == stored)
    }
    order.placed = Date(timeIntervalSince1970: -1e12)
    for repository in repositories {
      do {
        try repository.save(order)
        Issue.record("a server has no such point in time")
      } catch let error as RowError {
        #expect("\(error)".contains("cannot be stored as timestamptz"), "\(error)")
      }
      let early = Date(timeIntervalSince1970: -2.2e11)
      #expect(try repository.where { $0.placed > early }.count() == orders.count + 1)
    }
  }

  @Test("a type with a length refuses what is too long, and rows are returned as they are stored")
  func namedTypes() throws {
    guard let pool = pools.dropFirst().first else { return }
    struct Named: Sendable, Hashable {
      var id: Int64 = 0
      var code: String
      var name: String
      var bits: String
      var address: String
      var spent: String
      var json: String
      static let table = Table(
        "named", Named.init, .primaryKey("id", \.id),
        .column("code", \.code).encoded(as: .serverType("character(3)")),
        .column("name", \.name).encoded(as: .serverType("character varying(5)")),
        .column("bits", \.bits).encoded(as: .serverType("bit(3)")),
        .column("address", \.address).encoded(as: .serverType("inet")),
        .column("spent", \.spent).encoded(as: .serverType("interval")),
        .column("json", \.json).encoded(as: .serverType("jsonb")))
    }
    try pool.write {
      try $0.execute(
        """
        CREATE TABLE named (
          id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, code character(3) NOT NULL,
          name character varying(5) NOT NULL, bits bit(3) NOT NULL, address inet NOT NULL,
          spent interval NOT NULL, json jsonb NOT NULL)
        """)
    }
    let rows = Repository(Named.table, in: pool)
    let row = Named(
      code: "x ", name: "abc", bits: "101", address: "10.1.2.3", spent: "25 hours 90 minutes",
      json: #"{"b":1,"a":2}"#)
    var stored = row
    (stored.id, stored.code, stored.address) = (1, "x", "10.1.2.3/32")
    (stored.spent, stored.json) = ("26:30:00", #"{"a": 2, "b": 1}"#)
    #expect(try rows.insert(row) == stored)
    #expect(try rows.insert([row]).map(\.spent) == ["26:30:00"])
    #expect(try rows.find(1) == stored)
    stored.spent = "1 day"
    #expect(try rows.save(stored) == stored)
    for change: (inout Named) -> Void in [
      { $0.code = "abcd" }, { $0.name = "abcdef" }, { $0.bits = "1011" },
    ] {
      var long = row
      change(&long)
      #expect(throws: (any Error).self) { try rows.insert(long) }
      #expect(throws: (any Error).self) { try rows.insert([row, long]) }
      long.id = 1
      #expect(throws: (any Error).self) { try rows.update(long) }
      #expect(throws: (any Error).self) {
        try rows.where { $0.id == 1 }.update {
          $0.set(\.code, to: long.code)
          $0.set(\.name, to: long.name)
          $0.set(\.bits, to: long.bits)
        }
      }
    }
    #expect(try rows.find(1) == stored)
    #expect(try rows.query.count() == 2)
  }

  @Test("domains with a length, and collations that take different texts for equal")
  func refusedTypes() throws {
    guard let pool = pools.dropFirst().first else { return }
    struct Tag: Sendable, Hashable {
      var id: Int64 = 0
      var text: String
    }
    func tags(_ column: String, _ encoding: ColumnEncoding<String>) -> Repository<Tag> {
      Repository(
        Table(
          "tag", Tag.init, .primaryKey("id", \.id),
          .column(column, \.text).encoded(as: encoding)), in: pool)
    }
    try pool.write {
      try $0.execute(
        """
        CREATE DOMAIN short AS character varying(5);
        CREATE COLLATION any_case (
          provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE TABLE tag (
          id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, short short DEFAULT '' NOT NULL,
          plain text COLLATE any_case DEFAULT '' NOT NULL)
        """)
    }
    #expect {
      _ = try tags("short", .serverType("short")).all()
    } throws: {
      "\($0)" == """
        tag: column short is short, its property needs character varying: a cast to a domain with \
        a length cuts what is too long
        """
    }
    let short = tags("short", .serverType("character varying"))
    #expect(try short.insert(Tag(text: "abcde")).text == "abcde")
    #expect(throws: (any Error).self) { try short.insert(Tag(text: "abcdef")) }
    #expect(try short.where { $0.text == "abcde" }.count() == 1)
    #expect {
      _ = try tags("plain", .collated).all()
    } throws: {
      "\($0)" == """
        tag: column plain has the collation any_case, which takes different texts for equal; give \
        it one that is deterministic
        """
    }
    let plain = tags("plain", .serverType("text"))
    try plain.insert([Tag(text: "a"), Tag(text: "A")])
    #expect(try plain.where { $0.text == "a" }.count() == 1)
  }

  @Test func statements() throws {
    let (sqlite, server) = (repositories[0], repositories.dropFirst().first)
    let moment = orders[0].placed
    let customer = orders[0].customer
    #expect(
      try sqlite.where { $0.placed >= moment && $0.isPaid }.select { $0.id }.plan().sql == """
        SELECT id FROM shop_order WHERE placed >= ? AND is_paid ORDER BY id
        """)
    #expect(
      try sqlite.where { $0.customer == customer }.sort { $0.total }.select { $0.due }.plan().sql
        == """
        SELECT due FROM shop_order WHERE customer COLLATE BINARY = ? \
        ORDER BY swift_decimal_key(total), id
        """)
    guard let server else { return }
    #expect(
      try server.where { $0.placed >= moment && $0.isPaid }.select { $0.id }.plan().sql == """
        SELECT upper(CAST(id AS text)) COLLATE "C" FROM shop_order \
        WHERE placed >= (swift.utc_timestamp_bound($1) AT TIME ZONE 'UTC') AND is_paid \
        ORDER BY shop_order.id
        """)
    #expect(
      try server.where { $0.customer == customer }.sort { $0.total }.select { $0.isPaid }.plan().sql
        == """
        SELECT CAST(is_paid AS integer) FROM shop_order WHERE customer = $1 \
        ORDER BY shop_order.total, shop_order.id
        """)
  }

  /// Keys of types that only a server has, and of texts that the database compares otherwise.
  @Test func keys() throws {
    enum Level: String, ColumnValue, CaseIterable { case low, high }
    struct Reading: Sendable, Hashable {
      var place: String
      var taken: Date
      var isFinal: Bool
      var level: Level
      var unit: String
      var value: Int
      static let table = Table(
        "reading", Reading.init, .primaryKey("place", \.place).encoded(as: .collated),
        .primaryKey("taken", \.taken).encoded(as: .timestamptz),
        .primaryKey("is_final", \.isFinal).encoded(as: .boolean),
        .primaryKey("level", \.level).encoded(as: .serverType("level")),
        .primaryKey("unit", \.unit).encoded(as: .serverType("character(3)")),
        .column("value", \.value))
    }
    struct Tick: Sendable, Hashable {
      var at: Date
      var value: Int
      static let table = Table(
        "tick", Tick.init, .primaryKey("at", \.at).encoded(as: .timestamptz),
        .column("value", \.value))
    }
    let key = "PRIMARY KEY (place, taken, is_final, level, unit)"
    let ownPools = try newDatabases(
      sqlite: [
        """
        CREATE TABLE reading (
          place TEXT NOT NULL COLLATE NOCASE, taken INTEGER NOT NULL, is_final INTEGER NOT NULL,
          level TEXT NOT NULL, unit TEXT NOT NULL, value INTEGER NOT NULL, \(key)) WITHOUT ROWID
        """,
        "CREATE TABLE tick (at INTEGER PRIMARY KEY NOT NULL, value INTEGER NOT NULL)",
      ],
      server: [
        "CREATE TYPE level AS ENUM ('low', 'high')",
        """
        CREATE TABLE reading (
          place text COLLATE "und-x-icu" NOT NULL, taken timestamptz NOT NULL,
          is_final boolean NOT NULL, level level NOT NULL, unit character(3) NOT NULL,
          value bigint NOT NULL, \(key))
        """,
        "CREATE TABLE tick (at timestamptz PRIMARY KEY, value bigint NOT NULL)",
      ])
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let stored = (0..<24).map { number in
      Reading(
        place: ["b", "C", "a", "É"][number % 4], taken: start + Double(number / 4),
        isFinal: number % 2 == 0, level: number % 3 == 0 ? .high : .low,
        unit: number % 5 == 0 ? "kWh" : "m", value: number)
    }.sorted { first, second in
      (first.place, first.taken, first.isFinal ? 1 : 0, first.level.rawValue, first.unit)
        < (second.place, second.taken, second.isFinal ? 1 : 0, second.level.rawValue, second.unit)
    }
    for pool in ownPools {
      let readings = Repository(Reading.table, in: pool)
      try readings.insert(stored.shuffled())
      #expect(try readings.all() == stored)
      func find(_ reading: Reading, _ place: String? = nil) throws -> Reading? {
        try readings.find(
          place ?? reading.place, reading.taken, reading.isFinal, reading.level, reading.unit)
      }
      for reading in stored { #expect(try find(reading) == reading) }
      #expect(try find(stored[0], "A") == nil)
      let levels = readings.where { $0.level == .high && $0.place != "B" }.sort { $0.value }
      #expect(try levels.plan().isAllSQL)
      #expect(
        try levels.toArray()
          == stored.filter { $0.level == .high }.sorted { $0.value < $1.value })
      #expect(
        try readings.groupBy { $0.unit }.select { ($0.key, $0.count) }.toArray().map(\.1)
          .reduce(0, +) == 24)
      #expect(try readings.sort { $0.value }.take(3).update { $0.set(\.level, to: .low) } == 3)
      #expect(try readings.where { $0.place == "A" }.delete() == 0)
      #expect(try readings.sort { $0.value }.take(5).delete() == 5)
      #expect(try readings.where { "\($0.place)".hasPrefix("b") }.delete() == 4)
      let rest = try readings.all()
      #expect(try readings.delete(rest[1]))
      #expect(try readings.all() == [rest[0]] + Array(rest.dropFirst(2)))
      let ticks = Repository(Tick.table, in: pool)
      try ticks.insert((0..<600).map { Tick(at: start + Double($0), value: $0) })
      #expect(try ticks.find(start + 5)?.value == 5)
      #expect(try ticks.where { [0].contains($0.value % 2) }.delete() == 300)
      #expect(try ticks.takeLast(10).update { $0.set(\.value, to: 0) } == 10)
    }
  }

  /// Keys that only the server may choose, unless a statement says otherwise.
  @Test func identities() throws {
    struct Note: Sendable, Hashable {
      var id: Int64 = 0
      var text: String
      static let table = Table(
        "note", Note.init, .primaryKey("id", \.id), .column("text", \.text))
    }
    for pool in try newDatabases(
      sqlite: ["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"],
      server: [
        """
        CREATE TABLE note (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text COLLATE "C" NOT NULL)
        """
      ])
    {
      let notes = Repository(Note.table, in: pool)
      #expect(try notes.insert(Note(text: "a")).id == 1)
      #expect(try notes.insert([Note(text: "b"), Note(text: "c")]).map(\.id) == [2, 3])
      #expect(try notes.insert([Note(id: 7, text: "d"), Note(id: 8, text: "e")]).count == 2)
      #expect(try notes.save(Note(id: 9, text: "f")).id == 9)
      #expect(try notes.insert(Note(text: "g")).id == 10)
      try notes.update(Note(id: 2, text: "h"))
      #expect(try notes.all().map(\.text) == ["a", "h", "c", "d", "e", "f", "g"])
    }
  }

  @Test func missingFunctionsAreNamed() throws {
    guard let pool = pools.dropFirst().first else { return }
    try pool.write { connection in
      #expect {
        _ = try connection.query("SELECT swift.no_such_function(1)") { try $0.integer(0) }
      } throws: {
        "\($0)".contains("try $0.installFunctions()")
      }
    }
  }

  @Test func declarations() throws {
    guard let pool = pools.dropFirst().first else { return }
    struct Wrong: Sendable {
      var id: UUID
      var placed: Date
      var customer: String
    }
    let table = Table(
      "shop_order", Wrong.init, .primaryKey("id", \.id), .column("placed", \.placed),
      .column("customer", \.customer))
    do {
      _ = try Repository(table, in: pool).all()
      Issue.record("the declaration is wrong")
    } catch let error as TableDeclarationError {
      #expect(
        error.description == """
          shop_order: column id is uuid, its property needs TEXT; a UUID is declared with \
          encoded(as: .uuid); column placed is timestamp with time zone, its property needs \
          INTEGER; a Date is declared with encoded(as: .timestamptz); column customer has \
          the collation und-x-icu; only BINARY has Swift's meaning: declare it with \
          encoded(as: .collated)
          """)
    }
  }
}
