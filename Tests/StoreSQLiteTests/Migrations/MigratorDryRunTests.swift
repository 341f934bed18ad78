import Foundation
import StoreSQLite
import Testing

@Suite struct MigratorDryRunTests {
  private let fixture = MigrationFixture()

  private func bytes() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    where name.hasPrefix("test.db") && !name.hasSuffix("-shm") {
      contents[name] = try Data(contentsOf: fixture.folder.appendingPathComponent(name))
    }
    return contents
  }

  @Test func tellsWhatWouldRunAndLeavesTheFileAlone() throws {
    let connection = try fixture.connection()
    let migrator = try makeMigrator(threeFiles)
    try migrator.up(to: 1, on: connection)
    let before = try bytes()
    let version = try connection.number("PRAGMA data_version")
    var told: [String] = []
    let steps = try migrator.dryRun(.up(), on: connection) { told.append($0.fileName) }
    #expect(steps.map(\.fileName) == ["0002_ada.sql", "0003_age.sql"])
    #expect(told == steps.map(\.fileName))
    #expect(try migrator.dryRun(.to(0), on: connection).map(\.fileName) == ["0001_person.down.sql"])
    #expect(try bytes() == before)
    #expect(before.keys.contains("test.db"))
    #expect(try connection.number("PRAGMA data_version") == version)
    #expect(try connection.appliedNumbers() == [1])
    #expect(try migrator.up(on: connection) == steps)
  }

  @Test func failsAsTheRealOneWouldWithTheRowsThatAreThere() throws {
    let connection = try fixture.connection()
    try makeMigrator(threeFiles).up(to: 1, on: connection)
    try connection.run("INSERT INTO person (name) VALUES ('Ada')")
    var files = threeFiles
    files["0004_unique.sql"] = "SELECT 1;\nCREATE UNIQUE INDEX one ON person (name);"
    let migrator = try makeMigrator(files)
    let before = try bytes()
    let rehearsed = try #require(caught { try migrator.dryRun(.up(), on: connection) })
    #expect(try bytes() == before)
    let real = try #require(caught { try migrator.up(on: connection) })
    guard case .failed("0004_unique.sql", 2, _) = rehearsed else {
      Issue.record("\(rehearsed)")
      return
    }
    #expect(rehearsed.description == real.description)
  }

  @Test func readOnlyConnectionWillDo() throws {
    try fixture.connection().close()
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let connection = try fixture.connection(configuration)
    #expect(try makeMigrator(threeFiles).dryRun(.up(), on: connection).count == 3)
  }

  @Test(arguments: [1024, 4096, 16384])
  func databaseOfAnyPageSizeLargerThanTheCache(pageSize: Int64) throws {
    var configuration = DatabaseConfiguration()
    configuration.cacheKibibytes = 64
    let connection = try fixture.connection(configuration)
    try connection.execute(
      """
      PRAGMA journal_mode = DELETE; PRAGMA page_size = \(pageSize); VACUUM;
      PRAGMA journal_mode = WAL;
      """)
    #expect(try connection.number("PRAGMA page_size") == pageSize)
    try makeMigrator(threeFiles).up(to: 1, on: connection)
    try connection.run(
      """
      INSERT INTO person (name)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT hex(zeroblob(500)) FROM n
      """)
    #expect(try makeMigrator(threeFiles).dryRun(.up(), on: connection).map(\.number) == [2, 3])
    #expect(try connection.number("SELECT count(*) FROM person") == 20_000)
  }

  @Test func databaseInMemory() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    #expect(try makeMigrator(threeFiles).dryRun(.up(to: 2), on: connection).count == 2)
    #expect(try connection.objectNames().isEmpty)
  }
}
