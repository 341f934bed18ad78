import StoreSQLite
import Testing

/// What statements a file may have, and where one ends.
@Suite struct MigrationScriptTests {
  private func run(_ sql: String) throws -> Connection {
    let connection = try SQLiteConnection(path: ":memory:")
    try makeMigrator(["0001_a.sql": sql]).up(on: connection)
    return connection
  }

  @Test func statementsEndWhereSQLiteSaysSo() throws {
    let connection = try run(
      """
      -- a comment; with COMMIT; in it
      CREATE TABLE log (text TEXT); /* another; one
      END; */
      CREATE TRIGGER log_insert AFTER INSERT ON log WHEN new.text = 'go' BEGIN
        INSERT INTO log VALUES ('BEGIN; in a trigger');
        SELECT CASE WHEN 1 THEN 2 END;
      END;
      INSERT INTO log VALUES ('COMMIT; ROLLBACK'), ('it''s; two');;
      INSERT INTO log VALUES ('go');
      CREATE VIEW "a;b" AS SELECT text AS [c;d], 'x' AS `e;f` FROM log; SELECT "c;d" FROM "a;b"
      """)
    #expect(
      try connection.texts("SELECT text FROM log") == [
        "COMMIT; ROLLBACK", "it's; two", "go", "BEGIN; in a trigger",
      ])
    #expect(try connection.objectNames() == ["a;b", "log", "log_insert", "schema_migration"])
  }

  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func lineEndsAndByteOrderMark(lineEnd: String, mark: String) throws {
    let lines = [
      "-- people", "CREATE TABLE person (", "  name TEXT", ");", "", "SELECT * FROM nil;",
    ]
    let text = mark + lines.joined(separator: lineEnd)
    let error = caught { try run(text) }
    guard case .failed("0001_a.sql", let line, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(line == 6)
    let good = try run(mark + lines.dropLast().joined(separator: lineEnd))
    #expect(try good.objectNames() == ["person", "schema_migration"])
  }

  @Test func errorsNameFileAndLine() throws {
    let failures = [
      "CREATE TABLE a (x);\n\n/* two\nlines */ CREATE TABLE a (x);": (4, "table a already exists"),
      "SELECT 1; SELECT 2;\nSELEC 3; SELECT 4": (2, "near \"SELEC\": syntax error"),
      "CREATE TABLE a (x UNIQUE);\nINSERT INTO a\nVALUES (1), (1);":
        (2, "UNIQUE constraint failed: a.x"),
      "CREATE TABLE x (y);\nCREATE TRIGGER t AFTER INSERT ON x BEGIN SELECT 1;": (
        2, "incomplete input"
      ),
      "SELECT 'open": (1, "unrecognized token: \"'open\""),
      "\n\nSELECT \"no such string\"": (3, "no such column: \"no such string\""),
    ]
    for (sql, (line, message)) in failures {
      let text = try #require(caught { try run(sql) }).description
      #expect(text.hasPrefix("0001_a.sql, line \(line): "), "\(sql)")
      // The quotes around the column's name depend on SQLite's version.
      #expect(text.replacing("\"", with: "").contains(message.replacing("\"", with: "")), "\(text)")
      #expect(!text.contains("SELECT 4"), "the rest of the file is no part of the message")
    }
  }

  @Test(arguments: [
    "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "END TRANSACTION", "ROLLBACK", "SAVEPOINT a",
    "RELEASE a", "ATTACH 'other.db' AS other", "DETACH other", "VACUUM", "VACUUM INTO 'x.db'",
    "PRAGMA foreign_keys = OFF", "PRAGMA main.foreign_keys(0)", "PRAGMA journal_mode = DELETE",
    "PRAGMA \"journal_mode\" = DELETE", "PRAGMA/**/synchronous = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA query_only = ON", "PRAGMA case_sensitive_like = ON", "PRAGMA no_such_pragma",
    "PRAGMA legacy_alter_table = ON", "PRAGMA main . [busy_timeout] = 1",
  ])
  func refusedStatement(statement: String) throws {
    let spellings = [
      statement, statement.lowercased(), "-- why\n" + statement, ";; /* BEGIN */ " + statement,
      "\u{FEFF}" + statement, "\r\n\u{0B}\u{0C}\t" + statement,
    ]
    for spelling in spellings {
      let connection = try SQLiteConnection(path: ":memory:")
      let migrator = try makeMigrator(["0007_x.sql": "CREATE TABLE a (x);\n" + spelling + ";"])
      let error = caught { try migrator.up(on: connection) }
      let line = 2 + (spelling.hasPrefix("--") || spelling.hasPrefix("\r\n") ? 1 : 0)
      guard case .refused("0007_x.sql", line, let named, _) = error else {
        Issue.record("\(spelling): \(String(describing: error))")
        continue
      }
      #expect(statement.uppercased().hasPrefix(named.split(separator: " ")[0]))
      #expect(try connection.objectNames().isEmpty)
      #expect(!connection.isInTransaction)
      #expect(try connection.number("PRAGMA foreign_keys") == 1)
    }
  }

  @Test func refusalSaysWhatAndWhy() throws {
    let text = try #require(caught { try run("SELECT 1;\nPRAGMA Foreign_Keys=OFF;") }).description
    #expect(text.hasPrefix("0001_a.sql, line 2: PRAGMA foreign_keys may not be in a migration: "))
    #expect(text.contains("checked before it is committed; remove it"))
  }

  @Test func pragmasStoredInTheFileAreAllowed() throws {
    let connection = try run(
      """
      PRAGMA user_version = 7;
      PRAGMA main.application_id = 42;
      PRAGMA defer_foreign_keys = ON;
      PRAGMA foreign_key_check;
      SELECT * FROM pragma_table_info('sqlite_schema');
      """)
    #expect(try connection.number("PRAGMA user_version") == 7)
    #expect(try connection.number("PRAGMA application_id") == 42)
  }

  @Test func storedPragmaIsRolledBackWithItsFile() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(["0001_a.sql": "PRAGMA user_version = 7; SELECT * FROM nil;"])
    _ = caught { try migrator.up(on: connection) }
    #expect(try connection.number("PRAGMA user_version") == 0)
  }

  @Test(arguments: ["?", ":name", "@name", "$name", "?1"])
  func parameterIsRefused(parameter: String) throws {
    let error = caught { try run("CREATE TABLE a (x);\nINSERT INTO a VALUES (\(parameter));") }
    guard case .refused("0001_a.sql", 2, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func writableSchemaDoesNotWork() throws {
    let error = caught { try run("CREATE TABLE a (x);\nDELETE FROM sqlite_schema;") }
    #expect(error?.description.contains("line 2: table sqlite_master may not be modified") == true)
  }

  @Test func leftoverTemporaryTableIsRefused() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.run("CREATE TEMP TABLE mine (x)")  // not the file's
    let migrator = try makeMigrator([
      "0001_a.sql": "CREATE TEMP TABLE b AS SELECT 1; CREATE TABLE c AS SELECT * FROM b;"
    ])
    #expect(
      caught { try migrator.up(on: connection) }
        == .leavesTemporary(file: "0001_a.sql", name: "table b"))
    #expect(try connection.objectNames().isEmpty)
    let mended = try makeMigrator([
      "0001_a.sql":
        "CREATE TEMP TABLE b AS SELECT 1; CREATE TABLE c AS SELECT * FROM b; DROP TABLE b;"
    ])
    try mended.up(on: connection)
    #expect(try connection.objectNames() == ["c", "schema_migration"])
  }

  @Test(arguments: [
    "DROP TABLE schema_migration", "DELETE FROM schema_migration",
    "UPDATE schema_migration SET checksum = 'x'",
    "ALTER TABLE schema_migration RENAME COLUMN checksum TO hash",
    "INSERT INTO schema_migration VALUES (9, 'b', 1, 'b', 'c', 'd')",
  ])
  func historyIsTheMigratorsAlone(statement: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(["0001_a.sql": statement])
    #expect(caught { try migrator.up(on: connection) } == .writesHistory(file: "0001_a.sql"))
    #expect(try connection.objectNames().isEmpty)
  }

  @Test func manyStatements() throws {
    let lines = (1...20_000).map { "INSERT INTO a VALUES (\($0), 'row');" }
    let connection = try run("CREATE TABLE a (x, y);\n" + lines.joined(separator: "\n"))
    #expect(try connection.number("SELECT sum(x) FROM a") == 20_000 * 20_001 / 2)
  }
}
