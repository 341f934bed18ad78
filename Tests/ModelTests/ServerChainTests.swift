#if Postgres
import LinqCore
import LinqModels
import LinqText
import StorePostgres
import TestSupport
import Testing

/// Chains as text over the tables of a server that does not have the library's functions.
@Suite(.enabled(if: PostgresServer.shared != nil, "no server is installed"))
struct ServerChainTests {
  private let pool: ConnectionPool
  private let form: TextForm

  init() throws {
    var configuration = DatabaseConfiguration()
    configuration.worksWithoutFunctions = true
    configuration.access = .write
    let address = try #require(PostgresServer.shared).newDatabase()
    pool = try ConnectionPool(postgres: address, configuration: configuration)
    try pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL, since date);
        CREATE TABLE orders (
          id bigint PRIMARY KEY, customer_id integer REFERENCES customers,
          total double precision NOT NULL, placed timestamptz);
        INSERT INTO customers VALUES (1, 'Zoë', '2020-01-31'), (2, 'ada', NULL), (3, 'Bo', NULL);
        INSERT INTO orders VALUES
          (1, 1, 7.5, '2024-02-29 12:00Z'), (2, 1, 2, NULL), (3, 2, 10, NULL), (4, NULL, 1, NULL);
        """)
    }
    let model = try pool.read { try DatabaseModel($0) }
    form = DynamicDatabase(model, in: pool).textForm
  }

  @Test(
    "the results are those of memory",
    arguments: [
      ("customers.count()", "3"),
      ("customers.sort { $0.name }.select { $0.name }", #"["Bo","Zoë","ada"]"#),
      ("customers.where { $0.name.uppercased() == \"ADA\" }.select { $0.id }", "[2]"),
      ("customers.where { $0.name.count == 3 }.select { $0.id }", "[1,2]"),
      ("customers.select { ($0.name.prefix(1), $0.orders.count) }", #"[["Z",2],["a",1],["B",0]]"#),
      ("orders.where { $0.total > 2 && $0.customer.name == \"ada\" }.select { $0.id }", "[3]"),
      (
        "orders.groupBy { $0.customer_id }.select { ($0.key, $0.sum { $0.total }) }",
        "[[1,9.5],[2,10.0],[null,1.0]]"
      ),
      ("orders.select { $0.total / 4 }.take(2)", "[1.875,0.5]"),
    ])
  func results(chain: String, expected: String) throws {
    let parsed = try form.parse(chain)
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      let json = try parsed.run(policy: policy).json
      #expect(json.filter { !$0.isWhitespace } == expected, "\(policy)")
    }
    try parsed.verify()
  }

  @Test("nothing is left on the server") func nothingIsStored() throws {
    _ = try form.parse("customers.where { $0.name.uppercased() == \"ADA\" }.count()").run()
    let schemas = try pool.read {
      try $0.query("SELECT count(*) FROM pg_namespace WHERE nspname = 'swift'") {
        try $0.integer(0)
      }
    }
    #expect(schemas == [0])
  }
}
#endif
