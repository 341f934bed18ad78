import Foundation
import StoreSQLite
import StoreSupport
import TestSupport
import Testing

@Suite("A file that is replaced while it is open", .timeLimit(.minutes(hangLimit)))
struct ReplacedFileTests {
  let folder = TemporaryFolder()

  private var path: String { folder.file() }
  private var error: DatabaseError { .replaced(path: path) }

  /// A database with a few rows, most of them in its log only.
  private func makePool(rows: Range<Int> = 0..<2000) throws -> ConnectionPool {
    let pool = try ConnectionPool(path: path)
    try pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY, text TEXT);
        CREATE INDEX IF NOT EXISTS t_text ON t (text)
        """)
    }
    for row in rows.split(into: 20) {
      try pool.write { connection in
        for x in row { try insert(x, connection) }
      }
    }
    return pool
  }

  private func insert(_ x: Int, _ connection: Connection) throws {
    try connection.run(
      "INSERT INTO t VALUES (?, ?)",
      [.integer(Int64(x)), .text(String(repeating: "\(x % 97)", count: 40))])
  }

  private func count(_ name: String = "test.db") throws -> Value? {
    let connection = try SQLiteConnection(path: folder.file(name))
    defer { connection.close() }
    #expect(try connection.column("PRAGMA integrity_check") == ["ok"], "\(name)")
    return try connection.value("SELECT count(*) FROM t")
  }

  /// A backup with other rows.
  private func makeBackup() throws {
    let pool = try makePool(rows: 0..<700)
    try pool.withReader { try $0.backUp(to: folder.file("backup.db")) }
    try pool.write { _ = try $0.run("DELETE FROM t WHERE x % 2 = 0") }
    pool.closeAndWait()
  }

  private func shell(_ command: String) {
    #expect(Program.succeeds("sh", "-c", "cd '\(folder.path)' && \(command)"), "\(command)")
  }

  static let replacements = [
    "mv test.db old.db", "rm test.db", "mv backup.db test.db", "cp backup.db test.db",
    "cat backup.db > test.db", "rm test.db && cp backup.db test.db", "ln -sf backup.db test.db",
    "mv test.db old.db && ln -s backup.db test.db",
  ]

  @Test(
    "is neither read nor written, and what was written before is where the file is",
    arguments: replacements
  )
  func replaced(_ way: String) throws {
    try makeBackup()
    let pool = try makePool(rows: 700..<2000)
    #expect(try pool.read { try $0.value("SELECT count(*) FROM t") } == 1650)
    shell(way)
    #expect(throws: error) { try pool.write { try insert(5000, $0) } }
    #expect(throws: error) { try pool.read { try $0.value("SELECT count(*) FROM t") } }
    #expect(throws: error) { try pool.write { try insert(5001, $0) } }
    #expect(throws: error) { try pool.withWriter { try insert(5002, $0) } }
    pool.closeAndWait()
    if way.contains("old.db") { #expect(try count("old.db") == 1650) }
    guard way.contains("backup.db") else { return #expect(!folder.names.contains("test.db")) }
    if folder.names.contains("test.db-replaced") {
      // Only a person knows whether the log belongs to the file.
      #expect(throws: DatabaseError.cannotOpen(path: path, reason: .otherLog(path: path))) {
        try SQLiteConnection(path: path)
      }
      shell("rm test.db-wal test.db-shm test.db-replaced")
    }
    #expect(try count() == 700)
  }

  @Test(
    "is noticed by readers, by connections that are opened later, and by observers",
    arguments: replacements
  )
  func noticed(_ way: String) async throws {
    try makeBackup()
    let pool = try makePool(rows: 700..<2000)
    defer { pool.close() }
    _ = try await pool.read { try $0.value("SELECT count(*) FROM t") }
    let observer = try await pool.observe()
    let waiting = Task { try await observer.wait(after: observer.position) }
    shell(way)
    let other = pool.reading(connections: 1)
    await #expect(throws: error) {
      try await other.read { try $0.value("SELECT count(*) FROM t") }
    }
    await #expect(throws: error) { try await waiting.value }
  }

  @Test("rolls back a transaction that has begun before")
  func transaction() throws {
    let pool = try makePool()
    #expect(throws: error) {
      try pool.write { connection in
        try insert(5000, connection)
        shell("mv test.db old.db")
      }
    }
    pool.closeAndWait()
    #expect(try count("old.db") == 2000)
  }

  @Test("is noticed when it is closed, and no log of another file is removed")
  func closing() throws {
    try makeBackup()
    let pool = try makePool(rows: 700..<2000)
    shell("mv backup.db test.db; rm test.db-wal test.db-shm")
    let other = try SQLiteConnection(path: path)
    try other.execute("INSERT INTO t VALUES (9000, 'nine')")
    pool.closeAndWait()
    other.close()
    #expect(try count() == 701)
  }

  @Test("whose log was removed is neither read nor written")
  func log() throws {
    let pool = try makePool()
    shell("rm test.db-wal")
    #expect(throws: error) { try pool.write { try insert(5000, $0) } }
    pool.closeAndWait()
    #expect(try count() == 2000)
  }

  @Test("is not opened with the log of another file, whoever has that open")
  func otherLog() throws {
    try makeBackup()
    let pool = try makePool(rows: 700..<2000)
    shell("mv backup.db test.db")
    let failure = DatabaseError.cannotOpen(path: path, reason: .otherLog(path: path))
    #expect(throws: failure) { try SQLiteConnection(path: path) }
    var reading = DatabaseConfiguration()
    reading.access = .read
    #expect(throws: failure) { try SQLiteConnection(path: path, configuration: reading) }
    // A pair that was copied is one.
    shell("mkdir pair && cp -a test.db-wal pair/ && cp -a test.db-shm pair/ && cp test.db pair/")
    #expect(throws: Never.self) { try SQLiteConnection(path: folder.file("pair/test.db")).close() }
    pool.closeAndWait()
    #expect(try count() == 700)
  }

  @Test("is not taken for the one that was opened, if that happens while it is being opened")
  func opening() throws {
    try makeBackup()
    let didMove = Locked(false)
    var configuration = DatabaseConfiguration()
    // The first statement runs after SQLite has opened the file.
    configuration.trace = { [folder] _ in
      let isFirst = didMove.withLock { didMove in
        defer { didMove = true }
        return !didMove
      }
      if isFirst { rename(folder.file("backup.db"), folder.file()) }
    }
    #expect(throws: error) { try ConnectionPool(path: path, configuration: configuration) }
    #expect(didMove.withLock { $0 })
    #expect(try count() == 700)
  }

  @Test("does not get the log of the other one, if that is found while it is being opened")
  func openingBesideOtherLog() throws {
    try makeBackup()
    let pool = try makePool(rows: 700..<2000)
    shell("mv backup.db new.db")
    let didMove = Locked(false)
    var configuration = DatabaseConfiguration()
    configuration.trace = { [folder] _ in
      didMove.withLock { didMove in
        // Beside the new file, with another name, the log is that of the old one.
        if !didMove {
          for end in ["-wal", "-shm"] {
            rename(folder.file("test.db" + end), folder.file("new.db" + end))
          }
        }
        didMove = true
      }
    }
    let new = folder.file("new.db")
    #expect(throws: DatabaseError.replaced(path: new)) {
      try SQLiteConnection(path: new, configuration: configuration)
    }
    #expect(throws: DatabaseError.cannotOpen(path: new, reason: .otherLog(path: new))) {
      try SQLiteConnection(path: new)
    }
    pool.close()
    shell("rm new.db-wal new.db-shm")
    #expect(try count("new.db") == 700)
  }

  @Test("is opened again by a new pool")
  func again() throws {
    let pool = try makePool()
    shell("mv test.db old.db")
    #expect(throws: error) { try pool.write { try insert(5000, $0) } }
    pool.closeAndWait()
    let again = try makePool(rows: 0..<10)
    again.closeAndWait()
    #expect(try count() == 10)
  }

  @Test("other programs that write, copy the log, or clean up do not look like it")
  func others() throws {
    let pool = try makePool()
    let reading = pool.reading(connections: 1)
    for round in 0..<30 {
      let other = try SQLiteConnection(path: path)
      try other.execute(
        ["PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint", "ANALYZE"][round % 4]
      )
      try other.run("UPDATE t SET text = text || 'x' WHERE x % 3 = \(round % 3)")
      if round % 2 == 0 { try other.execute("PRAGMA wal_checkpoint(RESTART)") }
      other.close()
      try pool.write { try insert(10_000 + round, $0) }
      _ = try reading.read { try $0.value("SELECT count(*) FROM t") }
      usleep(round % 5 == 0 ? 120_000 : 0)
    }
    shell("chmod 600 test.db; ln test.db hard; rm hard; cp test.db copy.db")
    try pool.write { try insert(20_000, $0) }
    pool.closeAndWait()
    #expect(try count() == 2031)
    #expect(!folder.names.contains("test.db-replaced"))
  }

  @Test(
    "a program that checkpoints all the time does not look like it", .enabled(if: Program.hasPython)
  )
  func checkpoints() throws {
    let pool = try makePool()
    let script = """
      import sqlite3, sys, time
      connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
      print("ready", flush=True)
      end = time.time() + 3
      while time.time() < end:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
      """
    let other = try #require(Program("python3", "-c", script, path))
    #expect(other.read().hasPrefix("ready"))
    let end = ContinuousClock.now + .seconds(3)
    var x = 10_000
    while .now < end {
      try pool.write { try insert(x, $0) }
      _ = try pool.read { try $0.value("SELECT max(x) FROM t") }
      x += 1
    }
    #expect(other.end() == 0)
    pool.closeAndWait()
    #expect(try count() == .integer(Int64(2000 + x - 10_000)))
  }

  @Test("a path that is relative, or a link, is the file that it was when it was opened")
  func links() throws {
    shell("mkdir real && ln -s real/test.db link.db")
    let pool = try ConnectionPool(path: folder.file("link.db"))
    try pool.write { try $0.execute("CREATE TABLE t (x)") }
    try pool.write { try $0.execute("INSERT INTO t VALUES (1)") }
    shell("ln -sfn other.db link.db")
    #expect(throws: DatabaseError.replaced(path: folder.file("link.db"))) {
      try pool.write { try $0.execute("INSERT INTO t VALUES (2)") }
    }
    pool.closeAndWait()
    #expect(try count("real/test.db") == 1)
  }
}

extension Range<Int> {
  /// The same numbers in ranges of a length at most.
  fileprivate func split(into length: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: length).map {
      $0..<Swift.min($0 + length, upperBound)
    }
  }
}
