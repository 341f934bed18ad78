import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

@Suite struct CheckTests {
  private let folder = TemporaryFolder()
  private let store: PersonStore
  private var path: String { folder.file() }

  init() throws {
    store = try PersonStore(path: folder.file())
    let people = try store.people.insert([
      .some("a", email: "a@example.org"), .some("b", email: "b@example.org"), .some("c"),
    ])
    try store.groups.insert([
      PersonGroup(letter: "A", items: people), PersonGroup(letter: "B", items: [people[0]]),
    ])
  }

  private func findings() throws -> [String] { try store.check().map(\.description) }

  @Test func allIsWell() async throws {
    #expect(try await store.check() == [])
    #expect(try await store.repair() == [])
    #expect(try await PersonStore(path: ":memory:").check() == [])
  }

  @Test("text that is not in canonical form") func text() async throws {
    try store.asAnotherProgram(
      """
      UPDATE person SET name = 'e' || char(0x301) WHERE id = 1;
      UPDATE person SET surname = char(0x212B) WHERE id = 3;
      UPDATE person SET email = 'e' || char(0x301) || '@example.org' WHERE id = 2;
      UPDATE person_group SET letter = char(0xAC00, 0x11A8) WHERE id = 2;
      """)
    let found = [
      "text: person.name row 1: 'e\u{301}' is not in canonical form",
      "text: person.surname row 3: '\u{212B}' is not in canonical form",
      "text: person.email row 2: 'e\u{301}@example.org' is not in canonical form",
      "text: person_group.letter row 2: '\u{AC00}\u{11A8}' is not in canonical form",
    ]
    let findings = try await store.check()
    #expect(findings.map { bytes($0.description) } == found.map { bytes($0) })
    #expect(findings.allSatisfy { $0.kind == .text })
    #expect(findings.map(\.table) == ["person", "person", "person", "person_group"])
    #expect(findings.map(\.column) == ["name", "surname", "email", "letter"])
    #expect(findings.map(\.row) == [1, 3, 2, 2])
  }

  @Test("S35 text that is not UTF-8", arguments: ["41C3", "80", "E9", "C080", "EDA080", "FF41"])
  func encoding(hexadecimal: String) throws {
    try store.asAnotherProgram(
      """
      UPDATE person SET name = CAST(x'\(hexadecimal)' AS TEXT) WHERE id = 2;
      UPDATE person_group SET letter = CAST(x'\(hexadecimal)' AS TEXT) WHERE id = 1;
      """)
    let expected = [
      "encoding: person.name row 2: is not UTF-8",
      "encoding: person_group.letter row 1: is not UTF-8",
    ]
    #expect(try findings() == expected)
    // There is no way to tell what was meant.
    #expect(try store.repair() == [])
    #expect(try findings() == expected)
  }

  @Test(
    "S19 days that do not exist",
    arguments: [
      "2024-02-31", "2023-02-29", "2024-13-01", "0000-00-00", "01.02.2024", "yesterday!!",
    ])
  func dates(text: String) throws {
    try store.asAnotherProgram(
      "UPDATE person SET birth_date = substr('\(text)', 1, 10) WHERE id = 2;"
        + "UPDATE person SET birth_date = '2024-02-29' WHERE id = 1")
    let findings = try store.check()
    #expect(
      findings.map(\.description) == [
        "value: person.birth_date row 2: '\(text.prefix(10))' is no day of the calendar "
          + "(YYYY-MM-DD)"
      ])
    #expect(findings.map(\.kind) == [.value])
    #expect(findings.map(\.table) == ["person"])
    #expect(findings.map(\.column) == ["birth_date"])
    #expect(findings.map(\.row) == [2])
    #expect(try store.repair() == [])
    #expect(try store.check() == findings)
  }

  @Test("e-mail addresses that are none") func addresses() throws {
    try store.asAnotherProgram("UPDATE person SET email = 'none' WHERE id = 2")
    #expect(try findings() == ["value: person.email row 2: 'none' is no e-mail address"])
  }

  @Test("values that break the rules of the schema") func rules() throws {
    try store.asAnotherProgram("UPDATE person SET age = -1 WHERE id = 2")
    #expect(try findings() == ["integrity: CHECK constraint failed in person"])
    try store.asAnotherProgram("UPDATE person SET birth_date = '1' WHERE id = 1")
    #expect(
      try findings() == [
        "integrity: CHECK constraint failed in person",
        "integrity: CHECK constraint failed in person",
        "value: person.birth_date row 1: '1' is no day of the calendar (YYYY-MM-DD)",
      ])
  }

  @Test func danglingReferences() throws {
    try store.asAnotherProgram(
      """
      DELETE FROM person WHERE id = 2;
      INSERT INTO person_group_item VALUES (77, 5, 1), (78, 0, 99);
      """)
    let place = "foreignKey: person_group_item"
    #expect(
      try findings() == [
        "\(place).person_id: item 1 of group 1 refers to person 2, which does not exist",
        "\(place).group_id: item 5 of group 77 refers to group 77, which does not exist",
        "\(place).group_id: item 0 of group 78 refers to group 78, which does not exist",
        "\(place).person_id: item 0 of group 78 refers to person 99, which does not exist",
      ])
  }

  @Test("dangling references of a program's own tables") func otherReferences() throws {
    let sql =
      "CREATE TABLE phone (id INTEGER PRIMARY KEY, person INTEGER REFERENCES person (id)) STRICT"
    let migration = try Migration.load(files: ["0001_phones.sql": Array(sql.utf8)])
    let app = try Migrator(migration)
    try store.pool.withWriter { try app.up(on: $0) }
    #expect(try store.check() == [])
    #expect(try store.check(with: [app]) == [])
    try store.asAnotherProgram("INSERT INTO phone VALUES (3, 2), (4, 99)")
    #expect(
      try store.check(with: [app]).map(\.description)
        == ["foreignKey: phone row 4: refers to a row of person that does not exist"])
  }

  @Test("a schema that is not what the migrations make, and what else is wrong")
  func drift() throws {
    try store.asAnotherProgram(
      """
      CREATE TABLE extra (x);
      DROP INDEX person_group_item_person;
      UPDATE person SET name = 'e' || char(0x301) WHERE id = 1;
      """)
    #expect(
      try findings() == [
        "schema: person_group_item: index person_group_item_person is missing; the files make it:\n"
          + "CREATE INDEX person_group_item_person ON person_group_item (person_id)",
        "schema: extra: table extra is in no file:\nCREATE TABLE extra (x)",
        "text: person.name row 1: 'e\u{301}' is not in canonical form",
      ])
    #expect(try store.repair().count == 1)
    #expect(try store.check().map(\.kind) == [.schema, .schema])
  }

  @Test("tables that are not there are findings, the others are looked at")
  func missingTables() throws {
    try store.asAnotherProgram(
      """
      DROP TABLE person_group_item;
      DROP TABLE person_group;
      UPDATE person SET name = 'e' || char(0x301) WHERE id = 1;
      """)
    let findings = try findings()
    #expect(
      findings.contains("schema: the references cannot be read: no such table: person_group_item"))
    #expect(
      findings.contains("schema: person_group.letter cannot be read: no such table: person_group"))
    #expect(
      findings.contains { $0.hasPrefix("schema: person_group: table person_group is missing") })
    #expect(
      findings.contains("text: person.name row 1: 'e\u{301}' is not in canonical form"))
  }

  @Test("values that are no text in a table that was made anew without types")
  func otherTypes() throws {
    try store.asAnotherProgram(
      """
      CREATE TABLE copy AS SELECT * FROM person_group;
      DROP TABLE person_group;
      CREATE TABLE person_group (id INTEGER PRIMARY KEY, letter, text_version);
      INSERT INTO person_group SELECT * FROM copy;
      DROP TABLE copy;
      UPDATE person_group SET letter = 5 WHERE id = 1;
      UPDATE person_group SET letter = 'e' || char(0x301) WHERE id = 2;
      """)
    let findings = try findings()
    #expect(findings.contains("value: person_group.letter row 1: is INTEGER, not TEXT"))
    #expect(
      findings.contains("text: person_group.letter row 2: 'e\u{301}' is not in canonical form"))
    #expect(findings.contains { $0.hasPrefix("schema: person_group: table person_group differs") })
  }

  /// Closes the store, damages the first page of a table or index, and opens the file again.
  private func damage(_ name: String) throws -> PersonStore {
    let page = try store.column("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'").first
    let size = try store.column("PRAGMA page_size").first
    guard case .integer(let page)? = page, case .integer(let size)? = size else { throw Stop() }
    store.close()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64((page - 1) * size))
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
    try file.close()
    return try PersonStore(path: path)
  }

  @Test("a damaged index, and text in a table that can be read") func damagedIndex() throws {
    try store.asAnotherProgram("UPDATE person SET name = 'e' || char(0x301) WHERE id = 1")
    let damaged = try damage("person_group_item_person")
    let findings = try damaged.check()
    #expect(findings.first?.kind == .integrity)
    #expect(findings.filter { $0.kind == .text }.map(\.row) == [1])
    damaged.close()
  }

  @Test("a damaged table, and text in another one") func damagedTable() throws {
    try store.asAnotherProgram("UPDATE person_group SET letter = 'e' || char(0x301) WHERE id = 1")
    let damaged = try damage("person")
    let findings = try damaged.check()
    #expect(findings.first?.kind == .integrity)
    let unreadable = "person.name cannot be read: database disk image is malformed"
    #expect(findings.contains { $0.kind == .integrity && $0.message == unreadable })
    #expect(findings.filter { $0.kind == .text }.map(\.table) == ["person_group"])
    damaged.close()
  }

  @Test func coding() throws {
    try store.asAnotherProgram("UPDATE person SET birth_date = '2024-02-31' WHERE id = 2")
    let findings = try store.check()
    #expect(findings.count == 1)
    let data = try JSONEncoder().encode(findings)
    #expect(try JSONDecoder().decode([CheckFinding].self, from: data) == findings)
    #expect(String(decoding: data, as: UTF8.self).contains("\"kind\":\"value\""))
  }
}
