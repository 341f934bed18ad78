import People
import StoreSQLite
import TestSupport
import Testing

/// Stores of earlier versions, in which each person has an age and nobody has attributes.
@Suite struct AgeMigrationTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("people.db") }

  /// Makes the file of an earlier version, whose last migration has a number.
  private func makeStore(_ last: Int, people: Int = 3) throws {
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    try connection.installFunctions()
    try PersonStore.migrator().up(to: last, on: connection)
    try connection.execute(
      """
      INSERT INTO person (name, surname, age, email, birth_date)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(people))
      SELECT 'n' || i, 'é', i % 3000, 'n' || i || '@example.org', '1990-01-02' FROM n;
      INSERT INTO person_group (letter) VALUES ('é');
      INSERT INTO person_group_item SELECT 1, id, id FROM person WHERE id < 10;
      DELETE FROM person WHERE id = \(people);
      CREATE INDEX mine ON person (surname, age);
      CREATE TABLE note (person INTEGER REFERENCES person (id) ON DELETE CASCADE);
      INSERT INTO note VALUES (1);
      CREATE VIEW grown AS SELECT name FROM person WHERE age >= 18;
      """)
  }

  @Test("they open with every row, index, view and reference", arguments: [1, 2])
  func open(last: Int) throws {
    try makeStore(last)
    let store = try PersonStore(path: path)
    let people = try store.people.all()
    #expect(people.map(\.age) == [1, 2] && people.allSatisfy { $0.attributes.isEmpty })
    #expect(people.map(\.email) == ["n1@example.org", "n2@example.org"])
    #expect(try store.groups.all().first?.items == people)
    #expect(try store.column("SELECT count(*) FROM note") == [1])
    #expect(try store.column("SELECT count(*) FROM grown") == [0])
    #expect(
      try store.column("SELECT count(*) FROM sqlite_schema WHERE name = 'mine'") == [1])
    #expect(try store.check().filter { $0.kind != .schema } == [])
    // No key is used twice, and a text of another program is checked.
    #expect(try store.people.insert(Person(name: "new", surname: "")).id == 4)
    try store.asAnotherProgram("UPDATE person SET attributes = '{\"a\":\"e\u{301}\"}' WHERE id = 1")
    #expect(
      try store.people.where { $0.attributes["a"] == "\u{E9}" }.select { $0.id }.toArray() == [1])
  }

  @Test("they go back when each person has an age again, and lose the attributes")
  func back() throws {
    try makeStore(2)
    let store = try PersonStore(path: path)
    let migrator = try PersonStore.migrator()
    try store.people.insert([
      Person(name: "a", surname: ""), Person(name: "b", surname: "", attributes: ["x": "y"]),
    ])
    let refused = MigrationError.refusesRows(
      file: "0004_age_and_attributes.down.sql", line: 1, what: "people without an age", count: 2)
    #expect(throws: refused) {
      try store.pool.withWriter { try migrator.move(to: 2, on: $0) }
    }
    try store.people.where { $0.age == nil }.update { $0.set(\.age, to: 7) }
    let steps = try store.pool.withWriter { try migrator.move(to: 2, on: $0) }
    #expect(steps.map { $0.losses.map(\.description) } == [["1 people's attributes"]])
    #expect(
      try store.column("SELECT age FROM person ORDER BY id") == [1, 2, 7, 7])
    #expect(
      try store.column("SELECT count(*) FROM sqlite_schema WHERE name = 'mine'") == [1])
    let again = try store.pool.withWriter { try migrator.up(on: $0) }
    #expect(
      again.map(\.fileName) == [
        "0004_age_and_attributes.sql", "0005_imports.sql", "0006_search.sql",
      ])
    #expect(try store.people.all().map(\.age) == [1, 2, 7, 7])
  }
}
