import People
import TestSupport
import Testing

@Suite struct GroupTests {
  private let store: PersonStore
  private let ada: Person
  private let alan: Person
  private let grace: Person

  init() throws {
    store = try .inMemory()
    ada = try store.people.insert(.some("Ada"))
    alan = try store.people.insert(.some("Alan"))
    grace = try store.people.insert(.some("Grace"))
  }

  @Test("items keep their order, and a person may come twice") func order() async throws {
    let items = [grace, ada, grace, alan, ada]
    let group = try await store.groups.insert(PersonGroup(letter: "X", items: items))
    #expect(group == PersonGroup(id: 1, letter: "X", items: items))
    #expect(try await store.groups.find(1) == group)
    #expect(try await store.groups.find(letter: "X") == group)
    #expect(try await store.groups.all() == [group])
  }

  @Test func aPersonInSeveralGroups() async throws {
    let groups = try await store.groups.insert([
      PersonGroup(letter: "B", items: [ada, alan]), PersonGroup(letter: "A", items: [alan, ada]),
      PersonGroup(letter: "empty"), PersonGroup(letter: "C", items: [ada]),
    ])
    #expect(groups.map(\.id) == [1, 2, 3, 4])
    // In the order of their keys, not of their letters.
    #expect(try await store.groups.all() == groups)
    #expect(try await store.groups.count() == 4)
    #expect(try await store.groups.find(3)?.items == [])
    #expect(try await store.groups.find(9) == nil)
    #expect(try await store.groups.find(letter: "D") == nil)
    #expect(try await store.groups.find(letter: "") == nil)
  }

  @Test("the people are those of the store, not those that were given") func currentPeople() throws
  {
    var stale = ada
    stale.name = "Somebody else"
    let group = try store.groups.insert(PersonGroup(letter: "A", items: [stale]))
    #expect(group.items == [ada])
    #expect(try store.people.find(ada.id) == ada)
    var changed = ada
    changed.age = 37
    try store.people.update(changed)
    #expect(try store.groups.find(group.id)?.items == [changed])
    #expect(try store.groups.all().first?.items == [changed])
  }

  @Test func update() async throws {
    var group = try await store.groups.insert(PersonGroup(letter: "A", items: [ada, alan]))
    let other = try await store.groups.insert(PersonGroup(letter: "B", items: [alan]))
    group.letter = "C"
    group.items = [grace, grace, ada, alan]
    try await store.groups.update(group)
    #expect(try await store.groups.all() == [group, other])
    group.items = []
    try await store.groups.update(group)
    #expect(try await store.groups.all() == [group, other])
    for key in [0, 99, -1] as [Int64] {
      await #expect(throws: RowError.notFound(table: "person_group", key: RowKey(key))) {
        try await store.groups.update(PersonGroup(id: key, letter: "Z", items: [ada]))
      }
    }
    #expect(try await store.groups.all() == [group, other])
  }

  @Test func save() throws {
    let new = try store.groups.save(PersonGroup(letter: "A", items: [ada]))
    #expect(new == PersonGroup(id: 1, letter: "A", items: [ada]))
    let replaced = PersonGroup(id: 1, letter: "B", items: [alan, ada])
    #expect(try store.groups.save(replaced) == replaced)
    let given = PersonGroup(id: 70, letter: "C", items: [grace])
    #expect(try store.groups.save(given) == given)
    #expect(try store.groups.all() == [replaced, given])
    #expect(try store.groups.insert(PersonGroup(letter: "D")).id == 71)
  }

  @Test func delete() async throws {
    let groups = try await store.groups.insert([
      PersonGroup(letter: "A", items: [ada]), PersonGroup(letter: "B", items: [ada, alan]),
      PersonGroup(letter: "C"),
    ])
    #expect(try await store.groups.delete(groups[0]))
    #expect(try await !store.groups.delete(groups[0]))
    #expect(try await store.groups.delete(3))
    #expect(try await !store.groups.delete(3))
    #expect(try await store.groups.all() == [groups[1]])
    #expect(try await store.people.count() == 3)
    #expect(try store.column("SELECT count(*) FROM person_group_item") == [2])
    #expect(try await store.write { try $0.groups.deleteAll() } == 1)
    #expect(try store.column("SELECT count(*) FROM person_group_item") == [0])
    #expect(try await store.people.count() == 3)
  }

  @Test("a person who is deleted leaves the groups, the others keep their order")
  func deletedPerson() throws {
    let group = try store.groups.insert(
      PersonGroup(letter: "A", items: [alan, ada, grace, ada, alan]))
    try store.groups.insert(PersonGroup(letter: "B", items: [ada]))
    try store.people.delete(ada)
    #expect(
      try store.groups.all() == [
        PersonGroup(id: 1, letter: "A", items: [alan, grace, alan]),
        PersonGroup(id: 2, letter: "B"),
      ])
    #expect(try store.check() == [])
    // The gaps that were left do no harm.
    let changed = PersonGroup(id: group.id, letter: "A", items: [grace, alan, grace])
    try store.groups.update(changed)
    #expect(try store.groups.find(group.id) == changed)
  }

  @Test func inATransaction() throws {
    let group = try store.groups.insert(PersonGroup(letter: "A", items: [ada]))
    #expect(throws: Stop()) {
      try store.write { transaction in
        try transaction.groups.update(PersonGroup(id: group.id, letter: "B", items: [alan]))
        #expect(try transaction.groups.find(letter: "B")?.items == [alan])
        try transaction.groups.delete(group.id)
        #expect(try transaction.groups.all() == [])
        throw Stop()
      }
    }
    #expect(try store.groups.all() == [group])
  }

  @Test("an error in the middle leaves the group as it was") func halfWritten() throws {
    let group = try store.groups.insert(PersonGroup(letter: "A", items: [ada, alan]))
    var ghost = ada
    ghost.id = 99
    try store.write { transaction in
      #expect(throws: RowError.self) {
        try transaction.groups.update(
          PersonGroup(id: group.id, letter: "B", items: [grace, ghost]))
      }
      #expect(throws: RowError.self) {
        try transaction.groups.insert(PersonGroup(letter: "C", items: [grace, ghost]))
      }
    }
    #expect(try store.groups.all() == [group])
  }

  @Test("items that another program left without a group are passed over")
  func danglingItems() throws {
    let group = try store.groups.insert(PersonGroup(id: 5, letter: "A", items: [ada]))
    try store.asAnotherProgram(
      """
      INSERT INTO person_group_item VALUES (1, 0, 1), (4, 0, 2), (5, 1, 99), (6, 0, 3), (9, 0, 1)
      """)
    #expect(try store.groups.all() == [group])
    #expect(try store.groups.find(5) == group)
    #expect(try store.groups.find(6) == nil)
    try store.write { try $0.groups.deleteAll() }
    #expect(try store.groups.all() == [])
  }

  @Test func byLetter() throws {
    let store = try PersonStore.inMemory()
    func person(_ surname: String) -> Person { Person(name: "x", surname: surname, age: 1) }
    let people = try store.people.insert(
      [
        "lovelace", "Turing", "Lamport", "\u{C5}ngstr\u{F6}m", "A\u{30A}", "", "\u{DF}x", "1st",
        "\u{1F468}\u{200D}\u{1F469}x", "tarski",
      ].map(person))
    let groups = try store.read { try $0.people.groupedByLetter() }
    #expect(
      groups.map(\.letter) == [
        "", "1", "L", "SS", "T", "\u{C5}", "\u{1F468}\u{200D}\u{1F469}",
      ])
    #expect(groups.map { $0.items.map(\.id) } == [[6], [8], [1, 3], [7], [2, 10], [4, 5], [9]])
    #expect(groups[2].items == [people[0], people[2]])
    #expect(groups.allSatisfy { $0.id == 0 })
    let stored = try store.groups.insert(groups.filter { !$0.letter.isEmpty })
    #expect(try store.groups.all() == stored)
  }
}
