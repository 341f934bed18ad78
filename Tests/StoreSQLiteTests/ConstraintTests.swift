import StoreSQLite
import Testing

@Suite struct ConstraintTests {
  let connection: Connection

  init() throws {
    connection = try memory(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      CREATE TABLE person (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE,
        age INTEGER CONSTRAINT age_is_plausible CHECK (age < 150), height REAL CHECK (height > 0),
        team INTEGER REFERENCES team (id), UNIQUE (name, age)) STRICT;
      CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX lower_name ON team (lower(name));
      CREATE TRIGGER no_bob BEFORE INSERT ON person WHEN new.name = 'bob'
      BEGIN SELECT RAISE(ABORT, 'bob failed: person.name'); END;
      INSERT INTO person VALUES (1, 'ada', 'ada@example.com', 36, 1.6, NULL);
      INSERT INTO pair VALUES (1, 2);
      INSERT INTO team VALUES (1, 'Red');
      """)
  }

  private struct Expected: Equatable {
    var kind: ConstraintViolation.Kind
    var table: String?
    var columns: [String] = []
    var constraint: String?
  }

  private func violation(_ sql: String) throws -> Expected? {
    let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
    guard case .constraint(let found) = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    #expect(found.error.sql == sql)
    return Expected(
      kind: found.kind, table: found.table, columns: found.columns, constraint: found.constraint)
  }

  @Test func unique() throws {
    #expect(
      try violation("INSERT INTO person (name, email) VALUES ('x', 'ada@example.com')")
        == Expected(kind: .unique, table: "person", columns: ["email"]))
    #expect(
      try violation("INSERT INTO person (name, age) VALUES ('ada', 36)")
        == Expected(kind: .unique, table: "person", columns: ["name", "age"]))
    #expect(
      try violation("INSERT INTO team (name) VALUES ('RED')")
        == Expected(kind: .unique, constraint: "lower_name"))
  }

  @Test func primaryKey() throws {
    #expect(
      try violation("INSERT INTO person (id, name) VALUES (1, 'x')")
        == Expected(kind: .primaryKey, table: "person", columns: ["id"]))
    #expect(
      try violation("INSERT INTO pair VALUES (1, 2)")
        == Expected(kind: .primaryKey, table: "pair", columns: ["a", "b"]))
  }

  @Test func notNull() throws {
    #expect(
      try violation("INSERT INTO person (age) VALUES (1)")
        == Expected(kind: .notNull, table: "person", columns: ["name"]))
  }

  @Test func check() throws {
    #expect(
      try violation("INSERT INTO person (name, age) VALUES ('x', 200)")
        == Expected(kind: .check, constraint: "age_is_plausible"))
    #expect(
      try violation("INSERT INTO person (name, height) VALUES ('x', -1)")
        == Expected(kind: .check, constraint: "height > 0"))
  }

  @Test func foreignKey() throws {
    #expect(
      try violation("INSERT INTO person (name, team) VALUES ('x', 99)")
        == Expected(kind: .foreignKey))
  }

  @Test func type() throws {
    #expect(
      try violation("INSERT INTO person (name, age) VALUES ('x', 'old')")
        == Expected(kind: .type, table: "person", columns: ["age"]))
  }

  @Test func triggersAndOthers() throws {
    #expect(try violation("INSERT INTO person (name) VALUES ('bob')") == Expected(kind: .other))
  }

  @Test func aDeferredForeignKeyFailsAtTheCommit() throws {
    #expect(throws: DatabaseError.self) {
      try connection.transaction {
        try connection.run("PRAGMA defer_foreign_keys = ON")
        try connection.run("INSERT INTO person (name, team) VALUES ('x', 99)")
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM person") == 1)
  }

  @Test func afterAViolationTheTransactionGoesOn() throws {
    try connection.transaction {
      try connection.run("INSERT INTO team (name) VALUES ('Blue')")
      #expect(throws: DatabaseError.self) {
        try connection.run("INSERT INTO team (id, name) VALUES (5, 'Green'), (1, 'White')")
      }
      try connection.run("INSERT INTO team (name) VALUES ('Black')")
    }
    #expect(
      try connection.column("SELECT name FROM team ORDER BY name") == ["Black", "Blue", "Red"])
  }
}
