import Foundation
import TestModel
import TestSupport
import Testing

@testable import ChainFuzzing

@Suite("The contract: running, reading, failing")
struct RunTests {
  private struct Odd: Error, Equatable {}

  /// A store with sixty people, and the people.
  private func store() throws -> (store: TestStore, people: [Person]) {
    var random = RandomSource(seed: 7)
    let stage = try Stage(Corpus(people: 60, purchases: 3, &random), .indexed)
    return (stage.stores[1], stage.corpus.people)
  }

  @Test("S17, S18 a value of the wrong type is an error that names table, column, row and value")
  func wrongTypes() throws {
    let (store, _) = try store()
    try store.pool.write {
      try $0.execute(
        """
        CREATE TABLE note (
          id INTEGER PRIMARY KEY, text NOT NULL, is_read NOT NULL, weight NOT NULL);
        INSERT INTO note VALUES
          (1, 'a', 0, 1.5), (2, 'b', 2, 1.5), (3, 7, 1, 1.5), (4, 'd', 1, 'x');
        """)
    }
    let notes = Repository(Note.table, in: store.pool)
    #expect(
      try notes.where { $0.id == 1 }.toArray() == [
        Note(id: 1, text: "a", isRead: false, weight: 1.5)
      ])
    for (id, column) in [(2, "is_read"), (3, "text"), (4, "weight")] as [(Int64, String)] {
      let error = #expect(throws: DatabaseError.self) {
        try notes.where { $0.id == id }.toArray()
      }
      let message = error.map { "\($0)" } ?? ""
      #expect(message.contains("note.\(column)") && message.contains("\(id)"))
    }
    #expect(throws: DatabaseError.self) { try notes.query.policy(.memoryOnly).toArray() }
  }

  private struct Note: Sendable, Hashable {
    var id: Int64
    var text: String
    var isRead: Bool
    var weight: Double
    static let table = Table(
      "note", Note.init, .primaryKey("id", \.id), .column("text", \.text),
      .column("is_read", \.isRead), .column("weight", \.weight))
  }

  @Test("S30 closures run once for each element, in order, and not for those that nobody asks for")
  func closures() throws {
    let (store, people) = try store()
    let seen = Log()
    let found = try store.people.where { person in
      seen.add(person.id)
      return person.age < 40
    }.take(3).toArray()
    #expect(found.map(\.id) == people.filter { $0.age < 40 }.prefix(3).map(\.id))
    let last = try #require(people.filter { $0.age < 40 }.prefix(3).last)
    #expect(seen.all == people.map(\.id).prefix { $0 <= last.id })

    seen.clear()
    let names = try store.people.sort { $0.name }.select { person in
      seen.add(person.id)
      return person.name
    }.first()
    #expect(names == people.ordered(by: \.name).first?.name)
    #expect(seen.all.count == 1)
  }

  @Test("S31 what a closure throws reaches the caller")
  func throwing() throws {
    let (store, people) = try store()
    let fails: @Sendable (Person) throws -> Bool = { person in
      if person.id == 5 { throw Odd() }
      return true
    }
    #expect(throws: Odd.self) { try store.people.where(fails).toArray() }
    #expect(throws: Odd.self) { try store.people.query.policy(.memoryOnly).where(fails).toArray() }
    #expect(throws: Odd.self) { try Query(people).where(fails).toArray() }
    #expect(try store.people.where(fails).take(4).count() == 4)
  }

  @Test("S32 all statements of a chain see one state")
  func snapshot() throws {
    let folder = TemporaryFolder()
    let store = try TestStore(path: folder.file())
    defer { store.close() }
    try store.people.insert(
      (1...20).map { (n: Int) in Person(name: "n\(n)", surname: "s", age: n) })
    // The second query is read while the first is: a write between them is not seen.
    let pairs = try store.people.where { person in
      if person.id == 1 {
        let isWritten = Signal()
        Thread {
          _ = try? store.people.insert(Person(name: "late", surname: "s", age: 1))
          isWritten.fire()
        }.start()
        try? isWritten.waitBlocking()
      }
      return true
    }.zip(store.people.query.reverse()).toArray()
    #expect(pairs.count == 20 && pairs.allSatisfy { $0.1.name != "late" })
    #expect(try store.people.count() == 21)
  }

  @Test("S33 a query is a value: each run is fresh, a result is a snapshot")
  func running() throws {
    let (store, people) = try store()
    let query = store.people.where { $0.age >= 0 }.select { $0.name }
    let before = try query.toArray()
    try store.people.insert(Person(name: "new", surname: "one", age: 3))
    #expect(before == people.map(\.name))
    #expect(try query.toArray() == before + ["new"])
  }

  @Test("S36 an expression fails only where a lazy chain of an array evaluates it")
  func laziness() throws {
    func quotients(_ people: some Sequence<Person>) throws -> PlainValue {
      ints(
        try people.map {
          if $0.age == 0 { throw Failure.divisionByZero }
          return 100 / $0.age
        })
    }
    try agree(["where { $0.age != 0 && 100 / $0.age > 2 }", "select { $0.id }"]) {
      $0.people.filter { $0.age != 0 && 100 / $0.age > 2 }.ids
    }
    try agree(["where { $0.age == 0 || 100 / $0.age > 2 }", "select { $0.id }"]) {
      $0.people.filter { $0.age == 0 || 100 / $0.age > 2 }.ids
    }
    try agree(["where { $0.age != 0 }", "select { 100 / $0.age }", "sort()", "take(2)"]) {
      ints($0.people.filter { $0.age != 0 }.map { 100 / $0.age }.sorted().prefix(2).map { $0 })
    }
    try agree(["select { $0.age == 0 ? 0 : 100 / $0.age }"]) {
      ints($0.people.map { $0.age == 0 ? 0 : 100 / $0.age })
    }
    try agree(["select { 100 / $0.age }", "take(2)"]) { try quotients($0.people.prefix(2)) }
    try agree(["select { 100 / $0.age }", "skip(100)"]) { corpus in
      _ = try quotients(corpus.people)
      return .list([])
    }
  }

  @Test("S37 names of the standard library keep their meaning")
  func names() throws {
    let (store, people) = try store()
    let young: Person? = try store.people.first { $0.age < 2 }
    #expect(young?.id == people.first { $0.age < 2 }?.id)
    let nobody: Person? = try store.people.first { $0.age == -1 }
    #expect(nobody == nil)
    #expect(throws: QueryError.noElements) { try store.people.where { $0.age == -1 }.first() }
    #expect(try store.people.where { $0.age == -1 }.firstOrNil() == nil)
    #expect(try store.people.contains { $0.age == 25 } == people.contains { $0.age == 25 })
    #expect(try store.people.count { $0.age == 25 } == people.count { $0.age == 25 })
  }
}

/// What closures were called with.
private final class Log: @unchecked Sendable {
  // All access is with `lock` held.
  private let lock = NSLock()
  private var entries: [Int64] = []

  var all: [Int64] { lock.withLock { entries } }
  func add(_ entry: Int64) { lock.withLock { entries.append(entry) } }
  func clear() { lock.withLock { entries = [] } }
}
