import Foundation
import People
import TestSupport
import Testing

@testable import LinqSQL

@Suite("Live queries", .timeLimit(.minutes(hangLimit)))
struct LiveQueryTests {
  private let folder: TemporaryFolder
  private let store: PersonStore
  private let statements = Statements()

  init() throws {
    folder = TemporaryFolder()
    var configuration = DatabaseConfiguration()
    configuration.trace = { [statements] in statements.add($0) }
    store = try PersonStore(path: folder.file(), configuration: configuration, logger: .silent)
  }

  private func add(_ name: String, age: Int) throws -> Person {
    try store.people.insert(Person(name: name, surname: "s", age: age))
  }

  @Test("the result as it is, then each new one")
  func results() async throws {
    var ada = try add("Ada", age: 36)
    let watcher = Watcher(store.people.where { ($0.age ?? 0) < 40 }.select(\.name).live())
    try await wait("the first result") { watcher.last == ["Ada"] }
    _ = try add("Bob", age: 50)
    var eve = try add("Eve", age: 20)
    try await wait("an insertion") { watcher.last == ["Ada", "Eve"] }
    eve.name = "Eva"
    try await store.people.update(eve)
    try await wait("a change") { watcher.last == ["Ada", "Eva"] }
    ada.age = 41
    try await store.people.update(ada)
    try await wait("one that leaves") { watcher.last == ["Eva"] }
    try await store.people.where { ($0.age ?? 0) > 45 }.update { $0.set(\.age, to: 39) }
    try await wait("one that comes") { watcher.last == ["Bob", "Eva"] }
    try await store.people.where { ($0.age ?? 0) < 40 }.delete()
    try await wait("the end of all") { watcher.last?.isEmpty == true }
    try await store.pool.write { try $0.execute("UPDATE person SET age = 1") }
    try await wait("SQL") { watcher.last == ["Ada"] }
    #expect(watcher.all.count == 7, "each new result once: \(watcher.all)")
  }

  @Test("a chain of where and select is kept up without a statement")
  func maintained() async throws {
    for index in 0..<20 { _ = try add("p\(index)", age: index) }
    let people = store.people
    let watchers = [
      Watcher(people.where { ($0.age ?? 0) >= 5 }.select { $0.name }.live()),
      Watcher(people.select { $0.name.uppercased() }.live()),
      Watcher(people.where { isEven($0) }.select { $0.surname + $0.name }.live()),
    ]
    try await wait("the first results") { watchers.allSatisfy { $0.last != nil } }
    _ = statements.takeReads()
    for index in 0..<10 {
      try await store.write { transaction in
        try transaction.people.insert(Person(name: "n\(index)", surname: "s", age: index))
        try transaction.people.delete(Int64(index + 1))
      }
    }
    let added = (0..<10).map { "n\($0)" }
    try await wait("all changes") {
      watchers[0].last == (10..<20).map { "p\($0)" } + added.suffix(5)
        && watchers[1].last == (10..<20).map { "P\($0)" } + added.map { $0.uppercased() }
        && watchers[2].last
          == stride(from: 10, to: 20, by: 2).map { "sp\($0)" }
          + stride(from: 0, to: 10, by: 2).map { "sn\($0)" }
    }
    #expect(statements.takeReads() == [])
  }

  @Test("changes are forgotten when all live queries of a repository have read them")
  func readChanges() async throws {
    for index in 0..<20 { _ = try add("p\(index)", age: index) }
    let people = store.people
    var watchers = [
      Watcher(people.where { $0.id == 3 }.select { $0.surname }.live()),
      Watcher(people.where { ($0.age ?? 0) < 3 }.sort { $0.name }.select { $0.surname }.live()),
    ]
    try await wait("the first results") { watchers.allSatisfy { $0.last != nil } }
    let live = people.node.live
    for index in 1...500 {
      _ = try await people.where { $0.id > 10 }.update { $0.set(\.surname, to: "s\(index)") }
      if index % 100 == 0 {
        try await people.where { $0.id == 3 }.update { $0.set(\.surname, to: "t\(index)") }
        try await wait("a change that both see") {
          watchers.allSatisfy { $0.last?.contains("t\(index)") == true }
        }
      }
    }
    #expect(live.changeCount < 2_000)
    watchers = []
    let deadline = ContinuousClock.now + longTimeout
    while live.changeCount > 0, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(live.changeCount == 0, "nobody reads them any more")
  }

  @Test("a row that matches neither before nor after makes no statement run")
  func irrelevant() async throws {
    for index in 0..<20 { _ = try add("p\(index)", age: index) }
    let people = store.people
    let watcher = Watcher(
      people.where { ($0.age ?? 0) < 10 }.sortDescending { $0.name }.take(3).select { $0.name }
        .live())
    try await wait("the first result") { watcher.last == ["p9", "p8", "p7"] }
    _ = statements.takeReads()
    for index in 0..<10 { _ = try add("q", age: 30 + index) }
    try await people.where { ($0.age ?? 0) > 15 }.update { $0.set(\.surname, to: "t") }
    try await people.where { ($0.age ?? 0) > 35 }.delete()
    // A change that matters comes after them all: one statement, the query's.
    _ = try add("z", age: 1)
    try await wait("what matters") { watcher.last == ["z", "p9", "p8"] }
    let reads = statements.takeReads()
    #expect(reads.filter { $0.contains("LIMIT") }.count == 1, "\(reads)")
    // One that leaves what the filters let through matters as well.
    try await people.where { $0.name == "z" }.update { $0.set(\.age, to: 99) }
    try await wait("one that leaves") { watcher.last == ["p9", "p8", "p7"] }
  }

  @Test("what is rolled back is never seen")
  func rolledBack() async throws {
    let watcher = Watcher(store.people.select(\.name).live())
    try await wait("the first result") { watcher.last == [] }
    for index in 0..<50 {
      try? await store.write { transaction in
        try transaction.people.insert(Person(name: "no", surname: "s", age: 1))
        throw Stop()
      }
      try await store.write { transaction in
        try? transaction.nested { nested in
          try nested.people.insert(Person(name: "no", surname: "s", age: 1))
          throw Stop()
        }
        try transaction.people.insert(Person(name: "yes", surname: "s", age: index))
      }
    }
    try await wait("the last state") { watcher.last?.count == 50 }
    #expect(watcher.all.allSatisfy { !$0.contains("no") })
    // A transaction is seen as a whole.
    try await store.write { transaction in
      for index in 0..<10 {
        try transaction.people.insert(Person(name: "ten", surname: "s", age: index))
      }
    }
    try await wait("ten more") { watcher.last?.count == 60 }
    #expect(watcher.all.allSatisfy { $0.count <= 50 || $0.count == 60 })
  }

  @Test("slow consumers see only the latest state")
  func slow() async throws {
    let mayGoOn = Signal()
    let watcher = Watcher(store.people.select(\.name).live(), pausingUntil: mayGoOn)
    try await wait("the first result") { watcher.last == [] }
    for index in 0..<200 { _ = try add("\(index)", age: 1) }
    mayGoOn.fire()
    try await wait("the last state") { watcher.last?.count == 200 }
    // The first state and the last, and one between them that was on its way.
    #expect(watcher.all.count <= 3)
  }

  @Test("transactions larger than what is kept, and rows that change their keys")
  func large() async throws {
    let watcher = Watcher(store.people.where { ($0.age ?? 0) < 5 }.select(\.name).live())
    try await wait("the first result") { watcher.last == [] }
    try await store.write { transaction in
      for index in 0..<12_000 {
        try transaction.people.insert(Person(name: "\(index)", surname: "s", age: index % 10))
      }
    }
    let expected = (0..<12_000).filter { $0 % 10 < 5 }.map { "\($0)" }
    try await wait("a large transaction") { watcher.last == expected }
    try await store.pool.write {
      try $0.execute("UPDATE person SET id = id + 20000 WHERE id % 1000 = 1")
    }
    let moved = try await store.people.where { ($0.age ?? 0) < 5 }.select(\.name).toArray()
    #expect(moved != expected)
    try await wait("other keys") { watcher.last == moved }
    try await store.pool.write { try $0.execute("DELETE FROM person") }
    try await wait("nothing") { watcher.last == [] }
  }

  @Test("groups, joins and queries of two tables")
  func otherTables() async throws {
    let ada = try add("Ada", age: 1)
    let letters = Watcher(
      store.people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }
        .select { "\($0.0)\($0.1)" }.live())
    let pairs = Watcher(
      store.people.where { $0.age == 1 }.join(store.people, on: { $0.age }, equals: { $0.age })
        .select { $0.0.name + $0.1.name }.live())
    let groups = Watcher(store.groups.select { "\($0.letter)\($0.items.count)" }.live())
    try await wait("the first results") {
      letters.last == ["s1"] && pairs.last == ["AdaAda"] && groups.last == []
    }
    _ = try add("Bob", age: 1)
    try await wait("one more") {
      letters.last == ["s2"] && pairs.last?.count == 4
    }
    try await store.groups.insert(PersonGroup(letter: "L", items: [ada]))
    try await wait("a group") { groups.last == ["L1"] }
    try await store.people.delete(ada)
    try await wait("one less, who is no item any more either") {
      letters.last == ["s1"] && pairs.last == ["BobBob"] && groups.last == ["L0"]
    }
  }

  @Test("an error of the query comes out of the loop")
  func errors() async throws {
    let maintained = Watcher(store.people.select { ($0.age ?? 0) * Int.max }.live())
    let sorted = Watcher(store.people.select { ($0.age ?? 0) * Int.max }.sort { $0 }.live())
    _ = try add("one", age: 1)
    try await wait("results") { maintained.last == [.max] && sorted.last == [.max] }
    _ = try add("two", age: 2)
    try await wait("errors") { maintained.outcome != nil && sorted.outcome != nil }
    #expect(throws: ExpressionError.self) { try maintained.outcome?.get() }
    #expect(throws: ExpressionError.self) { try sorted.outcome?.get() }
  }

  @Test("the loop ends with the store, with the task, and with what cannot change")
  func ends() async throws {
    let open = Watcher(store.people.live())
    let cancelled = Watcher(store.people.sort { $0.name }.live())
    let sequence = Watcher(Query([1, 2]).live())
    try await wait("the first results") { open.last != nil && cancelled.last != nil }
    try await wait("a sequence ends") { sequence.outcome != nil }
    try sequence.outcome?.get()
    #expect(sequence.all == [[1, 2]])
    cancelled.cancel()
    try await wait("cancellation") { cancelled.outcome != nil }
    #expect(throws: CancellationError.self) { try cancelled.outcome?.get() }
    await store.close()
    try await wait("the store is closed") { open.outcome != nil }
    try open.outcome?.get()
    let late = Watcher(store.people.live())
    try await wait("an error") { late.outcome != nil }
    #expect(throws: DatabaseError.self) { try late.outcome?.get() }
  }

  @Test("what cannot be observed says so")
  func refused() async throws {
    let other = try await PersonStore(path: ":memory:", logger: .silent)
    let two = store.people.concat(other.people).live()
    await #expect(throws: QueryError.cannotBeObserved(reason: "it reads from more than one store"))
    {
      for try await _ in two {}
    }
    let inside = try await store.read { $0.people.query.live() }
    await #expect(throws: QueryError.cannotBeObserved(reason: "it belongs to a transaction")) {
      for try await _ in inside {}
    }
    let sorted = store.people.where { $0.name.count > 1 }.sort { nameOf($0) }
      .policy(.requireSQL).live()
    await #expect(throws: QueryError.self) { for try await _ in sorted {} }
    let filtered = store.people.where { isEven($0) }.policy(.requireSQL).live()
    await #expect(throws: QueryError.self) { for try await _ in filtered {} }
  }

  @Test("a store in memory")
  func inMemoryStore() async throws {
    let store = try await PersonStore(path: ":memory:", logger: .silent)
    let names = Watcher(store.people.select(\.name).live())
    let sorted = Watcher(store.people.sort { $0.name }.select(\.name).live())
    try await wait("the first results") { names.last == [] && sorted.last == [] }
    try await store.people.insert(Person(name: "b", surname: "s", age: 1))
    try await store.people.insert(Person(name: "a", surname: "s", age: 1))
    try await wait("results") { names.last == ["b", "a"] && sorted.last == ["a", "b"] }
  }
}

@Sendable private func isEven(_ person: Person) -> Bool { (person.age ?? 0) % 2 == 0 }
@Sendable private func nameOf(_ person: Person) -> String { person.name }
