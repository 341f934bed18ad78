import StoreSQLite
import Testing

@Suite struct MigratorBaselineTests {
  @Test func marksWithoutRunning() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    let migrator = try makeMigrator(threeFiles)
    #expect(try migrator.baseline(at: 2, on: connection) == ["0001_person.sql", "0002_ada.sql"])
    #expect(
      try migrator.status(on: connection).entries.map(\.state) == [.applied, .applied, .pending])
    #expect(try connection.number("SELECT count(*) FROM person") == 0)  // Ada was not inserted
    #expect(try migrator.verify(on: connection).isEmpty)
    #expect(try migrator.up(on: connection).map(\.number) == [3])
  }

  @Test func verifyTellsWhenItWasNotTrue() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try migrator.baseline(at: 1, on: connection)
    #expect(try migrator.verify(on: connection).map(\.kind) == [.missing])
  }

  @Test func refusedWhenThereIsAHistory() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    try migrator.up(to: 1, on: connection)
    #expect(
      caught { try migrator.baseline(at: 2, on: connection) }
        == .historyNotEmpty(set: "app", applied: "0001_person.sql"))
    #expect(try connection.appliedNumbers() == [1])
    // Another set's history is not in the way.
    let other = try makeMigrator(["0001_x.sql": "SELECT 1"], set: "other")
    #expect(try other.baseline(at: 1, on: connection) == ["0001_x.sql"])
  }

  @Test func numberMustBeKnown() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let migrator = try makeMigrator(threeFiles)
    for number in [0, 4] {
      #expect(
        caught { try migrator.baseline(at: number, on: connection) }
          == .unknownNumber(number, set: "app"))
    }
    #expect(try connection.objectNames().isEmpty)
  }
}
