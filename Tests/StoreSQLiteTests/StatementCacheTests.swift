import TestSupport
import Testing

@testable import StoreSQLite

@Suite struct StatementCacheTests {
  let connection: Connection

  init() throws { connection = try memory("CREATE TABLE t (x INTEGER)") }

  @Test func aStatementIsUsedAgain() throws {
    var first: ObjectIdentifier?
    for _ in 0..<3 {
      try connection.withStatement("SELECT 1") { statement in
        let identity = ObjectIdentifier(statement)
        #expect(first == nil || first == identity)
        first = identity
      }
    }
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1; -- one", " SELECT 1 ", "/* one */ SELECT 1 /* more */"])
  func aTextAroundTheStatementDoesNotKeepItFromBeingUsedAgain(_ sql: String) throws {
    let before = connection.statements.count
    let first = try connection.withStatement(sql) { ObjectIdentifier($0) }
    let second = try connection.withStatement(sql) { ObjectIdentifier($0) }
    #expect(first == second)
    #expect(connection.statements.count == before + 1)
  }

  @Test func textsThatAreEqualAsStringsAreTwoStatements() throws {
    #expect(try connection.value("SELECT length('\u{E9}')") == 1)
    #expect(try connection.value("SELECT length('e\u{301}')") == 2)
  }

  @Test func theSameTextInsideItselfIsAnotherStatement() throws {
    try connection.run("INSERT INTO t VALUES (1), (2), (3)")
    let sql = "SELECT x FROM t ORDER BY x"
    var pairs: [[Int64]] = []
    try connection.withStatement(sql) { outer in
      while try outer.step() {
        try connection.withStatement(sql) { inner in
          #expect(inner !== outer)
          while try inner.step() { pairs.append([try outer.integer(0), try inner.integer(0)]) }
        }
      }
    }
    #expect(pairs == (1...3).flatMap { x in (1...3).map { [x, $0] } })
    #expect(try connection.column(sql) == [1, 2, 3])
  }

  @Test func onlySoManyAreKept() throws {
    let often = "SELECT 'often'"
    let first = try connection.withStatement(often) { ObjectIdentifier($0) }
    for number in 0..<(StatementCache.capacity * 2) {
      #expect(try connection.value("SELECT \(number)") == .integer(Int64(number)))
      #expect(try connection.withStatement(often) { ObjectIdentifier($0) } == first)
    }
    #expect(connection.statements.count == StatementCache.capacity)
  }

  @Test func aStatementThatFailedWorksTheNextTime() throws {
    try connection.execute("CREATE TABLE u (x INTEGER UNIQUE)")
    let sql = "INSERT INTO u VALUES (?)"
    try connection.run(sql, [1])
    #expect(throws: DatabaseError.self) { try connection.run(sql, [1]) }
    try connection.run(sql, [2])
    #expect(throws: Stop()) { try connection.withStatement(sql) { _ in throw Stop() } }
    try connection.run(sql, [3])
    #expect(try connection.column("SELECT x FROM u ORDER BY x") == [1, 2, 3])
  }

  @Test func aStatementFollowsAChangeOfTheSchema() throws {
    try connection.run("INSERT INTO t VALUES (1)")
    let sql = "SELECT * FROM t"
    #expect(try connection.query(sql) { try $0.values() } == [[1]])
    try connection.execute("ALTER TABLE t ADD COLUMN y INTEGER DEFAULT 2")
    #expect(try connection.query(sql) { try $0.values() } == [[1, 2]])
    try connection.execute("DROP TABLE t")
    #expect(throws: DatabaseError.self) { try connection.query(sql) { try $0.values() } }
  }
}
