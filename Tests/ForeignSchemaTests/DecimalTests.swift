import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import TestSupport
import Testing

/// Decimal numbers in columns of text and of scaled integers, on each engine: S73.
@Suite struct DecimalTests: QuerySuite {
  struct Item: Sendable, Hashable {
    var id: Int64 = 0
    var name: String
    var price: Decimal
    var cost: Decimal
    var discount: Decimal?
    static let table = Table(
      "item", Item.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("price", \.price), .column("cost", \.cost).encoded(as: .scaled(2)),
      .column("discount", \.discount))
  }

  let repositories: [Repository<Item>]
  private let items: [Item]
  var allRows: [Item] { items }
  private var file: [Repository<Item>] { [repositories[0]] }

  private static let numbers = [
    "0", "1", "-1", "0.1", "0.10000000000000000001", "10", "9.5", "-9.5", "-10", "100", "99.99",
    "12345678901234567890.123456789", "0.000000000000000001", "-0.00002", "5e30", "-5e30",
  ].compactMap { Decimal(string: $0) }

  init() throws {
    let numbers = Self.numbers
    items = (0..<32).map { index in
      Item(
        id: Int64(index + 1), name: "i\(index % 3)", price: numbers[index * 7 % numbers.count],
        cost: Decimal(index * 37 - 400) / 100,
        discount: index % 4 == 0 ? nil : numbers[index * 3 % numbers.count])
    }
    repositories = try newDatabases([
      """
      CREATE TABLE item (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, price TEXT NOT NULL, cost INTEGER NOT NULL,
        discount TEXT)
      """,
      "CREATE INDEX item_cost ON item (cost)",
    ]).map { Repository(Item.table, in: $0) }
    for repository in repositories { try repository.insert(items) }
  }

  @Test func order() throws {
    for repository in repositories { #expect(try repository.all() == items) }
    try expect { $0.sort { $0.price }.select { ($0.id, $0.price) } }
    try expect { $0.sortDescending { $0.discount }.thenBy { $0.cost }.select { $0.id } }
    for limit in Self.numbers {
      try expect { $0.select { ($0.price < limit, $0.price >= limit, $0.price == limit) } }
      try expect { $0.select { ($0.cost < limit, $0.cost <= limit, $0.cost != limit) } }
      try expect { $0.select { ($0.discount == limit, $0.cost == $0.price) } }
    }
    let half = Decimal(string: "-3.635")!
    try expect { $0.select { ($0.cost < half, $0.cost > half, $0.cost == half) } }
    try expect { $0.where { $0.price > $0.cost }.select { $0.id } }
    try expect { $0.where { (1...100).contains($0.price) }.select { $0.price } }
    let some = Array(Self.numbers.prefix(4))
    try expect { $0.where { some.contains($0.price) }.select { "\($0.price)" } }
    try expect { $0.groupBy { $0.price }.select { ($0.key, $0.count) } }
    try expect {
      $0.groupBy { $0.name }.select { ($0.key, $0.min { $0.price }, $0.max { $0.discount }) }
    }
    try expect { $0.groupBy { $0.name }.select { ($0.max { $0.cost }, $0.sum { $0.cost }) } }
    try expect { $0.select { $0.cost }.distinct().sort { $0 } }
  }

  @Test func arithmetic() throws {
    // A server has no function of the program.
    try expect(in: file) { $0.select { ($0.cost + $0.cost * 2, $0.cost - 0.5, -$0.cost) } }
    try expect(in: file) { $0.where { $0.cost * 3 > $0.price }.select { $0.cost / 4 } }
    try expect(in: file) { $0.groupBy { $0.name }.select { $0.average { $0.cost } } }
    for repository in repositories {
      #expect(try repository.sum { $0.cost } == items.map(\.cost).reduce(0, +))
      #expect(try repository.where { $0.id < 0 }.sum { $0.price } == 0)
      #expect(throws: ExpressionError.divisionByZero) {
        try repository.select { $0.cost / ($0.cost - $0.cost) }.toArray()
      }
    }
  }

  @Test func conversions() throws {
    try expect { $0.select { QueryExpression<Decimal>($0.id) } }
    try expect { $0.where { $0.price >= QueryExpression<Decimal>($0.id - 20) }.select { $0.id } }
    try expect {
      $0.sort { QueryExpression<Decimal>(16 - $0.id) }.select {
        "\(QueryExpression<Decimal>($0.id))"
      }
    }
    try expect(in: file) { $0.select { $0.cost * QueryExpression<Decimal>($0.id) } }
    try expect { $0.select { QueryExpression<Double>($0.price) } }
    try expect { $0.where { QueryExpression<Double>($0.cost) < -1.5 }.select { $0.id } }
    try expect { $0.select { $0.discount.map { QueryExpression<Double>($0) / 3 } } }
    let wide = QueryExpression<UInt64>(.max)
    try expect { $0.select { item in QueryExpression<Decimal>(QueryExpression<Int8>(item.id)) } }
    #expect(
      try Query([1]).select { _ in QueryExpression<Decimal>(wide) }.toArray()
        == [Decimal(UInt64.max)])
  }

  @Test("sums of more digits than a Decimal has")
  func longSums() throws {
    let costs = [Decimal(string: "1e30")!, Decimal(string: "0.1234567891234")!]
    let wanted = costs[0] + costs[1]
    for repository in repositories {
      let id = try repository.all().map(\.id).max() ?? 0
      for cost in costs {
        var item = items[0]
        (item.id, item.price) = (0, cost)
        try repository.insert(item)
      }
      #expect(try repository.where { $0.id > id }.sum { $0.price } == wanted)
    }
  }

  @Test("numbers between two of many digits") func manyDigits() throws {
    struct Share: Sendable, Hashable {
      var id: Int64 = 0
      var part: Decimal
    }
    let table = Table(
      "share", Share.init, .primaryKey("id", \.id), .column("part", \.part).encoded(as: .scaled(18))
    )
    let third = Decimal(1) / 3
    let shares = [
      Share(id: 1, part: Decimal(string: "0.333333333333333333")!), Share(id: 2, part: 1),
    ]
    for pool in try newDatabases([
      "CREATE TABLE share (id INTEGER PRIMARY KEY, part INTEGER NOT NULL)"
    ]) {
      let repository = Repository(table, in: pool)
      try repository.insert(shares)
      try expectSame(of: shares, in: [repository], inSQL: true, #_sourceLocation) {
        $0.select { ($0.part < third, $0.part <= third, $0.part == third, $0.part > third) }
      }
    }
  }

  @Test func changes() throws {
    for repository in repositories {
      let item = try repository.insert(
        Item(name: "x", price: 1.5, cost: Decimal(string: "2.675")!, discount: nil))
      #expect(item.cost == Decimal(string: "2.68"))
      let id = item.id
      #expect(try repository.find(id) == item)
      #expect(
        try repository.where { $0.id == id }.update {
          $0.set(\.cost, to: Decimal(string: "-0.005")!)
          $0.set(\.price, to: $0.cost)
        } == 1)
      #expect(try repository.find(id)?.cost == Decimal(string: "-0.01"))
      #expect(try repository.find(id)?.price == Decimal(string: "2.68"))
      #expect {
        try repository.insert(Item(name: "x", price: 1, cost: Decimal(string: "1e20")!))
      } throws: {
        "\($0)".contains("cannot be stored as scaled_2 of cost")
      }
      #expect {
        try repository.insert(Item(name: "x", price: .nan, cost: 1))
      } throws: {
        "\($0)".contains("item.price")
      }
    }
    for text in ["12.50", "1e3", "", "abc", "+1", ".5", "٣"] {
      try repositories[0].pool.write {
        try $0.run("UPDATE item SET price = ? WHERE id = 1", [.text(text)])
      }
      #expect(throws: DatabaseError.self) { try repositories[0].find(1) }
      #expect(throws: DatabaseError.self) { try repositories[0].sort { $0.price }.toArray() }
    }
  }

  @Test func statements() throws {
    let plan = try repositories[0].where { $0.cost >= 12.5 }.sort { $0.price }.plan()
    #expect(
      plan.sql == """
        SELECT id, name, price, swift_decode_scaled_2(cost), discount FROM item \
        WHERE cost >= swift_ceil_scaled_2(?) ORDER BY swift_decimal_key(price), id
        """)
    #expect(plan.access.contains { $0.contains("USING INDEX item_cost") })
  }

  @Test("the order of keys is that of the numbers") func keys() {
    let seed = Seed()
    var random = seed.generator
    for _ in 0..<2000 {
      func number() -> Decimal {
        let digits = Decimal(Int64.random(in: -999_999...999_999, using: &random))
        return digits * pow(10, Int.random(in: 0...20, using: &random)) / pow(10, 14)
      }
      let (left, right) = (number(), number())
      let texts = [left, right].map { "\($0)" }
      let keys = texts.compactMap { DecimalText.key(of: $0) }
      #expect(keys.count == 2)
      guard keys.count == 2 else { return }
      #expect((keys[0] < keys[1]) == (left < right), "\(texts) \(keys) \(seed)")
      #expect(keys.map { DecimalText.text(ofKey: $0) } == texts)
    }
  }

  @Test(
    "a product with too many places is an error, which Foundation's own product does not survive")
  func places() throws {
    let numbers = ["25e-65", "4e-64", "1e-65", "-1e-128"].compactMap { Decimal(string: $0) }
    for repository in repositories {
      _ = try repository.where { $0.id > 0 }.delete()
      try repository.insert(
        numbers.enumerated().map { index, number in
          Item(id: Int64(index + 1), name: "small", price: number, cost: 0)
        })
      let exact = repository.where { $0.id == 1 }.select { $0.price * numbers[1] }
      #expect(try exact.toArray() == [Decimal(string: "1e-127")])
      for other in numbers where other != numbers[1] {
        #expect(throws: ExpressionError.arithmeticOverflow) {
          try repository.where { $0.price == other }.select { $0.price * other }.toArray()
        }
      }
      #expect(throws: ExpressionError.arithmeticOverflow) {
        try repository.sum { $0.price * numbers[2] }
      }
      #expect(throws: ExpressionError.arithmeticOverflow) {
        try repository.update { $0.set(\.price, to: $0.price * $0.price) }
      }
      #expect(try repository.select { $0.price * 0 }.toArray() == [0, 0, 0, 0])
    }
  }
}
