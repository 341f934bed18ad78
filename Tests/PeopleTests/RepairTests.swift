import People
import Testing

@Suite struct RepairTests {
  private let store: PersonStore

  init() throws {
    store = try .inMemory()
    let people = try store.people.insert([
      .some("\u{E9}", email: "\u{E9}@example.org"), .some("b", email: "b@example.org"),
      .some("c", email: "c@example.org"),
    ])
    try store.groups.insert([
      PersonGroup(letter: "\u{C5}", items: people), PersonGroup(letter: "B", items: [people[0]]),
    ])
  }

  @Test("text gets its canonical form, nothing else changes") func repairs() async throws {
    let before = try await store.people.all()
    let groups = try await store.groups.all()
    try store.asAnotherProgram(
      """
      UPDATE person SET name = 'e' || char(0x301), email = 'e' || char(0x301) || '@example.org'
      WHERE id = 1;
      UPDATE person_group SET letter = char(0x212B) WHERE id = 1;
      """)
    // What is equal is found whatever its bytes are: memory decides.
    #expect(try await store.groups.find(letter: "\u{C5}")?.id == 1)
    let findings = try await store.check()
    #expect(findings.count == 3)
    #expect(try await store.repair() == findings)
    #expect(try await store.check() == [])
    #expect(try await store.repair() == [])
    let after = try await store.people.all()
    #expect(after == before)
    #expect(after.map { bytes($0.name) } == before.map { bytes($0.name) })
    #expect(after.map { bytes($0.email) } == before.map { bytes($0.email) })
    #expect(try await store.groups.all() == groups)
    #expect(try await store.groups.find(letter: "\u{C5}") == groups[0])
  }

  @Test("a text that would become equal to another row's is left, and both rows are named")
  func conflict() async throws {
    try store.asAnotherProgram(
      """
      UPDATE person SET name = 'e' || char(0x301) WHERE id = 2;
      UPDATE person SET email = 'e' || char(0x301) || '@example.org' WHERE id = 3;
      """)
    let findings = try await store.check()
    #expect(findings.map(\.row) == [2, 3])
    #expect(try await store.repair() == [findings[0]])
    #expect(try await store.check() == [findings[1]])
    #expect(
      findings[1].message.hasSuffix(
        "; row 1 has the same text in that form, so change one of the two"))
    // Once the other address is gone it works.
    var first = try #require(try await store.people.find(1))
    first.email = nil
    try await store.people.update(first)
    #expect(try await store.repair().map(\.row) == [3])
    #expect(try await store.check() == [])
    #expect(bytes(try await store.people.find(3)?.email) == bytes("\u{E9}@example.org"))
  }

  @Test func conflictOfLetters() throws {
    try store.asAnotherProgram(
      """
      UPDATE person SET surname = 'e' || char(0x301) WHERE id = 2;
      UPDATE person_group SET letter = 'A' || char(0x30A) WHERE id = 2;
      """)
    let findings = try store.check()
    #expect(findings.map(\.column) == ["surname", "letter"])
    #expect(try store.repair() == [findings[0]])
    #expect(try store.check() == [findings[1]])
  }

  @Test("people with too high an id get the next free one, in their groups too")
  func highIDs() throws {
    try store.asAnotherProgram(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE person_group_item SET person_id = 9223372036854775807 WHERE person_id = 2;
      UPDATE person SET id = 9223372036854775807 WHERE id = 2;
      """)
    #expect(throws: RowError.self) { try store.people.insert(.some("d", email: nil)) }
    let findings = try store.check()
    #expect(findings.map(\.row) == [.max])
    #expect(try store.repair() == findings)
    #expect(try store.check() == [])
    #expect(try store.people.select { $0.id }.toArray() == [1, 3, 4])
    #expect(try store.groups.find(letter: "\u{C5}")?.items.map(\.id) == [1, 4, 3])
    #expect(try store.people.insert(.some("d", email: nil)).id == 5)
    // The id of a deleted person is remembered, too.
    try store.asAnotherProgram(
      """
      UPDATE person SET id = 9223372036854775807 WHERE id = 5;
      DELETE FROM person WHERE id = 9223372036854775807;
      """)
    #expect(try store.check().map(\.table) == ["retired_key"])
    #expect(try store.repair().count == 1)
    #expect(try store.check() == [])
    #expect(try store.people.insert(.some("e", email: nil)).id == 5)
  }

  @Test("what cannot be repaired does not keep the rest from it") func others() throws {
    try store.asAnotherProgram(
      """
      UPDATE person SET birth_date = '2024-02-31', name = 'e' || char(0x301) WHERE id = 2;
      UPDATE person SET surname = CAST(x'41C3' AS TEXT) WHERE id = 3;
      UPDATE person SET birth_date = 'e' || char(0x301) || '12345678' WHERE id = 1;
      """)
    #expect(try store.check().count == 4)
    #expect(try store.repair().map(\.column) == ["name"])
    #expect(
      try store.check().map { "\($0.kind.rawValue) \($0.row ?? 0)" }
        == ["encoding 3", "value 1", "value 2"])
  }

  @Test("what a repair drops is named")
  func repeatedKeys() throws {
    try store.asAnotherProgram(
      #"""
      UPDATE person SET attributes = '{"a": "x", "b": "1", "\u0061": "y", "a": "x", "a": "z"}'
      WHERE id = 2;
      UPDATE person SET attributes = '{"a": "x", "a": "x"}' WHERE id = 3;
      """#)
    let findings = try store.repair()
    #expect(
      findings.map(\.message) == [
        #"'{"a": "x", "b": "1", "\u0061": "y", "a": "x", "a": "z"}' has the key 'a' twice"#
          + "; a repair keeps 'x' of 'a' and drops 'y'; a repair keeps 'x' of 'a' and drops 'z'",
        #"'{"a": "x", "a": "x"}' has the key 'a' twice"#,
      ])
    #expect(try store.check() == [])
    #expect(try store.people.all().map(\.attributes) == [[:], ["a": "x", "b": "1"], ["a": "x"]])
  }

  @Test func manyRows() throws {
    try store.people.insert((0..<3000).map { .some("person \($0)") })
    try store.asAnotherProgram(
      "UPDATE person SET name = name || 'e' || char(0x301) WHERE id > 3 AND id % 2 = 0")
    #expect(try store.repair().count == 1500)
    #expect(try store.check() == [])
    #expect(bytes(try store.people.find(4)?.name) == bytes("person 0\u{E9}"))
  }
}
