import StoreSQLite
import TestSupport
import Testing

@Suite struct SnapshotVersionTests {
  @Test func statesAreEqualUntilTheNextCommit() throws {
    let folder = TemporaryFolder()
    let connections = try (0..<2).map { _ in try SQLiteConnection(path: folder.file()) }
    let (reader, writer) = (connections[0], connections[1])
    try writer.execute("PRAGMA journal_mode = wal; CREATE TABLE t (a INTEGER)")
    func state(_ connection: SQLiteConnection) throws -> DatabaseVersion? {
      try connection.snapshot { try connection.snapshotVersion() }
    }
    var last = try state(reader)
    #expect(last != nil)
    for number in 0..<5 {
      #expect(try state(reader) == last)
      try writer.transaction {
        try writer.run("INSERT INTO t VALUES (\(number))")
        #expect(try state(reader) == last)
      }
      let next = try state(reader)
      #expect(next != last)
      last = next
    }
    // What is rolled back changes nothing for others.
    try? writer.transaction {
      try writer.run("DELETE FROM t")
      throw CancellationError()
    }
    #expect(try state(reader) == last)
    // Two connections that see the same are not compared.
    #expect(try state(writer) != last)
  }

  @Test func aConnectionSeesItsOwnCommits() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE t (a INTEGER)")
    let before = try connection.snapshot { try connection.snapshotVersion() }
    #expect(try connection.snapshot { try connection.snapshotVersion() } == before)
    try connection.run("INSERT INTO t VALUES (1)")
    #expect(try connection.snapshot { try connection.snapshotVersion() } != before)
  }
}
