import TestSupport
import Testing

@testable import StoreSQLite

@Suite struct TransactionTests {
  let connection: Connection

  init() throws { connection = try memory("CREATE TABLE t (x INTEGER)") }

  private func insert(_ number: Int64) throws {
    try connection.run("INSERT INTO t VALUES (?)", [.integer(number)])
  }

  private func numbers() throws -> [Value] { try connection.column("SELECT x FROM t ORDER BY x") }

  @Test func allOrNothing() throws {
    let result = try connection.transaction {
      #expect(connection.isInTransaction)
      try insert(1)
      return "result"
    }
    #expect(result == "result")
    #expect(!connection.isInTransaction)
    #expect(throws: Stop()) {
      try connection.transaction {
        try insert(2)
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try numbers() == [1])
  }

  @Test func aTransactionTakesTheWriteLockAtOnce() throws {
    let folder = TemporaryFolder()
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = .zero
    let one = try SQLiteConnection(path: folder.file(), configuration: configuration)
    let other = try SQLiteConnection(path: folder.file(), configuration: configuration)
    try one.transaction {
      let error = #expect(throws: DatabaseError.self) {
        try other.transaction { Issue.record("two writers") }
      }
      guard case .busy = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    try other.transaction {}
  }

  /// Which of three nested levels fail, as bits, and what is left.
  @Test(arguments: 0..<8) func threeLevels(_ failing: Int) throws {
    func level(_ depth: Int) throws {
      try connection.transaction {
        try insert(Int64(depth))
        if depth < 3 { try? level(depth + 1) }
        try insert(Int64(depth * 10))
        if failing & (1 << (depth - 1)) != 0 { throw Stop(number: depth) }
      }
    }
    try? level(1)
    var expected: [Value] = []
    for depth in 1...3 {
      if failing & (1 << (depth - 1)) != 0 { break }
      expected += [.integer(Int64(depth)), .integer(Int64(depth * 10))]
    }
    #expect(Set(try numbers()) == Set(expected))
    #expect(!connection.isInTransaction)
    #expect(connection.savepointDepth == 0)
  }

  @Test func innerTransactionsOneAfterTheOther() throws {
    try connection.transaction {
      for number in 0..<10 {
        try? connection.transaction {
          try insert(Int64(number))
          if number % 2 == 1 { throw Stop() }
        }
      }
    }
    #expect(try numbers() == [0, 2, 4, 6, 8])
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "END"]) func sqlThatEndsTheTransaction(_ sql: String)
    throws
  {
    #expect(throws: DatabaseError.transactionEnded(path: ":memory:")) {
      try connection.transaction {
        try insert(1)
        try connection.run(sql)
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try numbers() == (sql == "ROLLBACK" ? [] : [1]))
  }

  @Test(arguments: ["COMMIT", "ROLLBACK"])
  func nothingIsWrittenAfterTheTransactionHasEnded(_ sql: String) throws {
    #expect(throws: DatabaseError.transactionEnded(path: ":memory:")) {
      try connection.transaction {
        try connection.transaction {
          _ = try? connection.run(sql)
          _ = try? insert(2)
        }
      }
    }
    #expect(try numbers() == [])
    try insert(3)
    #expect(try numbers() == [3])
  }

  @Test func aSavepointThatTheSQLReleasesIsNotHalfKept() throws {
    #expect(throws: (any Error).self) {
      try connection.transaction {
        try insert(1)
        try connection.transaction {
          try insert(2)
          try connection.run("RELEASE savepoint_1")
        }
      }
    }
    #expect(try numbers() == [])
    #expect(!connection.isInTransaction)
  }

  @Test func aTransactionBegunByHandIsJoined() throws {
    try connection.run("BEGIN")
    try connection.transaction { try insert(1) }
    #expect(connection.isInTransaction)
    try connection.run("ROLLBACK")
    #expect(try numbers() == [])
  }

  @Test func aTransactionInsideAQuery() throws {
    for number in 1...5 { try insert(Int64(number)) }
    try connection.withStatement("SELECT x FROM t WHERE x <= 5") { (statement) throws in
      while try statement.step() {
        let number = try statement.integer(0)
        try connection.transaction { try insert(number + 100) }
        try? connection.transaction {
          try insert(number + 200)
          throw Stop()
        }
      }
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 10)
  }

  @Test func aSnapshotDoesNotSeeWhatOthersWrite() throws {
    let folder = TemporaryFolder()
    let reader = try SQLiteConnection(path: folder.file())
    let writer = try SQLiteConnection(path: folder.file())
    try writer.execute("CREATE TABLE t (x)")
    try reader.snapshot {
      #expect(try reader.value("SELECT count(*) FROM t") == 0)
      try writer.run("INSERT INTO t VALUES (1)")
      #expect(try reader.value("SELECT count(*) FROM t") == 0)
      try reader.snapshot { () throws in
        #expect(try reader.value("SELECT count(*) FROM t") == 0)
      }
    }
    #expect(try reader.value("SELECT count(*) FROM t") == 1)
  }

  @Test func closingRollsBack() throws {
    let folder = TemporaryFolder()
    let connection = try SQLiteConnection(path: folder.file())
    try connection.execute("CREATE TABLE t (x); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    connection.close()
    let other = try SQLiteConnection(path: folder.file())
    #expect(try other.value("SELECT count(*) FROM t") == 0)
  }

  @Test func aCommitThatFailsWhenRowsAreLeftUnreadIsAnError() throws {
    try connection.execute(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (p INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
      """)
    #expect(throws: DatabaseError.self) {
      try connection.withStatement("INSERT INTO child VALUES (1), (2) RETURNING p") { statement in
        _ = try statement.step()
      }
    }
    #expect(try connection.value("SELECT count(*) FROM child") == 0)
    #expect(throws: DatabaseError.self) {
      try connection.withStatement("INSERT INTO child VALUES (1), (2) RETURNING p") { statement in
        _ = try statement.step()
        statement.reset()
        _ = try statement.step()
      }
    }
  }
}
