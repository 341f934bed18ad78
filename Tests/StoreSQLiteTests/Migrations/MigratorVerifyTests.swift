import StoreSQLite
import Testing

@Suite struct MigratorVerifyTests {
  private let files = [
    "0001_person.sql": """
    CREATE TABLE person (
      id INTEGER PRIMARY KEY,  -- the key
      name TEXT NOT NULL
    );
    CREATE INDEX person_by_name ON person (name);
    CREATE VIEW names AS SELECT name FROM person;
    CREATE TRIGGER no_delete BEFORE DELETE ON person BEGIN SELECT RAISE(ABORT, 'no'); END;
    """,
    "0002_age.sql": "ALTER TABLE person ADD COLUMN age INTEGER;",
  ]

  private func migrated() throws -> (Migrator, Connection) {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(files)
    try migrator.up(on: connection)
    return (migrator, connection)
  }

  @Test func noDriftAfterMigrating() throws {
    let (migrator, connection) = try migrated()
    #expect(try migrator.verify(on: connection).isEmpty)
    // Rows, statistics and SQLite's own tables are no drift.
    try connection.execute("INSERT INTO person VALUES (1, 'Ada', 36); ANALYZE;")
    #expect(try migrator.verify(on: connection).isEmpty)
  }

  @Test func driftIsToldObjectByObject() throws {
    let (migrator, connection) = try migrated()
    try connection.execute(
      """
      DROP INDEX person_by_name;
      CREATE TABLE extra (x);
      CREATE INDEX extra_x ON extra (x);
      DROP VIEW names;
      CREATE VIEW names AS SELECT upper(name) FROM person;
      ALTER TABLE person ADD COLUMN email TEXT;
      """)
    let differences = try migrator.verify(on: connection)
    #expect(
      differences.map { "\($0.kind) \($0.type) \($0.name) on \($0.table)" } == [
        "extra index extra_x on extra", "missing index person_by_name on person",
        "extra table extra on extra", "different table person on person",
        "different view names on names",
      ])
    #expect(differences[0].expected == nil && differences[0].found?.contains("extra_x") == true)
    #expect(differences[1].found == nil && differences[1].expected?.contains("(name)") == true)
    #expect(differences[3].found?.contains("email") == true)
    #expect(differences[3].expected?.contains("email") == false)
    #expect(differences[1].description.hasPrefix("index person_by_name is missing"))
    #expect(differences[2].description.hasPrefix("table extra is in no file"))
    #expect(differences[4].description.hasPrefix("view names differs"))
  }

  @Test(arguments: [
    ("CREATE TABLE a(x INTEGER,y TEXT DEFAULT 'p  q')", true),
    ("CREATE TABLE a (\r\n  x INTEGER, -- a number\r\n  y TEXT DEFAULT 'p  q'\r\n)", true),
    ("CREATE TABLE a (x INTEGER, y TEXT /* text */ DEFAULT 'p  q')", true),
    ("CREATE TABLE a (x INTEGER, y TEXT DEFAULT 'p q')", false),
    ("CREATE TABLE a (xINTEGER, y TEXT DEFAULT 'p  q')", false),
    ("CREATE TABLE a (x INTEGER, y TEXT DEFAULT 'p  q') STRICT", false),
    ("CREATE TABLE a (x INTEGER, Y TEXT DEFAULT 'p  q')", false),
  ])
  func whiteSpaceAndCommentsDoNotCount(sql: String, isSame: Bool) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator([
      "0001_a.sql": "CREATE TABLE a (x INTEGER, y TEXT DEFAULT 'p  q');"
    ])
    try migrator.up(on: connection)
    try connection.execute("DROP TABLE a; \(sql);")
    #expect(try migrator.verify(on: connection).isEmpty == isSame)
  }

  @Test func composedAndDecomposedLettersAreDifferent() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator([
      "0001_a.sql": "CREATE TABLE a (x DEFAULT '\u{E9}'); CREATE TABLE \u{E9} (x);"
    ])
    try migrator.up(on: connection)
    try connection.execute(
      "DROP TABLE a; CREATE TABLE a (x DEFAULT 'e\u{301}'); CREATE TABLE e\u{301} (x);")
    let differences = try migrator.verify(on: connection)
    #expect(differences.map(\.kind) == [.different, .extra])
  }

  @Test func pendingFilesAreNotReplayed() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(files)
    try migrator.up(to: 1, on: connection)
    #expect(try migrator.verify(on: connection).isEmpty)
  }

  @Test func filesOfSeveralSetsAreReplayedInTheOrderOfTheHistory() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let first = try makeMigrator(["0001_a.sql": "CREATE TABLE a (x);"], set: "z")
    let app = try makeMigrator(["0001_a_more.sql": "ALTER TABLE a ADD COLUMN y;"], set: "m")
    let last = try makeMigrator(
      ["0001_a.sql": "CREATE TABLE a (x);", "0002_index.sql": "CREATE INDEX a_y ON a (y);"],
      set: "z")
    try first.up(on: connection)
    try app.up(on: connection)
    try last.up(on: connection)
    #expect(try last.verify(with: [app], on: connection).isEmpty)
    #expect(try app.verify(with: [last], on: connection).isEmpty)
    #expect(caught { try last.verify(on: connection) } == .unknownSet("m"))
  }

  @Test func modifiedOrMissingFileCannotBeVerified() throws {
    let (_, connection) = try migrated()
    var changed = files
    changed["0002_age.sql"] = "ALTER TABLE person ADD COLUMN age REAL;"
    #expect(
      caught { try makeMigrator(changed).verify(on: connection) }
        == .modified(file: "0002_age.sql", set: "app", appliedAs: "0002_age.sql"))
    changed["0002_age.sql"] = nil
    #expect(
      caught { try makeMigrator(changed).verify(on: connection) }
        == .missing(file: "0002_age.sql", set: "app"))
  }

  @Test func databaseWithoutHistoryHasOnlyExtras() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.run("CREATE TABLE a (x)")
    #expect(try makeMigrator(files).verify(on: connection).map(\.kind) == [.extra])
  }
}
