import Foundation
import StoreSQLite
import Testing

@Suite struct MigrationStatusTests {
  private let fixture = MigrationFixture()

  @Test func eachStateIsTold() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try makeMigrator([
      "0001_a.sql": "SELECT 1", "0002_b.sql": "SELECT 2", "0003_c.sql": "SELECT 3",
      "0005_e.sql": "SELECT 5",
    ]).up(on: connection)
    let status = try makeMigrator([
      "0001_a.sql": "SELECT 1", "0002_bee.sql": "SELECT 22", "0004_d.sql": "SELECT 4",
      "0005_e.sql": "SELECT 5", "0006_f.sql": "SELECT 6", "0006_f.down.sql": "SELECT 6",
    ]).status(on: connection)
    #expect(status.entries.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(
      status.entries.map(\.state)
        == [.applied, .modified, .missing, .outOfOrder, .applied, .pending])
    #expect(
      status.entries.map(\.fileName) == [
        "0001_a.sql", "0002_bee.sql", "0003_c.sql", "0004_d.sql", "0005_e.sql", "0006_f.sql",
      ])
    #expect(status.entries[1].appliedAs == "0002_b.sql")
    #expect(status.entries.map { $0.appliedAt != nil } == [true, true, true, false, true, false])
    #expect(status.entries.map(\.hasDown) == [false, false, false, false, false, true])
    #expect(status.current == 5)
    #expect(status.hasProblem)
    #expect(!status.isUpToDate)
  }

  @Test func newFileWithALowerNumberThanAllIsOutOfOrder() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try makeMigrator(["0002_b.sql": "SELECT 2"]).up(on: connection)
    let both = try makeMigrator(["0001_a.sql": "SELECT 1", "0002_b.sql": "SELECT 2"])
    #expect(try both.status(on: connection).entries.map(\.state) == [.outOfOrder, .applied])
  }

  @Test func isJSON() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try migrator.up(to: 1, on: connection)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let status = try migrator.status(on: connection)
    let text = String(decoding: try encoder.encode(status), as: UTF8.self)
    let date = try #require(status.entries[0].appliedAt)
    #expect(
      text == """
        {"entries":[\
        {"appliedAs":"0001_person.sql","appliedAt":"\(date)","fileName":"0001_person.sql",\
        "hasDown":true,"number":1,"state":"applied"},\
        {"fileName":"0002_ada.sql","hasDown":true,"number":2,"state":"pending"},\
        {"fileName":"0003_age.sql","hasDown":true,"number":3,"state":"pending"}],"set":"app"}
        """)
  }

  @Test func readingWritesNothing() throws {
    try fixture.connection().close()
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.database))
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let connection = try fixture.connection(configuration)
    let migrator = try makeMigrator(threeFiles)
    #expect(
      try migrator.status(on: connection).entries.map(\.state) == [.pending, .pending, .pending])
    #expect(try migrator.verify(on: connection).isEmpty)
    #expect(try connection.objectNames().isEmpty)
    connection.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.database)) == before)
  }

  @Test func emptyFileAsADatabase() throws {
    try Data().write(to: URL(fileURLWithPath: fixture.database))
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let connection = try fixture.connection(configuration)
    #expect(try makeMigrator(threeFiles).status(on: connection).current == 0)
  }

  @Test func withinATransactionAsWell() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try migrator.up(on: connection)
    #expect(try connection.transaction { try migrator.status(on: connection) }.isUpToDate)
  }

  @Test(arguments: [
    "CREATE TABLE schema_migration (version TEXT)",
    "CREATE VIEW schema_migration AS SELECT 1 AS x",
    "CREATE TABLE schema_migration (id, set_name, number, name, checksum, applied_at)",
  ])
  func tableOfAnotherTool(sql: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.run(sql)
    if sql.contains("checksum") {
      try connection.run("INSERT INTO schema_migration VALUES (1, 2, 'x', NULL, NULL, NULL)")
    }
    let migrator = try makeMigrator(threeFiles)
    for action in [
      { _ = try migrator.status(on: connection) }, { try migrator.up(on: connection) },
      { try migrator.baseline(at: 1, on: connection) },
    ] as [() throws -> Void] {
      guard case .historyUnreadable = caught({ try action() }) else {
        Issue.record("not told apart: \(sql)")
        continue
      }
    }
    #expect(try connection.objectNames() == ["schema_migration"])
  }
}
