import Foundation
import LinqCore
import LinqModels
import LinqText
import StoreSQLite
import TestSupport
import Testing

/// Chains as text over the tables of random schemas, which are declared at run time.
@Suite struct DynamicSchemaTests {
  @Test("every table, column and relation of random schemas", arguments: 0..<(20 * patience))
  func random(_ number: Int) throws {
    let seed = Seed(number: Seed().number &+ UInt64(number))
    let folder = TemporaryFolder()
    let statements = RandomSchema(seed.generator).statements
    let connection = try SQLiteConnection(path: folder.file())
    for statement in statements { try connection.run(statement) }
    connection.close()
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let pool = try ConnectionPool(path: folder.file(), configuration: configuration)
    defer { pool.close() }
    let tables = DatabaseTables(in: pool)
    let outline = try tables.outline()
    #expect(!outline.tables.isEmpty, "\(seed)")
    for name in outline.tables.map(\.name) {
      let table = try #require(try tables.table(name))
      let count = try pool.read { connection in
        let name = "\"" + table.schemaName.replacing("\"", with: "\"\"") + "\""
        return try connection.query("SELECT count(*) FROM \(name)") { try $0.integer(0) }
      }
      for chain in chains(of: table) {
        let comment = Comment(rawValue: "\(seed): \(chain)\n\(statements.joined(separator: ";\n"))")
        #expect(throws: Never.self, comment) {
          let parsed = try tables.textForm(for: chain).parse(chain)
          try parsed.verify()
          if chain.hasSuffix(".count()"), !chain.contains("where") {
            #expect(try parsed.run().json == "\(count[0])", comment)
          }
        }
      }
    }
  }

  private func chains(of table: DatabaseTable) -> [String] {
    let ordered: Set = ["Int", "Double", "String", "Date", "CalendarDate", "Decimal"]
    let keys = table.columns.filter(\.isKey).map(\.type)
    var ends = ["count()", "take(3)"]
    for column in table.columns {
      let name = column.name
      ends.append("select { $0.\(name) }")
      if !column.type.contains("<") { ends.append("countBy { $0.\(name) }") }
      if column.isOptional { ends.append("where { $0.\(name) == nil }.count()") }
      if ordered.contains(column.type) { ends.append("sortDescending { $0.\(name) }.take(3)") }
    }
    for relation in table.relations {
      let name = relation.name
      if relation.isOne { ends.append("where { $0.\(name) == nil }.count()") }
      if !relation.isOne { ends.append("select { $0.\(name).count }") }
      if relation.table == table.name, keys == ["Int"] {
        ends.append("take(2).expand { $0.\(name) }.select { $0.1 }")
      }
    }
    return ends.map { "\(table.name).\($0)" }
  }

  private func withTables(
    _ sql: String, _ body: (DatabaseTables, ConnectionPool) throws -> Void
  ) throws {
    let folder = TemporaryFolder()
    let pool = try ConnectionPool(path: folder.file())
    defer { pool.close() }
    try pool.withWriter { try $0.execute(sql) }
    try body(DatabaseTables(in: pool, leavingOut: ["hidden"]), pool)
  }

  private func run(_ chain: String, _ tables: DatabaseTables) throws -> String {
    try tables.textForm(for: chain).parse(chain).run().json
  }

  @Test func rowsLeadToOthersOfTheirTable() throws {
    let staff = """
      CREATE TABLE employee (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, manager_id INTEGER REFERENCES employee (id));
      INSERT INTO employee VALUES (1, 'Ada', NULL), (2, 'Bo', 1), (3, 'Cy', 2), (4, 'Di', 1);
      """
    try withTables(staff) { tables, _ in
      let names = try #require(try tables.table("employee")).relations.map(\.name)
      #expect(names == ["manager", "reports"])
      for (start, relation, expected) in [
        (3, "manager", #"[["Cy",0],["Bo",1],["Ada",2]]"#),
        (1, "reports", #"[["Ada",0],["Bo",1],["Di",1],["Cy",2]]"#),
      ] {
        let chain =
          "employee.where { $0.id == \(start) }.expand { $0.\(relation) }"
          + ".select { ($0.0.name, $0.1) }"
        #expect(try run(chain, tables) == expected)
        let parsed = try tables.textForm(for: chain).parse(chain)
        #expect(try parsed.plan(policy: .requireSQL).sql != nil)
        try parsed.verify()
      }
    }
  }

  /// A name that can stand in a chain is that of its column or table, whatever others would be
  /// called.
  @Test func namesAreThereOnce() throws {
    let odd = """
      CREATE TABLE "order details" (
        "order details_id" INTEGER PRIMARY KEY, id TEXT NOT NULL, "the name" TEXT, theName TEXT);
      CREATE TABLE OrderDetail (id INTEGER PRIMARY KEY, size INTEGER NOT NULL);
      INSERT INTO "order details" VALUES (1, 'text', 'a', 'b');
      INSERT INTO OrderDetail VALUES (5, 6), (7, 8);
      """
    try withTables(odd) { tables, _ in
      let outline = try tables.outline().tables
      #expect(Set(outline.map(\.name)).count == 2)
      #expect(try run("OrderDetail.select { ($0.id, $0.size) }", tables) == "[[5,6],[7,8]]")
      let other = try #require(outline.first { $0.schemaName == "order details" })
      let names = other.columns.map(\.name)
      #expect(names.count == Set(names).count)
      #expect(Set(names).isSuperset(of: ["id", "theName"]))
      #expect(
        try run(
          "\(other.name).select { ($0.id, $0.theName, $0.\(names[2]), $0.\(names[0])) }", tables)
          == #"[["text","b","a",1]]"#)
    }
  }

  private static let shop = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE sale (
      id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id),
      net REAL NOT NULL, gross REAL AS (net * 1.25), note
    );
    CREATE TABLE hidden (id INTEGER PRIMARY KEY);
    INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');
    INSERT INTO sale (id, customer_id, net, note) VALUES
      (1, 1, 8, 5), (2, 1, 16, NULL), (3, 2, 4, 7);
    """

  @Test func typesAreThoseOfValuesOnceATableIsNamed() throws {
    try withTables(Self.shop) { tables, pool in
      #expect(try tables.outline().tables.map(\.name) == ["customer", "sale"])
      #expect(!tables.isKnown(for: "sale.count()"))
      #expect(try run("sale.sum { $0.note }", tables) == "12")
      #expect(tables.isKnown(for: "sale.count()"))
      let sale = try #require(try tables.table("sale"))
      #expect(sale.columns.map(\.type) == ["Int", "Int", "Double", "Double", "Int"])
      #expect(sale.columns.map(\.isGenerated) == [false, false, false, true, false])
      #expect(sale.relations.map(\.name) == ["customer"])
      #expect(try tables.table("hidden") == nil)
      // The same declarations serve other connections.
      let others = tables.reading(in: pool.reading(connections: 1))
      #expect(others.isKnown(for: "sale.count()"))
      #expect(try run("sale.where { $0.gross ?? 0 > 9 }.count()", others) == "2")
    }
  }

  @Test func aValueThatCameLaterIsAnErrorUntilTypesAreForgotten() throws {
    try withTables(Self.shop) { tables, pool in
      #expect(try run("sale.select { $0.note }", tables) == "[5,null,7]")
      try pool.withWriter { try $0.execute("UPDATE sale SET note = 'late' WHERE id = 2") }
      #expect(throws: DatabaseError.self) { try run("sale.select { $0.note }", tables) }
      tables.forget()
      #expect(try run("sale.select { $0.note }", tables) == #"["5","late","7"]"#)
      #expect(try !tables.refresh())
      try pool.withWriter { try $0.execute("ALTER TABLE customer ADD COLUMN town TEXT") }
      #expect(throws: ChainError.self) { try run("customer.select { $0.town }", tables) }
      #expect(try tables.refresh())
      #expect(try run("customer.select { $0.town }", tables) == "[null,null]")
    }
  }

  @Test func rowsOfEachTableAreChanged() throws {
    try withTables(Self.shop) { tables, _ in
      func change(_ chain: String) throws -> ParsedChange<DynamicRow>? {
        try tables.textForm(for: chain).parseChange(chain, of: DynamicRow.self)
      }
      #expect(try change("sale.count()") == nil)
      // The members are those of the table, and not of the first one.
      let sale = try #require(
        try change(#"sale.where { $0.id == 2 }.update { $0.set(\.net, to: 20) }"#))
      #expect(try sale.rows.count() == 1)
      #expect(!sale.isDeletion)
      #expect(throws: ChainError.self) {
        try change(#"sale.update { $0.set(\.name, to: "Cy") }"#)
      }
      #expect(try change("sale.where { $0.customer.name == \"Ada\" }.delete()")?.isDeletion == true)
    }
  }

  @Test func aDatabaseWithoutTablesHasNoTextForm() throws {
    try withTables("CREATE TABLE hidden (id INTEGER PRIMARY KEY)") { tables, _ in
      #expect(throws: NoTables.self) { try tables.textForm(for: "hidden.count()") }
    }
  }
}
