import Foundation
import StoreSQLite
import Testing

@Suite struct MigratorRunTests {
  private let fixture = MigrationFixture()

  @Test func upRunsEachFileOnce() throws {
    let connection = try fixture.connection()
    let migrator = try makeMigrator(threeFiles)
    let steps = try migrator.up(on: connection)
    #expect(steps.map(\.fileName) == ["0001_person.sql", "0002_ada.sql", "0003_age.sql"])
    #expect(steps.allSatisfy { $0.direction == .up })
    #expect(try migrator.up(on: connection).isEmpty)
    #expect(try connection.number("SELECT count(*) FROM person") == 1)
    #expect(try connection.appliedNumbers() == [1, 2, 3])
    #expect(
      try connection.texts("SELECT checksum FROM schema_migration ORDER BY id")
        == migrator.migrations.map(\.checksum))
    #expect(
      try connection.number(
        """
        SELECT count(*) FROM schema_migration
        WHERE abs(julianday(applied_at) - julianday('now')) < 1 AND applied_at GLOB '*T*.???Z'
          AND set_name = 'app'
        """) == 3)
  }

  @Test func upToANumberAndOn() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    #expect(try migrator.up(to: 2, on: connection).map(\.number) == [1, 2])
    #expect(try migrator.up(to: 1, on: connection).isEmpty)
    #expect(try migrator.up(on: connection).map(\.number) == [3])
    #expect(caught { try migrator.up(to: 4, on: connection) } == .unknownNumber(4, set: "app"))
  }

  @Test func downTakesTheNewestBack() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try migrator.up(on: connection)
    let steps = try migrator.down(on: connection)
    #expect(steps.map(\.fileName) == ["0003_age.down.sql"])
    #expect(steps.map(\.direction) == [.down])
    #expect(try connection.appliedNumbers() == [1, 2])
    #expect(
      try connection.texts("SELECT name FROM pragma_table_info('person')") == ["id", "name"])
    #expect(try migrator.down(steps: 9, on: connection).map(\.number) == [2, 1])
    #expect(try connection.objectNames() == ["schema_migration"])
    #expect(try migrator.down(on: connection).isEmpty)
    #expect(try migrator.up(on: connection).map(\.number) == [1, 2, 3])
  }

  @Test func moveGoesBothWays() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    #expect(try migrator.move(to: 2, on: connection).map(\.number) == [1, 2])
    #expect(try migrator.move(to: 2, on: connection).isEmpty)
    #expect(try migrator.move(to: 3, on: connection).map(\.number) == [3])
    #expect(try migrator.move(to: 1, on: connection).map(\.number) == [3, 2])
    #expect(try migrator.move(to: 0, on: connection).map(\.number) == [1])
    #expect(try migrator.move(to: 0, on: connection).isEmpty)
    #expect(caught { try migrator.move(to: 7, on: connection) } == .unknownNumber(7, set: "app"))
  }

  @Test func downWithoutAFileIsRefusedBeforeAnythingRuns() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles.filter { $0.key != "0002_ada.down.sql" })
    try migrator.up(on: connection)
    #expect(
      caught { try migrator.move(to: 1, on: connection) }
        == .noDownFile(file: "0002_ada.sql", expected: "0002_ada.down.sql"))
    #expect(try connection.appliedNumbers() == [1, 2, 3])
    #expect(try migrator.down(on: connection).map(\.number) == [3])
  }

  @Test func failingFileLeavesNothingAndThoseBeforeItStay() throws {
    let connection = try fixture.connection()
    let migrator = try makeMigrator([
      "0001_a.sql": "CREATE TABLE a (x);",
      "0002_b.sql": "CREATE TABLE b (x); INSERT INTO a VALUES (1);\nSELECT * FROM nil; SELECT 1;",
      "0003_c.sql": "CREATE TABLE c (x);",
    ])
    var done: [String] = []
    let error = caught {
      try migrator.run(.up(), on: connection) { done.append($0.fileName) }
    }
    guard case .failed("0002_b.sql", 2, .failed(let reason)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.message.contains("no such table: nil"))
    #expect(done == ["0001_a.sql"])
    // As another connection sees it, too.
    for reader in [connection, try fixture.connection()] {
      #expect(try reader.objectNames() == ["a", "schema_migration"])
      #expect(try reader.number("SELECT count(*) FROM a") == 0)
      #expect(try reader.appliedNumbers() == [1])
      #expect(!reader.isInTransaction)
    }
  }

  @Test func firstFileThatFailsLeavesNoHistoryTable() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(["0001_a.sql": "CREATE TABLE a (x); SELECT * FROM nil;"])
    _ = caught { try migrator.up(on: connection) }
    #expect(try connection.objectNames().isEmpty)
  }

  @Test func failingDownFileLeavesEverything() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator([
      "0001_a.sql": "CREATE TABLE a (x);", "0001_a.down.sql": "DROP TABLE a; SELECT * FROM nil;",
    ])
    try migrator.up(on: connection)
    let error = caught { try migrator.down(on: connection) }
    guard case .failed("0001_a.down.sql", 1, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try connection.objectNames() == ["a", "schema_migration"])
    #expect(try connection.appliedNumbers() == [1])
  }

  @Test func statementThatRollsTheTransactionBackIsAnErrorLikeOthers() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator([
      "0001_a.sql": """
      CREATE TABLE a (x UNIQUE); INSERT INTO a VALUES (1);
      INSERT OR ROLLBACK INTO a VALUES (1); CREATE TABLE b (x);
      """
    ])
    let error = caught { try migrator.up(on: connection) }
    guard case .failed("0001_a.sql", 2, .constraint) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try connection.objectNames().isEmpty)
    #expect(try connection.number("PRAGMA foreign_keys") == 1)
  }

  @Test func setsHaveHistoriesOfTheirOwn() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let store = try makeMigrator(threeFiles, set: "personstore")
    let app = try makeMigrator(["0001_note.sql": "CREATE TABLE note (x);"])
    try store.up(on: connection)
    #expect(try app.status(on: connection).entries.map(\.state) == [.pending])
    try app.up(on: connection)
    #expect(try store.status(on: connection).isUpToDate)
    try store.down(on: connection)
    #expect(try app.status(on: connection).isUpToDate)
    #expect(
      try connection.texts("SELECT set_name || number FROM schema_migration ORDER BY id")
        == ["personstore1", "personstore2", "app1"])
  }

  @Test func insideATransactionIsRefused() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try connection.transaction {
      #expect(caught { try migrator.up(on: connection) } == .insideTransaction)
      #expect(caught { try migrator.baseline(at: 1, on: connection) } == .insideTransaction)
      #expect(caught { try migrator.dryRun(.up(), on: connection) } == .insideTransaction)
    }
    #expect(try connection.objectNames().isEmpty)
  }

  @Test func poolLendsItsWriter() async throws {
    let pool = try await ConnectionPool(path: fixture.database)
    let migrator = try makeMigrator(threeFiles)
    let steps = try await pool.withWriter { try migrator.up(on: $0) }
    #expect(steps.count == 3)
    #expect(try await pool.withReader { try migrator.status(on: $0) }.isUpToDate)
    #expect(try await pool.withReader { try migrator.verify(on: $0) }.isEmpty)
    await pool.closeAndWait()
  }

  @Test func readOnlyConnectionCannotMigrate() throws {
    try fixture.connection().close()
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let connection = try fixture.connection(configuration)
    let error = caught(DatabaseError.self) { try makeMigrator(threeFiles).up(on: connection) }
    guard case .readOnly = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try connection.number("PRAGMA foreign_keys") == 1)
  }
}
