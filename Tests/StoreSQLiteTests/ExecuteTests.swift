import Testing

@testable import StoreSQLite

@Suite struct ExecuteTests {
  let connection: SQLiteConnection

  init() throws { connection = try memory("CREATE TABLE t (x ANY)") }

  @Test(arguments: [
    "", " ", "\n", ";", ";;;", "-- comment", "/* comment */", "/* open", "--\n;\n--",
  ])
  func nothingToDoIsNoError(_ sql: String) throws {
    try connection.execute(sql)
    #expect(throws: DatabaseError.noStatement(sql: sql)) { try connection.run(sql) }
  }

  @Test func statementsRunOneAfterTheOther() throws {
    try connection.execute(
      """
      -- a semicolon in a comment; and in a text
      CREATE TABLE u (x TEXT); /* ; */
      INSERT INTO u VALUES ('a;b'), ("c;d' -- "
      """.replacing("\"c;d' -- \"", with: "'c;d'' -- ')"))
    #expect(try connection.column("SELECT x FROM u ORDER BY x") == ["a;b", "c;d' -- "])
  }

  @Test func aTriggerIsOneStatement() throws {
    try connection.execute(
      """
      CREATE TABLE log (x);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES (new.x); INSERT INTO log VALUES (new.x);
      END;
      INSERT INTO t VALUES (7)
      """)
    #expect(try connection.column("SELECT x FROM log") == [7, 7])
  }

  @Test func rowsAreDropped() throws {
    try connection.execute("SELECT 1; VALUES (1), (2); INSERT INTO t VALUES (1) RETURNING x;")
    #expect(try connection.column("SELECT x FROM t") == [1])
  }

  @Test(arguments: [
    "SELEC 1", "INSERT INTO t VALUES (2); garbage", "INSERT INTO t VALUES (2); SELECT",
  ])
  func garbageIsAnError(_ sql: String) throws {
    let error = #expect(throws: DatabaseError.self) { try connection.execute(sql) }
    guard case .failed(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.code == 1)
    #expect(failure.systemError == 0)
    #expect(failure.sql != nil)
  }

  @Test func nothingAfterANulIsLeftOutSilently() throws {
    for sql in ["SELECT 1\0", "SELECT 1;\0 SELECT 2", "\0SELECT 1", "SELECT '\0'"] {
      #expect(throws: DatabaseError.self, "\(sql)") { try connection.execute(sql) }
      #expect(throws: DatabaseError.self, "\(sql)") { try connection.run(sql) }
    }
    #expect(throws: DatabaseError.self) {
      try connection.execute("INSERT INTO t VALUES (1);\0INSERT INTO t VALUES (2)")
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
  }

  @Test(arguments: [
    "SELECT 1; SELECT 2", "SELECT 1;; ; SELECT 2", "SELECT 1; -- x\n SELECT 2",
    "SELECT 1;SELECT 2;",
  ])
  func oneStatementMustBeOne(_ sql: String) throws {
    #expect(throws: DatabaseError.moreThanOneStatement(sql: sql)) { try connection.run(sql) }
  }

  @Test func theNumberOfChangedRows() throws {
    #expect(try connection.run("INSERT INTO t VALUES (1), (2), (3)") == 3)
    #expect(try connection.run("SELECT * FROM t") == 0)
    #expect(try connection.run("UPDATE t SET x = x + 1 WHERE x > 1") == 2)
    #expect(try connection.run("UPDATE t SET x = 0 WHERE x > 100") == 0)
    #expect(try connection.run("CREATE TABLE u (x)") == 0)
    #expect(try connection.run("DELETE FROM t") == 3)
    #expect(try connection.run("BEGIN") == 0)
    #expect(try connection.run("COMMIT") == 0)
  }

  @Test func theKeyOfTheLastRow() throws {
    try connection.run("INSERT INTO t VALUES (1)")
    #expect(connection.lastInsertedKey == 1)
    connection.lastInsertedKey = 0
    try connection.execute("CREATE UNIQUE INDEX i ON t (x)")
    try connection.run("INSERT OR IGNORE INTO t VALUES (1)")
    #expect(connection.lastInsertedKey == 0)
  }

  @Test func aLongScriptTakesTimeInProportion() throws {
    // With a copy of the rest for each statement this would move 200 GB.
    let count = 100_000
    let script = String(repeating: "INSERT INTO t VALUES (1);\n", count: count)
    try connection.transaction { try connection.execute(script) }
    #expect(try connection.value("SELECT count(*) FROM t") == .integer(Int64(count)))
  }

  @Test func anErrorInALongScriptIsShort() throws {
    let script = "garbage; " + String(repeating: "x", count: 1_000_000)
    let error = #expect(throws: DatabaseError.self) { try connection.execute(script) }
    #expect("\(try #require(error))".utf8.count < 3000)
  }

  @Test func theTraceHearsOfEveryStatementAndOnlyOfThose() throws {
    let heard = Shared<[String]>([])
    var configuration = DatabaseConfiguration()
    configuration.trace = { sql in heard.change { $0.append(sql) } }
    let connection = try memory(
      """
      CREATE TABLE t (x); CREATE TABLE log (x);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.x); END;
      """, configuration)
    heard.change { $0 = [] }
    try connection.run("INSERT INTO t VALUES (?)", ["secret"])
    try connection.run("-- all\nSELECT * FROM log")
    #expect(heard.value == ["INSERT INTO t VALUES (?)", "-- all\nSELECT * FROM log"])
  }

  @Test func deepNestingOfQueriesWorks() throws {
    func nest(_ depth: Int) throws -> Int64 {
      guard depth > 0 else { return 0 }
      return try connection.query("SELECT 1") { try $0.integer(0) + nest(depth - 1) }[0]
    }
    #expect(try nest(50) == 50)
  }
}
