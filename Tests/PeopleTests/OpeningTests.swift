import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct OpeningTests {
  let folder = TemporaryFolder()
  private var path: String { folder.file("people.db") }
  private let migrations = [
    "0001_people_and_groups.sql", "0002_text_version.sql", "0004_age_and_attributes.sql",
    "0005_imports.sql", "0006_search.sql",
  ]

  @Test func newFileIsMigrated() throws {
    let store = try PersonStore(path: path)
    #expect(try store.people.count() == 0)
    #expect(try store.groups.count() == 0)
    #expect(
      try store.column("SELECT name FROM schema_migration WHERE set_name = 'personstore'")
        == ["people_and_groups", "text_version", "age_and_attributes", "imports", "search"])
    #expect(try store.check() == [])
    store.close()
  }

  @Test func contentStaysAfterClosing() async throws {
    var store = try await PersonStore(path: path)
    let ada = try await store.people.insert(.some())
    let group = try await store.groups.insert(PersonGroup(letter: "L", items: [ada]))
    await store.close()
    store = try await PersonStore(path: path)
    #expect(try await store.people.all() == [ada])
    #expect(try await store.groups.all() == [group])
    await store.close()
  }

  @Test func inMemory() async throws {
    let store = try await PersonStore(path: ":memory:")
    let other = try await PersonStore(path: ":memory:")
    try await store.people.insert(.some())
    #expect(try await store.people.count() == 1)
    #expect(try await other.people.count() == 0)
    #expect(try await store.check() == [])
    await store.close()
    await other.close()
  }

  @Test func closedStore() async throws {
    let store = try await PersonStore(path: path)
    await store.close()
    await store.close()
    let closed = DatabaseError.closed(path: path)
    await #expect(throws: closed) { try await store.people.all() }
    await #expect(throws: closed) { try await store.groups.insert(PersonGroup(letter: "A")) }
    await #expect(throws: closed) { try await store.write { _ in } }
    await #expect(throws: closed) { try await store.check() }
    onThisThread {
      store.close()
      #expect(throws: closed) { try store.people.all() }
      #expect(throws: closed) { try store.read { _ in } }
    }
  }

  @Test func closingInsideAWriteLetsItEnd() throws {
    let store = try PersonStore(path: path)
    try store.write { transaction in
      store.close()
      try transaction.people.insert(.some())
    }
    #expect(throws: DatabaseError.closed(path: path)) { try store.people.count() }
    store.close()
    #expect(try PersonStore(path: path).people.count() == 1)
  }

  @Test func notMigrating() async throws {
    let expected = StoreError.schemaNotUpToDate(path: path, files: migrations)
    onThisThread {
      #expect(throws: expected) { try PersonStore(path: path, migrating: false) }
    }
    await #expect(throws: expected) { try await PersonStore(path: path, migrating: false) }
    #expect(
      expected.description
        == "the schema of \(path) is not up to date (\(migrations.joined(separator: ", "))); "
        + "migrate it first: personstore migrate --db \(path)")
    #expect(expected.localizedDescription == expected.description)

    // Once someone has migrated the file it opens.
    let pool = try await ConnectionPool(path: path)
    try await pool.withWriter { try PersonStore.migrator().up(on: $0) }
    let store = try await PersonStore(path: path, migrating: false)
    try await store.people.insert(.some())
    #expect(try await store.people.count() == 1)
    await store.close()
    await pool.closeAndWait()
  }

  @Test func readingOnly() async throws {
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let writing = try await PersonStore(path: path)
    let ada = try await writing.people.insert(.some())
    let reading = try await PersonStore(path: path, configuration: configuration)
    #expect(try await reading.people.all() == [ada])
    #expect(try await reading.check() == [])
    do {
      try await reading.people.insert(.some())
      Issue.record("it was written")
    } catch DatabaseError.readOnly(let file, _) {
      #expect(file == path)
    }
    #expect(try await writing.people.count() == 1)
    await reading.close()
    await writing.close()
  }

  @Test func readingOnlyNeverMigrates() throws {
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    #expect(throws: DatabaseError.cannotOpen(path: path, reason: .noSuchFile)) {
      try PersonStore(path: path, configuration: configuration)
    }
    let connection = try SQLiteConnection(path: path)
    try connection.execute("CREATE TABLE mine (x)")
    connection.close()
    #expect(throws: StoreError.notAStore(path: path, .foreign(tables: ["mine"]))) {
      try PersonStore(path: path, configuration: configuration)
    }
  }

  @Test(
    "a file that a newer version has migrated is refused and left alone", arguments: [true, false])
  func newerSchema(migrating: Bool) async throws {
    let store = try await PersonStore(path: path)
    try await store.people.insert(.some())
    try store.asAnotherProgram(
      """
      INSERT INTO schema_migration (set_name, number, name, checksum, applied_at)
      VALUES ('personstore', 99, 'phones', 'x', '2100-01-01T00:00:00.000Z'),
        ('app', 9, 'other_set', 'x', '2100-01-01T00:00:00.000Z');
      ALTER TABLE person ADD COLUMN phone TEXT;
      """)
    await store.close()
    let path = path
    let expected = StoreError.schemaTooNew(path: path, files: ["0099_phones.sql"])
    await #expect(throws: expected) { try await PersonStore(path: path, migrating: migrating) }
    onThisThread {
      #expect(throws: expected) { try PersonStore(path: path, migrating: migrating) }
    }
    #expect(expected.description.contains("is newer than this program (0099_phones.sql)"))
    let connection = try SQLiteConnection(path: path)
    #expect(try connection.query("SELECT phone FROM person") { $0.isNull(0) } == [true])
  }

  @Test("a migration that is not the one that was applied is refused") func otherSchema() throws {
    let store = try PersonStore(path: path)
    try store.asAnotherProgram("UPDATE schema_migration SET checksum = 'x'")
    store.close()
    let modified = MigrationError.modified(
      file: migrations[0], set: "personstore", appliedAs: migrations[0])
    #expect(throws: modified) { try PersonStore(path: path) }
    #expect(throws: modified) { try PersonStore(path: path, migrating: false) }
  }

  @Test func notAStore() throws {
    try Data("no database, but a text that is long enough to be one".utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(throws: DatabaseError.notADatabase(path: path)) { try PersonStore(path: path) }
    let missing = folder.file("missing") + "/people.db"
    #expect(throws: DatabaseError.self) { try PersonStore(path: missing) }
  }

  @Test("a table of another program's with our name is an error, not a loss") func takenName()
    throws
  {
    let connection = try SQLiteConnection(path: path)
    try connection.execute("CREATE TABLE person (mine TEXT); INSERT INTO person VALUES ('kept')")
    #expect(throws: StoreError.notAStore(path: path, .foreign(tables: ["person"]))) {
      try PersonStore(path: path)
    }
    // Nor where a program asks for a store's tables in a database of its own.
    #expect(throws: MigrationError.self) { try PersonStore.migrator().up(on: connection) }
    #expect(try connection.query("SELECT mine FROM person") { try $0.text(0) } == ["kept"])
    #expect(
      try connection.query("SELECT name FROM sqlite_schema ORDER BY name") { try $0.text(0) }
        == ["person"])
  }

  @Test("any number of stores may open one new file at once") func manyAtOnce() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          let store = try await PersonStore(path: path)
          try await store.people.insert(.some("\(number)"))
          await store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try await PersonStore(path: path)
    #expect(try await store.people.count() == 12)
    #expect(try store.column("SELECT count(*) FROM schema_migration") == [5])
    await store.close()
  }

  @Test func migrationsGoDownAndUpAgain() throws {
    let store = try PersonStore(path: path)
    try store.people.insert(.some())
    let migrator = try PersonStore.migrator()
    #expect(migrator.set == "personstore")
    #expect(migrator.migrations.map(\.fileName) == migrations)
    let steps = try store.pool.withWriter { try migrator.down(steps: 5, on: $0) }
    #expect(
      steps.map(\.fileName) == [
        "0006_search.down.sql", "0005_imports.down.sql", "0004_age_and_attributes.down.sql",
        "0002_text_version.down.sql", "0001_people_and_groups.down.sql",
      ])
    #expect(
      try store.column(
        "SELECT name FROM sqlite_schema WHERE tbl_name <> 'schema_migration'") == [])
    try store.pool.withWriter { try migrator.up(on: $0) }
    #expect(try store.people.count() == 0)
    #expect(try store.check() == [])
  }

  /// Calls the synchronous forms from a test that is async.
  private func onThisThread(_ body: () -> Void) { body() }

  @Test("a store that lost its history says how to mend that")
  func lostHistory() throws {
    try PersonStore(path: path).close()
    let connection = try SQLiteConnection(path: path)
    try connection.execute("DROP TABLE schema_migration")
    connection.close()
    #expect(throws: StoreError.notAStore(path: path, .withoutHistory)) {
      try PersonStore(path: path)
    }
    let other = try SQLiteConnection(path: path)
    _ = try PersonStore.migrator().baseline(at: 6, on: other)
    other.close()
    let store = try PersonStore(path: path)
    #expect(try store.check() == [])
    store.close()
  }
}
