import Foundation
import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct BusyTests {
  let folder = TemporaryFolder()

  private func open(_ timeout: Duration, _ name: String = "test.db") throws -> Connection {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = timeout
    return try SQLiteConnection(path: folder.file(name), configuration: configuration)
  }

  private func conflict(_ body: () throws -> Void) throws -> LockConflict {
    let error = #expect(throws: DatabaseError.self) { try body() }
    guard case .busy(let conflict) = error else { throw try #require(error) }
    return conflict
  }

  @Test func theTimeoutIsKept() throws {
    let lock = try open(.zero)
    try lock.run("BEGIN IMMEDIATE")
    for milliseconds in [0, 50, 300] {
      let connection = try open(.milliseconds(milliseconds))
      let start = ContinuousClock.now
      let conflict = try conflict { try connection.transaction {} }
      let took = ContinuousClock.now - start
      #expect(took >= .milliseconds(milliseconds))
      // Generous: other tests run at the same time.
      #expect(took < .milliseconds(milliseconds) + .seconds(5))
      #expect(conflict.path == folder.file())
      #expect(conflict.sql == "BEGIN IMMEDIATE")
      #expect(conflict.waited >= Double(milliseconds) / 1000)
      #expect(.seconds(conflict.waited) <= took)
    }
  }

  @Test func theTimeWaitedIsThatOfTheStatement() throws {
    let lock = try open(.zero)
    try lock.run("BEGIN IMMEDIATE")
    let connection = try open(.milliseconds(200))
    _ = try conflict { try connection.transaction {} }
    // A conflict in which there is no waiting, after one with: nothing is left of that one.
    try lock.run("CREATE TABLE t (x)")
    try lock.run("COMMIT")
    try connection.run("BEGIN")
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
    try lock.run("INSERT INTO t VALUES (1)")
    let conflict = try conflict { try connection.run("INSERT INTO t VALUES (2)") }
    #expect(conflict.waited == 0)
    try connection.run("ROLLBACK")
  }

  @Test func aWriterGetsItsTurnWithinTheTimeout() async throws {
    let lock = try open(.zero)
    try lock.execute("CREATE TABLE t (x); BEGIN IMMEDIATE")
    let (isRunning, done) = (Signal(), Signal())
    onThread { [self] in
      guard let connection = try? open(longTimeout) else { return }
      isRunning.fire()
      if (try? connection.run("INSERT INTO t VALUES (1)")) == 1 { done.fire() }
    }
    try await isRunning.wait()
    for _ in 0..<100 { await Task.yield() }
    try lock.run("COMMIT")
    try await done.wait()
    #expect(try lock.value("SELECT count(*) FROM t") == 1)
  }

  @Test func theHolderInThisProcessIsNamed() throws {
    let lock = try open(.zero)
    try lock.run("BEGIN IMMEDIATE")
    let conflict = try conflict { try open(.zero).transaction {} }
    #if os(Linux)
    #expect(conflict.holders.map(\.process) == [getpid()])
    #expect(conflict.holders.first?.activity == "writing")
    #expect(conflict.holders.first?.name?.isEmpty == false)
    #expect(conflict.description.contains("process \(getpid())"))
    #endif
    #expect(conflict.description.contains(folder.file()))
    #expect(conflict.description.contains("BEGIN IMMEDIATE"))
  }

  @Test(.enabled(if: Program.hasPython, "NOT TESTED: a lock of another process; no python3"))
  func theHolderInAnotherProcessIsNamed() throws {
    let connection = try open(.milliseconds(20))
    try connection.execute("CREATE TABLE t (x)")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.db"), withDestinationPath: folder.file())
    let linked = try open(.milliseconds(20), "link.db")
    let program = try #require(Program.holdingWriteLock(of: folder.file()))
    for connection in [connection, linked] {
      let conflict = try conflict { try connection.run("INSERT INTO t VALUES (1)") }
      #if os(Linux)
      #expect(conflict.holders.map(\.process) == [program.id])
      #expect(conflict.holders.first?.name?.contains("python") == true)
      #endif
    }
    program.end()
    #expect(try connection.run("INSERT INTO t VALUES (1)") == 1)
  }

  @Test(.enabled(if: Program.hasPython, "NOT TESTED: a lock of another process; no python3"))
  func aFileThatIsLockedWhileItIsOpened() throws {
    try #require(try OtherProgram.make(folder.file(), "CREATE TABLE t (x)"))
    let program = try #require(Program.holdingWriteLock(of: folder.file()))
    let start = ContinuousClock.now
    let conflict = try conflict { _ = try open(.milliseconds(100)) }
    let took = ContinuousClock.now - start
    #expect(conflict.path == folder.file())
    #expect(took >= .milliseconds(100))
    #expect(conflict.waited >= 0.1)
    #expect(.seconds(conflict.waited) <= took)
    #if os(Linux)
    #expect(conflict.holders.map(\.process) == [program.id])
    #endif
    program.end()
    _ = try open(.milliseconds(100))
  }

  @Test func manyOpenOneNewFileAtOnce() async throws {
    for round in 0..<20 {
      let name = "round\(round).db"
      let (ready, go, done) = (Shared(0), Signal(), Shared(0))
      let errors = Shared<[String]>([])
      for number in 0..<16 {
        onThread { [self] in
          ready.change { $0 += 1 }
          do {
            try go.waitBlocking()
            let connection = try open(longTimeout, name)
            try connection.transaction {
              try connection.execute("CREATE TABLE IF NOT EXISTS t (x INTEGER)")
              try connection.run("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
            }
            connection.close()
          } catch {
            errors.change { $0.append("\(error)") }
          }
          done.change { $0 += 1 }
        }
      }
      try await eventually { ready.value == 16 }
      go.fire()
      try await eventually { done.value == 16 }
      #expect(errors.value == [])
      #expect(
        try open(.zero, name).column("SELECT x FROM t ORDER BY x")
          == (0..<16).map { .integer(Int64($0)) })
    }
  }

  @Test(.enabled(if: Program.hasPython, "NOT TESTED: many processes; no python3"))
  func processesThatWriteAtTheSameTime() throws {
    let connection = try open(longTimeout)
    try connection.execute("CREATE TABLE t (x INTEGER)")
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
      for number in range(50):
        connection.execute("INSERT INTO t VALUES (?)", (number,))
      """
    let programs = try (0..<3).map { _ in
      try #require(Program("python3", "-c", script, folder.file()))
    }
    for number in 0..<50 {
      try connection.run("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
    }
    for program in programs { #expect(program.end() == 0) }
    #expect(try connection.value("SELECT count(*) FROM t") == 200)
  }
}
