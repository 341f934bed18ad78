import Foundation
import StoreSQLite
import TestSupport
import Testing

/// Any number of migrators at once.
@Suite struct MigrationRaceTests {
  private let fixture = MigrationFixture()
  private let files = [
    "0001_log.sql": "CREATE TABLE log (file INTEGER); INSERT INTO log VALUES (1);",
    "0001_log.down.sql": "DROP TABLE log;",
    "0002_more.sql": "INSERT INTO log VALUES (2);",
    "0002_more.down.sql": "INSERT INTO log VALUES (-2);",
    "0003_more.sql": "ALTER TABLE log ADD COLUMN note TEXT; INSERT INTO log VALUES (3, NULL);",
    "0003_more.down.sql": "INSERT INTO log VALUES (-3, NULL); ALTER TABLE log DROP COLUMN note;",
  ]

  /// Runs `body` on so many threads, which wait until all are there, and gives the errors thrown.
  private func atOnce(_ count: Int, _ body: @escaping @Sendable () throws -> Void) -> [any Error] {
    let errors = Collected<any Error>()
    let (ready, done) = (DispatchGroup(), DispatchGroup())
    let start = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      ready.enter()
      done.enter()
      Thread.detachNewThread {
        ready.leave()
        start.wait()
        do { try body() } catch { errors.append(error) }
        done.leave()
      }
    }
    ready.wait()
    for _ in 0..<count { start.signal() }
    done.wait()
    return errors.all
  }

  @Test(arguments: 1...20)
  func sixteenThreadsOnANewFile(round: Int) throws {
    let migrator = try makeMigrator(files)
    let path = fixture.database
    let ran = Collected<Int>()
    let errors = atOnce(16) {
      let connection = try SQLiteConnection(path: path)
      ran.append(contentsOf: try migrator.up(on: connection).map(\.number))
      // Whoever returns finds all files applied.
      guard try migrator.status(on: connection).isUpToDate else {
        throw MigrationError.noFolder("returned too early")
      }
    }
    #expect(errors.isEmpty, "\(errors)")
    #expect(ran.all.sorted() == [1, 2, 3], "each file is reported by the one thread that ran it")
    let connection = try fixture.connection()
    #expect(try connection.query("SELECT file FROM log") { try $0.integer(0) } == [1, 2, 3])
    #expect(try connection.appliedNumbers() == [1, 2, 3])
  }

  @Test(arguments: 1...5)
  func manyAtOnceTakeBackNoMoreThanEachSaw(round: Int) throws {
    let migrator = try makeMigrator(files)
    let path = fixture.database
    try migrator.up(on: fixture.connection())
    let errors = atOnce(8) {
      try migrator.move(to: 1, on: SQLiteConnection(path: path))
    }
    #expect(errors.isEmpty, "\(errors)")
    let connection = try fixture.connection()
    #expect(
      try connection.query("SELECT file FROM log") { try $0.integer(0) } == [1, 2, 3, -3, -2])
    #expect(try connection.appliedNumbers() == [1])
  }

  /// A connection that does something else before it runs a statement for the n-th time.
  private func connection(
    before statement: String, number: Int, _ action: @escaping () throws -> Void
  ) throws -> Connection {
    // Runs on the one thread of the test, inside the call that it interferes with.
    nonisolated(unsafe) let action = action
    let counter = Collected<Int>()
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = .milliseconds(1)
    configuration.trace = { sql in
      guard sql == statement else { return }
      counter.append(1)
      if counter.all.count == number { try? action() }
    }
    return try fixture.connection(configuration)
  }

  /// A connection that does something on another one before it begins its first transaction that
  /// writes.
  private func connection(beforeWriting action: @escaping () throws -> Void) throws -> Connection {
    // When it begins, the other one cannot write any more.
    try connection(before: "PRAGMA foreign_keys = OFF", number: 1, action)
  }

  @Test func historyIsReadAgainInEachTransaction() throws {
    let migrator = try makeMigrator(files)
    let connection = try fixture.connection()
    let steps = try migrator.run(.up(to: nil), on: connection) { step in
      guard step.number == 1 else { return }
      _ = try? migrator.up(on: fixture.connection())
    }
    #expect(steps.map(\.number) == [1])
    #expect(try connection.appliedNumbers() == [1, 2, 3])
    #expect(try connection.number("SELECT count(*) FROM log") == 3)
  }

  @Test func fileDoesNotRunWhenTheOneBeforeItWasTakenBack() throws {
    let migrator = try makeMigrator(files)
    try migrator.up(to: 2, on: fixture.connection())
    let connection = try connection {
      try migrator.down(on: fixture.connection())
    }
    #expect(
      caught { try migrator.up(on: connection) }
        == .historyChanged(file: "0003_more.sql", set: "app"))
    #expect(try connection.appliedNumbers() == [1])
  }

  @Test func fileIsNotTakenBackUnderANewerOne() throws {
    let migrator = try makeMigrator(files)
    try migrator.up(to: 2, on: fixture.connection())
    let connection = try connection {
      try migrator.up(on: fixture.connection())
    }
    #expect(
      caught { try migrator.down(on: connection) }
        == .historyChanged(file: "0002_more.down.sql", set: "app"))
    #expect(try connection.appliedNumbers() == [1, 2, 3])
  }

  @Test func newerFilesOfAnotherProgramAreSeenInTheTransaction() throws {
    let old = try makeMigrator(files.filter { !$0.key.hasPrefix("0003") })
    let new = try makeMigrator(files)
    let connection = try fixture.connection()
    let error = caught {
      try old.run(.up(to: nil), on: connection) { _ in
        _ = try? new.up(on: fixture.connection())
      }
    }
    #expect(error == .missing(file: "0003_more.sql", set: "app"))
  }

  @Test(.enabled(if: Program.hasPython, "NOT TESTED: a lock of another process; no python3"))
  func turnIsWaitedForLongerThanTheConnectionWould() throws {
    let holder = try fixture.connection()
    let program = try #require(Program.holdingWriteLock(of: fixture.database))
    let waiter = try connection(before: "BEGIN IMMEDIATE", number: 5) { program.end() }
    var migrator = try makeMigrator(files)
    #expect(try migrator.up(on: waiter).count == 3)

    migrator.lockTimeout = .zero
    try holder.run("BEGIN IMMEDIATE")
    guard case .busy? = caught(DatabaseError.self, { try migrator.down(on: waiter) }) else {
      Issue.record("not busy")
      return
    }
    #expect(try waiter.number("PRAGMA foreign_keys") == 1)
  }
}
