import People
import Testing

/// Violations of the schema as errors that name the field.
@Suite struct ConstraintTests {
  private let store: PersonStore
  private let duplicate = RowError.duplicate(table: "person", fields: ["email"])

  init() throws { store = try .inMemory() }

  @Test func sameAddress() async throws {
    let stored = try await store.people.insert([
      .some("a", email: "a@example.org"), .some("b", email: "b@example.org"), .some("c"),
      .some("d"),
    ])
    await #expect(throws: duplicate) {
      try await store.people.insert(.some(email: "a@example.org"))
    }
    await #expect(throws: duplicate) {
      try await store.people.insert([
        .some(), .some(email: "x@example.org"), .some(email: "x@example.org"),
      ])
    }
    var other = stored[1]
    other.email = "a@example.org"
    let changed = other
    await #expect(throws: duplicate) { try await store.people.update(changed) }
    await #expect(throws: duplicate) { try await store.people.save(changed) }
    #expect(try await store.people.all() == stored)
    // Capitals tell addresses apart, and a free one may be taken.
    try await store.people.insert(.some(email: "A@example.org"))
    try await store.people.delete(stored[0])
    try await store.people.update(changed)
    #expect(try await store.people.find(stored[1].id) == changed)
  }

  @Test("an address in another form of the same letters is the same") func otherForm() throws {
    try store.people.insert(.some(email: "\u{E9}@example.org"))
    #expect(throws: duplicate) { try store.people.insert(.some(email: "e\u{301}@example.org")) }
  }

  @Test func sameKey() throws {
    var ada = try store.people.insert(.some())
    #expect(throws: RowError.duplicate(table: "person", fields: ["id"])) {
      try store.people.insert(ada)
    }
    ada.id = 44
    #expect(throws: RowError.notFound(table: "person", key: 44)) { try store.people.update(ada) }
    #expect(try store.people.count() == 1)
  }

  @Test func sameLetter() throws {
    let stored = try store.groups.insert([PersonGroup(letter: "A"), PersonGroup(letter: "\u{C9}")])
    let duplicate = RowError.duplicate(table: "person_group", fields: ["letter"])
    #expect(throws: duplicate) { try store.groups.insert(PersonGroup(letter: "A")) }
    #expect(throws: duplicate) { try store.groups.insert(PersonGroup(letter: "E\u{301}")) }
    #expect(throws: duplicate) {
      try store.groups.insert([PersonGroup(letter: "B"), PersonGroup(letter: "B")])
    }
    var other = stored[1]
    other.letter = "A"
    #expect(throws: duplicate) { try store.groups.update(other) }
    #expect(throws: duplicate) { try store.groups.save(other) }
    #expect(throws: RowError.duplicate(table: "person_group", fields: ["id"])) {
      try store.groups.insert(PersonGroup(id: 1, letter: "C"))
    }
    #expect(try store.groups.all() == stored)
    try store.groups.insert(PersonGroup(letter: "a"))
  }

  @Test func itemsThatAreNotThere() throws {
    let ada = try store.people.insert(.some())
    var gone = try store.people.insert(.some("Gone"))
    try store.people.delete(gone)
    func expected(_ position: Int, _ key: Int64) -> RowError {
      .invalid(
        table: "person_group",
        RowValidationError([
          .init(
            field: "items[\(position)]", value: "Gone Lovelace, id \(key)",
            reason: "must be stored: insert the person first")
        ]))
    }
    let group = try store.groups.insert(PersonGroup(letter: "A", items: [ada]))
    for key in [gone.id, 0, -1, .max] {
      gone.id = key
      let items = [ada, gone]
      #expect(throws: expected(1, key)) {
        try store.groups.insert(PersonGroup(letter: "B", items: items))
      }
      #expect(throws: expected(1, key)) {
        try store.groups.update(PersonGroup(id: group.id, letter: "B", items: items))
      }
      #expect(throws: expected(1, key)) {
        try store.groups.save(PersonGroup(id: group.id, letter: "B", items: items))
      }
      #expect(try store.groups.all() == [group])
    }
  }

  @Test func everyProblemOfAGroupAtOnce() throws {
    let ada = try store.people.insert(.some())
    let group = PersonGroup(letter: "", items: [.some("X"), ada, .some("Y")])
    let reason = "must be stored: insert the person first"
    let expected = RowValidationError([
      .init(field: "letter", value: "", reason: "must not be empty"),
      .init(field: "items[0]", value: "X Lovelace, id 0", reason: reason),
      .init(field: "items[2]", value: "Y Lovelace, id 0", reason: reason),
    ])
    #expect(throws: expected) { try group.validate() }
    #expect(throws: RowError.invalid(table: "person_group", expected)) {
      try store.groups.insert(group)
    }
    #expect(try store.groups.count() == 0)
    try PersonGroup(letter: "\0", items: [ada]).validate()
  }
}
