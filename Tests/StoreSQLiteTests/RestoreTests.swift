import Foundation
import StoreSQLite
import TestSupport
import Testing

@Suite("Restoring a backup", .timeLimit(.minutes(hangLimit))) struct RestoreTests {
  let folder = TemporaryFolder()

  private func make(_ name: String, _ sql: String) throws -> String {
    let connection = try SQLiteConnection(path: folder.file(name))
    defer { connection.close() }
    try connection.execute(sql)
    return folder.file(name)
  }

  private func content(_ name: String = "test.db") throws -> [Value] {
    let connection = try SQLiteConnection(path: folder.file(name))
    defer { connection.close() }
    #expect(try connection.column("PRAGMA integrity_check") == ["ok"])
    return try connection.column("SELECT x FROM t ORDER BY x")
  }

  @Test("others go on, see all of it at once, and their observers hear of it")
  func others() async throws {
    let backup = try make("backup.db", "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)")
    let path = try make("test.db", "CREATE TABLE t (x); INSERT INTO t VALUES (9)")
    let pool = try await ConnectionPool(path: path)
    let observer = try await pool.observe()
    let position = observer.position
    try await pool.read { connection in
      #expect(try connection.column("SELECT x FROM t") == [9])
      try SQLiteConnection.restore(path, from: backup)
      #expect(try connection.column("SELECT x FROM t") == [9])
    }
    #expect(try await observer.wait(after: position))
    #expect(try await pool.read { try $0.column("SELECT x FROM t") } == [1, 2, 3])
    try await pool.write { try $0.execute("INSERT INTO t VALUES (4)") }
    await pool.closeAndWait()
    #expect(try content() == [1, 2, 3, 4])
    #expect(try content("backup.db") == [1, 2, 3])
  }

  @Test("a new file is made, and a larger, smaller or emptier one is replaced")
  func sizes() throws {
    let many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) "
    let large = try make("large.db", "CREATE TABLE t (x); INSERT INTO t \(many) SELECT i FROM n")
    let small = try make("small.db", "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    var steps = 0
    try SQLiteConnection.restore(folder.file(), from: large) { _ in steps += 1 }
    #expect(steps > 0)
    #expect(try content().count == 20_000)
    try SQLiteConnection.restore(folder.file(), from: small)
    #expect(try content() == [1])
    try SQLiteConnection.restore(folder.file(), from: large)
    #expect(try content().count == 20_000)
    #expect(folder.names == ["large.db", "small.db", "test.db"])
  }

  @Test("what cannot be restored leaves the file as it was")
  func refusals() throws {
    let path = try make("test.db", "CREATE TABLE t (x); INSERT INTO t VALUES (9)")
    #expect(throws: BackupError.sameFile(path)) { try SQLiteConnection.restore(path, from: path) }
    let none = folder.file("none.db")
    #expect(throws: DatabaseError.cannotOpen(path: none, reason: .noSuchFile)) {
      try SQLiteConnection.restore(path, from: none)
    }
    let text = try folder.write("no database, but a text of some length", to: "text.db")
    #expect(throws: DatabaseError.notADatabase(path: text)) {
      try SQLiteConnection.restore(path, from: text)
    }
    let pages = try make(
      "pages.db",
      "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM; CREATE TABLE t (x)")
    #expect(throws: BackupError.otherPageSize(pages, 8192, expected: 4096)) {
      try SQLiteConnection.restore(path, from: pages)
    }
    try SQLiteConnection.restore(folder.file("new.db"), from: pages)
    #expect(try content("new.db") == [])
    let damaged = try make(
      "damaged.db", "CREATE TABLE t (x); CREATE TABLE u (y); INSERT INTO t VALUES (1)")
    let file = try #require(FileHandle(forWritingAtPath: damaged))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xAB, count: 600))
    try file.close()
    #expect {
      try SQLiteConnection.restore(path, from: damaged)
    } throws: {
      if case BackupError.damaged(damaged, _) = $0 { true } else { false }
    }
    #expect(try content() == [9])
  }

  @Test("it waits for a program that writes, and gives up after the timeout")
  func busy() throws {
    let backup = try make("backup.db", "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let path = try make("test.db", "CREATE TABLE t (x); INSERT INTO t VALUES (9)")
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = .milliseconds(100)
    let writer = try SQLiteConnection(path: path)
    try writer.begin(writes: true)
    #expect {
      try SQLiteConnection.restore(path, from: backup, configuration: configuration)
    } throws: {
      if case DatabaseError.busy = $0 { true } else { false }
    }
    try writer.commit()
    try SQLiteConnection.restore(path, from: backup, configuration: configuration)
    writer.close()
    #expect(try content() == [1])
  }
}
