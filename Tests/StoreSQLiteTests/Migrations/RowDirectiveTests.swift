import StoreSQLite
import Testing

/// Files that say which rows they refuse, and what they lose.
@Suite struct RowDirectiveTests {
  private let files = [
    "0001_note.sql": "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, mark TEXT) STRICT;",
    "0001_note.down.sql": """
    -- lose: notes: SELECT count(*) FROM note
    DROP TABLE note;
    """,
    "0002_text.sql": """
    /* -- refuse: is no line of its own: SELECT 1 */
    -- refuse: empty notes; give each one a text: select count(*) FROM note WHERE text = ''
    CREATE INDEX note_text ON note (text);
    """,
    "0002_text.down.sql": """
    -- Lose:   marks (a: b): SELECT count(mark) FROM note
    DROP INDEX note_text;
    UPDATE note SET mark = NULL;
    """,
  ]

  @Test("rows are refused with their number, and nothing of the file is kept")
  func refused() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(files)
    try migrator.up(to: 1, on: connection)
    try connection.execute("INSERT INTO note (text, mark) VALUES ('', 'a'), ('', NULL), ('x', 'b')")
    let refused = MigrationError.refusesRows(
      file: "0002_text.sql", line: 2, what: "empty notes; give each one a text", count: 2)
    #expect(throws: refused) { try migrator.dryRun(.up(), on: connection) }
    #expect(throws: refused) { try migrator.up(on: connection) }
    #expect(
      refused.description == """
        0002_text.sql, line 2: does not run while there are 2 empty notes; give each one a text; \
        change or delete them first. Nothing of the file was kept
        """)
    #expect(try connection.appliedNumbers() == [1])
    #expect(try connection.objectNames() == ["note", "schema_migration"])
    try connection.execute("UPDATE note SET text = 'y' WHERE text = ''")
    #expect(try migrator.up(on: connection).map(\.losses) == [[]])
  }

  @Test("what is lost is counted before and told afterwards")
  func lost() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(files)
    try migrator.up(on: connection)
    #expect(try migrator.losses(.down(), on: connection) == [])
    try connection.execute("INSERT INTO note (text, mark) VALUES ('x', 'a'), ('y', NULL)")
    #expect(try migrator.losses(.up(), on: connection) == [])
    #expect(
      try migrator.losses(.to(0), on: connection)?.map(\.description) == [
        "1 marks (a: b)", "2 notes",
      ])
    let tried = try migrator.dryRun(.to(0), on: connection)
    let steps = try migrator.move(to: 0, on: connection)
    #expect(steps == tried)
    #expect(steps.map { $0.losses.map(\.description) } == [["1 marks (a: b)"], ["2 notes"]])
  }

  @Test("a file that does not say what it loses may lose anything")
  func unknown() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try migrator.up(on: connection)
    #expect(try migrator.losses(.down(), on: connection) == nil)
  }

  @Test(
    "a line without a query, and a query that fails, are errors with their line",
    arguments: [
      "-- refuse: people", "-- lose: SELECT count(*) FROM note", "-- lose:  : SELECT 1",
      "-- refuse: people: SELEC 1", "-- refuse: people: SELECT count(*) FROM nobody",
    ])
  func wrong(directive: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(["0001_a.sql": "\n\(directive)\nCREATE TABLE a (x);"])
    let error = #expect(throws: MigrationError.self) { try migrator.up(on: connection) }
    #expect(error?.description.contains("0001_a.sql, line 2") == true, "\(error as Any)")
    #expect(try connection.objectNames() == [])
  }
}
