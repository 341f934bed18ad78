import People
import Testing

@Suite("Changes as text")
struct TextChangeTests {
  private let store: PersonStore

  init() throws {
    store = try .inMemory()
    try store.people.insert([
      Person(name: "Ada", surname: "Byron", age: 36), Person(name: "Eve", surname: "Byron"),
      Person(name: "Grace", surname: "Hopper", age: 85, attributes: ["rank": "rear admiral"]),
    ])
  }

  private func run(_ text: String) throws -> Int {
    try #require(try store.textForm.parseChange(text, of: Person.self)).run()
  }

  private func names() throws -> [String] { try store.people.select { $0.fullName }.toArray() }

  @Test func updates() throws {
    let text = #"where { $0.surname == "Byron" }.update { $0.set(\.surname, to: "King") }"#
    #expect(try run(text) == 2)
    #expect(try names() == ["Ada King", "Eve King", "Grace Hopper"])
    // Both from the old values; the last of two values for one property counts.
    let swap = #"""
      take(1).update { row in
        row.set(\.name, to: row.surname)
        row.set(\.surname, to: "x"); row.set(\.surname, to: row.name)
        row.set(\.birthDate, to: CalendarDate("1815-12-10"))
        row.set(\.age, to: nil)
      }
      """#
    #expect(try run(swap) == 1)
    let ada = try #require(try store.people.find(1))
    #expect(ada.fullName == "King Ada" && ada.age == nil)
    #expect(ada.birthDate == CalendarDate("1815-12-10"))
    // An attribute may be the source of a value.
    #expect(try run(#"update { $0.set(\.surname, to: $0.attributes["rank"] ?? $0.surname) }"#) == 3)
    #expect(try names()[2] == "Grace rear admiral")
  }

  @Test func deletions() async throws {
    let change = try #require(
      try store.textForm.parseChange("where { $0.age == nil }.delete()", of: Person.self))
    #expect(try await change.rows.count() == 1 && change.isDeletion)
    #expect(try await change.run() == 1)
    #expect(try await change.run() == 0)
    #expect(try names() == ["Ada Byron", "Grace Hopper"])
  }

  @Test func refusals() throws {
    #expect(throws: RowError.self) {
      try run(#"update { $0.set(\.name, to: $0.age == nil ? "" : "x") }"#)
    }
    #expect(try names() == ["Ada Byron", "Eve Byron", "Grace Hopper"])
  }

  @Test func insideTransactions() throws {
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try store.write { transaction in
        try transaction.people.insert(Person(name: "Bob", surname: "Byron"))
        let change = try transaction.textForm.parseChange(
          #"where { $0.surname == $name }.delete()"#, of: Person.self,
          parameters: ["name": "Byron"])
        #expect(try change?.run() == 3)
        #expect(try transaction.textForm.parse("count()").run() == .integer(1))
        throw Undone()
      }
    }
    #expect(try names().count == 3)
  }

  @Test func otherRows() throws {
    #expect(try store.textForm.parseChange("groups", of: Person.self) == nil)
    for text in ["groups.delete()", "select { $0.name }.delete()"] {
      #expect(throws: ChainError.self) {
        try store.textForm.parseChange(text, of: Person.self)
      }
    }
  }
}
