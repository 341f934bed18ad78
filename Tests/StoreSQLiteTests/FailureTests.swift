import Foundation
import StoreSQLite
import TestSupport
import Testing

/// What the disk does to a database.
@Suite struct FailureTests {
  let folder = TemporaryFolder()

  private func fill(_ connection: Connection, _ count: Int = 200) throws {
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x BLOB)")
    try connection.run(
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
      INSERT INTO t (x) SELECT randomblob(1000) FROM c
      """, [.integer(Int64(count))])
  }

  private func isFull(_ error: DatabaseError?, _ path: String) -> Bool {
    if case .diskFull(path, _) = error { return true }
    Issue.record("\(String(describing: error))")
    return false
  }

  @Test func aFullDatabaseLosesNothing() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try fill(connection)
    try connection.run("PRAGMA max_page_count = \(60)")
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction {
        while true { try connection.run("INSERT INTO t (x) VALUES (randomblob(1000))") }
      }
    }
    #expect(isFull(error, folder.file()))
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM t") == 200)
    try connection.run("DELETE FROM t WHERE id < 100")
    try connection.run("INSERT INTO t (x) VALUES (randomblob(1000))")
    #expect(try connection.value("PRAGMA integrity_check") == "ok")
  }

  @Test func afterACaughtFullDiskNothingIsWrittenOutsideTheTransaction() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try fill(connection)
    try connection.run("PRAGMA max_page_count = 60")
    #expect(throws: DatabaseError.transactionEnded(path: folder.file())) {
      try connection.transaction {
        #expect(throws: DatabaseError.self) {
          while true { try connection.run("INSERT INTO t (x) VALUES (randomblob(1000))") }
        }
        try connection.run("DELETE FROM t")
      }
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 200)
    try connection.run("DELETE FROM t")
  }

  @Test(.enabled(if: SmallDisk.isPossible, "NOT TESTED: a full disk; this process may not mount"))
  func aFullDiskLosesNothing() throws {
    let disk = try #require(SmallDisk())
    let pool = try ConnectionPool(path: disk.file())
    try pool.write { try fill($0, 100) }
    let error = #expect(throws: DatabaseError.self) {
      try pool.write { connection in
        while true { try connection.run("INSERT INTO t (x) VALUES (randomblob(1000))") }
      }
    }
    #expect(isFull(error, disk.file()))
    #expect(try pool.read { try $0.value("SELECT count(*) FROM t") } == 100)
    #expect(try pool.read { try $0.value("PRAGMA integrity_check") } == "ok")
    try pool.write { try $0.run("DELETE FROM t WHERE id = 1") }
    #expect(try pool.read { try $0.value("SELECT count(*) FROM t") } == 99)
    pool.closeAndWait()
  }

  @Test(
    .enabled(if: SmallDisk.isPossible, "NOT TESTED: a read-only disk; this process may not mount"))
  func aReadOnlyDisk() throws {
    let disk = try #require(SmallDisk())
    let connection = try SQLiteConnection(path: disk.file())
    try fill(connection, 10)
    connection.close()
    try #require(disk.makeReadOnly())
    #expect(
      throws: DatabaseError.cannotOpen(path: disk.file(), reason: .readOnlyFileSystem)
    ) { try SQLiteConnection(path: disk.file()) }
    #expect(
      throws: DatabaseError.cannotOpen(path: disk.file("new.db"), reason: .readOnlyFileSystem)
    ) { try SQLiteConnection(path: disk.file("new.db")) }
    #expect(
      throws: DatabaseError.cannotOpen(path: disk.file(), reason: .readOnlyFileSystem)
    ) { try ConnectionPool(path: disk.file()) }
    // There is no log, and none can be created, but it can be read.
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let reader = try SQLiteConnection(path: disk.file(), configuration: configuration)
    #expect(try reader.value("SELECT count(*) FROM t") == 10)
    let pool = try ConnectionPool(path: disk.file(), configuration: configuration)
    #expect(try pool.read { try $0.value("SELECT count(*) FROM t") } == 10)
    pool.closeAndWait()
  }

  @Test func aLimitOfFileSize() async throws {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      signal(SIGXFSZ, SIG_IGN)
      let connection = try SQLiteConnection(path: folder.file())
      try connection.execute("CREATE TABLE t (x BLOB); INSERT INTO t VALUES (randomblob(100))")
      var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
      #if canImport(Darwin)
      precondition(setrlimit(RLIMIT_FSIZE, &limit) == 0)
      #else
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #endif
      do {
        try connection.transaction {
          while true { try connection.run("INSERT INTO t VALUES (randomblob(1000000))") }
        }
      } catch DatabaseError.diskFull(folder.file(), _) {
        let count = try connection.query("SELECT count(*) FROM t") { try $0.integer(0) }
        precondition(count == [1])
      }
    }
  }

  @Test func aTruncatedDatabase() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try fill(connection)
    connection.close()
    try #require(truncate(folder.file(), 4096 * 3 + 100) == 0)
    let error = #expect(throws: DatabaseError.self) {
      let connection = try SQLiteConnection(path: folder.file())
      _ = try connection.value("SELECT sum(length(x)) FROM t")
    }
    guard case .corrupt(folder.file(), _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aDamagedPage() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try fill(connection)
    connection.close()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file()))
    for page in 2..<20 {
      try file.seek(toOffset: UInt64(page * 4096))
      try file.write(contentsOf: Data(repeating: 0xEE, count: 100))
    }
    try file.close()
    let damaged = try SQLiteConnection(path: folder.file())
    let error = #expect(throws: DatabaseError.self) {
      _ = try damaged.value("SELECT sum(length(x)) FROM t")
    }
    guard case .corrupt(folder.file(), let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.code == 11)
    #expect("\(try #require(error))".contains(folder.file()))
  }

  @Test func anOldErrorOfTheSystemIsNotShownWithANewOne() throws {
    let connection = try SQLiteConnection(path: folder.file())
    #expect(throws: DatabaseError.self) {
      try connection.execute("ATTACH '\(folder.file("no/where.db"))' AS other")
    }
    let error = #expect(throws: DatabaseError.self) { try connection.run("garbage") }
    guard case .failed(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.systemError == 0)
  }

  @Test func aConflictOfAConnectionWithItselfIsNotBusy() throws {
    let connection = try memory("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)")
    try connection.withStatement("SELECT x FROM t") { (statement) throws in
      #expect(try statement.step())
      let error = #expect(throws: DatabaseError.self) { try connection.run("DROP TABLE t") }
      guard case .failed(let failure) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.code == 6)
    }
  }
}
