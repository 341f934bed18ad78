import People
import TestSupport
import Testing

/// Terminals and repositories as code of the main actor writes them: closures that belong to it,
/// and elements and results that stay there.
@MainActor struct MainActorTests {
  private let minimum = 18

  private func newStore() async throws -> PersonStore {
    let store = try PersonStore.inMemory()
    try await store.people.insert([
      Person(name: "Anna", surname: "Alvarez", age: 30),
      Person(name: "Bruno", surname: "Becker", age: 12),
      Person(name: "Chloé", surname: "Adams", age: 50),
    ])
    return store
  }

  @Test func terminalsTakeClosuresOfTheMainActor() async throws {
    let store = try await newStore()
    let people = store.people
    #expect(try await people.sum { $0.age } == 92)
    #expect(try await people.average { $0.age } == 92.0 / 3)
    #expect(try await people.min { $0.age } == 12)
    #expect(try await people.max { $0.surname } == "Becker")
    #expect(try await people.minBy { $0.age }?.name == "Bruno")
    #expect(try await people.any { ($0.age ?? 0) < self.minimum })
    #expect(try await !people.all { ($0.age ?? 0) < self.minimum })
    #expect(try await people.count { ($0.age ?? 0) >= self.minimum } == 2)
    #expect(try await people.first { $0.age == self.minimum } == nil)
    #expect(try await people.toDictionary { $0.name }.count == 3)
    #expect(try await people.toLookup { $0.surname.prefix(1) }["A"].count == 2)
    #expect(try await people.groupBy { $0.surname.prefix(1) }.toArray().count == 2)
    #expect(
      try await people.where { ($0.age ?? 0) < self.minimum }.update { $0.set(\.age, to: 18) } == 1)
    #expect(try await people.where { ($0.age ?? 0) > self.minimum }.delete() == 2)
  }

  @Test func transactionsTakeClosuresOfTheMainActor() async throws {
    let store = try await newStore()
    let minimum = minimum
    let removed = try await store.write { store in
      try store.people.where { ($0.age ?? 0) < minimum }.delete()
    }
    #expect(removed == 1)
    var names: [String] = []
    for try await person in store.people.sort(\.surname).stream() { names.append(person.surname) }
    #expect(names == ["Adams", "Alvarez"])
  }
}
