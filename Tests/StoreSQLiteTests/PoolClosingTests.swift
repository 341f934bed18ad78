import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct PoolClosingTests {
  let folder = TemporaryFolder()

  private func makePool() throws -> ConnectionPool {
    let pool = try ConnectionPool(path: folder.file())
    try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (x)") }
    return pool
  }

  @Test func closingLeavesOneFile() throws {
    let pool = try makePool()
    _ = try pool.read { try $0.column("SELECT x FROM t") }
    #expect(folder.names.count > 1)
    pool.closeAndWait()
    #expect(folder.names == ["test.db"])
  }

  @Test func closingTwiceAndInEveryWay() async throws {
    let pool = try makePool()
    pool.close()
    await pool.closeAndWait()
    await pool.closeAndWait()
    closeBlocking(pool)
    pool.close()
    #expect(folder.names == ["test.db"])
  }

  private func closeBlocking(_ pool: ConnectionPool) { pool.closeAndWait() }

  @Test func manyCloseAtOnce() async throws {
    let pool = try makePool()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { await pool.closeAndWait() }
        group.addTask { _ = try? await pool.read { try $0.column("SELECT x FROM t") } }
      }
    }
    #expect(folder.names == ["test.db"])
  }

  @Test func whatComesAfterwardsIsTurnedAway() async throws {
    let pool = try makePool()
    await pool.closeAndWait()
    let closed = DatabaseError.closed(path: folder.file())
    await #expect(throws: closed) { try await pool.read { _ in } }
    await #expect(throws: closed) { try await pool.write { _ in } }
    await #expect(throws: closed) { try await pool.withReader { _ in } }
    await #expect(throws: closed) { try await pool.withWriter { _ in } }
    #expect(throws: closed) { try pool.read { _ in } }
    #expect(throws: closed) { try pool.write { _ in } }
  }

  @Test func runningWorkEndsAndWaitingWorkIsTurnedAway() async throws {
    let pool = try makePool()
    let (isRunning, mayEnd) = (Signal(), Signal())
    async let running: Void = pool.write { connection in
      isRunning.fire()
      try mayEnd.waitBlocking()
      try connection.run("INSERT INTO t VALUES (1)")
    }
    try await isRunning.wait()
    let waiting = Task { try await pool.write { try $0.run("INSERT INTO t VALUES (2)") } }
    pool.close()
    await #expect(throws: DatabaseError.closed(path: folder.file())) { try await waiting.value }
    mayEnd.fire()
    try await running
    await pool.closeAndWait()
    #expect(folder.names == ["test.db"])
    let again = try makePool()
    #expect(try await again.read { try $0.column("SELECT x FROM t") } == [1])
    await again.closeAndWait()
  }

  @Test func aWriteIsTurnedAwayWhileAReadStillRuns() async throws {
    let pool = try makePool()
    let (isRunning, mayEnd) = (Signal(), Signal())
    async let running = pool.read { connection in
      isRunning.fire()
      try mayEnd.waitBlocking()
      return try connection.value("SELECT count(*) FROM t")
    }
    try await isRunning.wait()
    pool.close()
    await #expect(throws: DatabaseError.closed(path: folder.file())) {
      try await pool.write { _ in }
    }
    mayEnd.fire()
    #expect(try await running == 0)
  }

  @Test func closingFromInsideDoesNotWaitForItself() async throws {
    let pool = try makePool()
    try await pool.write { connection in
      pool.closeAndWait()
      try connection.run("INSERT INTO t VALUES (1)")
    }
    await pool.closeAndWait()
    let again = try makePool()
    #expect(try await again.read { try $0.column("SELECT x FROM t") } == [1])
    await again.closeAndWait()
  }

  @Test func aPoolThatGoesCloses() async throws {
    do { _ = try makePool() }
    try await eventually { [folder] in folder.names == ["test.db"] }
  }

  @Test func aPoolThatGoesWhileWorkRuns() async throws {
    let isRunning = Signal()
    let mayEnd = Signal()
    var pool: ConnectionPool? = try makePool()
    let task = Task { [pool] in
      try await pool?.write { connection in
        isRunning.fire()
        try mayEnd.waitBlocking()
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
    try await isRunning.wait()
    pool = nil
    mayEnd.fire()
    try await task.value
    let again = try makePool()
    #expect(try await again.read { try $0.column("SELECT x FROM t") } == [1])
    await again.closeAndWait()
  }
}
