#if Postgres
import Foundation
import LinqSQL
import Logging
import People
import PeoplePostgres
import StoreEngine
import StorePostgres
import StoreSupport
import TestSupport
import Testing

extension PostgresSuite {
  /// One primary server with one replica, which serves as two. The replica's part of the work can
  /// be held up.
  @Suite struct ReplicaTests {
    @Test func readsRunOnReplicas() async throws {
      let primary = try PostgresServer(named: "primary")
      let server = try primary.newReplica(named: "replica")
      let address = try primary.newDatabase()
      let replica = server.address(of: address)
      let notices = Locked<[String]>([])
      var configuration = DatabaseConfiguration()
      configuration.busyTimeout = .milliseconds(300)
      let store = try await PersonStore(
        postgres: address,
        replicas: ["\(replica) application_name=first", "\(replica) application_name=second"],
        configuration: configuration,
        logger: Logger(label: "tests") { _ in NoticeHandler(notices: notices) })
      let control = try PostgresConnection(
        server.address(of: address.replacing(/dbname=\S+/, with: "dbname=postgres")))

      // A reader has what was committed before a position, from a replica.
      let ada = try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
      let first = try await store.logPosition()
      var patient = configuration
      patient.busyTimeout = longTimeout
      let waiting = try await PersonStore(
        postgres: address, replicas: [replica], configuration: patient, migrating: false)
      let reader = try await waiting.reading(.replica(after: first))
      #expect(try await reader.people.find(ada.id) == ada)
      #expect(try await isReplica(reader))
      // The primary server writes her words meanwhile, or before.
      for _ in 0..<3 { #expect(try await reader.people.search("ada love").toArray() == [ada]) }

      // Replicas take turns; all reads of one reader run on the same.
      var names: [String] = []
      for _ in 0..<4 {
        let reader = try await store.reading(.replica)
        #expect(try await reader.people.where { ($0.age ?? 0) > 30 }.toArray() == [ada])
        #expect(try await reader.groups.all().isEmpty)
        names.append(try await reader.read { try $0.connection.query(name) { try $0.text(0) } }[0])
        #expect(try await isReplica(reader))
      }
      #expect(names == ["first", "second", "first", "second"])
      #expect(notices.withLock { $0 } == [])

      // Replay is held up: an ordinary read of a replica is behind, and one that must not be reads
      // on the primary server in the end.
      _ = try control.query("SELECT pg_wal_replay_pause()") { _ in }
      let grace = try await store.people.insert(Person(name: "Grace", surname: "Hopper", age: 85))
      let second = try await store.logPosition()
      #expect(first < second)
      #expect(try await store.reading(.replica).people.find(grace.id) == nil)
      let late = try await store.reading(.replica(after: second))
      #expect(try await late.people.find(grace.id) == grace)
      #expect(try await !isReplica(late))
      #expect(try await store.reading(.primary).people.count() == 2)

      // It goes on while somebody waits.
      async let found = waiting.reading(.replica(after: second)).people.find(grace.id)
      try await Task.sleep(for: .milliseconds(100))
      _ = try control.query("SELECT pg_wal_replay_resume()") { _ in }
      #expect(try await found == grace)
      let inTime = try await Task.detached {
        let reader: PersonStore = try waiting.reading(.replica(after: second))
        return try (reader.people.find(grace.id), reader.pool.withReader(isReplica))
      }.value
      #expect(inTime.0 == grace && inTime.1)

      // A reader never writes, and is no owner of the connections.
      await #expect(throws: DatabaseError.self) { try await reader.people.insert(grace) }
      await #expect(throws: DatabaseError.self) {
        try await reader.write { try $0.people.delete(1) }
      }
      #expect(throws: DatabaseError.self) { try reader.people.where { ($0.age ?? 0) > 0 }.delete() }
      await reader.close()
      #expect(try await reader.people.count() == 2)

      // A live query of a reader follows the primary server.
      let observed = try await collect(reader.people.query, counts: 3) {
        try await store.people.insert(Person(name: "Mary", surname: "Shelley", age: 53))
      }
      #expect(observed == 3)

      // Without the replica the primary server is read, until it is there again.
      server.stop()
      notices.withLock { $0 = [] }
      let substitute = try await store.reading(.replica)
      #expect(try await substitute.people.count() == 3)
      #expect(try await !isReplica(substitute))
      #expect(notices.withLock { $0 }.contains { $0.contains("the primary server stands in") })
      let clock = ContinuousClock()
      let start = clock.now
      let third = try await waiting.logPosition()
      #expect(try await waiting.reading(.replica(after: third)).people.count() == 3)
      #expect(clock.now - start < .seconds(20))
      try server.start()
      let again = try await PersonStore(
        postgres: address, replicas: [replica], configuration: patient, migrating: false)
      #expect(try await isReplica(again.reading(.replica(after: third))))
      for store in [store, waiting, again] { await store.close() }
      await #expect(throws: DatabaseError.self) { try await reader.people.count() }
    }

    @Test func withoutReplicasTheServerItselfIsRead() async throws {
      let store = try newStore()
      try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
      let position = try await store.logPosition()
      #expect(position > .start)
      #expect(try await store.reading(.replica).people.count() == 1)
      #expect(try await store.reading(.replica(after: position)).people.count() == 1)
    }
  }
}

private let name = "SELECT current_setting('application_name')"

@Sendable private func isReplica(_ connection: Connection) throws -> Bool {
  try connection.query("SELECT pg_is_in_recovery()") { try $0.integer(0) != 0 } == [true]
}

private func isReplica(_ store: PersonStore) async throws -> Bool {
  try await store.pool.withReader(isReplica)
}

/// Returns the count that a live query reports after a change.
private func collect(
  _ query: Query<Person>, counts wanted: Int, change: () async throws -> Void
) async throws -> Int {
  var isChanged = false
  for try await people in query.live() {
    if !isChanged { try await change() }
    isChanged = true
    if people.count == wanted { return people.count }
  }
  return 0
}

/// Keeps what is logged at notice level.
private struct NoticeHandler: LogHandler {
  let notices: Locked<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    notices.withLock { $0.append(event.message.description) }
  }
}
#endif
