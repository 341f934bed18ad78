import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.timeLimit(.minutes(hangLimit))) struct CancellationTests {
  let folder = TemporaryFolder()
  let pool: ConnectionPool

  init() throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = longTimeout
    configuration.readerCount = 1
    pool = try ConnectionPool(path: folder.file(), configuration: configuration)
    try pool.write { try $0.execute("CREATE TABLE t (x INTEGER)") }
  }

  private func expectUsable() async throws {
    try await pool.write { try $0.run("INSERT INTO t VALUES (1000)") }
    #expect(try await pool.read { try $0.value("SELECT count(*) FROM t WHERE x = 1000") } == 1)
  }

  /// Cancels work once it runs, lets it end, and expects the error of a cancellation, that nothing
  /// was written, and that the pool is usable.
  private func expectCanceled(
    letting mayEnd: Signal? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: @escaping @Sendable (_ isRunning: Signal) async throws -> Void
  ) async throws {
    let isRunning = Signal()
    let task = Task { try await work(isRunning) }
    try await isRunning.wait()
    task.cancel()
    mayEnd?.fire()
    await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
      try await task.value
    }
    #expect(
      try await pool.read { try $0.value("SELECT count(*) FROM t") } == 0,
      sourceLocation: sourceLocation)
    try await expectUsable()
  }

  @Test func aLongQuery() async throws {
    try await expectCanceled { isRunning in
      try await pool.read { connection in
        isRunning.fire()
        _ = try connection.value(endlessQuery)
      }
    }
  }

  @Test func manyShortStatements() async throws {
    try await expectCanceled { isRunning in
      try await pool.read { connection in
        isRunning.fire()
        // None is long enough to be interrupted, and none is used again.
        for number in 0... { _ = try connection.value("SELECT \(number)") }
      }
    }
  }

  @Test func aCancelledWriteIsRolledBack() async throws {
    try await expectCanceled { isRunning in
      try await pool.write { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        isRunning.fire()
        try connection.run("INSERT INTO t \(endlessQuery)")
      }
    }
  }

  @Test func beforeTheCommit() async throws {
    let mayEnd = Signal()
    try await expectCanceled(letting: mayEnd) { isRunning in
      try await pool.write { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        isRunning.fire()
        try mayEnd.waitBlocking()
      }
    }
  }

  @Test func insideASavepoint() async throws {
    let after = Shared<String?>(nil)
    try await expectCanceled { isRunning in
      try await pool.write { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        do {
          try connection.transaction {
            try connection.run("INSERT INTO t VALUES (2)")
            isRunning.fire()
            _ = try connection.value(endlessQuery)
          }
        } catch {
          // The cancellation still counts after the savepoint was rolled back.
          do {
            try connection.run("INSERT INTO t VALUES (3)")
          } catch let later {
            after.change { $0 = "\(later)" }
          }
        }
      }
    }
    #expect(after.value == "interrupted: INSERT INTO t VALUES (3)")
  }

  @Test func anInterruptionThatIsCaughtStillCountsAfterTheRollback() async throws {
    try await expectCanceled { isRunning in
      try await pool.withWriter { connection in
        try? connection.transaction {
          isRunning.fire()
          _ = try connection.value(endlessQuery)
        }
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
  }

  @Test func anInterruptionThatIsCaughtIsStillACancellation() async throws {
    try await expectCanceled { isRunning in
      try await pool.write { connection in
        isRunning.fire()
        _ = try? connection.run("INSERT INTO t \(endlessQuery)")
      }
    }
  }

  @Test func workThatEndsAllTheSameKeepsItsResult() async throws {
    let (isRunning, mayEnd) = (Signal(), Signal())
    let task = Task {
      try await pool.withReader { _ in
        isRunning.fire()
        try mayEnd.waitBlocking()
        return 7
      }
    }
    try await isRunning.wait()
    task.cancel()
    mayEnd.fire()
    #expect(try await task.value == 7)
    try await expectUsable()
  }

  @Test func beforeTheStart() async throws {
    let hasRun = Signal()
    let mayBegin = Signal()
    let task = Task {
      try await mayBegin.wait()
      try await pool.write { _ in hasRun.fire() }
    }
    task.cancel()
    mayBegin.fire()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!hasRun.isFired)
    try await expectUsable()
  }

  @Test func whileWaitingInTheQueue() async throws {
    let (isRunning, mayEnd) = (Signal(), Signal())
    async let running: Void = pool.write { _ in
      isRunning.fire()
      try mayEnd.waitBlocking()
    }
    try await isRunning.wait()
    let hasRun = Signal()
    let tasks = (0..<10).map { _ in Task { try await pool.write { _ in hasRun.fire() } } }
    for task in tasks {
      task.cancel()
      // They come back although the writer is still busy.
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(!hasRun.isFired)
    mayEnd.fire()
    try await running
    try await expectUsable()
  }

  @Test func whileWaitingForALock() async throws {
    let other = try SQLiteConnection(path: folder.file())
    try other.run("BEGIN IMMEDIATE")
    let isRunning = Signal()
    let task = Task {
      try await pool.withWriter { connection in
        isRunning.fire()
        try connection.transaction {}
      }
    }
    try await isRunning.wait()
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(30))
    try other.run("COMMIT")
    try await expectUsable()
  }

  @Test func duringABackup() async throws {
    try await pool.write { connection in
      try connection.run(
        """
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
        INSERT INTO t SELECT randomblob(2000) FROM c
        """)
    }
    let isRunning = Signal()
    let mayGoOn = Signal()
    let copy = folder.file("copy.db")
    let task = Task {
      try await pool.withReader { connection in
        try connection.backUp(to: copy) { _ in
          isRunning.fire()
          try? mayGoOn.waitBlocking()
        }
      }
    }
    try await isRunning.wait()
    task.cancel()
    mayGoOn.fire()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!folder.names.contains { $0.hasPrefix("copy") })
    try await expectUsable()
  }

  /// Cancelled at any moment, a write is either there as a whole or not at all, and the connection
  /// goes on working.
  @Test func atAnyMoment() async throws {
    let committed = Shared<Set<Int>>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          let task = Task {
            try await pool.write { connection in
              for _ in 0..<3 {
                try connection.run("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
              }
            }
          }
          for _ in 0..<(number % 30) { await Task.yield() }
          task.cancel()
          if case .success = await task.result { committed.change { $0.insert(number) } }
        }
      }
    }
    let rows = try await pool.read { connection in
      try connection.query("SELECT x, count(*) FROM t GROUP BY x") {
        (Int(try $0.integer(0)), Int(try $0.integer(1)))
      }
    }
    #expect(rows.allSatisfy { $0.1 == 3 })
    #expect(Set(rows.map(\.0)) == committed.value)
    try await expectUsable()
  }
}
