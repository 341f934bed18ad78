import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Columns in which SQLite chooses between numbers and texts: `NUMERIC`, `INT`, `STRING`, no type.
@Suite struct NumericColumnTests: QuerySuite {
  struct Item: Sendable, Hashable {
    var id: Int64 = 0
    var price: Double
    var rebate: Double?
    var code: String
    var note: String?

    static let table = Table(
      "item", Item.init, .primaryKey("id", \.id),
      .column("price", \.price).encoded(as: .number),
      .column("rebate", \.rebate).encoded(as: .number),
      .column("code", \.code).encoded(as: .text), .column("note", \.note).encoded(as: .text))
  }

  private let pool: ConnectionPool
  private let items: Repository<Item>
  var allRows: [Item] {
    get throws { try items.query.toArray() }
  }
  var repositories: [Repository<Item>] { [Repository(Item.table, in: pool, policy: .requireSQL)] }

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    items = Repository(Item.table, in: pool)
    try pool.write { connection in
      try connection.run(
        """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, price NUMERIC(10, 2) NOT NULL, rebate INT, code STRING NOT NULL,
          note)
        """)
      try connection.run(
        """
        INSERT INTO item (price, rebate, code, note) VALUES
          (3, 1, '7', 7), (9.99, NULL, 'B7', '7'), (10, 2.5, '1.5', 'x'), (0.5, 3, 'é', NULL),
          (-2, 9.99, 7, 1.5), (3.0, 0, '12', ' 7 ')
        """)
    }
  }

  @Test("each value is read as it is stored") func values() throws {
    #expect(try items.query.select { $0.price }.toArray() == [3, 9.99, 10, 0.5, -2, 3])
    #expect(try items.query.select { $0.code }.toArray() == ["7", "B7", "1.5", "é", "7", "12"])
    #expect(
      try items.query.select { $0.note }.toArray() == ["7", "7", "x", nil, "1.5", " 7 "])
  }

  @Test("chains compare, sort and compute with numbers") func numbers() throws {
    try expect { $0.where { $0.price > 3 }.select { $0.id } }
    try expect { $0.where { $0.price == 3 }.select { $0.id } }
    try expect { $0.where { $0.price >= ($0.rebate ?? 0) } }
    try expect { $0.where { [3, 0.5].contains($0.price) }.select { $0.price } }
    try expect { $0.sortDescending { $0.price }.select { ($0.price, $0.rebate) } }
    try expect { $0.sort { $0.rebate }.select { $0.rebate } }
    try expect { $0.select { $0.price / 4 + 1 } }
    try expect { $0.select { $0.price }.distinct() }
    try expect {
      $0.groupBy { $0.price }.select { ($0.key, $0.count, $0.sum { $0.rebate ?? 0 }) }
    }
    try expect {
      $0.groupBy { $0.code }.select { ($0.key, $0.min { $0.price }, $0.average { $0.price }) }
    }
    try expect { items in
      items.join(items, on: { $0.price }, equals: { $0.rebate }).select { ($0.0.id, $0.1.id) }
    }
    #expect(try items.query.policy(.requireSQL).sum { $0.price } == 3 + 9.99 + 10 + 0.5 - 2 + 3)
    #expect(try items.query.policy(.requireSQL).max { $0.rebate } == 9.99)
  }

  @Test("chains compare, sort and compute with texts") func texts() throws {
    try expect { $0.where { $0.code == "7" }.select { $0.id } }
    try expect { $0.where { $0.note == "7" || $0.note == nil }.select { $0.id } }
    try expect { $0.where { $0.code < "2" }.sort { $0.code }.select { $0.code } }
    try expect { $0.sortDescending { $0.note }.select { $0.note } }
    try expect { $0.where { $0.code.hasPrefix("1") }.select { $0.code + "!" } }
    try expect { $0.groupBy { $0.note }.select { ($0.key, $0.count) } }
    try expect { items in
      items.join(items, on: { $0.code }, equals: { $0.note }).select { ($0.0.id, $0.1.id) }
    }
  }

  @Test("what SQLite would change is refused; what it keeps is stored") func writes() throws {
    let item = try items.insert(Item(price: 12, rebate: 0.25, code: "A", note: "42"))
    #expect(try items.find(item.id) == item)
    for code in ["007", "1.50", " 7", "1e3", "+7", "-0", "99999999999999999999", ".5", "7."] {
      #expect(throws: RowError.self, "\(code)") {
        try items.insert(Item(price: 1, code: code))
      }
      #expect(throws: RowError.self, "\(code)") {
        try items.where { $0.id == item.id }.update { $0.set(\.code, to: code) }
      }
      #expect(throws: RowError.self, "\(code)") {
        try items.where { $0.id == item.id }
          .update { $0.set(\.code, to: .if($0.code == "A", then: code, else: $0.code)) }
      }
    }
    #expect(try items.find(item.id) == item)
    for code in ["8", "-12", "0x1F", "x", "", "inf", "1e", "７"] {
      try items.where { $0.id == item.id }.update { $0.set(\.code, to: code) }
      #expect(try items.find(item.id)?.code == code)
    }
    for price in [1e300, 0x1p60, -0x1p63, 0x1p53 + 2, 0.1] {
      try items.where { $0.id == item.id }.update { $0.set(\.price, to: price) }
      #expect(try items.find(item.id)?.price == price)
      #expect(try items.where { $0.price == price }.select { $0.price }.toArray() == [price])
    }
    try items.where { $0.id == item.id }.update { $0.set(\.price, to: 12) }
    try items.where { $0.price == 12 }.update { $0.set(\.price, to: $0.price * 1.5) }
    #expect(try items.find(item.id)?.price == 18)
    #expect(
      try pool.read { connection in
        try connection.query("SELECT typeof(price) FROM item WHERE price = 18") { try $0.text(0) }
      } == ["integer"])
  }

  @Test("a value that is neither is an error, and matches nothing") func unreadable() throws {
    for (column, value) in [
      ("price", "'much'"), ("price", "9007199254740993"), ("price", "9223372036854775807"),
      ("price", "x'00'"), ("code", "x'41'"),
    ] {
      try pool.write { try $0.run("UPDATE item SET \(column) = \(value) WHERE id = 3") }
      #expect(throws: DatabaseError.self, "\(value)") { try items.query.toArray() }
      #expect(throws: DatabaseError.self, "\(value)") {
        if column == "price" {
          _ = try items.query.where { $0.price > 5 }.select { $0.id }.toArray()
        } else {
          _ = try items.query.where { $0.code != "B7" }.select { $0.id }.toArray()
        }
      }
      try pool.write { try $0.run("UPDATE item SET price = 10, code = 'c' WHERE id = 3") }
    }
  }
}
