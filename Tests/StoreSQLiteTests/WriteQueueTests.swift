import Foundation
import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct WriteQueueTests {
  let folder = TemporaryFolder()

  private func open(_ timeout: Duration = .zero) throws -> Connection {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = timeout
    return try SQLiteConnection(path: folder.file(), configuration: configuration)
  }

  @Test func connectionsWriteInTheOrderInWhichTheyAsked() async throws {
    let log = try folder.write("", to: "log")
    let first = try #require(WriteQueue(log: log))
    #expect(first.enter { _ in false })
    let order = Shared<[Int]>([])
    let ended = Shared(0)
    for number in 1...5 {
      let isInPlace = Signal()
      onThread {
        guard let queue = WriteQueue(log: log) else { return }
        let isFirst = queue.enter { connectionsInFront in
          if connectionsInFront == number { isInPlace.fire() }
          return true
        }
        if isFirst { order.change { $0.append(number) } }
        queue.leave()
        ended.change { $0 += 1 }
      }
      try await isInPlace.wait()
    }
    first.leave()
    try await eventually { ended.value == 5 }
    #expect(order.value == [1, 2, 3, 4, 5])
  }

  @Test func oneThatGivesUpLeavesItsPlace() throws {
    let log = try folder.write("", to: "log")
    let queues = try (0..<3).map { _ in try #require(WriteQueue(log: log)) }
    #expect(queues[0].enter { _ in false })
    #expect(!queues[1].enter { connectionsInFront in connectionsInFront > 1 })
    var seen: [Int] = []
    #expect(
      queues[2].enter { connectionsInFront in
        seen.append(connectionsInFront)
        queues[0].leave()
        return true
      })
    #expect(seen == [1])
  }

  @Test func thePlaceOfAClosedQueueIsFree() throws {
    let log = try folder.write("", to: "log")
    var first = WriteQueue(log: log)
    #expect(first?.enter { _ in false } == true)
    let second = try #require(WriteQueue(log: log))
    #expect(!second.enter { _ in false })
    first = nil
    #expect(second.enter { _ in false })
  }

  /// As many writers as wait longer together than one of them would wait for another.
  @Test func aWriterIsNotRefusedWhileTheQueueMoves() async throws {
    try open().execute("CREATE TABLE t (x INTEGER)")
    let results = Shared<[String]>([])
    let start = ContinuousClock.now
    for number in 0..<16 {
      onThread { [self] in
        let result = Result {
          let connection = try open(.seconds(5))
          try connection.transaction {
            try connection.run("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
            // This work takes its time.
            usleep(400_000)
          }
        }
        results.change {
          switch result {
          case .success: $0.append("")
          case .failure(let error): $0.append("\(error)")
          }
        }
      }
    }
    try await eventually { results.value.count == 16 }
    #expect(ContinuousClock.now - start > .seconds(5))
    #expect(results.value.filter { $0 != "" } == [])
    #expect(try open().value("SELECT count(*) FROM t") == 16)
  }

  @Test func theTurnEndsWithTheTransactionHoweverItEnds() throws {
    let (first, second) = (try open(), try open())
    try first.execute("CREATE TABLE t (x INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
    func secondWrites(_ comment: Comment) {
      #expect(throws: Never.self, comment) { try second.run("UPDATE t SET x = x") }
    }
    secondWrites("after a script")
    #expect(throws: DatabaseError.self) { try first.run("INSERT INTO t VALUES (1)") }
    secondWrites("after a statement that failed")
    #expect(throws: CancellationError.self) {
      try first.transaction {
        try first.run("INSERT INTO t VALUES (2)")
        throw CancellationError()
      }
    }
    secondWrites("after a rollback")
    try first.withStatement("INSERT INTO t VALUES (3), (4) RETURNING x") { statement in
      let hasRow = try statement.step()
      #expect(hasRow)
      #expect(throws: DatabaseError.self) { try second.run("UPDATE t SET x = x") }
      // A statement that reads ends meanwhile.
      let count = try first.value("SELECT count(*) FROM t")
      #expect(count == 3)
      #expect(throws: DatabaseError.self) { try second.run("UPDATE t SET x = x") }
    }
    secondWrites("after rows that were not all read")
    try first.run("BEGIN")
    #expect(try first.value("SELECT count(*) FROM t") == 3)
    secondWrites("while another only reads in its transaction")
    try first.run("ROLLBACK")
    try first.run("BEGIN IMMEDIATE")
    first.close()
    secondWrites("after a connection was closed")
  }

  @Test func openingAndReadingDoNotWait() throws {
    let first = try open()
    try first.execute("CREATE TABLE t (x INTEGER)")
    try first.transaction {
      try first.run("INSERT INTO t VALUES (1)")
      let second = try open()
      #expect(try second.value("SELECT count(*) FROM t") == 0)
    }
  }

  @Test func aWaitIsReported() async throws {
    let first = try open()
    try first.execute("CREATE TABLE t (x INTEGER); BEGIN IMMEDIATE")
    let (reported, done) = (Shared<[LockConflict]>([]), Signal())
    onThread { [self] in
      var configuration = DatabaseConfiguration()
      configuration.busyTimeout = longTimeout
      configuration.didWait = { conflict in reported.change { $0.append(conflict) } }
      let connection = try? SQLiteConnection(path: folder.file(), configuration: configuration)
      if (try? connection?.run("INSERT INTO t VALUES (1)")) == 1 { done.fire() }
    }
    try await eventually { reported.value.count >= 2 }
    try first.run("COMMIT")
    try await done.wait()
    for conflict in reported.value {
      #expect(conflict.sql == "INSERT INTO t VALUES (1)")
      #expect(conflict.connectionsInFront == 1)
      #if os(Linux)
      #expect(conflict.holders.map(\.process) == [getpid()])
      #endif
    }
  }
}
