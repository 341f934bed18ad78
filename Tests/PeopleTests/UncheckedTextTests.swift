import People
import StoreSQLite
import TestSupport
import Testing

/// Texts of other programs, which may be in decomposed form: equal in Swift, and other bytes for
/// SQLite.
@Suite("S35 texts that other programs write") struct UncheckedTextTests {
  private let folder = TemporaryFolder()
  private let store: PersonStore
  private let name = "Jos\u{E9}"

  init() throws {
    store = try PersonStore(path: folder.file())
    try store.people.insert([
      person("José", "Ångström"), person("Zoe", "Ez"), person("Ada", "Zuse"),
    ])
  }

  private func person(_ name: String, _ surname: String) -> Person {
    Person(name: name, surname: surname, age: 30, email: "\(name)@example.org")
  }

  /// Whether all rows are marked as checked.
  private var isChecked: Bool {
    get throws {
      try store.column("SELECT count(*) FROM person WHERE text_version IS NULL") == [0]
    }
  }

  /// Runs chains that depend on texts, and compares them with the same chains on an array.
  private func expectSame(_ comment: Comment) throws {
    let (people, array) = (store.people, try store.people.all())
    #expect(
      try people.where { $0.name == name }.toArray() == array.filter { $0.name == name }, comment)
    #expect(
      try people.sort { $0.name }.toArray()
        == array.sorted { ($0.name, $0.id) < ($1.name, $1.id) }, comment)
    #expect(
      try people.select { $0.name }.distinct().toArray().count == Set(array.map(\.name)).count,
      comment)
    #expect(
      try people.groupBy { $0.name }.select { ($0.key, $0.count) }.toArray().map(\.1)
        == array.grouped(by: \.name), comment)
    #expect(try people.contains { $0.name == name } == array.contains { $0.name == name }, comment)
    #expect(
      try people.join(people, on: { $0.name }, equals: { $0.name }).count()
        == array.reduce(0) { count, one in count + array.count { $0.name == one.name } }, comment)
    let prepared = try people.prepare { people, name in people.where { $0.name == name } }
    #expect(try prepared(name) == array.filter { $0.name == name }, comment)
  }

  /// Runs chains in the forms that do not block.
  private func expectSameAsync(_ comment: Comment) async throws {
    let (people, array) = (store.people, try await store.people.all())
    #expect(
      try await people.where { $0.name == name }.toArray() == array.filter { $0.name == name },
      comment)
    var streamed: [Person] = []
    for try await person in people.where({ $0.name >= "Jos\u{E9}" }).stream() {
      streamed.append(person)
    }
    #expect(streamed == array.filter { $0.name >= name }, comment)
  }

  @Test("each chain gives what it gives on an array, whatever the bytes are")
  func sameAsArray() async throws {
    try expectSame("the library's own texts")
    #expect(try isChecked)
    try store.asAnotherProgram("UPDATE person SET name = 'Jose' || char(0x301) WHERE id = 2")
    #expect(try await store.people.where { $0.name == "Jos\u{E9}" }.count() == 2)
    try expectSame("an updated row")
    try store.asAnotherProgram(
      "INSERT INTO person (name, surname, age) VALUES ('Jose' || char(0x301), 'x', 1)")
    try expectSame("an inserted row")
    try store.asAnotherProgram(
      """
      INSERT OR REPLACE INTO person (id, name, surname, age)
      VALUES (1, 'Jose' || char(0x301), 'x', 1)
      """)
    try expectSame("a replaced row")
    try await expectSameAsync("a replaced row")
    #expect(try await store.repair().count == 3)
    #expect(try isChecked)
    try expectSame("after the repair")
  }

  @Test("the report gives the reason, and SQL is used again after the repair")
  func reason() throws {
    try store.asAnotherProgram("UPDATE person SET surname = 'E' || char(0x301) WHERE id = 2")
    let query = store.people.where { $0.surname == "\u{C9}" }
    let report = try query.report()
    #expect(report.elementCount == 1)
    #expect(
      report.failure == "row 2 of person has a text that is not in canonical form, from another "
        + "program; a repair corrects it")
    // A condition on other columns needs no check.
    #expect(try store.people.where { $0.age == 30 }.report().failure == nil)
    #expect(try store.people.where { $0.email != nil }.report().failure == nil)
    #expect(try store.people.all().count == 3)
    try store.repair()
    #expect(try query.report().failure == nil)
    #expect(try query.count() == 1)
  }

  @Test(
    "the report says what is wrong with JSON",
    arguments: [
      (#"{"a": "x", "a": "x"}"#, "the key 'a' twice"),
      (#"{"a": "e\u0301"}"#, "a text that is not in canonical form"),
      (#"{"\u0061": "x"}"#, "the key 'a' with escapes that it does not need"),
    ])
  func reasonOfJSON(json: String, finding: String) throws {
    try store.asAnotherProgram("UPDATE person SET attributes = '\(json)' WHERE id = 2")
    #expect(
      try store.people.where { $0.attributes["a"] == "x" }.report().failure
        == "row 2 of person has \(finding), from another program; a repair corrects it")
  }

  @Test("texts of other programs in canonical form stay in SQL, and are checked once by a writer")
  func canonical() throws {
    try store.asAnotherProgram(
      """
      UPDATE person SET name = char(0xE9);
      INSERT INTO person (name, surname, age) VALUES ('b', '', 1);
      """)
    #expect(try store.people.where { $0.name == "\u{E9}" }.report().failure == nil)
    #expect(try store.people.where { $0.name == "\u{E9}" }.count() == 3)
    #expect(try !isChecked)
    store.close()
    #expect(
      try PersonStore(path: folder.file()).column("SELECT text_version FROM person") == [
        2, 2, 2, 2,
      ])
  }

  @Test("deleting and updating by a text finds rows of other programs")
  func changes() throws {
    try store.asAnotherProgram(
      "UPDATE person SET name = 'e' || char(0x301) WHERE id IN (1, 3)")
    #expect(try store.people.where { $0.name == "\u{E9}" }.update { $0.set(\.age, to: 7) } == 2)
    #expect(try store.people.where { $0.age == 7 }.select { $0.id }.toArray() == [1, 3])
    // The library writes a new name, and the other texts are as they were.
    var first = try #require(try store.people.find(1))
    first.name = "\u{C9}"
    try store.people.update(first)
    #expect(try store.people.where { $0.name == "\u{E9}" }.delete() == 1)
    #expect(try store.people.select { $0.id }.toArray() == [1, 2])
  }

  @Test("inside a transaction, statements of the program count as those of another program")
  func transactions() throws {
    let query = "\u{E9}"
    try store.write { transaction in
      #expect(try transaction.people.query.count { $0.name == query } == 0)
      try? transaction.connection.transaction {
        try transaction.connection.run("UPDATE person SET name = 'e' || char(0x301) WHERE id = 1")
        #expect(try transaction.people.query.count { $0.name == query } == 1)
        throw Stop()
      }
      #expect(try transaction.people.query.count { $0.name == query } == 0)
      try transaction.connection.run("UPDATE person SET name = 'e' || char(0x301) WHERE id = 2")
      #expect(try transaction.people.query.count { $0.name == query } == 1)
    }
    #expect(try store.people.count { $0.name == query } == 1)
  }

  @Test("the library's own writes of all kinds leave nothing to check")
  func ownWrites() throws {
    var ada = try #require(try store.people.find(3))
    let before = ada
    ada.name = "E\u{301}"
    try store.people.update(ada)
    ada.surname = "o\u{308}"
    let changed = ada
    try store.write { _ = try $0.people.update(changed, changedFrom: before) }
    try store.people.save(ada)
    try store.people.save(person("E\u{301}lodie", "x"))
    try store.people.where { $0.id < 3 }.update { $0.set(\.name, to: $0.name + "\u{301}") }
    try store.write { transaction in
      let policy = ConflictPolicy.update(columns: ["name", "surname"], unique: ["email"])
      try transaction.people.inserting(onConflict: policy) { inserter in
        try inserter.insert(person("Ada", "e\u{301}"))
        var known = ada
        known.name = "u\u{308}"
        try inserter.insert(known)
      }
    }
    try store.groups.insert(PersonGroup(letter: "A\u{30A}", items: [ada]))
    #expect(try isChecked)
    #expect(try store.check() == [])
    #expect(try store.groups.find(letter: "\u{C5}") != nil)
  }

  @Test("a store without the column gets it, and only texts that need it are checked")
  func migration() throws {
    store.close()
    let connection = try SQLiteConnection(path: folder.file())
    try PersonStore.migrator().down(on: connection)
    try connection.execute(
      "UPDATE person SET surname = 'A' || char(0x30A) || 'ngstro' || char(0x308) || 'm' "
        + "WHERE id = 1"
    )
    try PersonStore.migrator().up(on: connection)
    #expect(
      try connection.query("SELECT id FROM person WHERE text_version IS NULL") {
        try $0.integer(0)
      } == [1])
    connection.close()
    let migrated = try PersonStore(path: folder.file())
    #expect(try migrated.people.where { $0.surname == "Ångström" }.count() == 1)
    #expect(try migrated.check().count == 1)
  }
}

extension [Person] {
  /// The numbers of elements with equal keys, in the order of first occurrence.
  fileprivate func grouped(by key: KeyPath<Person, String>) -> [Int] {
    var keys: [String] = []
    for person in self where !keys.contains(person[keyPath: key]) {
      keys.append(person[keyPath: key])
    }
    return keys.map { name in count { $0[keyPath: key] == name } }
  }
}
