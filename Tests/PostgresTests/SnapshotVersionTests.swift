#if Postgres
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  @Suite struct SnapshotVersionTests {
    @Test func statesAreEqualUntilTheNextCommit() throws {
      let address = try newDatabase()
      let connections = try (0..<3).map { _ in try PostgresConnection(address) }
      let (reader, writer, other) = (connections[0], connections[1], connections[2])
      try writer.execute("CREATE TABLE t (a bigint)")
      func state() throws -> (version: DatabaseVersion?, rows: Int64) {
        try reader.snapshot {
          let version = try reader.snapshotVersion()
          return (version, try reader.query("SELECT count(*) FROM t") { try $0.integer(0) }[0])
        }
      }
      // Other databases of the server may have transactions; equal states are only found at rest.
      var isKept = false
      for _ in 0..<50 where !isKept { isKept = try state().version == state().version }
      #expect(isKept)
      var last = try state()
      #expect(last.version != nil)
      for number in 0..<20 {
        // A transaction that began before the one that commits, and commits after it.
        try other.transaction {
          try other.run("INSERT INTO t VALUES (-1)")
          try writer.run("INSERT INTO t VALUES (\(number))")
          let next = try state()
          #expect(next.version != last.version && next.rows == last.rows + 1)
          last = next
        }
        let next = try state()
        #expect(next.version != last.version && next.rows == last.rows + 1)
        last = next
      }
      // Two connections see the same, and are not compared.
      let version = try other.snapshot { try other.snapshotVersion() }
      #expect(version != last.version)
    }

    @Test func aReplicaDoesNotTell() throws {
      let primary = try PostgresServer(named: "versions")
      let address = try primary.newDatabase()
      let replica = try primary.newReplica(named: "versionsreplica")
      let reader = try PostgresConnection(replica.address(of: address))
      #expect(try reader.snapshot { try reader.snapshotVersion() } == nil)
    }
  }
}
#endif
