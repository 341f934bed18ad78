import TestSupport
import Testing

@testable import StoreSQLite

/// Statements and connections that outlive each other, and uses after the end.
@Suite struct LifetimeTests {
  let folder = TemporaryFolder()

  @Test func aClosedConnectionSaysSo() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    connection.close()
    connection.close()
    let closed = DatabaseError.closed(path: folder.file())
    #expect(throws: closed) { try connection.execute("SELECT 1") }
    #expect(throws: closed) { try connection.run("SELECT 1") }
    #expect(throws: closed) { try connection.withStatement("SELECT 1") { _ in } }
    #expect(throws: closed) { try connection.transaction {} }
    #expect(throws: closed) { try connection.snapshot {} }
    #expect(throws: closed) { try connection.backUp(to: folder.file("copy.db")) }
    #expect(throws: closed) {
      try connection.register(ScalarFunction("f", argumentCount: 0) { _ in 1 })
    }
    #expect(throws: closed) {
      try connection.register(
        AggregateFunction("g", argumentCount: 0, initial: 0) { _, _ in
        } result: { _ in
          1
        })
    }
    connection.optimize()
    connection.lastInsertedKey = 5
    #expect(connection.lastInsertedKey == 0)
    #expect(connection.changedRowCount == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func aStatementThatEscapesNoLongerRuns() throws {
    var escaped: Statement?
    let connection = try memory("CREATE TABLE t (x); INSERT INTO t VALUES ('a'), ('b')")
    try connection.withStatement("SELECT x FROM t WHERE x <> ?") { (statement) throws in
      escaped = statement
      try statement.bind(["z"])
      #expect(try statement.step())
    }
    let statement = try #require(escaped)
    #expect(throws: DatabaseError.statementNotLent(sql: statement.sql)) {
      _ = try statement.step()
    }
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test func aStatementMayOutliveItsConnection() throws {
    var escaped: Statement?
    weak var gone: Connection?
    do {
      let connection = try SQLiteConnection(path: folder.file())
      gone = connection
      try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES ('a'), ('b')")
      try connection.withStatement("SELECT x FROM t") { (statement) throws in
        escaped = statement
        #expect(try statement.step())
      }
    }
    #expect(gone == nil)
    let statement = try #require(escaped)
    #expect(throws: DatabaseError.self) { _ = try statement.step() }
    #expect(throws: DatabaseError.self) { _ = try statement.text(0) }
    statement.bind("x", at: 7)
    statement.reset()
    escaped = nil
  }

  @Test func aConnectionClosedWhileAStatementIsLent() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES ('a'), ('b')")
    try connection.withStatement("SELECT x FROM t") { (statement) throws in
      #expect(try statement.step())
      connection.close()
      #expect(try statement.text(0) == "a")
      statement.reset()
      #expect(throws: DatabaseError.closed(path: folder.file())) { _ = try statement.step() }
    }
    #expect(throws: DatabaseError.self) { try connection.run("SELECT 1") }
    #expect(folder.names == ["test.db"])
  }

  @Test func aScriptThatClosesItsConnection() throws {
    let connection = try memory()
    try connection.register(ScalarFunction("f", argumentCount: 0) { _ in 1 })
    #expect(throws: DatabaseError.self) {
      try connection.forEachStatement(in: "SELECT 1; SELECT 2") { _ in connection.close() }
    }
  }

  @Test func aConnectionGoesWithEverythingThatItKeeps() throws {
    final class Token: Sendable {}
    weak var weakToken: Token?
    weak var weakConnection: Connection?
    do {
      let token = Token()
      weakToken = token
      var configuration = DatabaseConfiguration()
      configuration.trace = { _ in _ = token }
      configuration.didCommit = { _ in _ = token }
      let connection = try memory("CREATE TABLE t (x)", configuration)
      weakConnection = connection
      try connection.register(
        ScalarFunction("f", argumentCount: 1) { arguments in
          _ = token
          return try arguments[0]
        })
      try connection.register(
        AggregateFunction("g", argumentCount: 1, initial: token) { _, _ in
        } result: { _ in
          1
        })
      #expect(try connection.value("SELECT f(1)") == 1)
      #expect(try connection.value("SELECT g(1)") == 1)
      try connection.run("INSERT INTO t VALUES (1)")
    }
    #expect(weakConnection == nil)
    #expect(weakToken == nil)
  }

  @Test func borrowedStatementsKeepTheirConnection() throws {
    weak var gone: Connection?
    var statement: Statement?
    do {
      let connection = try memory()
      gone = connection
      statement = try connection.borrowStatement("SELECT 1")
    }
    #expect(gone != nil)
    #expect(try statement?.step() == true)
    if let statement { gone?.returnStatement(statement) }
    if let statement { gone?.returnStatement(statement) }
    #expect(gone == nil)
    statement = nil
  }
}
