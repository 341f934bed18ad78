import TestSupport
import Testing

@testable import StoreSQLite

@Suite struct ChangeTests {
  /// What was told, one list for each commit.
  private let heard = Shared<[[RowChange]]>([])
  private let connection: Connection

  init() throws {
    let heard = heard
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { changes in heard.change { $0.append(changes) } }
    connection = try memory(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x ANY) STRICT;
      CREATE TABLE u (
        id INTEGER PRIMARY KEY, x ANY UNIQUE, t INTEGER REFERENCES t ON DELETE CASCADE);
      """, configuration)
  }

  private func take() -> [[RowChange]] {
    defer { heard.change { $0 = [] } }
    return heard.value
  }

  private func insert(_ id: Int64, _ x: Value, _ table: String = "t") -> RowChange {
    RowChange(operation: .insert, table: table, key: id, old: nil, new: [.integer(id), x])
  }

  private func keys(_ changes: [[RowChange]]) -> [[Int64]] { changes.map { $0.map(\.key) } }

  @Test func oldAndNewValues() throws {
    try connection.run("INSERT INTO t VALUES (1, ?)", ["a\0b"])
    #expect(take() == [[insert(1, "a\0b")]])
    try connection.run("UPDATE t SET x = 2.5")
    #expect(
      take() == [
        [RowChange(operation: .update, table: "t", key: 1, old: [1, "a\0b"], new: [1, 2.5])]
      ])
    try connection.run("UPDATE t SET id = 7")
    #expect(
      take() == [
        [RowChange(operation: .update, table: "t", key: 1, old: [1, 2.5], new: [7, 2.5])]
      ])
    try connection.run("DELETE FROM t")
    #expect(
      take() == [[RowChange(operation: .delete, table: "t", key: 7, old: [7, 2.5], new: nil)]])
  }

  @Test(arguments: [Value.null, 1, -1.5, "", "text", .blob([]), .blob([0, 255])])
  func allKindsOfValues(_ value: Value) throws {
    try connection.run("INSERT INTO t VALUES (1, ?)", [value])
    #expect(take() == [[insert(1, value)]])
  }

  @Test func oneCallForEachCommitAndNoneWithoutChanges() throws {
    try connection.transaction {
      try connection.run("INSERT INTO t VALUES (1, 1), (2, 2)")
      try connection.run("INSERT INTO t VALUES (3, 3)")
      #expect(take() == [])
    }
    #expect(keys(take()) == [[1, 2, 3]])
    try connection.transaction { _ = try connection.value("SELECT 1") }
    try connection.execute("CREATE TABLE v (x); SELECT 1; UPDATE t SET x = 1 WHERE id > 99")
    #expect(take() == [])
    try connection.run("DELETE FROM t")
    #expect(keys(take()) == [[1, 2, 3]])
  }

  @Test func nothingOfARollback() throws {
    try? connection.transaction {
      try connection.run("INSERT INTO t VALUES (1, 1)")
      throw Stop()
    }
    try connection.execute("BEGIN; INSERT INTO t VALUES (2, 2); ROLLBACK")
    try connection.run("INSERT INTO t VALUES (3, 3)")
    #expect(keys(take()) == [[3]])
  }

  @Test func nothingOfAFailedStatement() throws {
    #expect(throws: DatabaseError.self) {
      try connection.run("INSERT INTO u (id, x) VALUES (1, 'a'), (2, 'b'), (3, 'a')")
    }
    try connection.transaction {
      try connection.run("INSERT INTO u (id, x) VALUES (4, 'c')")
      #expect(throws: DatabaseError.self) {
        try connection.run("INSERT INTO u (id, x) VALUES (5, 'd'), (6, 'c')")
      }
      try connection.run("INSERT INTO u (id, x) VALUES (7, 'e')")
    }
    #expect(keys(take()) == [[4, 7]])
  }

  @Test func whatOrFailKeepsIsTold() throws {
    #expect(throws: DatabaseError.self) {
      try connection.run("INSERT OR FAIL INTO u (id, x) VALUES (1, 'a'), (2, 'b'), (3, 'a')")
    }
    #expect(try connection.column("SELECT id FROM u") == [1, 2])
    #expect(keys(take()) == [[1, 2]])
    try connection.transaction {
      #expect(throws: DatabaseError.self) {
        try connection.run("INSERT OR FAIL INTO u (id, x) VALUES (4, 'c'), (5, 'c')")
      }
    }
    #expect(keys(take()) == [[4]])
  }

  @Test func otherConflictClauses() throws {
    try connection.run("INSERT INTO u (id, x) VALUES (1, 'a')")
    #expect(keys(take()) == [[1]])
    try connection.run("INSERT OR IGNORE INTO u (id, x) VALUES (2, 'a'), (3, 'b')")
    #expect(keys(take()) == [[3]])
    try connection.run("INSERT OR REPLACE INTO u (id, x) VALUES (4, 'a')")
    #expect(take().map { $0.map(\.operation) } == [[.delete, .insert]])
    try connection.run("BEGIN")
    try connection.run("INSERT INTO u (id, x) VALUES (9, 'z')")
    #expect(throws: DatabaseError.self) {
      try connection.run("INSERT OR ROLLBACK INTO u (id, x) VALUES (10, 'y'), (11, 'z')")
    }
    #expect(!connection.isInTransaction)
    try connection.run(
      "INSERT INTO u (id, x) VALUES (12, 'b') ON CONFLICT (x) DO UPDATE SET x = 'c'")
    #expect(take().map { $0.map(\.operation) } == [[.update]])
  }

  @Test func nothingOfASavepointThatWasUndone() throws {
    try connection.transaction {
      try connection.run("INSERT INTO t VALUES (1, 1)")
      try? connection.transaction {
        try connection.run("INSERT INTO t VALUES (2, 2)")
        try connection.transaction { try connection.run("INSERT INTO t VALUES (3, 3)") }
        throw Stop()
      }
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (4, 4)")
        try? connection.transaction {
          try connection.run("INSERT INTO t VALUES (5, 5)")
          throw Stop()
        }
      }
    }
    #expect(keys(take()) == [[1, 4]])
  }

  @Test func savepointsOfTheSQLItself() throws {
    try connection.execute(
      """
      SAVEPOINT a; INSERT INTO t VALUES (1, 1);
      SAVEPOINT B; INSERT INTO t VALUES (2, 2);
      SAVEPOINT c; INSERT INTO t VALUES (3, 3);
      ROLLBACK TO b; INSERT INTO t VALUES (4, 4); ROLLBACK TO "B"; INSERT INTO t VALUES (5, 5);
      RELEASE b; SAVEPOINT a; INSERT INTO t VALUES (6, 6); ROLLBACK TO a; RELEASE a;
      """)
    #expect(take() == [])
    try connection.run("RELEASE a")
    #expect(keys(take()) == [[1, 5]])
    #expect(try connection.column("SELECT id FROM t") == [1, 5])
    for _ in 0..<3 {
      try connection.execute(
        "BEGIN; SAVEPOINT x; INSERT INTO t VALUES (9, 9); ROLLBACK TO x; COMMIT")
    }
    #expect(take() == [])
  }

  @Test func rowsThatAreReturned() throws {
    #expect(
      try connection.query("INSERT INTO t VALUES (1, 1), (2, 2) RETURNING id") { try $0.integer(0) }
        == [1, 2])
    #expect(keys(take()) == [[1, 2]])
    // Not read to the end: the statement is completed all the same.
    try connection.withStatement("INSERT INTO t VALUES (3, 3), (4, 4) RETURNING id") {
      (statement) throws in
      #expect(try statement.step())
      // A query that ends meanwhile commits nothing.
      #expect(try connection.value("SELECT 1") == 1)
      #expect(take() == [])
    }
    #expect(keys(take()) == [[3, 4]])
  }

  @Test func aQueryThatFailsTakesNothingBack() throws {
    try connection.run("INSERT INTO t VALUES (1, 1), (2, 2)")
    _ = take()
    try connection.register(
      ScalarFunction("fails", argumentCount: 1) { arguments in
        if arguments.integer(0) == 2 { throw Stop() }
        return 0
      })
    try connection.transaction {
      #expect(throws: Stop()) {
        try connection.withStatement("SELECT fails(id) FROM t ORDER BY id") { statement in
          while try statement.step() {
            try connection.run("INSERT INTO t VALUES (100, 100)")
          }
        }
      }
    }
    #expect(keys(take()) == [[100]])
  }

  @Test func triggersAndCascades() throws {
    try connection.execute(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, x);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.id, 'x'); END;
      """)
    try connection.run("INSERT INTO t VALUES (1, 1)")
    #expect(take() == [[insert(1, 1), insert(1, "x", "log")]])
    try connection.run("INSERT INTO u VALUES (5, 5, 1)")
    _ = take()
    try connection.run("DELETE FROM t")
    #expect(Set(take().flatMap { $0.map(\.table) }) == ["t", "u"])
  }

  @Test func otherDatabasesAreNotTold() throws {
    try connection.execute(
      "CREATE TEMP TABLE scratch (x); ATTACH ':memory:' AS other; CREATE TABLE other.t (x)")
    try connection.execute("INSERT INTO scratch VALUES (1); INSERT INTO other.t VALUES (1)")
    #expect(take() == [])
  }

  @Test func columnsAddedLater() throws {
    try connection.run("INSERT INTO t VALUES (1, 1)")
    _ = take()
    try connection.execute("ALTER TABLE t ADD COLUMN y INTEGER")
    try connection.run("UPDATE t SET y = 5")
    #expect(
      take() == [
        [RowChange(operation: .update, table: "t", key: 1, old: [1, 1, nil], new: [1, 1, 5])]
      ])
  }

  @Test func aFailedCommitIsNotTold() throws {
    #expect(throws: DatabaseError.self) {
      try connection.transaction {
        try connection.run("PRAGMA defer_foreign_keys = ON")
        try connection.run("INSERT INTO u VALUES (1, 1, 99)")
      }
    }
    #expect(take() == [])
    try connection.run("INSERT INTO t VALUES (1, 1)")
    #expect(keys(take()) == [[1]])
  }

  @Test func aPoolTellsOfEachWrite() async throws {
    let folder = TemporaryFolder()
    let heard = Shared<[[RowChange]]>([])
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { changes in heard.change { $0.append(changes) } }
    let pool = try await ConnectionPool(path: folder.file(), configuration: configuration)
    try await pool.write { try $0.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)") }
    for number in 1...3 {
      try await pool.write { try $0.run("INSERT INTO t VALUES (?, 1)", [.integer(Int64(number))]) }
    }
    _ = try? await pool.write { connection in
      try connection.run("INSERT INTO t VALUES (9, 1)")
      throw Stop()
    }
    #expect(keys(heard.value) == [[1], [2], [3]])
    await pool.closeAndWait()
  }

  @Test func theObserverMayReadThePool() throws {
    let folder = TemporaryFolder()
    let counts = Shared<[Value?]>([])
    let place = Shared<ConnectionPool?>(nil)
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { _ in
      let count = try? place.value?.read { try $0.value("SELECT count(*) FROM t") }
      counts.change { $0.append(count ?? nil) }
    }
    let pool = try ConnectionPool(path: folder.file(), configuration: configuration)
    place.change { $0 = pool }
    try pool.write { try $0.execute("CREATE TABLE t (x)") }
    try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
    // The change is there for everybody when it is told.
    #expect(counts.value == [1])
    place.change { $0 = nil }
    pool.closeAndWait()
  }
}
