import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

/// The number of statements does not grow with the data.
@Suite struct StatementCountTests {
  private let trace = Collected<String>()
  private let store: PersonStore

  init() throws {
    var configuration = DatabaseConfiguration()
    configuration.trace = { [trace] statement in
      // This one runs once after each commit.
      if !statement.hasSuffix("text_version IS NULL") { trace.append(statement) }
    }
    store = try .inMemory(configuration)
  }

  /// The statements that a call runs.
  private func statements(_ body: () throws -> Void) throws -> [String] {
    // The search index is brought up to date in the background.
    while store.pool.isMaintaining { usleep(1_000) }
    trace.removeAll()
    try body()
    return trace.all
  }

  private let heads = "SELECT id, letter FROM person_group ORDER BY id"
  private let items =
    "SELECT a1.group_id, b1.id, b1.name, b1.surname, b1.age, b1.email, "
    + "b1.birth_date, b1.attributes "
    + "FROM person_group_item AS a1 JOIN person AS b1 ON a1.person_id = b1.id"
  private let order = " ORDER BY a1.group_id, a1.position, b1.id"

  @Test(
    "all groups with their items are two statements in a snapshot", arguments: [0, 1, 26, 10_000])
  func allGroups(count: Int) throws {
    let people = try store.people.insert((0..<3).map { .some("\($0)") })
    try store.groups.insert(
      (0..<count).map { PersonGroup(letter: "\($0)", items: Array(people.prefix($0 % 4))) })
    // The first use checks the declarations.
    _ = try store.groups.all()
    var loaded: [PersonGroup] = []
    let run = try statements { loaded = try store.groups.all() }
    #expect(run == ["BEGIN", items + order, heads, "ROLLBACK"])
    #expect(loaded.map(\.letter) == (0..<count).map { "\($0)" })
    #expect(loaded.map(\.items.count) == (0..<count).map { $0 % 4 })
    #expect(loaded.allSatisfy { $0.items == Array(people.prefix($0.items.count)) })
    // Inside a transaction only the two.
    let inside = try store.read { transaction in
      try statements { _ = try transaction.groups.all() }
    }
    #expect(inside == [items + order, heads])
  }

  @Test("one group is two statements, however many items", arguments: [0, 1, 5_000])
  func oneGroup(count: Int) throws {
    let people = try store.people.insert((0..<count).map { .some("\($0)") })
    let group = try store.groups.insert(PersonGroup(letter: "A", items: people.reversed()))
    func loading(_ column: String) -> [String] {
      let head = "person_group WHERE \(column) = ? ORDER BY id LIMIT 1"
      return [
        "BEGIN", items + " WHERE a1.group_id IN (SELECT id FROM \(head))" + order,
        "SELECT id, letter FROM \(head)", "ROLLBACK",
      ]
    }
    var found: PersonGroup?
    let byKey = try statements { found = try store.groups.find(1) }
    #expect(byKey == loading("id"))
    #expect(found == group)
    let byLetter = try statements { found = try store.groups.find(letter: "A") }
    #expect(found == group)
    #expect(byLetter == loading("letter"))
    #expect(
      try statements { _ = try store.groups.count() } == ["SELECT count(*) FROM person_group"])
  }

  @Test func people() throws {
    let columns = "id, name, surname, age, email, birth_date, attributes"
    try store.people.insert((0..<100).map { .some("\($0)") })
    #expect(
      try statements { _ = try store.people.all() }
        == ["SELECT \(columns) FROM person ORDER BY id"])
    #expect(
      try statements { _ = try store.people.find(5) }
        == ["SELECT \(columns) FROM person WHERE id = ?"])
    #expect(
      try statements { _ = try store.people.count() } == ["SELECT count(*) FROM person"])
    let deleting = try statements { try store.people.delete(5) }
    // A set: SQLite reports the deletion of the person's items as the same statement once more.
    #expect(Set(deleting) == ["BEGIN IMMEDIATE", "DELETE FROM person WHERE id = ?", "COMMIT"])
    var person = Person.some()
    person.id = 6
    #expect(
      try statements { try store.people.update(person) }
        == [
          "BEGIN IMMEDIATE",
          "UPDATE person SET name = ?, surname = ?, age = ?, email = ?, birth_date = ?, "
            + "attributes = ?, text_version = text_version + 1 WHERE id = ?",
          "COMMIT",
        ])
    let insert =
      "INSERT INTO person (name, surname, age, email, birth_date, attributes, id, text_version) "
      + "VALUES (?, ?, ?, ?, ?, ?, ?, 1)"
    #expect(
      try statements { try store.people.save(person) }
        == [
          "BEGIN IMMEDIATE",
          insert + " ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
            + "surname = excluded.surname, age = excluded.age, email = excluded.email, "
            + "birth_date = excluded.birth_date, attributes = excluded.attributes, "
            + "text_version = text_version + 1",
          "COMMIT",
        ])
    // The last key is asked for once, whatever the number of rows.
    let many = try statements { try store.people.insert((0..<50).map { .some("\($0)") }) }
    #expect(many.filter { $0 == insert }.count == 50)
    #expect(many.count == 50 + 5)
  }
}
