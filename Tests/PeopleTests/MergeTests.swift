import Foundation
import People
import TestSupport
import Testing

@Suite("Merging two people")
struct MergeTests {
  private let store: PersonStore
  private let first: Person
  private let second: Person

  init() throws {
    store = try .inMemory()
    first = try store.people.insert(
      Person(
        name: "José", surname: "Müller", email: "jose@example.org",
        attributes: ["city": "Köln", "phone": "1", "same": "x"]))
    second = try store.people.insert(
      Person(
        name: "Jose", surname: "Müller", age: 36, email: "JOSE@example.org",
        birthDate: CalendarDate("1990-01-02"),
        attributes: ["city": "Bonn", "fax": "2", "same": "x"]))
  }

  @Test("the first keeps what it has, takes what it lacks, and every other value stays")
  func values() async throws {
    let merge = try await store.merge(2, into: 1)
    let expected = Person(
      id: 1, name: "José", surname: "Müller", age: 36, email: "jose@example.org",
      birthDate: CalendarDate("1990-01-02"),
      attributes: [
        "city": "Köln", "city (2)": "Bonn", "phone": "1", "fax": "2", "same": "x",
        "name (2)": "Jose", "email (2)": "JOSE@example.org",
      ])
    #expect(merge.person == expected && merge.kept == first && merge.removed == second)
    #expect(try await store.people.all() == [expected])
    #expect(
      merge.choices.map { [$0.field.key, $0.source.rawValue, $0.otherName, $0.value] } == [
        ["name", "kept", "name (2)", "José"], ["surname", "kept", nil, "Müller"],
        ["age", "removed", nil, "36"], ["email", "kept", "email (2)", "jose@example.org"],
        ["birthDate", "removed", nil, "1990-01-02"],
        ["attributes.city", "kept", "city (2)", "Köln"],
        ["attributes.fax", "removed", nil, "2"], ["attributes.phone", "kept", nil, "1"],
        ["attributes.same", "kept", nil, "x"],
      ])
    #expect(merge.choices.filter(\.isConflict).count == 3)
    #expect(try await store.people.search("2").toArray().isEmpty)
    #expect(try await store.check() == [])
  }

  @Test("single fields are chosen")
  func choosing() throws {
    let merge = try store.merge(
      2, into: 1, taking: [.name, .email, .age, .surname, .attribute("city"), .attribute("fax")])
    #expect(try store.people.find(1) == merge.person)
    #expect(merge.person.name == "Jose" && merge.person.email == "JOSE@example.org")
    #expect(
      merge.person.attributes == [
        "city": "Bonn", "city (2)": "Köln", "phone": "1", "fax": "2", "same": "x",
        "name (2)": "José", "email (2)": "jose@example.org",
      ])
  }

  @Test("a value that is not chosen never replaces an attribute")
  func numbers() throws {
    func merged(
      _ kept: [String: String], _ removed: [String: String],
      taking fields: Set<PersonMerge.Field> = []
    ) throws -> [String: String] {
      try PersonMerge(
        of: Person(name: "a", surname: "", attributes: removed),
        into: Person(name: "a", surname: "", attributes: kept), taking: fields
      ).person.attributes
    }
    #expect(
      try merged(["x": "1", "x (2)": "9"], ["x": "2", "x (3)": "8"])
        == ["x": "1", "x (2)": "9", "x (3)": "8", "x (4)": "2"])
    // The same value is kept once.
    #expect(try merged(["x": "1", "x (2)": "2"], ["x": "2"]) == ["x": "1", "x (2)": "2"])
    #expect(try merged(["x": "1"], ["x": "2", "x (2)": "2"]) == ["x": "1", "x (2)": "2"])
    // Unless it is given up for another one.
    #expect(
      try merged(
        ["x": "1", "x (2)": "2"], ["x": "2", "x (2)": "3"], taking: [.attribute("x (2)")])
        == ["x": "1", "x (2)": "3", "x (3)": "2", "x (2) (2)": "2"])
    #expect(try merged(["name (2)": "b"], [:]) == ["name (2)": "b"])
  }

  @Test("the person comes into all groups of the other one, in its place")
  func groups() throws {
    let third = try store.people.insert(.some("Third"))
    try store.groups.insert([
      PersonGroup(letter: "A", items: [second, third, second]),
      PersonGroup(letter: "B", items: [first, second]), PersonGroup(letter: "C", items: [first]),
      PersonGroup(letter: "D", items: [third]),
    ])
    #expect(try store.read { try $0.merging(2, into: 1) }.groups == ["A"])
    let merge = try store.merge(2, into: 1)
    #expect(merge.groups == ["A"])
    let items = try store.groups.all().map { $0.items.map(\.id) }
    #expect(items == [[1, 3, 1], [1], [1], [3]])
    #expect(try store.check() == [])
  }

  @Test("oneself, somebody who is missing and a value that is missing are errors")
  func refused() async throws {
    #expect(throws: MergeError.samePerson(id: 1)) { try store.merge(1, into: 1) }
    #expect(throws: RowError.notFound(table: "person", key: 9)) { try store.merge(9, into: 1) }
    #expect(throws: RowError.notFound(table: "person", key: 9)) { try store.merge(1, into: 9) }
    let missing = MergeError.nothingToTake(fields: ["age", "fax"], id: 1)
    #expect(throws: missing) {
      try store.merge(1, into: 2, taking: [.attribute("fax"), .age, .name])
    }
    #expect("\(missing)" == "person 1 has no age and no fax that could be taken")
    await #expect(throws: MergeError.samePerson(id: 2)) { try await store.merge(2, into: 2) }
    #expect(throws: MergeError.samePerson(id: 1)) { try PersonMerge(of: first, into: first) }
    #expect(try await store.people.all() == [first, second])
  }

  @Test("a choice is carried out as long as both are as they were")
  func chosenBefore() async throws {
    let choice = try await store.read { try $0.merging(2, into: 1, taking: [.email]) }
    #expect(try await store.people.all() == [first, second])
    var changed = second
    changed.age = 37
    try await store.people.update(changed)
    await #expect(throws: MergeError.changed(id: 2)) { try await store.merge(choice) }
    #expect(try await store.people.all() == [first, changed])
    try await store.people.update(second)
    #expect(try await store.merge(choice).person == choice.person)
    #expect(try await store.people.all() == [choice.person])
    #expect(throws: MergeError.changed(id: 1)) { try store.merge(choice) }
  }

  @Test("delegates hear of both, a veto undoes all of it")
  func delegates() throws {
    final class Observer: PersonStoreDelegate {
      let heard = Collected<PersonChange>()
      let refuses: Bool

      init(refuses: Bool) { self.refuses = refuses }

      func willChange(_ change: PersonChange) throws {
        heard.append(change)
        if refuses, case .delete = change { throw ChangeVeto("everybody stays") }
      }
    }
    let group = try store.groups.insert(PersonGroup(letter: "A", items: [second]))
    let refusing = Observer(refuses: true)
    store.delegates.add(refusing)
    #expect(throws: ChangeVeto.self) { try store.merge(2, into: 1) }
    #expect(try store.people.all() == [first, second] && store.groups.all() == [group])
    store.delegates.remove(refusing)
    let observer = Observer(refuses: false)
    store.delegates.add(observer)
    let merge = try store.merge(2, into: 1)
    #expect(
      Set(observer.heard.all) == [.delete(second), .update(first, to: merge.person)])
  }

  @Test("a live query has the merged person")
  func live() async throws {
    var states = store.people.query.live().makeAsyncIterator()
    #expect(try await states.next() == [first, second])
    let merge = try await store.merge(1, into: 2)
    #expect(try await states.next() == [merge.person])
    #expect(merge.person.id == 2)
  }
}
