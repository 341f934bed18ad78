#if Postgres
import ChainFuzzing
import Foundation
import StorePostgres
import StoreSupport
import TestModel
import TestSupport
import Testing

extension PostgresSuite {
  @Suite(.serialized, .timeLimit(.minutes(hangLimit))) struct CancellationTests {
    private static func newStore(readers: Int = 1) throws -> TestStore {
      var configuration = DatabaseConfiguration()
      configuration.readerCount = readers
      return try TestStore(#require(try newServerPools(1, configuration).first))
    }

    @Test func canceledWorkEndsAtOnce() async throws {
      let seed = Seed()
      let store = try Self.newStore()
      var trials = try await CancellationTrials(store, seed: seed.number)
      try await trials.run(300)
      let report = trials.report
      print("\(seed), on a server: \(report.summary)")
      #expect(report.findings.isEmpty, "\(seed)\n\(report.findings.joined(separator: "\n"))")
      #expect(report.answers.sorted()[report.answers.count / 2] < 50 * Double(patience))
      await store.close()
    }

    /// Slow before the first row, and slow between the rows.
    @Test(
      arguments: [
        "SELECT pg_sleep(600)",
        "SELECT repeat('x', 9000) FROM generate_series(1, 9) "
          + "UNION ALL SELECT 'y' FROM pg_sleep(600)",
        "SELECT n, pg_sleep(600) FROM generate_series(1, 1000) AS n",
      ])
    func anyStatement(sql: String) async throws {
      let store = try Self.newStore()
      let pool = store.pool
      for _ in 0..<5 {
        let start = ContinuousClock.now
        // Rows that are not wanted any more, while others have yet to come.
        if sql.contains("UNION") {
          try await pool.read { connection in
            _ = try connection.withStatement(sql) { try $0.step() }
          }
        }
        let isRunning = Signal()
        let task = Task {
          try await pool.read { connection in
            isRunning.fire()
            return try connection.query(sql) { _ in }.count
          }
        }
        try await isRunning.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try await pool.read { try $0.query("SELECT 7") { try $0.integer(0) } } == [7])
        #expect(ContinuousClock.now - start < .seconds(60))
      }
      await store.close()
    }

    @Test func aBlockingCallEndsWithItsTask() async throws {
      let store = try Self.newStore()
      let pool = store.pool
      let isRunning = Signal()
      let task = Task.detached {
        isRunning.fire()
        return try Self.blocking(pool)
      }
      try await isRunning.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(try await store.people.count() == 0)
      await store.close()
    }

    private static func blocking(_ pool: ConnectionPool) throws -> Int {
      try pool.read { try $0.query("SELECT pg_sleep(600)") { _ in }.count }
    }

    /// What is waited for is a lock of another transaction.
    @Test func aWriteThatWaitsForARowIsRolledBack() async throws {
      let store = try Self.newStore()
      let ada = try await store.people.insert(Person(name: "Ada", surname: "L", age: 36))
      let other = try Self.newConnection(beside: store)
      try other.execute("BEGIN; UPDATE person SET age = 37")
      let hasWritten = Signal()
      let task = Task {
        try await store.write { transaction in
          try transaction.people.insert(Person(name: "Bob", surname: "L", age: 1))
          hasWritten.fire()
          try transaction.people.query.update { $0.set(\.age, to: 40) }
        }
      }
      try await hasWritten.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      try other.execute("ROLLBACK")
      #expect(try await store.people.all() == [ada])
      await store.close()
    }

    private static func newConnection(beside store: TestStore) throws -> PostgresConnection {
      let (folder, name) = try store.pool.withWriter {
        try $0.query(
          "SELECT current_setting('unix_socket_directories'), current_database()"
        ) { (try $0.text(0), try $0.text(1)) }[0]
      }
      return try PostgresConnection("host=\(folder) user=tester dbname=\(name)")
    }
  }
}
#endif
