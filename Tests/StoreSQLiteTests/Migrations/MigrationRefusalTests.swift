import Foundation
import StoreSQLite
import Testing

/// Files that do not go with the history are refused by name, before anything runs.
@Suite struct MigrationRefusalTests {
  private let fixture = MigrationFixture()

  /// A database with files 1 and 3 applied, and file 4 beside them.
  private func applied() throws -> Connection {
    try fixture.write("0001_a.sql", "CREATE TABLE a (x);\n")
    try fixture.write("0001_a.down.sql", "DROP TABLE a;\n")
    try fixture.write("0003_c.sql", "CREATE TABLE c (x);\n")
    try fixture.write("0003_c.down.sql", "DROP TABLE c;\n")
    let connection = try fixture.connection()
    try Migrator(Migration.load(folder: fixture.migrations)).up(on: connection)
    try fixture.write("0004_d.sql", "CREATE TABLE d (x);\n")
    return connection
  }

  private func expectRefusal(
    _ expected: MigrationError, _ connection: Connection,
    goals: [MigrationGoal] = [.up(), .up(to: 4), .down(), .to(4), .to(1), .to(0)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try connection.objectNames()
    let migrator = try Migrator(Migration.load(folder: fixture.migrations))
    for goal in goals {
      #expect(
        caught { try migrator.run(goal, on: connection) } == expected, "\(goal)",
        sourceLocation: sourceLocation)
      #expect(
        caught { try migrator.dryRun(goal, on: connection) } == expected, "\(goal)",
        sourceLocation: sourceLocation)
    }
    #expect(try connection.objectNames() == before, sourceLocation: sourceLocation)
    #expect(try connection.appliedNumbers() == [1, 3], sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "CREATE TABLE a (x, y);\n", "CREATE TABLE a (x);\n ", "create TABLE a (x);\n",
    "CREATE TABLE a (x);\n-- b\n",
  ])
  func modified(text: String) throws {
    let connection = try applied()
    try fixture.write("0001_a.sql", text)
    try expectRefusal(
      .modified(file: "0001_a.sql", set: "app", appliedAs: "0001_a.sql"), connection)
    // The same bytes again, and all is well.
    try fixture.write("0001_a.sql", "CREATE TABLE a (x);\n")
    let migrator = try Migrator(Migration.load(folder: fixture.migrations))
    #expect(try migrator.up(on: connection).map(\.number) == [4])
  }

  @Test func anotherFileOfTheSameNumber() throws {
    let connection = try applied()
    try fixture.remove("0003_c.sql")
    try fixture.remove("0003_c.down.sql")
    try fixture.write("0003_other.sql", "CREATE TABLE other (x);")
    let expected = MigrationError.modified(
      file: "0003_other.sql", set: "app", appliedAs: "0003_c.sql")
    try expectRefusal(expected, connection)
    #expect(
      expected.description.contains("0003_other.sql is not the file that was applied as 0003_c"))
  }

  @Test func renamedFileIsTheSameFile() throws {
    let connection = try applied()
    try fixture.remove("0003_c.sql")
    try fixture.remove("0003_c.down.sql")
    try fixture.write("0003_better-name.sql", "CREATE TABLE c (x);\n")
    let migrator = try Migrator(Migration.load(folder: fixture.migrations))
    #expect(try migrator.up(on: connection).map(\.number) == [4])
  }

  @Test func mendedDownFileIsNoModification() throws {
    let connection = try applied()
    try fixture.write("0003_c.down.sql", "DROP TABLE IF EXISTS c;\n")
    let migrator = try Migrator(Migration.load(folder: fixture.migrations))
    #expect(try migrator.down(on: connection).map(\.number) == [3])
  }

  @Test func missing() throws {
    let connection = try applied()
    try fixture.remove("0001_a.sql")
    try fixture.remove("0001_a.down.sql")
    try expectRefusal(
      .missing(file: "0001_a.sql", set: "app"), connection,
      goals: [.up(), .up(to: 4), .down(), .to(4), .to(0)])
  }

  @Test func appliedByANewerProgram() throws {
    let connection = try applied()
    try fixture.remove("0004_d.sql")
    try fixture.remove("0003_c.sql")
    try fixture.remove("0003_c.down.sql")
    try expectRefusal(
      .missing(file: "0003_c.sql", set: "app"), connection, goals: [.up(), .down(), .to(1)])
  }

  @Test func outOfOrder() throws {
    let connection = try applied()
    try fixture.write("0002_b.sql", "CREATE TABLE b (x);")
    let expected = MigrationError.outOfOrder(file: "0002_b.sql", set: "app", applied: "0003_c.sql")
    try expectRefusal(expected, connection, goals: [.up(), .up(to: 1), .to(4), .to(3)])
    // The way out that the error names.
    let migrator = try Migrator(Migration.load(folder: fixture.migrations))
    #expect(try migrator.down(on: connection).map(\.number) == [3])
    #expect(try migrator.up(on: connection).map(\.number) == [2, 3, 4])
  }

  @Test func everyErrorNamesItsFile() {
    let errors: [MigrationError] = [
      .badFileName("FILE"), .duplicateNumber(1, files: ["FILE", "b"]),
      .downWithoutUp("FILE", expected: "b"), .emptyFile("FILE"), .notUTF8(file: "FILE", line: 3),
      .containsNUL(file: "FILE", line: 3), .unclosedComment(file: "FILE", line: 3),
      .notReadable("FILE", reason: "why"), .noFolder("FILE"),
      .modified(file: "FILE", set: "app", appliedAs: "b"), .missing(file: "FILE", set: "app"),
      .outOfOrder(file: "FILE", set: "app", applied: "b"), .noDownFile(file: "FILE", expected: "b"),
      .historyNotEmpty(set: "app", applied: "FILE"), .historyChanged(file: "FILE", set: "app"),
      .refused(file: "FILE", line: 3, statement: "BEGIN", reason: "why"),
      .failed(file: "FILE", line: 3, .nestedAccess), .foreignKeys(file: "FILE", [], count: 1),
      .leavesTemporary(file: "FILE", name: "table b"), .writesHistory(file: "FILE"),
      .otherEncoding(file: "FILE", "UTF-16"), .hiddenText(file: "FILE", line: 3, after: "U+000D"),
      .invisibleCharacter(file: "FILE", line: 3, "U+00A0"), .loses(file: "FILE", []),
      .breaks(file: "FILE", reason: "why"),
    ]
    for error in errors {
      #expect(error.description.contains("FILE"))
      #expect(error.localizedDescription == error.description)
    }
    let others: [MigrationError] = [
      .unknownNumber(7, set: "app"), .historyUnreadable(.nestedAccess), .unknownSet("app"),
      .insideTransaction,
    ]
    for error in others { #expect(error.localizedDescription == error.description) }
    #expect(others[0].description.contains("7") && others[2].description.contains("app"))
  }
}
