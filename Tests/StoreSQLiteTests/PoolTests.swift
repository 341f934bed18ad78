import Foundation
import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.timeLimit(.minutes(hangLimit))) struct PoolTests {
  let folder = TemporaryFolder()
  let pool: ConnectionPool

  init() throws {
    var configuration = DatabaseConfiguration()
    configuration.readerCount = 2
    configuration.busyTimeout = longTimeout
    pool = try ConnectionPool(path: folder.file(), configuration: configuration)
    try pool.write { try $0.execute("CREATE TABLE t (x INTEGER)") }
  }

  private static func count(_ connection: Connection) throws -> Value? {
    try connection.value("SELECT count(*) FROM t")
  }

  @Test func readsAndWritesGiveWhatTheirBodiesGive() async throws {
    try await pool.write { try $0.run("INSERT INTO t VALUES (1)") }
    #expect(try await pool.read { try $0.value("SELECT x FROM t") } == 1)
    #expect(try await pool.withReader { try $0.value("SELECT x FROM t") } == 1)
    #expect(try await pool.withWriter { try $0.value("SELECT x FROM t") } == 1)
    await #expect(throws: Stop(number: 3)) { try await pool.read { _ in throw Stop(number: 3) } }
    await #expect(throws: Stop(number: 4)) {
      try await pool.write { connection in
        try connection.run("INSERT INTO t VALUES (2)")
        throw Stop(number: 4)
      }
    }
    #expect(try await pool.read(Self.count) == 1)
  }

  @Test func synchronousReadsAndWrites() throws {
    try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
    #expect(try pool.read(Self.count) == 1)
    #expect(throws: Stop()) {
      try pool.write { connection in
        try connection.run("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    #expect(try pool.read(Self.count) == 1)
  }

  @Test func readsDoNotWriteInMemoryEither() async throws {
    let memory = try await ConnectionPool(path: ":memory:")
    try await memory.write { try $0.execute("CREATE TABLE t (x INTEGER)") }
    for pool in [pool, memory] {
      for sql in [
        "INSERT INTO t VALUES (1)", "DELETE FROM t", "CREATE TABLE u (x)",
        "PRAGMA user_version = 3", "CREATE TEMP TABLE v (x)",
      ] {
        let errors = [
          await #expect(throws: DatabaseError.self) { try await pool.read { try $0.run(sql) } },
          await #expect(throws: DatabaseError.self) {
            try await pool.withReader { try $0.run(sql) }
          },
        ]
        for error in errors {
          guard case .readOnly? = error else {
            Issue.record("\(sql) in \(pool.path): \(error as Any)")
            continue
          }
        }
      }
      // SQLite counts this among what writes.
      let mode = try await pool.read { try $0.query("PRAGMA journal_mode") { try $0.text(0) } }
      #expect(mode == [pool.path == ":memory:" ? "memory" : "wal"])
      try await pool.write { try $0.run("INSERT INTO t VALUES (1)") }
      #expect(try await pool.read(Self.count) == 1)
    }
  }

  @Test func aPoolOpenedWithoutBlocking() async throws {
    let pool = try await ConnectionPool(path: folder.file())
    #expect(try await pool.read(Self.count) == 0)
    await pool.closeAndWait()
    let missing = folder.file("no/x.db")
    await #expect(
      throws: DatabaseError.cannotOpen(path: missing, reason: .noSuchFolder(folder.file("no/")))
    ) { try await ConnectionPool(path: missing) }
  }

  @Test func aReadSeesOneSnapshotWhileOthersWrite() async throws {
    let (hasRead, hasWritten) = (Signal(), Signal())
    async let read = pool.read { connection in
      let before = try Self.count(connection)
      hasRead.fire()
      try hasWritten.waitBlocking()
      return [before, try Self.count(connection)]
    }
    try await hasRead.wait()
    try await pool.write { try $0.run("INSERT INTO t VALUES (1)") }
    #expect(try await pool.read(Self.count) == 1)
    hasWritten.fire()
    #expect(try await read == [0, 0])
  }

  @Test func aReadDoesNotWaitForAWrite() async throws {
    let (hasWritten, hasRead) = (Signal(), Signal())
    async let write: Void = pool.write { connection in
      try connection.run("INSERT INTO t VALUES (1)")
      hasWritten.fire()
      try hasRead.waitBlocking()
    }
    try await hasWritten.wait()
    #expect(try await pool.read(Self.count) == 0)
    hasRead.fire()
    try await write
    #expect(try await pool.read(Self.count) == 1)
  }

  @Test func manyTasksAtOnce() async throws {
    let count = 200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          _ = try await pool.write {
            try $0.run("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
          }
        }
        group.addTask {
          let rows = try await pool.read { connection in
            [try Self.count(connection), try Self.count(connection)]
          }
          #expect(rows[0] == rows[1])
        }
      }
      try await group.waitForAll()
    }
    let values = try await pool.read { try $0.column("SELECT x FROM t ORDER BY x") }
    #expect(values == (0..<count).map { .integer(Int64($0)) })
  }

  @Test func threadsAndTasksTogether() async throws {
    let done = Shared(0)
    for _ in 0..<8 {
      onThread { [pool] in
        for _ in 0..<25 {
          _ = try? pool.write { try $0.run("INSERT INTO t VALUES (1)") }
          _ = try? pool.read(Self.count)
        }
        done.change { $0 += 1 }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { _ = try await pool.write { try $0.run("INSERT INTO t VALUES (2)") } }
      }
      try await group.waitForAll()
    }
    try await eventually { done.value == 8 }
    #expect(try await pool.read(Self.count) == 250)
  }

  @Test func aReadAndAWriteInsideThemselves() throws {
    let pool = pool
    #expect(throws: DatabaseError.nestedAccess) {
      try pool.write { _ in try pool.write { _ in } }
    }
    // A read inside a read sees what the outer one sees, however deep, whatever was written since.
    try pool.read { _ in
      let before = try pool.read(Self.count)
      try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
      #expect(try pool.read { _ in try pool.read { _ in try pool.read(Self.count) } } == before)
    }
    try pool.write { try $0.run("DELETE FROM t") }
    // These do not wait for themselves.
    #expect(try pool.write { _ in try pool.read(Self.count) } == 0)
    #expect(try pool.read { _ in try pool.write { try $0.run("INSERT INTO t VALUES (1)") } } == 1)
    #expect(try pool.read(Self.count) == 1)
  }

  @Test func insideAsynchronousWorkToo() async throws {
    let pool = pool
    await #expect(throws: DatabaseError.nestedAccess) {
      try await pool.write { _ in try pool.write { _ in } }
    }
    try await pool.write { _ in }
  }

  @Test func aTransactionLeftOpenIsRolledBack() async throws {
    let leftOpen = DatabaseError.transactionLeftOpen(path: folder.file())
    await #expect(throws: leftOpen) {
      try await pool.withWriter { try $0.execute("BEGIN; INSERT INTO t VALUES (1)") }
    }
    #expect(throws: leftOpen) {
      try pool.withWriter { try $0.execute("BEGIN; INSERT INTO t VALUES (1)") }
    }
    #expect(throws: Stop()) {
      try pool.withWriter { connection in
        try connection.execute("BEGIN; INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    try await pool.write { try $0.run("INSERT INTO t VALUES (2)") }
    #expect(try await pool.read { try $0.column("SELECT x FROM t") } == [2])
  }

  @Test func aConnectionClosedByItsUserIsOpenedAgain() async throws {
    try await pool.withWriter { $0.close() }
    try await pool.write { try $0.run("INSERT INTO t VALUES (2)") }
    #expect(try await pool.read(Self.count) == 1)
  }

  @Test func memoryIsOneDatabaseForAll() async throws {
    let pool = try await ConnectionPool(path: ":memory:")
    try await pool.write { try $0.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
    #expect(try await pool.read(Self.count) == 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { _ = try await pool.write { try $0.run("INSERT INTO t VALUES (1)") } }
        group.addTask { _ = try await pool.read(Self.count) }
      }
      try await group.waitForAll()
    }
    #expect(try await pool.read(Self.count) == 21)
    let nested = { try pool.read { _ in try pool.read(Self.count) } }
    #expect(try nested() == 21)
    #expect(throws: DatabaseError.nestedAccess) {
      try pool.write { _ in try pool.read { _ in } }
    }
    await pool.closeAndWait()
  }

  @Test func waitersAreServedInTheirOrder() async throws {
    let place = PooledConnection(path: ":memory:", label: "test") {
      try SQLiteConnection(path: ":memory:")
    }
    let waits = Shared<[Duration]>([])
    let queue = ConnectionQueue(
      connections: [place], path: ":memory:", timeout: longTimeout,
      waited: { time in waits.change { $0.append(time) } })
    let held = try queue.takeBlocking()
    let order = Shared<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        if number % 2 == 0 {
          group.addTask {
            try await queue.run { _ in order.change { $0.append(number) } }
          }
        } else {
          onThread {
            guard let connection = try? queue.takeBlocking() else { return }
            order.change { $0.append(number) }
            queue.give(connection)
          }
        }
        try await eventually { queue.waiterCount == number + 1 }
      }
      queue.give(held)
      try await group.waitForAll()
    }
    try await eventually { order.value.count == 20 }
    #expect(order.value == Array(0..<20))
    #expect(waits.value.count == 20 && waits.value.allSatisfy { $0 > .zero })
  }

  /// A connection that is borrowed to a task must come back although no thread of the tasks is
  /// free.
  @Test(.timeLimit(.minutes(hangLimit))) func tasksThatBlockTheirThreadsGetAConnection()
    async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          for _ in 0..<5 {
            if number % 2 == 0 {
              _ = try await pool.read(Self.count)
            } else {
              try Self.blocking(pool)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func blocking(_ pool: ConnectionPool) throws { _ = try pool.read(Self.count) }

  @Test func largeResultsAndErrorsComeThrough() async throws {
    let rows = try await pool.read { connection in
      try connection.query(
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 50000) "
          + "SELECT n FROM c"
      ) { try $0.integer(0) }
    }
    #expect(rows == Array(1...50_000))
    await #expect(throws: DatabaseError.self) { try await pool.read { try $0.run("garbage") } }
  }
}
