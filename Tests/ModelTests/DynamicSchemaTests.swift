import Foundation
import LinqCore
import LinqModels
import LinqText
import StoreSQLite
import TestSupport
import Testing

/// Chains as text over the tables of random schemas, which nobody has declared.
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
    return ["\(table.name).count()", "\(table.name).take(3)"]
      + table.columns.flatMap { column in
        ["\(table.name).select { $0.\(column.name) }"]
          + (column.type.contains("<") ? [] : ["\(table.name).countBy { $0.\(column.name) }"])
          + (column.isOptional ? ["\(table.name).where { $0.\(column.name) == nil }.count()"] : [])
          + (ordered.contains(column.type)
            ? ["\(table.name).sortDescending { $0.\(column.name) }.take(3)"] : [])
      }
      + table.relations.map { relation in
        relation.isOne
          ? "\(table.name).where { $0.\(relation.name) == nil }.count()"
          : "\(table.name).select { $0.\(relation.name).count }"
      }
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

  private static let shop = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE sale (
      id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id),
      net REAL NOT NULL, gross REAL AS (net * 1.25), note
    );
    CREATE TABLE hidden (id INTEGER PRIMARY KEY);
    INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');
    INSERT INTO sale (id, customer_id, net, note) VALUES (1, 1, 8, 5), (2, 1, 16, NULL), (3, 2, 4, 7);
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
