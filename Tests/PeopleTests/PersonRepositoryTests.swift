import Foundation
import People
import TestSupport
import Testing

@Suite struct PersonRepositoryTests {
  private let store: PersonStore

  init() throws { store = try .inMemory() }

  private static let everything = Person(
    name: "Ada", surname: "Lovelace", age: 36, email: "ada@example.org",
    birthDate: CalendarDate("1815-12-10"))

  @Test func everyField() async throws {
    let people = store.people
    var ada = try await people.insert(Self.everything)
    var expected = Self.everything
    expected.id = ada.id
    #expect(ada == expected)
    #expect(ada.id == 1)
    #expect(try await people.find(1) == ada)
    ada.name = "Augusta Ada"
    ada.surname = ""
    ada.age = 0
    ada.email = nil
    ada.birthDate = nil
    try await people.update(ada)
    #expect(try await people.find(1) == ada)
    ada.email = "countess@example.org"
    ada.birthDate = CalendarDate("0000-01-01")
    ada.age = Person.highestAge
    #expect(try await people.save(ada) == ada)
    #expect(try await people.all() == [ada])
    #expect(try await people.delete(ada))
    #expect(try await people.find(1) == nil)
    #expect(try await people.count() == 0)
  }

  @Test func onlyWhatWasChanged() throws {
    let ada = try store.people.insert(Self.everything)
    var (mine, theirs) = (ada, ada)
    mine.name = "Augusta"
    mine.email = nil
    theirs.age = 37
    try store.people.update(theirs)
    let stored = try store.write { try $0.people.update(mine, changedFrom: ada) }
    #expect(stored.name == "Augusta" && stored.age == 37 && stored.email == nil)
    #expect(try store.people.find(ada.id) == stored)
    #expect(try store.write { try $0.people.update(ada, changedFrom: ada) } == stored)
    mine.id = 9
    #expect(throws: RowError.self) {
      try store.write { try $0.people.update(mine, changedFrom: ada) }
    }
    var gone = ada
    gone.id = 9
    mine.name = "nobody"
    #expect(throws: RowError.notFound(table: "person", key: 9)) {
      try store.write { try $0.people.update(mine, changedFrom: gone) }
    }
    mine.name = ""
    #expect(throws: RowError.self) {
      try store.write { try $0.people.update(mine, changedFrom: gone) }
    }
  }

  @Test func storedAs() throws {
    try store.people.insert([
      Self.everything, Person(name: "Plato", surname: "", age: 80),
    ])
    let rows = try store.pool.withReader { connection in
      try connection.query(
        "SELECT id, name, surname, age, email, birth_date FROM person ORDER BY id"
      ) { try $0.values() }
    }
    #expect(
      rows == [
        [1, "Ada", "Lovelace", 36, "ada@example.org", "1815-12-10"],
        [2, "Plato", "", 80, nil, nil],
      ])
  }

  @Test func manyAreAllOrNone() async throws {
    let stored = try await store.people.insert((1...100).map { .some("\($0)") })
    #expect(stored.map(\.id) == Array(1...100))
    #expect(stored.map(\.name) == (1...100).map { "\($0)" })
    await #expect(throws: RowError.self) {
      try await store.people.insert([.some("new"), .some("")])
    }
    #expect(try await store.people.all() == stored)
  }

  @Test func samePeopleFromThreads() throws {
    let people = store.people
    let ada = try people.insert(Self.everything)
    #expect(try people.find(ada.id) == ada)
    #expect(try people.save(.some()).id == 2)
    #expect(try people.delete(2))
    var names: [String] = []
    try people.forEach { names.append($0.name) }
    #expect(names == ["Ada"])
    #expect(try people.count() == 1)
  }

  @Test("no id is used a second time, not even after closing") func keys() throws {
    let folder = TemporaryFolder()
    var store = try PersonStore(path: folder.file())
    let stored = try store.people.insert([.some("a"), .some("b"), .some("c")])
    try store.people.delete(stored[2])
    store.close()
    store = try PersonStore(path: folder.file())
    #expect(try store.people.insert(.some("d")).id == 4)
    for person in try store.people.all() { try store.people.delete(person) }
    store.close()
    store = try PersonStore(path: folder.file())
    #expect(try store.people.insert(.some("e")).id == 5)
    // All of them gone by SQL, at once.
    try store.pool.withWriter { try $0.execute("DELETE FROM person") }
    #expect(try store.people.insert(.some("f")).id == 6)
    // Deleting one that is not the highest changes nothing.
    try store.people.insert(.some("g"))
    try store.people.delete(6)
    #expect(try store.people.insert(.some("h")).id == 8)
    // Groups have keys of their own.
    let group = try store.groups.insert(PersonGroup(letter: "A"))
    #expect(group.id == 1)
    try store.groups.delete(group)
    #expect(try store.groups.insert(PersonGroup(letter: "B")).id == 2)
    store.close()
  }

  @Test func givenKeys() throws {
    let people = store.people
    var high = Person.some()
    high.id = 1_000_000
    #expect(try people.insert(high) == high)
    #expect(try people.insert(.some()).id == 1_000_001)
    high.id = -1
    #expect(
      throws: RowError.refused(table: "person", fields: [], rule: "person_id_positive")
    ) { try people.insert(high) }
    // After the highest id there would be none for anyone: it is not given away.
    high.id = .max
    let refused = RowError.invalid(
      table: "person",
      RowValidationError([
        .init(
          field: "id", value: "9223372036854775807",
          reason: "must be at most 9223372032559808511, so that more rows can follow")
      ]))
    #expect(throws: refused) { try people.save(high) }
    #expect(throws: refused) { try people.insert(high) }
    #expect(throws: refused) { try people.update { $0.set(\.id, to: .max) } }
    high.id = Person.highestID
    try people.save(high)
    // What the store itself assigns can be higher, and changed.
    var next = try people.insert(.some("next"))
    #expect(next.id == Person.highestID + 1)
    next.age? += 1
    try people.update(next)
    try people.save(next)
    #expect(try people.update { $0.set(\.age, to: 7) } > 1)
    #expect(try people.find(next.id)?.age == 7)
    #expect(try store.check().map(\.row) == [Person.highestID + 1])
    // Another program does it all the same.
    try store.asAnotherProgram(
      "UPDATE person SET id = 9223372036854775807 WHERE id > 9223372032559808511")
    #expect(
      try store.check().map(\.description) == [
        "value: person.id row 9223372036854775807: is above 9223372032559808511: few ids are "
          + "left for new people, or none"
      ])
    #expect(
      throws: RowError.refused(
        table: "person", fields: ["id"],
        rule: "no key is left: the highest there can be is in use, or was")
    ) { try people.insert(.some()) }
    #expect(try people.count() == 4)
  }

  @Test("a row that a trigger leaves out is not inserted")
  func leftOut() throws {
    let store = try PersonStore.inMemory()
    try store.asAnotherProgram(
      """
      CREATE TRIGGER no BEFORE INSERT ON person WHEN new.name = 'no'
      BEGIN SELECT RAISE(IGNORE); END
      """)
    let refused = RowError.refused(
      table: "person", fields: [], rule: "a trigger left the row out")
    #expect(throws: refused) { try store.people.insert(.some("no")) }
    #expect(throws: refused) { try store.people.insert([.some("yes"), .some("no")]) }
    #expect(try store.people.count() == 0)
    #expect(try store.people.insert(.some("yes")).id == 1)
    let outcomes = try store.write { transaction in
      try transaction.people.inserting(onConflict: .ignore) { inserter in
        try [inserter.insert(.some("no")), inserter.insert(.some("again"))]
      }
    }
    #expect(outcomes == [.ignored, .inserted(key: 2)])
  }

  @Test("the schema holds what other programs write to the same rules") func schema() throws {
    let refused = [
      "INSERT INTO person (name, surname, age) VALUES ('', 'x', 1)",
      "INSERT INTO person (name, surname, age) VALUES ('x', 'x', -1)",
      "INSERT INTO person (name, surname, age) VALUES ('x', 'x', 1.5)",
      "INSERT INTO person (name, surname, age) VALUES ('x', 'x', 'old')",
      "INSERT INTO person (name, surname, age) VALUES (x'00', 'x', 1)",
      "INSERT INTO person (name, surname, age) VALUES (NULL, 'x', 1)",
      "INSERT INTO person (name, age) VALUES ('x', 1)",
      "INSERT INTO person (name, surname, attributes) VALUES ('x', 'x', NULL)",
      "INSERT INTO person (name, surname, attributes) VALUES ('x', 'x', '')",
      "INSERT INTO person (name, surname, attributes) VALUES ('x', 'x', '[]')",
      "INSERT INTO person (name, surname, attributes) VALUES ('x', 'x', '{\"a\"}')",
      "INSERT INTO person (id, name, surname, age) VALUES (0, 'x', 'x', 1)",
      "INSERT INTO person (name, surname, age, birth_date) VALUES ('x', 'x', 1, '2024-1-1')",
      "INSERT INTO person_group (letter) VALUES ('')",
      "INSERT INTO person_group (letter) VALUES (NULL)",
      "INSERT INTO person_group (id, letter) VALUES (-1, 'x')",
      "INSERT INTO person_group_item VALUES (1, 0, 1)",
      "INSERT INTO person_group_item VALUES (1, -1, 1)",
    ]
    for sql in refused {
      #expect(throws: DatabaseError.self, "\(sql)") {
        try store.pool.withWriter { try $0.execute(sql) }
      }
    }
    #expect(try store.check() == [])
    #expect(try store.people.count() == 0)
  }

  @Test func fullName() {
    #expect(Person.some().fullName == "Ada Lovelace")
    #expect(Person(name: "Plato", surname: "", age: 80).fullName == "Plato")
  }

  @Test func coding() throws {
    let data = try JSONEncoder().encode(Self.everything)
    #expect(try JSONDecoder().decode(Person.self, from: data) == Self.everything)
    let impossible = String(decoding: data, as: UTF8.self)
      .replacingOccurrences(of: "1815-12-10", with: "1815-02-30")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Person.self, from: Data(impossible.utf8))
    }
  }

  @Test("keys of deleted rows are not used again") func keysOfPeople() throws {
    let store = try PersonStore(path: ":memory:")
    for number in 1...3 {
      try store.people.insert(
        Person(name: "P", surname: "", age: 1, email: "p\(number)@example.org"))
    }
    try store.people.delete(3)
    let new = Person(name: "N", surname: "", age: 1, email: "n@example.org")
    #expect(try store.people.save(new, matching: \.email).id == 4)
    #expect(try store.people.save(new, matching: \.email).id == 4)
  }
}
