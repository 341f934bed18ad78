import Foundation
import TestSupport
import Testing

@testable import StoreSQLite

@Suite("Observing commits")
struct ObserverTests {
  private let folder = TemporaryFolder()

  private func pool(_ name: String = "test.db") async throws -> ConnectionPool {
    let pool = try await ConnectionPool(path: folder.file(name))
    try await pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY)") }
    return pool
  }

  private func insert(_ pool: ConnectionPool, _ values: ClosedRange<Int64>) async throws {
    try await pool.write { connection in
      for value in values { try connection.run("INSERT INTO t VALUES (?)", [.integer(value)]) }
    }
  }

  @Test("commits come with their rows, in order, and rollbacks do not")
  func rows() async throws {
    let pool = try await pool()
    try await insert(pool, 1...1)
    let observer = try await pool.observe()
    let start = observer.position
    #expect(observer.commits(since: start).commits?.isEmpty == true)
    try await insert(pool, 2...3)
    try? await pool.write { connection in
      try connection.run("DELETE FROM t")
      throw Stop()
    }
    try await insert(pool, 4...4)
    #expect(try await observer.wait(after: start))
    let (commits, last) = observer.commits(since: start)
    #expect(commits?.map { $0.changes.map(\.key) } == [[2, 3], [4]])
    #expect(observer.commits(since: try #require(commits?[0].position)).commits?.count == 1)
    #expect(observer.commits(since: last).commits?.isEmpty == true)
  }

  @Test("what is too large, by another connection, or of the schema is not known with its rows")
  func unknown() async throws {
    let pool = try await pool()
    let other = try await ConnectionPool(path: folder.file())
    let observer = try await pool.observe()
    var position = observer.position
    try await insert(pool, 1...Int64(CommitLog.capacity + 1))
    #expect(observer.commits(since: position).commits == nil)
    position = observer.position
    try await other.write { try $0.run("DELETE FROM t WHERE x = 1") }
    #expect(try await observer.wait(after: position))
    #expect(observer.commits(since: position).commits == nil)
    position = observer.position
    try await pool.write { try $0.execute("CREATE INDEX i ON t (x)") }
    #expect(observer.commits(since: position).commits == nil)
    position = observer.position
    try await pool.write { try $0.run("DELETE FROM t WHERE x = 2") }
    #expect(observer.commits(since: position).commits?.count == 1)
    // Others' commits come before one's own that follow them.
    position = observer.position
    try await other.write { try $0.run("DELETE FROM t WHERE x = 3") }
    try await pool.write { try $0.run("DELETE FROM t WHERE x = 4") }
    #expect(observer.commits(since: position).commits == nil)
  }

  @Test("large values are forgotten, of one transaction and of many")
  func large() async throws {
    let pool = try await pool()
    try await pool.write { try $0.execute("CREATE TABLE large (x TEXT)") }
    let observer = try await pool.observe()
    let start = observer.position
    let text = String(repeating: "x", count: CommitLog.byteCapacity / 8)
    func insert(_ count: Int) async throws {
      try await pool.write { connection in
        for _ in 0..<count {
          try connection.run("INSERT INTO large (x) VALUES (?)", [.text(text)])
        }
      }
    }
    for _ in 0..<40 { try await insert(1) }
    #expect(observer.commits(since: start).commits == nil)
    var position = observer.position
    try await insert(2)
    #expect(observer.commits(since: position).commits?.map(\.changes.count) == [2])
    position = observer.position
    try await insert(9)
    #expect(observer.commits(since: position).commits == nil)
    position = observer.position
    try await self.insert(pool, 1...1)
    #expect(observer.commits(since: position).commits?.count == 1)
  }

  @Test("the oldest of many rows are forgotten")
  func forgotten() async throws {
    let pool = try await pool()
    let observer = try await pool.observe()
    let start = observer.position
    var middle = start
    for batch in 0..<5 {
      let first = Int64(batch) * 5_000 + 1
      try await insert(pool, first...(first + 4_999))
      if batch == 3 { middle = observer.position }
    }
    #expect(observer.commits(since: start).commits == nil)
    #expect(observer.commits(since: middle).commits?.count == 1)
  }

  @Test("a snapshot is of the state at its place, and later commits come after it")
  func snapshots() async throws {
    let pool = try await pool()
    let observer = try await pool.observe()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for value in 1...300 { try await insert(pool, Int64(value)...Int64(value)) } }
      for _ in 0..<30 {
        let (count, position) = try await observer.snapshot { connection, position in
          (try connection.query("SELECT count(*) FROM t") { try $0.integer(0) }[0], position)
        }
        let known = observer.commits(since: position)
        let behind = try #require(known.commits).reduce(0) { $0 + $1.changes.count }
        let now = try await observer.snapshot { connection, position in
          (try connection.query("SELECT count(*) FROM t") { try $0.integer(0) }[0], position)
        }
        if now.1 == known.position { #expect(now.0 == count + Int64(behind)) }
      }
      try await group.waitForAll()
    }
  }

  @Test("waiting ends with the task and with the pool")
  func ends() async throws {
    let pool = try await pool()
    let observer = try await pool.observe()
    let position = observer.position
    let cancelled = Task { try await observer.wait(after: position) }
    let waiting = Task { try await observer.wait(after: position) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    await pool.closeAndWait()
    #expect(try await waiting.value == false)
    #expect(try await observer.wait(after: position) == false)
    await #expect(throws: DatabaseError.self) { try await pool.observe() }
  }

  @Test("without observers nothing is written down, and nothing is asked")
  func unobserved() async throws {
    let pool = try await pool()
    var observer: CommitObserver? = try await pool.observe()
    try await insert(pool, 1...1)
    #expect(observer != nil && pool.log.isObserved)
    observer = nil
    #expect(!pool.log.isObserved)
    let position = pool.log.position
    try await insert(pool, 2...2)
    #expect(pool.log.position == position)
    let again = try await pool.observe()
    try await insert(pool, 3...3)
    #expect(again.commits(since: position).commits?.count == 1)
  }
}
