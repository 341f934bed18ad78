import Foundation
import StoreSQLite
import TableMacros

// Structs with tables of the macro, each beside the same table as one declares it by hand.

/// An invoice. Its table is public, too.
@Table("invoice") public struct Invoice: Identifiable, Sendable, Equatable {
  /// The key.
  public var id: Int64 = 0
  var customerID: Int64
  private(set) var total = 0.0
  var note: String?

  static let byHand = Table(
    "invoice", Invoice.init, .primaryKey("id", \.id), .column("customerID", \.customerID),
    .column("total", \.total), .column("note", \.note))
}

enum Shop {
  @Table struct ExchangeRate: Equatable {
    @PrimaryKey let currency: String
    @PrimaryKey("Year") let year: Int
    @Encoded(as: .scaled(2)) var value: Decimal
    @Generated var percent = 0
    @NoColumn var isSelected = false

    static let byHand = Table(
      "exchangeRate", { ExchangeRate(currency: $0, year: $1, value: $2, percent: $3) },
      .primaryKey("currency", \.currency), .primaryKey("Year", \.year),
      .column("value", \.value).encoded(as: .scaled(2)), .generated("percent", \.percent))
  }
}

@TableMacros.Table("Sessions") struct Session: Equatable {
  @PrimaryKey("SessionId", isAssigned: false) var id: Int
  @Encoded(as: .iso8601) var opened: Date
  @Defaulted @Encoded(as: .secondsSince1970) var seen: Date?
  @Encoded(as: .collated) var `default`: String
  @Encoded(as: .jsonb) var tags: [String]

  init(id: Int, opened: Date, seen: Date? = nil, default text: String, tags: [String]) {
    (self.id, self.opened, self.seen, self.default, self.tags) = (id, opened, seen, text, tags)
  }

  static let byHand = LinqSQL.Table(
    "Sessions", Session.init, .primaryKey("SessionId", \.id, isAssigned: false),
    .column("opened", \.opened).encoded(as: .iso8601),
    .defaulted("seen", \.seen).encoded(as: .secondsSince1970),
    .column("default", \.default).encoded(as: .collated),
    .column("tags", \.tags).encoded(as: .jsonb))
}

/// What a table does with rows and with a chain.
func effects<Row: Equatable>(
  of table: LinqSQL.Table<Row>, _ schema: String, _ rows: [Row],
  _ chain: (Repository<Row>) -> Query<Row>
) throws -> [String] {
  let pool = try ConnectionPool(path: ":memory:")
  defer { pool.close() }
  try pool.write { try $0.run(schema) }
  let repository = Repository(table, in: pool)
  let query = chain(repository)
  var effects = [table.name, "\(try query.plan())"]
  for row in rows { effects.append("\(try repository.insert(row))") }
  effects += try [repository.all(), query.toArray()].map { "\($0)" }
  return effects
}

func compare<Row: Equatable>(
  _ table: LinqSQL.Table<Row>, _ byHand: LinqSQL.Table<Row>, _ schema: String, _ rows: [Row],
  _ chain: (Repository<Row>) -> Query<Row>
) throws {
  let expected = try effects(of: byHand, schema, rows, chain)
  let found = try effects(of: table, schema, rows, chain)
  print(found == expected ? "same: \(found[0])" : "expected: \(expected)\nfound: \(found)")
}

try compare(
  Invoice.table, Invoice.byHand,
  """
  CREATE TABLE invoice (id INTEGER PRIMARY KEY, customerID INTEGER NOT NULL, total REAL NOT NULL,
    note TEXT) STRICT
  """,
  [Invoice(customerID: 3, total: 120), Invoice(customerID: 4), Invoice(customerID: 1, note: "x")]
) { $0.where { $0.customerID > 2 }.sortDescending { $0.total } }

try compare(
  Shop.ExchangeRate.table, Shop.ExchangeRate.byHand,
  """
  CREATE TABLE exchangeRate (
    currency TEXT NOT NULL, "Year" INTEGER NOT NULL, value INTEGER NOT NULL,
    percent INTEGER NOT NULL GENERATED ALWAYS AS (value / 100),
    PRIMARY KEY (currency, "Year")) STRICT
  """,
  [
    .init(currency: "EUR", year: 2026, value: 1.25, isSelected: true),
    .init(currency: "EUR", year: 2025, value: 12),
  ]
) { $0.where { $0.value >= 1.5 && $0.year < 2026 }.sort { $0.percent } }

try compare(
  Session.table, Session.byHand,
  """
  CREATE TABLE Sessions (
    SessionId INTEGER PRIMARY KEY, opened TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 7,
    "default" TEXT NOT NULL COLLATE NOCASE, tags TEXT NOT NULL) STRICT
  """,
  [
    Session(id: 0, opened: Date(timeIntervalSince1970: 5), default: "a", tags: ["x"]),
    Session(id: 9, opened: .distantPast, seen: .distantFuture, default: "b", tags: []),
  ]
) { $0.where { $0.default == "a" && $0.tags.contains("x") }.sort { $0.seen } }
