import Foundation
import StoreSQLite
import TestSupport
import Testing

/// Threads of Swift's concurrency pool are never blocked by SQLite.
@Suite(.timeLimit(.minutes(hangLimit))) struct CooperativePoolTests {
  let folder = TemporaryFolder()

  @Test func moreBlockedWritesThanCores() async throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = longTimeout
    let path = folder.file()
    let lock = try SQLiteConnection(path: path)
    try lock.execute("CREATE TABLE t (x)")
    let count = max(16, ProcessInfo.processInfo.activeProcessorCount * 4)
    var pools: [ConnectionPool] = []
    for _ in 0..<count {
      pools.append(try await ConnectionPool(path: path, configuration: configuration))
    }
    try lock.run("BEGIN IMMEDIATE")
    let isWaiting = Shared(0)
    let writes = pools.map { pool in
      Task {
        try await pool.withWriter { connection in
          isWaiting.change { $0 += 1 }
          try connection.transaction { try connection.run("INSERT INTO t VALUES (1)") }
        }
      }
    }
    // This task itself would not go on if the threads were blocked.
    try await eventually { isWaiting.value == count }
    #expect(await tasksGoOn())
    #expect(try lock.value("SELECT count(*) FROM t") == 0)
    try lock.run("COMMIT")
    for write in writes { try await write.value }
    #expect(try lock.value("SELECT count(*) FROM t") == .integer(Int64(count)))
    for pool in pools { await pool.closeAndWait() }
  }

  @Test func openingWaitsOnAnotherThread() async throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = longTimeout
    let path = folder.file()
    // A file that is not in the mode of the write-ahead log yet: opening it has to wait.
    try #require(try OtherProgram.make(path, "CREATE TABLE t (x)"))
    let lock = try #require(
      Program(
        "python3", "-c",
        """
        import sqlite3, sys
        connection = sqlite3.connect(sys.argv[1], isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        print("locked", flush=True)
        sys.stdin.read()
        """, path))
    try #require(lock.read().hasPrefix("locked"))
    let opened = Shared(0)
    let tasks = (0..<8).map { _ in
      Task { [configuration] in
        let pool = try await ConnectionPool(path: path, configuration: configuration)
        opened.change { $0 += 1 }
        await pool.closeAndWait()
      }
    }
    for _ in 0..<1000 { await Task.yield() }
    #expect(opened.value == 0)
    lock.end()
    for task in tasks { try await task.value }
    #expect(opened.value == 8)
  }
}
