import Foundation
import StoreSQLite
import StoreSupport
import Testing

/// A file that makes a table anew keeps what depends on the table, or says what it would lose.
@Suite struct MigrationRebuildTests {
  private let fixture = MigrationFixture()

  /// A table with everything that can depend on one.
  private static let schema = """
    CREATE TABLE person (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      boss INTEGER REFERENCES person (id) ON DELETE SET NULL,
      age INTEGER,
      initial TEXT GENERATED ALWAYS AS (substr(name, 1, 1)) STORED
    ) STRICT;
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person (id) ON DELETE CASCADE);
    CREATE TABLE tag (name TEXT PRIMARY KEY, person_id INTEGER REFERENCES person) WITHOUT ROWID;
    CREATE TABLE log (text TEXT);
    CREATE INDEX person_by_name ON person (name COLLATE NOCASE DESC);
    CREATE UNIQUE INDEX "person lower" ON person (lower(name));
    CREATE INDEX person_old ON person (age) WHERE age > 60;
    CREATE INDEX item_by_person ON item (person_id);
    CREATE VIEW adults AS SELECT id, name FROM person WHERE age >= 18;
    CREATE VIEW adult_names AS SELECT name FROM adults;
    CREATE VIEW items AS SELECT i.id, p.name FROM item AS i JOIN person AS p ON p.id = i.person_id;
    CREATE TRIGGER person_added AFTER INSERT ON person BEGIN
      INSERT INTO log VALUES ('person ' || new.name);
    END;
    CREATE TRIGGER item_added AFTER INSERT ON item BEGIN
      INSERT INTO log SELECT 'item of ' || name FROM person WHERE id = new.person_id;
    END;
    CREATE TRIGGER adult_added INSTEAD OF INSERT ON adults BEGIN
      INSERT INTO person (name, age) VALUES (new.name, 18);
    END;
    INSERT INTO person (name, boss, age) VALUES ('Ada', NULL, 36), ('Bob', 1, 70), ('Cy', 1, 5);
    DELETE FROM person WHERE name = 'Cy';
    INSERT INTO item VALUES (10, 1), (11, 2);
    INSERT INTO tag VALUES ('x', 2);
    DELETE FROM log;
    """

  private static let rebuild = """
    CREATE TABLE person_new (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL CHECK (name <> ''),
      boss INTEGER REFERENCES person_new (id) ON DELETE SET NULL,
      age INTEGER CHECK (age BETWEEN 0 AND 150),
      initial TEXT GENERATED ALWAYS AS (upper(substr(name, 1, 1))) STORED
    ) STRICT;
    INSERT INTO person_new (id, name, boss, age) SELECT id, name, boss, age FROM person;
    DROP TABLE person;
    ALTER TABLE person_new RENAME TO person;
    """

  /// Applies the schema, and then a second file.
  private func migrate(_ second: String, down: String? = nil) throws -> (Migrator, Connection) {
    let connection = try SQLiteConnection(path: ":memory:")
    var files = ["0001_schema.sql": Self.schema]
    try makeMigrator(files).up(on: connection)
    files["0002_b.sql"] = second
    files["0002_b.down.sql"] = down
    let migrator = try makeMigrator(files)
    try migrator.up(on: connection)
    return (migrator, connection)
  }

  private func others(_ connection: Connection) throws -> [String] {
    try connection.texts(
      """
      SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema
      WHERE type <> 'table' AND sql IS NOT NULL ORDER BY type, name
      """)
  }

  @Test(arguments: [
    "-- rebuild: person", "--Rebuild :\"PERSON\"  ", "SELECT 1;\n  -- rebuild: [person]\n",
  ])
  func everythingThatDependsOnTheTableIsKept(directive: String) throws {
    let (_, original) = try migrate("SELECT 1;")
    let (migrator, connection) = try migrate(directive + "\n" + Self.rebuild)
    #expect(try others(connection) == others(original))
    #expect(try others(connection).count == 10)
    #expect(try migrator.verify(on: connection).isEmpty)
    #expect(
      try connection.texts("SELECT sql FROM sqlite_schema WHERE name = 'person'")[0]
        .contains("REFERENCES \"person\" (id)"))
    // Everything works: rows, triggers, views, references, constraints.
    #expect(
      try connection.texts("SELECT name || initial FROM person ORDER BY id") == ["AdaA", "BobB"])
    try connection.run("INSERT INTO adults (name) VALUES ('Dee')")
    try connection.run("INSERT INTO item VALUES (12, 4)")
    #expect(try connection.texts("SELECT text FROM log") == ["person Dee", "item of Dee"])
    #expect(
      try connection.texts("SELECT name FROM adult_names ORDER BY 1") == ["Ada", "Bob", "Dee"])
    #expect(try connection.number("SELECT count(*) FROM items") == 3)
    #expect(throws: DatabaseError.self) { try connection.run("INSERT INTO item VALUES (13, 99)") }
    #expect(throws: DatabaseError.self) { try connection.run("UPDATE person SET age = 151") }
    #expect(throws: DatabaseError.self) {
      try connection.run("INSERT INTO person (name) VALUES ('ADA')")
    }
    try connection.run("DELETE FROM tag")
    try connection.run("DELETE FROM person WHERE id = 2")
    #expect(try connection.number("SELECT count(*) FROM item") == 2)
    #expect(try connection.texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test func lastKeyIsKept() throws {
    // Cy had the key 3, and no other person may get it.
    let (_, connection) = try migrate("-- rebuild: person\n" + Self.rebuild)
    try connection.run("INSERT INTO person (name) VALUES ('Dee')")
    #expect(try connection.number("SELECT id FROM person WHERE name = 'Dee'") == 4)
    let (_, empty) = try migrate(
      "-- rebuild: person\nDELETE FROM tag; DELETE FROM item; DELETE FROM person;\n" + Self.rebuild)
    try empty.run("INSERT INTO person (name) VALUES ('Dee')")
    #expect(try empty.number("SELECT id FROM person") == 4)
  }

  /// The file as one writes it who does not know what goes with the table.
  @Test func lossesWithoutTheDirectiveAreNamed() throws {
    let schema = """
      CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
      CREATE INDEX person_by_name ON person (name);
      CREATE TRIGGER person_added AFTER INSERT ON person BEGIN SELECT 1; END;
      INSERT INTO person VALUES (1, 'Ada'), (9, 'Bob');
      DELETE FROM person WHERE id = 9;
      """
    let rebuild = """
      CREATE TABLE person_new (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
      INSERT INTO person_new SELECT id, name FROM person;
      DROP TABLE person;
      ALTER TABLE person_new RENAME TO person;
      """
    let connection = try SQLiteConnection(path: ":memory:")
    try makeMigrator(["0001_a.sql": schema]).up(on: connection)
    var migrator = try makeMigrator(["0001_a.sql": schema, "0002_b.sql": rebuild])
    let error = try #require(caught { try migrator.up(on: connection) })
    guard case .loses("0002_b.sql", let losses) = error else {
      return #expect(error == .emptyFile(""))
    }
    #expect(
      losses.map(\.description) == [
        "index person_by_name", "trigger person_added",
        "the last key 9, which AUTOINCREMENT would use again",
      ])
    #expect(error.description.contains("Write \"-- rebuild: person\" above the statements"))
    #expect(caught { try migrator.dryRun(.up(), on: connection) } == error)
    #expect(try connection.appliedNumbers() == [1])
    #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE type = 'index'") >= 1)

    // A file that was applied elsewhere cannot be mended, and verify tells what it lost.
    migrator.allowsLosses = true
    try migrator.up(on: connection)
    let differences = try migrator.verify(on: connection)
    #expect(
      differences.map { "\($0.kind) \($0.type) \($0.name) \($0.lostBy ?? "")" } == [
        "lost index person_by_name 0002_b.sql", "lost trigger person_added 0002_b.sql",
      ])
    #expect(differences[0].description.contains("was lost when 0002_b.sql made person anew"))
    let mended = try makeMigrator([
      "0001_a.sql": schema, "0002_b.sql": rebuild,
      "0003_c.sql": """
      CREATE INDEX person_by_name ON person (name);
      DROP TRIGGER IF EXISTS person_added;
      """,
    ])
    try mended.up(on: connection)
    #expect(try mended.verify(on: connection).isEmpty)
  }

  @Test func renameThatAViewStopsNamesTheDirective() throws {
    let error = try #require(caught { try migrate(Self.rebuild) })
    #expect(
      error.description.contains(
        "line 10: error in view adults: no such table: main.person; write "
          + "\"-- rebuild: person\" above"))
    #expect(error.description.hasPrefix("0002_b.sql, "))
  }

  @Test(arguments: ["", "-- rebuild: person\n"])
  func whatTheFileDropsIsMeant(directive: String) throws {
    let (migrator, connection) = try migrate(
      directive + """
        DROP INDEX person_by_name;
        DROP INDEX IF EXISTS main."person lower";
        DROP INDEX person_old;
        DROP TRIGGER adult_added; DROP TRIGGER person_added; DROP TRIGGER item_added;
        DROP VIEW items; DROP VIEW adult_names; DROP VIEW adults;
        CREATE TABLE person_new (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER, age INTEGER);
        INSERT INTO person_new SELECT id, name, boss, age FROM person;
        DROP TABLE person;
        ALTER TABLE person_new RENAME TO person;
        CREATE INDEX person_by_name ON person (name);
        """)
    #expect(
      try others(connection).map { $0.prefix { $0 != ":" } } == [
        "index item_by_person", "index person_by_name",
      ])
    #expect(try migrator.verify(on: connection).isEmpty)
  }

  @Test func whatTheFileCreatesIsItsOwn() throws {
    let (migrator, connection) = try migrate(
      """
      -- rebuild: person
      \(Self.rebuild)
      CREATE INDEX person_by_name ON person (name, age);
      CREATE VIEW adults AS SELECT id, name, age FROM person WHERE age >= 21;
      """)
    let objects = try others(connection)
    #expect(objects.count == 10)
    #expect(
      objects.contains("index person_by_name: CREATE INDEX person_by_name ON person (name, age)"))
    #expect(objects.contains { $0.contains("age >= 21") })
    #expect(try migrator.verify(on: connection).isEmpty)
  }

  @Test func triggersAndIndexesOfTheNewTableAreKept() throws {
    let (_, connection) = try migrate(
      """
      -- rebuild: person
      \(Self.rebuild.replacing("INSERT INTO person_new", with: """
        CREATE INDEX person_new_by_age ON person_new (age);
        CREATE TRIGGER person_gone AFTER DELETE ON person_new BEGIN
          INSERT INTO log SELECT 'left ' || count(*) FROM person_new;
        END;
        INSERT INTO person_new
        """))
      """)
    try connection.run("DELETE FROM tag")
    try connection.run("DELETE FROM person WHERE id = 2")
    #expect(try connection.texts("SELECT text FROM log") == ["left 1"])
    #expect(try others(connection).contains { $0.hasPrefix("index person_new_by_age") })
  }

  @Test func indexThatDoesNotFitIsNamed() throws {
    let error = try #require(
      caught {
        try migrate(
          """
          SELECT 1;
          -- rebuild: person
          CREATE TABLE person_new (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO person_new SELECT id, name FROM person;
          DROP TABLE person;
          ALTER TABLE person_new RENAME TO person;
          """)
      })
    #expect(
      error.description.hasPrefix(
        "0002_b.sql, line 2: index person_old does not fit any more: no such column: age; DROP it"))
  }

  /// SQLite creates any view and any trigger; the first use would fail.
  @Test(arguments: [
    ("CREATE VIEW v AS SELECT age FROM person;", "error in view v: no such column: age"),
    (
      "CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE person SET age = 1; END;",
      "error in trigger t: no such column: age"
    ),
    (
      "CREATE TRIGGER t BEFORE UPDATE OF x ON log BEGIN DELETE FROM person WHERE age = new.x; END;",
      "error in trigger t: no such column: age"
    ),
  ])
  func viewOrTriggerThatDoesNotFitIsNamed(object: String, reason: String) throws {
    let schema = """
      CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER); CREATE TABLE log (x); \(object)
      """
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator([
      "0001_a.sql": schema,
      "0002_b.sql": """
      -- rebuild: person
      CREATE TABLE p (id INTEGER PRIMARY KEY, old INTEGER);
      DROP TABLE person;
      ALTER TABLE p RENAME TO person;
      """,
    ])
    #expect(
      caught { try migrator.up(on: connection) } == .breaks(file: "0002_b.sql", reason: reason))
    #expect(try connection.appliedNumbers() == [1])
  }

  /// References follow the table that is renamed, so the old one must not be.
  @Test func otherWayRoundIsRefused() throws {
    let error = caught {
      try migrate(
        """
        DROP VIEW items; DROP VIEW adult_names; DROP VIEW adults;
        DROP TRIGGER person_added; DROP TRIGGER item_added; DROP INDEX person_by_name;
        DROP INDEX person_old; DROP INDEX "person lower"; DELETE FROM item; DELETE FROM tag;
        ALTER TABLE person RENAME TO person_old_one;
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
        DROP TABLE person_old_one;
        """)
    }
    guard case .breaks("0002_b.sql", let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("item refers to person_old_one"))
  }

  @Test(arguments: ["persons", "person"])
  func directiveWithoutARebuildIsRefused(table: String) throws {
    let error = caught { try migrate("SELECT 1;\n-- rebuild: \(table)\nCREATE TABLE x (y);") }
    guard case .refused("0002_b.sql", 2, "-- rebuild: \(table)", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func proseIsNoDirective() throws {
    _ = try migrate("-- rebuild: the table person needs no rebuild\nCREATE TABLE x (y);")
    _ = try migrate("SELECT '\n-- rebuild: person\n';\n/*\n-- rebuild: person\n*/")
  }

  @Test func twoTablesAndTheWayBack() throws {
    let item = """
      CREATE TABLE item_new (
        id INTEGER PRIMARY KEY,
        person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE);
      INSERT INTO item_new SELECT id, person_id FROM item;
      DROP TABLE item;
      ALTER TABLE item_new RENAME TO item;
      """
    let (_, original) = try migrate("SELECT 1;")
    let file = "-- rebuild: person\n-- rebuild: item\n\(Self.rebuild)\n\(item)"
    let (migrator, connection) = try migrate(
      file,
      down: file.replacing(" CHECK (name <> '')", with: "").replacing(" NOT NULL REF", with: " REF")
    )
    #expect(try others(connection) == others(original))
    #expect(try migrator.verify(on: connection).isEmpty)
    #expect(try migrator.dryRun(.down(), on: connection).count == 1)
    #expect(try migrator.down(on: connection).count == 1)
    #expect(try others(connection) == others(original))
    #expect(try connection.number("SELECT count(*) FROM item") == 2)
  }

  /// A process that is killed at any statement leaves the old table or the new one.
  @Test func everyMomentIsOldOrNew() throws {
    let copies = Locked(0)
    var configuration = DatabaseConfiguration()
    configuration.cacheKibibytes = 16
    configuration.trace = { _ in
      let number = copies.withLock {
        $0 += 1
        return $0
      }
      let copy = fixture.folder.appendingPathComponent("copy-\(number)")
      let files = FileManager.default
      try? files.createDirectory(at: copy, withIntermediateDirectories: false)
      for name in ["test.db", "test.db-wal"] {
        try? files.copyItem(
          at: fixture.folder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
      }
    }
    let rows = """
      INSERT INTO person (name) WITH RECURSIVE n (i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT hex(randomblob(50)) FROM n;
      """
    try makeMigrator(["0001_a.sql": Self.schema + rows]).up(on: fixture.connection())
    let migrator = try makeMigrator([
      "0001_a.sql": Self.schema + rows, "0002_b.sql": "-- rebuild: person\n" + Self.rebuild,
    ])
    try migrator.up(on: fixture.connection(configuration))
    var seen: Set<Int> = []
    for number in 1...copies.withLock({ $0 }) {
      let copy = fixture.folder.appendingPathComponent("copy-\(number)/test.db").path
      guard FileManager.default.fileExists(atPath: copy) else { continue }
      let reopened = try SQLiteConnection(path: copy)
      let applied = try reopened.appliedNumbers().count
      seen.insert(applied)
      let isNew = try reopened.texts("SELECT sql FROM sqlite_schema WHERE name = 'person'")[0]
        .contains("150")
      #expect(isNew == (applied == 2), "copy \(number)")
      #expect(try others(reopened).count == 10, "copy \(number)")
      #expect(try reopened.number("SELECT count(*) FROM person") == 2002, "copy \(number)")
      #expect(try reopened.texts("PRAGMA integrity_check") == ["ok"], "copy \(number)")
      if number % 9 == 0 {
        try migrator.up(on: reopened)
        #expect(try migrator.verify(on: reopened).isEmpty)
      }
    }
    #expect(seen == [1, 2])
  }
}
