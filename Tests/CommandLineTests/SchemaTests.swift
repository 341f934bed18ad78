import Foundation
import StoreSQLite
import Testing

/// `personstore schema`: drawings of tables.
@Suite struct SchemaTests {
  private let program: Program

  init() throws {
    program = try Program()
    let connection = try SQLiteConnection(path: program.file("shop.db"))
    try connection.execute(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, mail TEXT UNIQUE, "home <town>" VARCHAR(20));
      CREATE TABLE "order" (
        id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer,
        total DECIMAL(8, 2), previous_id INTEGER UNIQUE REFERENCES "order");
      CREATE VIEW totals AS SELECT total FROM "order";
      """)
    connection.close()
  }

  private func schema(_ arguments: String...) throws -> Run {
    try program.run(["schema", "--db", "shop.db"] + arguments)
  }

  @Test("as text, with the relations of chains") func text() throws {
    #expect(
      try schema().output == """
        customer
          id           INTEGER      key
          mail         TEXT         unique
          home <town>  VARCHAR(20)
          orders: [order]

        order
          id           INTEGER        key
          customer_id  INTEGER        not null, → customer.id
          total        DECIMAL(8, 2)
          previous_id  INTEGER        unique, → order.id
          customer: customer?, previous: order?, order: order?

        totals (view)
          total  DECIMAL(8, 2)

        """)
    #expect(try schema("--table", "totals").output.hasPrefix("totals (view)\n"))
  }

  @Test("as a diagram of Mermaid") func mermaid() throws {
    #expect(
      try schema("--format", "mermaid").output == """
        erDiagram
          "customer" {
            INTEGER id PK
            TEXT mail
            VARCHAR(20) home__town_
          }
          "order" {
            INTEGER id PK
            INTEGER customer_id FK
            DECIMAL(8__2) total
            INTEGER previous_id FK
          }
          "totals" {
            DECIMAL(8__2) total
          }
          "customer" ||--o{ "order" : "customer_id"
          "order" |o--o| "order" : "previous_id"

        """)
  }

  @Test("as a graph of Graphviz") func dot() throws {
    let dot = try schema("--format", "dot").output
    #expect(dot.hasPrefix("digraph schema {\n") && dot.hasSuffix("}\n"))
    #expect(dot.contains("home &lt;town&gt;"))
    #expect(dot.contains("  \"order\":c1 -> \"customer\":c0 [arrowtail=crow, dir=both];\n"))
    #expect(dot.contains("  \"order\":c3 -> \"order\":c0 [arrowtail=none, dir=both];\n"))
  }

  @Test("what cannot be drawn is an error") func errors() throws {
    _ = try program.file("empty.db", "")
    #expect(try program.run("schema", "--db", "none.db").status == 1)
    #expect(
      try program.run("schema", "--db", "empty.db").messages.contains("has no tables to draw"))
    #expect(try schema("--table", "orders").messages.contains("no table or view orders"))
    #expect(try schema("--format", "svg").status == 2)
  }
}
