import Foundation
import StoreSQLite
import TestSupport
import Testing

#if Postgres
import StorePostgres
#endif

/// `personstore query` with a database of another program.
@Suite struct AnyDatabaseTests {
  private let program: Program

  init() throws {
    program = try Program()
    let connection = try SQLiteConnection(path: program.file("shop.db"))
    try connection.execute(
      """
      CREATE TABLE customers (
        CustomerId INTEGER PRIMARY KEY, Name TEXT NOT NULL, "Home town" TEXT, Code STRING);
      CREATE TABLE "Order Details" (
        id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, total NUMERIC(8, 2),
        placed DATETIME, tags JSON);
      CREATE TABLE friends (
        customer_id INTEGER REFERENCES customers, friend_id INTEGER REFERENCES customers,
        PRIMARY KEY (customer_id, friend_id));
      CREATE TABLE file (id INTEGER PRIMARY KEY, content BLOB);
      INSERT INTO file VALUES (1, x'00ff'), (2, x''), (3, NULL);
      CREATE VIEW broken AS SELECT nope(Name) FROM customers;
      INSERT INTO customers VALUES
        (1, 'Ada', 'Oslo', 7), (2, 'Bo', NULL, 'x'), (3, 'Cy', 'Rome', NULL);
      INSERT INTO "Order Details" VALUES
        (1, 1, 12, '2026-03-01 08:30:00', '["new"]'), (2, 1, 7.5, '2026-03-02 00:00:00', NULL),
        (3, 2, 30, NULL, '[]'), (4, NULL, NULL, NULL, NULL);
      INSERT INTO friends VALUES (1, 2), (1, 3);
      """)
    connection.close()
  }

  private func ask(_ chain: String, _ options: String...) throws -> Run {
    try program.run(["query", "--db", "shop.db", chain] + options)
  }

  @Test(
    "chains over tables, columns and relations, in SQL and in memory",
    arguments: [
      ("customers.count()", "3\n"),
      (
        "customers.select { ($0.CustomerId, $0.Name, $0.homeTown) }",
        "1\tAda\tOslo\n2\tBo\t\n3\tCy\tRome\n"
      ),
      ("customers.where { $0.Code == \"7\" }.select { $0.name }", "Ada\n"),
      (
        "OrderDetail.where { ($0.total ?? 0) > 10 }.select { ($0.id, $0.customer.Name) }",
        "1\tAda\n3\tBo\n"
      ),
      ("OrderDetail.where { $0.customer == nil }.select { $0.id }", "4\n"),
      // All that lead on from one, with their distances.
      (
        "OrderDetail.where { $0.id == 3 }.expand { o in OrderDetail.matching { "
          + "$0.id == o.id - 1 } }.select { ($0.0.id, $0.1) }",
        "3\t0\n2\t1\n1\t2\n"
      ),
      ("OrderDetail.sum { $0.total ?? 0 }", "49.5\n"),
      ("file.select { ($0.id, $0.content) }", "1\tAP8=\n2\t\n3\t\n"),
      (
        "OrderDetail.where { $0.placed == Date(\"2026-03-02T00:00:00Z\", strategy: .iso8601) }"
          + ".select { $0.id }",
        "2\n"
      ),
      (
        "customers.select { ($0.Name, $0.orderDetails.count, $0.orderDetails.max { $0.total }) }",
        "Ada\t2\t12.0\nBo\t1\t30.0\nCy\t0\t\n"
      ),
      (
        "customers.where { $0.friends.any { $0.friend.name == \"Cy\" } }.select { $0.Name }",
        "Ada\n"
      ),
      (
        "OrderDetail.groupBy { $0.customer.homeTown }.select { ($0.key, $0.count) }",
        "Oslo\t2\n\t2\n"
      ),
      (
        "OrderDetail.where { $0.tags.map { $0.contains(\"new\") } == true }.select { $0.id }", "1\n"
      ),
      (
        "customers.leftJoin(OrderDetail, on: { $0.CustomerId }, equals: { $0.customer_id })"
          + ".where { $0.1 == nil }.select { $0.0.Name }",
        "Cy\n"
      ),
    ])
  func chains(_ chain: String, _ output: String) throws {
    for path in ["auto", "memory", "verify"] {
      let run = try ask(chain, "--path", path)
      #expect(run.output == output, "\(path): \(run.messages)")
      #expect(run.messages.isEmpty && run.status == 0)
    }
  }

  @Test("a relation to a key is read without an order") func sql() throws {
    let run = try ask("OrderDetail.select { $0.customer.Name }", "--explain")
    #expect(
      run.output.contains(
        #"(SELECT "Name" FROM customers WHERE "CustomerId" = "Order Details".customer_id)"#),
      "\(run.output)")
  }

  @Test("mistakes are shown in the chain; nothing is changed") func mistakes() throws {
    for (chain, message) in [
      ("customer.count()", "there is no source customer; did you mean customers?"),
      ("customers.where { $0.Nam == \"Ada\" }", "Customer has no member Nam; did you mean Name?"),
      ("customers.delete()", "delete changes rows, and this chain only reads them"),
    ] {
      let run = try ask(chain)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.messages.contains(message), "\(run.messages)")
    }
    #expect(try ask("customers.count()", "--yes").status == 2)
    // A chain that names no table is one of people.
    let unnamed = try ask("count()")
    #expect(unnamed.status == 1)
    #expect(unnamed.messages.contains("a database of another program (tables: "))
    let broken = try ask("broken.count()")
    #expect(broken.status == 2)
    #expect(
      broken.messages.contains("broken is left out: SQLite error 1: no such function: nope"))
    #expect(try ask("customers.count()").output == "3\n")
  }

  @Test("results have the names of the schema") func formats() throws {
    #expect(
      try ask("customers.take(1)", "--format", "json").output
        == "[{\"CustomerId\":1,\"Name\":\"Ada\",\"homeTown\":\"Oslo\",\"Code\":\"7\"}]\n")
    #expect(
      try ask("OrderDetail.take(1)", "--format", "csv").output
        == "id,customer_id,total,placed,tags\n1,1,12.0,2026-03-01T08:30:00Z,\"[\"\"new\"\"]\"\n")
  }

  #if Postgres
  @Test("tables on a server", .enabled(if: PostgresServer.shared != nil, "no server installed"))
  func server() throws {
    let address = try #require(PostgresServer.shared).newDatabase()
    let connection = try PostgresConnection(address)
    try connection.run("CREATE TABLE shop (id bigint PRIMARY KEY, name text NOT NULL)")
    try connection.run("INSERT INTO shop VALUES (1, 'Ada'), (2, 'Bo')")
    connection.close()
    let chain = #"shop.where { $0.name.hasPrefix("A") }.select { $0.id }"#
    for path in ["auto", "memory", "verify"] {
      let run = try program.run(["query", "--db", address, chain, "--path", path])
      #expect(run.status == 0 && run.output == "1\n", "\(run.messages)")
    }
    // A chain without a table is one of people.
    let people = try program.run(["query", "--db", address, "count()"])
    #expect(people.status == 1)
    #expect(people.messages.contains("a database of another program (tables: shop)"))
  }
  #endif
}
