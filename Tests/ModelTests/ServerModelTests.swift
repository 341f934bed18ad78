#if Postgres
import LinqModels
import StorePostgres
import TestSupport
import Testing

/// Declarations of the tables of a server: types that SQLite has not, comments, identities.
@Suite(.enabled(if: PostgresServer.shared != nil, "no server is installed"))
struct ServerModelTests {
  private let address: String
  private let connection: PostgresConnection

  init() throws {
    address = try #require(PostgresServer.shared).newDatabase()
    connection = try PostgresConnection(address)
    try connection.installFunctions()
    try connection.execute(
      """
      CREATE TYPE order_state AS ENUM ('open', 'on the way', 'PAID');
      CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
      CREATE DOMAIN cents AS integer CHECK (VALUE >= 0);
      CREATE TABLE customers (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL COLLATE "C",
        mail email,
        country char(2) NOT NULL DEFAULT 'DE',
        tags text[] NOT NULL DEFAULT '{}',
        seen inet,
        credit numeric(10, 2) NOT NULL DEFAULT 100.50,
        rating smallint CHECK (rating IN (1, 2, 3)),
        level varchar(10) NOT NULL DEFAULT 'new' CHECK (level IN ('new', 'gold')));
      COMMENT ON TABLE customers IS 'Who buys';
      COMMENT ON COLUMN customers.mail IS 'where letters go';
      CREATE TABLE "Order" (
        order_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        customer_id uuid NOT NULL REFERENCES customers,
        state order_state NOT NULL DEFAULT 'open',
        placed timestamptz NOT NULL DEFAULT now(),
        shipped timestamp, day date, at time, took interval, weight real, height double precision,
        is_gift boolean NOT NULL DEFAULT false, note json, more jsonb, picture bytea,
        price cents NOT NULL, gross numeric GENERATED ALWAYS AS (price * 1.19) STORED,
        before integer REFERENCES "Order");
      CREATE TABLE stock (place text, sku text, amount bigint NOT NULL, PRIMARY KEY (place, sku));
      CREATE TABLE moves (
        id bigserial PRIMARY KEY, place text NOT NULL, sku text NOT NULL,
        FOREIGN KEY (place, sku) REFERENCES stock);
      CREATE TABLE measures (at timestamptz NOT NULL, value real) PARTITION BY RANGE (at);
      CREATE TABLE measures_2024 PARTITION OF measures
        FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE VIEW open_orders AS SELECT order_id, customer_id, placed FROM "Order"
        WHERE state = 'open';
      INSERT INTO customers (name, mail, seen, rating) VALUES ('Ada', 'a@b.c', '10.0.0.1', 2);
      INSERT INTO "Order" (customer_id, price, at, took, note, more, day, weight)
        SELECT id, 12, '08:30', '2 hours', '{"a": 1}', '[1]', '2024-02-01', 1.5 FROM customers;
      INSERT INTO stock VALUES ('north', 'A1', 5);
      INSERT INTO moves (place, sku) VALUES ('north', 'A1');
      """)
  }

  @Test("each type has its own in Swift") func source() throws {
    let model = try DatabaseModel(connection)
    let source = SwiftSource.text(of: model)
    for line in [
      "/// Who buys.", "  /// Where letters go.", "  var id: UUID",
      "    .primaryKey(\"id\", \\.id).encoded(as: .uuid),",
      "    .column(\"mail\", \\.mail).encoded(as: .serverType(\"email\")),",
      "  var country: String = \"DE\"",
      "    .column(\"country\", \\.country).encoded(as: .serverType(\"character(2)\")),",
      "    .column(\"tags\", \\.tags).encoded(as: .serverType(\"text[]\")),",
      "  var credit: Decimal = 100.50", "  var rating: Int?", "  var level: Level = .new",
      "  var state: State = .open", "    case onTheWay = \"on the way\"",
      "    .column(\"state\", \\.state).encoded(as: .serverType(\"order_state\")),",
      "  var customerID: UUID", "  var id: Int64 = 0", "  var placed: Date?",
      "    .defaulted(\"placed\", \\.placed).encoded(as: .timestamptz),",
      "    .column(\"took\", \\.took).encoded(as: .serverType(\"interval\")),",
      "  var weight: Float?", "  var price: Int", "  var isGift: Bool = false",
      "    .generated(\"gross\", \\.gross).encoded(as: .numeric),",
      "    Related(Stock.table.rows.matching { $0.place == self.place && $0.sku == self.sku })",
      "    .primaryKey(\"order_id\", \\.orderID, isAssigned: false),",
    ] {
      #expect(source.contains(line + "\n"), "\(line)")
    }
    #expect(model.tables.map(\.name) == ["Order", "customers", "moves", "open_orders", "stock"])
    #expect(
      model.notes == [
        "measures is left out: no columns are unique and never NULL, so it has no key"
      ])
  }

  @Test("the declarations fit the tables, and are queried") func program() throws {
    guard let compiler = SwiftCompiler() else { return }
    let model = try DatabaseModel(connection)
    let outcome = try ModelProgram(model: model, isOnServer: true)
      .run(on: address, compiler, .public, in: TemporaryFolder())
    #expect(outcome.isSuccess, "\(outcome.output)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for line in ["Order 1", "Customer 1", "Move 1", "OpenOrder 1", "Stock 1"] {
      #expect(lines.contains(line), "\(line): \(outcome.output)")
    }
  }
}
#endif
