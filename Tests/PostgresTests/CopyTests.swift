#if Postgres
import People
import PeoplePostgres
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  @Suite struct CopyTests {
    /// A store with people and groups, of whom the last ones are deleted.
    private func fill(_ store: PersonStore, _ count: Int = 5000) throws {
      let people = try store.people.insert(
        (1...count).map { number in
          Person(
            name: "P\(number)\u{301}", surname: "", age: number % 100,
            email: number % 2 == 0 ? "p\(number)@example.com" : nil,
            birthDate: number % 3 == 0 ? CalendarDate(year: 1990, month: 1, day: 2) : nil)
        })
      for (letter, items) in [("A", people[10..<20]), ("B", people[0..<0]), ("C", people[0...])] {
        try store.groups.insert(PersonGroup(letter: letter, items: Array(items.reversed())))
      }
      try store.people.delete(people[2].id)
      try store.people.delete(people[count - 1].id)
      try store.groups.delete(2)
    }

    @Test func everythingIsCopiedThereAndBack() throws {
      let file = try PersonStore(path: ":memory:")
      try fill(file)
      let (server, back) = (try newStore(), try PersonStore(path: ":memory:"))
      var steps: [PersonStore.CopyProgress] = []
      #expect(try file.copy(to: server) { steps.append($0) } == 0)
      #expect(steps.first?.done == 0 && steps.last?.done == 5000 && steps.last?.total == 5000)
      #expect(try server.copy(to: back) == 0)
      for copy in [server, back] {
        #expect(try copy.people.all() == file.people.all())
        #expect(try copy.groups.all() == file.groups.all())
        #expect(try copy.check().isEmpty)
        // Keys of deleted rows are not used again.
        #expect(try copy.people.insert(Person(name: "x", surname: "", age: 1)).id == 5001)
        #expect(try copy.groups.insert(PersonGroup(letter: "x")).id == 4)
      }
    }

    @Test func aCopyGoesOnWhereItEnded() throws {
      let file = try PersonStore(path: ":memory:")
      try fill(file, 10_000)
      let server = try newStore()
      let first = try file.people.take(4096).toArray()
      try server.people.insert(first)
      #expect(try file.copy(to: server) == 4096)
      #expect(try file.copy(to: server) == 10_000)
      #expect(try server.people.all() == file.people.all())
      #expect(try server.groups.all() == file.groups.all())
    }

    @Test func otherRowsAreNotTouched() throws {
      let file = try PersonStore(path: ":memory:")
      try fill(file, 100)
      let server = try newStore()
      try server.people.insert(Person(name: "other", surname: "", age: 1))
      #expect(throws: CopyError.otherRows(table: "person")) { try file.copy(to: server) }
      #expect(try server.people.count() == 1)
      let more = try newStore()
      _ = try file.copy(to: more)
      try more.people.insert(Person(name: "more", surname: "", age: 1))
      #expect(throws: CopyError.otherRows(table: "person")) { try file.copy(to: more) }
    }

    @Test func aRowThatIsNotStoredIsNamed() throws {
      let file = try PersonStore(path: ":memory:")
      try fill(file, 30)
      // Another program has stored it.
      try file.pool.write {
        try $0.run("INSERT INTO person (name, surname) VALUES (?, '')", [.text("a\0b")])
      }
      let server = try newStore()
      #expect {
        try file.copy(to: server)
      } throws: { "\($0)".contains("person 30 ") }
    }
  }
}
#endif
