import StoreSQLite
import TestSupport
import Testing

@testable import LinqSQL

/// What the schema of another program's table says, and what it only seems to say.
@Suite("Tables that other programs have declared")
struct StoredSchemaTests {
  private struct Item: Sendable, Hashable {
    var id: Int64 = 0
    var number: Int
    static let table = Table(
      "item", Item.init, .primaryKey("id", \.id), .column("number", \.number))
  }

  private struct Flag: Sendable, Hashable {
    var id: Int64 = 0
    var isSet: Bool
    static let table = Table(
      "flag", Flag.init, .primaryKey("id", \.id), .column("is_set", \.isSet))
  }

  private struct Name: Sendable, Hashable {
    var id: Int64 = 0
    var name: String
    static let view = Table("names", Name.init, .primaryKey("id", \.id), .column("name", \.name))
    static let collated = Table(
      "names", Name.init, .primaryKey("id", \.id),
      .column("name", \.name).encoded(as: .collated))
  }

  private struct Choice: Sendable, Hashable {
    var id: Int64 = 0
    var number: Int?
    static let table = Table(
      "choice", Choice.init, .primaryKey("id", \.id), .column("number", \.number))
  }

  private func pool(_ sql: String) throws -> ConnectionPool {
    let pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter { try $0.execute(sql) }
    return pool
  }

  @Test(
    "a condition in a comment, in a text or of another column is no constraint",
    arguments: [
      "number INTEGER NOT NULL /* CHECK (typeof(number) = 'integer') */",
      "number INTEGER NOT NULL -- CHECK (typeof(number) = 'integer')\n",
      "number INTEGER NOT NULL DEFAULT 'CHECK (typeof(number) = ''integer'')'",
      "number INTEGER NOT NULL, \"num ber\" DEFAULT 1 CHECK (typeof(\"num ber\") = 'integer')",
      "number INTEGER NOT NULL CHECK (typeof(number) = 'integer' OR 1)",
      "number INTEGER NOT NULL CHECK ((typeof(number) = 'integer') + 1)",
    ])
  func conditions(column: String) throws {
    let pool = try pool(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, \(column));
      INSERT INTO item (id, number) VALUES (1, 5), (2, 'text')
      """)
    let items = Repository(Item.table, in: pool)
    #expect(throws: DatabaseError.self) { try items.where { $0.number > 100 }.count() }
    #expect(throws: DatabaseError.self) { try items.where { $0.number > 100 }.delete() }
  }

  @Test(
    "a condition that is one",
    arguments: [
      "CHECK (typeof(number) = 'integer')", "CONSTRAINT whole CHECK(typeof(\"Number\")='integer')",
      "CHECK ((typeof([number]) /* a comment */ = 'integer'))",
    ])
  func constraints(constraint: String) throws {
    let pool = try pool(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, number INTEGER NOT NULL \(constraint));
      INSERT INTO item (id, number) VALUES (1, 5)
      """)
    let reads = try pool.read { connection in
      _ = try TableAccess(Item.table, on: connection).where { $0.number > 1 }.count()
      return connection.facts.readableTables.contains(Item.table.identity.number)
    }
    #expect(reads)
  }

  @Test("0 and 1 in a column without a type may be floating-point numbers")
  func truth() throws {
    for (type, isCertain) in [("", false), ("BLOB", false), ("REAL", false), ("BOOLEAN", true)] {
      let pool = try pool(
        """
        CREATE TABLE flag (
          id INTEGER PRIMARY KEY, is_set \(type) NOT NULL CHECK (is_set IN (0, 1)));
        INSERT INTO flag VALUES (1, 1), (2, 1.0)
        """)
      let flags = Repository(Flag.table, in: pool)
      if isCertain {
        #expect(try flags.where { $0.isSet }.count() == 2)
      } else {
        #expect(throws: (any Error).self) { try flags.where { $0.isSet }.count() }
      }
    }
  }

  @Test("a list of values with NULL refuses nothing")
  func listWithNull() throws {
    let pool = try pool(
      """
      CREATE TABLE flag (
        id INTEGER PRIMARY KEY, is_set INTEGER NOT NULL CHECK (is_set IN (0, 1, NULL)));
      INSERT INTO flag VALUES (1, 1), (2, 7)
      """)
    let flags = Repository(Flag.table, in: pool)
    #expect(throws: DatabaseError.self) { try flags.where { $0.isSet }.count() }
  }

  @Test("INTEGER PRIMARY KEY DESC is not assigned")
  func descendingKey() throws {
    let pool = try pool(
      "CREATE TABLE item (id INTEGER PRIMARY KEY DESC, number INTEGER NOT NULL)")
    let items = Repository(Item.table, in: pool)
    #expect(throws: TableDeclarationError.self) { try items.insert(Item(number: 1)) }
    #expect(try pool.read { try $0.query("SELECT * FROM item") { _ in } }.isEmpty)
  }

  @Test("the row ID, a column with its name, and an index with another collation as keys")
  func otherKeys() throws {
    struct Entry: Sendable, Hashable {
      var oid: Int64 = 0
      var name: String
    }
    struct Word: Sendable, Hashable {
      var name: String
      var number: Int
    }
    let table = Table(
      "entry", Entry.init, .primaryKey("oid", \.oid), .column("name", \.name))
    let rows = Repository(table, in: try pool("CREATE TABLE entry (name TEXT NOT NULL)"))
    #expect(try rows.insert(Entry(name: "a")).oid == 1)
    let indexed = Repository(
      table.substrings(of: \.name), in: try pool("CREATE TABLE entry (name TEXT NOT NULL)"))
    #expect(throws: TableDeclarationError.self) {
      try indexed.where { $0.name.contains("a") }.toArray()
    }
    let twice = Repository(
      table, in: try pool("CREATE TABLE entry (oid INTEGER NOT NULL, name TEXT NOT NULL)"))
    #expect(throws: TableDeclarationError.self) { try twice.query.toArray() }
    let words = Repository(
      Table(
        "word", Word.init, .primaryKey("name", \.name), .column("number", \.number)),
      in: try pool(
        """
        CREATE TABLE word (name TEXT NOT NULL, number INTEGER NOT NULL);
        CREATE UNIQUE INDEX word_name ON word (name COLLATE NOCASE)
        """))
    #expect(throws: TableDeclarationError.self) { try words.save(Word(name: "a", number: 1)) }
  }

  @Test("an index with another collation than its column serves no upsert")
  func otherCollation() throws {
    struct Word: Sendable, Hashable {
      var id: Int64 = 0
      var name: String
      var number: Int
    }
    let words = Repository(
      Table(
        "word", Word.init, .primaryKey("id", \.id), .column("name", \.name),
        .column("number", \.number)),
      in: try pool(
        """
        CREATE TABLE word (id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL);
        CREATE UNIQUE INDEX word_name ON word (name COLLATE NOCASE);
        INSERT INTO word VALUES (1, 'abc', 1)
        """))
    let word = Word(name: "ABC", number: 2)
    #expect(throws: DatabaseError.self) { try words.save(word, matching: \.name) }
    #expect(throws: DatabaseError.self) {
      try words.save(word, matching: \.name) { $0.set(\.number, to: 3) }
    }
    #expect(throws: DatabaseError.self) {
      try words.insert([word], onConflict: .update(matching: \Word.name))
    }
    #expect(try words.all() == [Word(id: 1, name: "abc", number: 1)])
  }

  @Test(
    "a view has the collations of what it reads",
    arguments: [
      ("SELECT id, name FROM entry", "NOCASE"),
      ("SELECT id, other COLLATE NOCASE AS name FROM entry", "NOCASE"),
      ("SELECT id, other COLLATE RTRIM AS name FROM entry", "RTRIM"),
      ("SELECT id, name FROM entry UNION ALL SELECT id, other FROM entry", "NOCASE"),
      ("SELECT id, other AS name FROM entry", nil),
      ("SELECT id, upper(name) AS name FROM entry", nil),
      ("SELECT min(id) AS id, other AS name FROM entry GROUP BY other ORDER BY name", nil),
    ])
  func views(query: String, collation: String?) throws {
    let pool = try pool(
      """
      CREATE TABLE entry (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, other TEXT NOT NULL);
      CREATE VIEW names AS \(query);
      INSERT INTO entry VALUES (1, 'a', 'a'), (2, 'A', 'A')
      """)
    let names = Repository(Name.view, in: pool)
    let problem = TableDeclarationError.Problem.collation(column: "name", collation ?? "")
    if collation == nil {
      #expect(try names.where { $0.name == "A" }.count() > 0)
    } else {
      let error = TableDeclarationError(table: "names", problems: [problem])
      #expect(throws: error) { try names.where { $0.name == "A" }.count() }
      let collated = Repository(Name.collated, in: pool)
      try collated.where { $0.name == "A" }.verify()
    }
  }

  @Test("a constraint that stores a default value instead of nil")
  func replacedNil() throws {
    let pool = try pool(
      """
      CREATE TABLE choice (
        id INTEGER PRIMARY KEY, number INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 5) STRICT
      """)
    let choices = Repository(Choice.table, in: pool)
    #expect(try choices.insert(Choice(number: nil)).number == 5)
    #expect(try choices.insert([Choice(number: nil)]).map(\.number) == [5])
    #expect(try choices.save(Choice(id: 1, number: nil)).number == 5)
  }
}
