import StoreSupport
import Testing

@testable import StoreSQLite

@Suite struct MigrationForeignKeyTests {
  private let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE item (
      id INTEGER PRIMARY KEY,
      person_id INTEGER REFERENCES person (id) ON DELETE CASCADE
    );
    CREATE TABLE tag (
      name TEXT PRIMARY KEY, a INTEGER, b INTEGER,
      FOREIGN KEY (a, b) REFERENCES pair (a, b)
    ) WITHOUT ROWID;
    CREATE TABLE pair (a INTEGER, b INTEGER, UNIQUE (a, b));
    INSERT INTO person VALUES (1, 'Ada'), (2, 'Bob');
    INSERT INTO item VALUES (10, 1), (11, 2), (12, 2);
    """

  private let rebuild = """
    CREATE TABLE person_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    INSERT INTO person_new SELECT id, name FROM person;
    DROP TABLE person;
    ALTER TABLE person_new RENAME TO person;
    """

  private func migrate(_ second: String) throws -> Connection {
    let connection = try SQLiteConnection(path: ":memory:")
    try makeMigrator(["0001_schema.sql": schema]).up(on: connection)
    try makeMigrator(["0001_schema.sql": schema, "0002_b.sql": second]).up(on: connection)
    return connection
  }

  @Test func rebuildOfAParentTableLosesNoChild() throws {
    let connection = try migrate(rebuild)
    #expect(try connection.number("SELECT count(*) FROM item") == 3)
    #expect(
      try connection.texts("SELECT \"table\" FROM pragma_foreign_key_list('item')") == ["person"])
    // And the reference is alive: it refuses, and it cascades.
    #expect(throws: DatabaseError.self) { try connection.run("INSERT INTO item VALUES (13, 9)") }
    try connection.run("DELETE FROM person WHERE id = 2")
    #expect(try connection.number("SELECT count(*) FROM item") == 1)
  }

  /// What the switch is for: were foreign keys on, the rebuild would lose the items.
  @Test func sameRebuildWithForeignKeysOnLosesThem() throws {
    let connection = try migrate("SELECT 1")
    try connection.transaction { try connection.execute(rebuild) }
    #expect(try connection.number("SELECT count(*) FROM item") == 0)
  }

  @Test func violationIsRefusedWithTableRowAndColumn() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try makeMigrator(["0001_schema.sql": schema]).up(on: connection)
    let migrator = try makeMigrator([
      "0001_schema.sql": schema, "0002_b.sql": "DELETE FROM person WHERE id = 2;",
    ])
    let error = try #require(caught { try migrator.up(on: connection) })
    #expect(
      error
        == .foreignKeys(
          file: "0002_b.sql",
          [
            violation("item", 11, ["person_id"], "person"),
            violation("item", 12, ["person_id"], "person"),
          ], count: 2))
    #expect(
      error.description.hasPrefix(
        "0002_b.sql leaves rows that refer to nothing: item, row with key 11 (person_id) "
          + "refers to a "
          + "row that is not in person; "))
    #expect(try connection.number("SELECT count(*) FROM person") == 2)
    #expect(try connection.appliedNumbers() == [1])
    #expect(try connection.number("PRAGMA foreign_keys") == 1)
  }

  @Test func violationWithoutRowidAndMoreThanOneColumn() throws {
    let error = try #require(caught { try migrate("INSERT INTO tag VALUES ('x', 1, 2);") })
    #expect(
      error
        == .foreignKeys(
          file: "0002_b.sql", [violation("tag", nil, ["a", "b"], "pair")], count: 1))
    #expect(error.description.contains("tag, a row (a, b) refers to a row that is not in pair"))
  }

  @Test func manyViolationsAreCounted() throws {
    let error = caught {
      try migrate("INSERT INTO item VALUES (20,9),(21,9),(22,9),(23,9),(24,9),(25,9),(26,9);")
    }
    guard case .foreignKeys(_, let some, 7)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(some.count == 5)
    #expect(error?.description.contains("; and 2 more.") == true)
  }

  @Test func downFileIsCheckedToo() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator([
      "0001_schema.sql": schema, "0001_schema.down.sql": "DROP TABLE person;",
    ])
    try migrator.up(on: connection)
    let error = caught { try migrator.down(on: connection) }
    guard case .foreignKeys("0001_schema.down.sql", _, 3)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try connection.number("SELECT count(*) FROM person") == 2)
  }

  @Test func referenceThatIsNoKeyIsRefused() throws {
    let error = caught {
      try migrate(
        "CREATE TABLE bad (x REFERENCES person (name)); INSERT INTO bad VALUES ('Ada');")
    }
    guard case .failed("0002_b.sql", nil, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("0002_b.sql: foreign key mismatch") == true)
  }

  @Test(arguments: [true, false], ["SELECT 1", "SELECT * FROM nil"])
  func foreignKeysAreAsTheyWere(on: Bool, sql: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("PRAGMA foreign_keys = \(on ? "ON" : "OFF")")
    _ = try? makeMigrator(["0001_a.sql": sql]).up(on: connection)
    #expect(try connection.number("PRAGMA foreign_keys") == (on ? 1 : 0))
  }

  @Test func interruptedFileLeavesNothingAndForeignKeysOn() throws {
    let interruption = Interruption()
    var configuration = DatabaseConfiguration()
    configuration.trace = { sql in
      if sql.contains("WITH RECURSIVE") { interruption.request() }
    }
    let connection = try SQLiteConnection(
      path: ":memory:", configuration: configuration, role: .writer)
    let migrator = try makeMigrator([
      "0001_a.sql": """
      CREATE TABLE a (x);
      INSERT INTO a
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
      SELECT i FROM n;
      """
    ])
    guard
      case .interrupted? = caught(
        DatabaseError.self, { try interruption.run { try migrator.up(on: connection) }.get() })
    else {
      Issue.record("not interrupted")
      return
    }
    #expect(try connection.number("PRAGMA foreign_keys") == 1)
    #expect(try connection.objectNames().isEmpty)
  }

  private func violation(
    _ table: String, _ key: Int64?, _ columns: [String], _ parent: String
  ) -> ForeignKeyViolation {
    ForeignKeyViolation(table: table, key: key, columns: columns, parent: parent)
  }
}
