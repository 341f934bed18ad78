import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("A struct that is decoded tells its columns: keys and declared columns")
struct DecodedDeclarationTests {
  private struct Invoice: Codable, Sendable, Hashable, Identifiable {
    var id: Int64 = 0
    var customerID: Int64
    var total: Double
    var note: String?
  }

  private let pool: ConnectionPool

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE invoice (id INTEGER PRIMARY KEY, customerID INTEGER NOT NULL,
          total REAL NOT NULL, note TEXT) STRICT;
        CREATE TABLE Invoice2 (InvoiceId INTEGER PRIMARY KEY, CustomerId INTEGER NOT NULL,
          Total NUMERIC NOT NULL, note TEXT DEFAULT 'none');
        CREATE TABLE rate (currency TEXT NOT NULL, year INTEGER NOT NULL, value REAL NOT NULL,
          PRIMARY KEY (currency, year)) STRICT, WITHOUT ROWID;
        CREATE TABLE price (day TEXT NOT NULL, article INTEGER NOT NULL, shop INTEGER NOT NULL,
          cents INTEGER NOT NULL, gross INTEGER NOT NULL GENERATED ALWAYS AS (cents * 2),
          PRIMARY KEY (day, article, shop)) STRICT;
        CREATE TABLE code (code TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL) STRICT;
        """)
    }
  }

  @Test("the database assigns an integer key")
  func assigned() throws {
    let invoices = Repository(Table(Invoice.self, "invoice", key: \.id), in: pool)
    let first = try invoices.insert(Invoice(customerID: 1, total: 2))
    #expect(first == Invoice(id: 1, customerID: 1, total: 2))
    #expect(try invoices.insert(Invoice(id: 7, customerID: 1, total: 2)).id == 7)
    #expect(try invoices.insert([Invoice(customerID: 2, total: 0)]).map(\.id) == [8])
    #expect(try invoices.find(8)?.customerID == 2)
    #expect(try invoices.delete(8))
  }

  @Test("a key whose raw value is an integer, and one that is nil in new rows")
  func otherAssigned() throws {
    struct ID: RawRepresentable, Codable, Hashable, ColumnValue { var rawValue: Int32 }
    struct Row: Codable, Sendable, Hashable {
      var id: ID
      var customerID: Int
      var total: Double
    }
    struct Draft: Codable, Sendable, Hashable {
      var id: Int?
      var customerID: Int
      var total: Double
    }
    let rows = Repository(Table(Row.self, "invoice", key: \.id), in: pool)
    let inserted = try rows.insert(Row(id: ID(rawValue: 0), customerID: 1, total: 2))
    #expect(inserted.id == ID(rawValue: 1))
    let drafts = Repository(Table(Draft.self, "invoice", key: \.id), in: pool)
    #expect(try drafts.insert(Draft(customerID: 1, total: 2)).id == 2)
    #expect(try drafts.toArray().map(\.id) == [1, 2])
  }

  @Test("declared columns replace those of their properties")
  func declared() throws {
    let table = Table(
      Invoice.self, "Invoice2", key: \.id, .column("InvoiceId", \.id),
      .column("Total", \.total).encoded(as: .number), .column("CustomerId", \.customerID),
      .defaulted("note", \.note))
    let invoices = Repository(table, in: pool)
    #expect(
      try invoices.insert(Invoice(customerID: 1, total: 2))
        == Invoice(id: 1, customerID: 1, total: 2, note: "none"))
    let query = invoices.where { $0.total == 2 && $0.customerID == 1 }
    #expect(try query.count() == 1)
    #expect(try query.plan().description.contains("SELECT \"InvoiceId\", \"CustomerId\""))
  }

  @Test("a key that the program gives")
  func given() throws {
    let table = Table(
      Invoice.self, "invoice", key: \.id, .primaryKey("id", \.id, isAssigned: false))
    let invoices = Repository(table, in: pool)
    #expect(try invoices.insert(Invoice(id: 0, customerID: 1, total: 2)).id == 0)
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["id"])) {
      try invoices.insert(Invoice(id: 0, customerID: 1, total: 2))
    }
    struct Code: Codable, Sendable, Hashable {
      let code: String
      var count: Int
    }
    let codes = Repository(Table(Code.self, "code", key: \.code), in: pool)
    try codes.insert([Code(code: "b", count: 1), Code(code: "a", count: 2)])
    #expect(try codes.toArray().map(\.code) == ["a", "b"])
    #expect(try codes.update(Code(code: "a", count: 5)).count == 5)
    #expect(try codes.find("a")?.count == 5)
  }

  @Test("keys of two and of three properties")
  func composite() throws {
    struct Rate: Codable, Sendable, Hashable {
      let currency: String
      let year: Int
      var value: Double
    }
    let rates = Repository(Table(Rate.self, "rate", key: \.currency, \.year), in: pool)
    try rates.insert([
      Rate(currency: "USD", year: 2025, value: 1.25), Rate(currency: "EUR", year: 2026, value: 1),
    ])
    #expect(try rates.find("USD", 2025)?.value == 1.25)
    #expect(try rates.update(Rate(currency: "EUR", year: 2026, value: 2)).value == 2)
    #expect(try rates.toArray().map(\.currency) == ["EUR", "USD"])
    struct Price: Codable, Sendable, Hashable {
      var day: CalendarDate
      var article: Int
      var shop: Int
      var cents: Int
      var gross: Int = 0
    }
    let table = Table(
      Price.self, "price", key: \.day, \.article, \.shop, .generated("gross", \.gross))
    let prices = Repository(table, in: pool)
    let day = try #require(CalendarDate(year: 2026, month: 1, day: 1))
    #expect(try prices.insert(Price(day: day, article: 1, shop: 2, cents: 5)).gross == 10)
    #expect(try prices.find(day, 1, 2)?.cents == 5)
  }

  @Test("a key of more properties, which are declared")
  func more() throws {
    struct Cell: Codable, Sendable, Hashable {
      var x: Int
      var y: Int
      var z: Int
      var time: Int
      var value: Double
    }
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE cell (x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL,
          t INTEGER NOT NULL, value REAL NOT NULL, PRIMARY KEY (x, y, z, t)) STRICT
        """)
    }
    let table = Table(Cell.self, "cell", key: \.x, \.y, \.z, .primaryKey("t", \.time))
    let cells = Repository(table, in: pool)
    let cell = Cell(x: 1, y: 2, z: 3, time: 0, value: 5)
    #expect(try cells.insert(cell) == cell)
    #expect(try cells.find(1, 2, 3, 0) == cell)
    let two = Table(Cell.self, "cell", key: \.x, .primaryKey("t", \.time))
    let error = #expect(throws: TableDeclarationError.self) {
      try Repository(two, in: pool).count()
    }
    #expect(error?.problems == [.keyNotUnique(column: "x, t")])
  }

  private struct Sealed: Sendable, Hashable {
    var id: Int64
    private(set) var customerID: Int

    static let table = Table(
      "invoice", Sealed.init(id:customerID:), .primaryKey("id", \.id),
      .column("customerID", \.customerID))
  }

  @Test("a property that only its struct sets has the column with which it is declared there")
  func sealed() throws {
    try pool.withWriter { try $0.execute("INSERT INTO invoice VALUES (1, 2, 3, NULL)") }
    let query = Repository(Sealed.table, in: pool).where { $0.customerID == 2 }
    #expect(try query.plan().isAllSQL)
    #expect(try query.toArray() == [Sealed(id: 1, customerID: 2)])
  }

  @Test("coding keys name the columns; a struct in another order, and with constants")
  func names() throws {
    struct Row: Decodable, Sendable, Hashable {
      fileprivate private(set) var remark: String?
      let amount: Double
      var flag: Int8 = 0
      let key: Int64
      private enum CodingKeys: String, CodingKey {
        case flag = "customerID"
        case key = "id"
        case amount = "total"
        case remark = "note"
      }
      init(_ key: Int64, _ amount: Double, _ remark: String?) {
        (self.key, self.amount, self.remark) = (key, amount, remark)
      }
    }
    let rows = Repository(Table(Row.self, "invoice", key: \.key), in: pool)
    let long = "a text of more than fifteen bytes"
    let inserted = try rows.insert([Row(0, 2.5, long), Row(0, 3.5, nil)])
    #expect(inserted == [Row(1, 2.5, long), Row(2, 3.5, nil)])
    #expect(try rows.where { $0.remark != nil }.toArray() == [Row(1, 2.5, long)])
    #expect(try rows.update { $0.set(\.flag, to: 3) } == 2)
    #expect(try rows.select { ($0.key, $0.flag, $0.amount) }.toArray().map(\.1) == [3, 3])
    try pool.withWriter { try $0.execute("UPDATE invoice SET customerID = 300 WHERE id = 2") }
    #expect(throws: DatabaseError.self) { try rows.toArray() }
  }

  @Test("the schema is checked as for other tables")
  func schema() throws {
    struct Row: Codable, Sendable {
      var id: Int64
      var customerID: String
      var total: Double
      var note: String
      var missing: Int
    }
    let error = #expect(throws: TableDeclarationError.self) {
      try Repository(Table(Row.self, "invoice", key: \.id), in: pool).count()
    }
    #expect(
      error?.problems == [
        .type(column: "customerID", expected: "TEXT", declared: "INTEGER"),
        .nullable(column: "note"), .missingColumn("missing"),
      ])
  }
}
