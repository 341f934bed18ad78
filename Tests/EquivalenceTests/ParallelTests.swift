import Foundation
import LinqSQL
import StoreSupport
import TestModel
import TestSupport
import Testing

@testable import ChainFuzzing

@Suite("Queries of which several connections read parts")
struct ParallelTests {
  private struct Amount: Sendable, Equatable {
    var id: Int
    var value: Int

    static let table = Table(
      "amount", Amount.init, .primaryKey("id", \.id), .column("value", \.value))
  }

  /// A file with people, and what its connections run.
  private final class File {
    let folder = TemporaryFolder()
    let store: TestStore
    let statements = Recorder()

    init(_ people: [Person], readers: Int = 4) throws {
      var configuration = DatabaseConfiguration()
      configuration.readerCount = readers
      configuration.durability = .normal
      configuration.trace = { [statements] in statements.add($0) }
      store = try TestStore(path: folder.file(), configuration: configuration)
      try store.people.insert(people)
    }

    /// Returns an empty table of numbers.
    func amounts() throws -> Repository<Amount> {
      try store.pool.write {
        try $0.execute(
          "CREATE TABLE amount (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT")
      }
      return store.repository(of: Amount.table)
    }

    /// Runs a query, and returns its result and the number of its parts.
    ///
    /// - Parameter isDivided: whether it is run again if it had none. The readers of the query
    ///   before it are idle again a moment after that has ended.
    func run<Result>(
      isDivided: Bool = true, _ body: (Query<Person>) throws -> Result
    ) throws -> (Result, parts: Int) {
      for _ in 1..<20 {
        let found = try runOnce(body)
        if found.parts > 0 || !isDivided { return found }
        Thread.sleep(forTimeInterval: 0.01)
      }
      return try runOnce(body)
    }

    private func runOnce<Result>(
      _ body: (Query<Person>) throws -> Result
    ) throws -> (Result, parts: Int) {
      let before = statements.all.count
      let result = try body(store.people.query.policy(.parallel(readers: 3)))
      let parts = statements.all.dropFirst(before).filter {
        $0.contains("id >= ? AND id <= ?")
      }
      return (result, parts.count)
    }
  }

  private func opaqueAge(_ person: Person) -> Int { person.age }

  private func expectParts<Element: Sendable>(
    _ file: File, _ chain: (Query<Person>) -> Query<Element>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try chain(file.store.people.query).toArray().map { "\($0)" }
    let (found, parts) = try file.run { try chain($0).toArray().map { "\($0)" } }
    #expect(found == expected, sourceLocation: sourceLocation)
    #expect(parts > 1, sourceLocation: sourceLocation)
  }

  @Test("operators on each element give arrays in the order of the key")
  func rows() throws {
    let file = try File(hostilePeople)
    try expectParts(file) { $0 }
    try expectParts(file) { $0.where { $0.age > 20 } }
    try expectParts(file) { $0.select { ($0.name, $0.age) } }
    try expectParts(file) { $0.where { opaquelyTrue($0) }.select { $0.surname } }
    try expectParts(file) { $0.select { $0.email }.compacted() }
    let all = file.store.people.query
    try expectParts(file) { people in
      people.where { person in all.matching { $0.surname == person.surname }.count > 5 }
    }
  }

  @Test("numbers, minima, maxima and sums of integers are merged")
  func values() throws {
    let file = try File(hostilePeople)
    let people = file.store.people.query
    let count = try file.run { try $0.where { opaquelyTrue($0) }.count() }
    #expect(try count.0 == people.count())
    #expect(count.parts > 1)
    let low = try file.run { try $0.min { $0.surname } }
    #expect(try low.0 == people.min { $0.surname })
    #expect(low.parts > 1)
    let high = try file.run { try $0.where { $0.surname == "" }.max { $0.id } }
    #expect(try high.0 == people.where { $0.surname == "" }.max { $0.id })
    #expect(high.parts > 1)
    let none = try file.run { try $0.where { $0.name == "nobody" }.max { $0.id } }
    #expect(none.0 == nil)
    let sum = try file.run { try $0.sum { $0.id } }
    #expect(try sum.0 == people.sum { $0.id })
    #expect(sum.parts > 1)
  }

  @Test("a sum fits if that of all rows fits, whatever those of the parts do")
  func sums() throws {
    let file = try File([])
    let amounts = try file.amounts()
    let query = amounts.query.policy(.parallel(readers: 2))
    let half = Int.max / 2 + 1
    let values = [half, -half, -half, half, half, -half - 1, -half, half, 5]
    try amounts.insert(values.enumerated().map { Amount(id: $0 + 1, value: $1) })
    #expect(try query.sum { $0.value } == 4)
    try amounts.insert([half, half].enumerated().map { Amount(id: 20 + $0, value: $1) })
    #expect(throws: ExpressionError.arithmeticOverflow) { try query.sum { $0.value } }
  }

  @Test("groups and their counts are in the order in which their keys first occur")
  func groups() throws {
    let file = try File(hostilePeople)
    try expectParts(file) { $0.countBy { $0.surname } }
    try expectParts(file) { $0.countBy { $0.age } }
    try expectParts(file) { $0.countBy { $0.surname.prefix(1) } }
    try expectParts(file) { $0.groupBy { $0.birthDate }.select { ($0.key, $0.count) } }
    try expectParts(file) { $0.groupBy { $0.age }.select { ($0.key, $0.items.count) } }
    try expectParts(file) { $0.countBy { $0.surname }.sortDescending { $0.1 }.take(2) }
    try expectParts(file) { $0.groupBy { $0.surname } }
    try expectParts(file) { $0.groupBy({ $0.surname }, element: { $0.age }) }
    try expectParts(file) { $0.groupBy { opaqueAge($0) % 3 } }
  }

  @Test("operators on groups work on those of all rows")
  func onGroups() throws {
    let file = try File(hostilePeople)
    func expectSame<Element: Sendable>(
      _ chain: (Query<Person>) -> Query<Element>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let expected = try chain(file.store.people.query).toArray().map { "\($0)" }
      let (found, parts) = try file.run(isDivided: false) {
        try chain($0).toArray().map { "\($0)" }
      }
      #expect(found == expected, sourceLocation: sourceLocation)
      #expect(parts == 0, sourceLocation: sourceLocation)
    }
    try expectSame { $0.groupBy { $0.surname }.where { $0.count > 2 } }
    try expectSame { $0.groupBy { $0.surname }.countBy { $0.key } }
    try expectSame { $0.groupBy { $0.surname }.selectMany { $0.items.take(1) } }
    try expectSame { $0.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.id }) } }
    try expectSame { $0.groupBy { $0.surname }.select { ($0.count, $0.key) } }
    try expectSame { $0.groupBy { ($0.surname, $0.name) }.select { ($0.key, $0.count) } }
  }

  @Test("what needs all rows at once runs on one connection, and the plan says why")
  func undivided() throws {
    let file = try File(hostilePeople)
    func reason<Element>(_ query: Query<Element>) throws -> String? {
      guard
        case .oneConnection(let reason) = try query.policy(.parallel(readers: 2)).plan()
          .parallelism
      else { return nil }
      return reason
    }
    let people = file.store.people.query
    #expect(try reason(people.sort { $0.name }) == "sort runs on all rows")
    #expect(try reason(people.take(3)) == "take runs on all rows")
    #expect(try reason(people.where { opaquelyTrue($0) }.take(3)) == "take runs on all rows")
    #expect(
      try reason(people.groupBy { $0.surname }.select { ($0.key, $0.max { $0.age }) })
        == "groupBy runs on all rows")
    #expect(try reason(people.where { opaquelyTrue($0) }.sort { opaqueAge($0) }) == nil)
    #expect(try people.plan().parallelism == nil)
    let plan = try people.where { $0.age == 25 }.policy(.parallel(readers: 2)).plan()
    #expect(plan.parallelism == .ranges(of: "id", readers: 2))
    #expect(plan.description.contains("\nin ranges of id, with up to 2 connections\n"))
    let memory = try TestStore()
    #expect(try reason(memory.people.query) == "the database has one connection")
    let inside = try file.store.read { transaction in try reason(transaction.people.query) }
    #expect(inside == "a transaction has one connection")
  }

  @Test("the first error in the order of the rows is that of the query")
  func errors() throws {
    let people = (1...100).map { Person(name: "n\($0)", surname: "s", age: $0 % 50) }
    let file = try File(people)
    struct Stop: Error, Equatable { let id: Int64 }
    for _ in 1...20 {
      #expect(throws: Stop(id: 31)) {
        try file.run {
          try $0.where { person in
            if person.id >= 31 { throw Stop(id: person.id) }
            return true
          }.toArray()
        }
      }
    }
    #expect(throws: ExpressionError.divisionByZero) {
      try file.run { try $0.select { 100 / $0.age }.toArray() }
    }
    // The connections are free afterwards.
    #expect(try file.run { try $0.count() }.0 == 100)
  }

  @Test("keys at the ends of their type, and gaps between them")
  func sparseKeys() throws {
    let file = try File([])
    let amounts = try file.amounts()
    let keys: [Int] = [.min, -5, 1, 2, 3, 4, 1 << 40, (1 << 40) + 1, .max - 1, .max]
    let rows = keys.map { Amount(id: $0, value: 1) }
    try amounts.insert(rows)
    let query = amounts.query.policy(.parallel(readers: 2))
    #expect(try query.toArray() == rows)
    #expect(try query.sum { $0.value } == keys.count)
    #expect(try File([]).run { try $0.toArray() }.0 == [])
    #expect(try File([hostilePeople[0]]).run { try $0.toArray() }.0.count == 1)
  }

  @Test("a key of a type with a raw value")
  func rawKeys() throws {
    struct Key: RawRepresentable, Hashable, Sendable, ColumnValue { let rawValue: Int }
    struct Item: Sendable {
      var id: Key
      var text: String
      static let table = Table("item", Item.init, .primaryKey("id", \.id), .column("text", \.text))
    }
    let file = try File([])
    try file.store.pool.write {
      try $0.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
    }
    let items = file.store.repository(of: Item.table)
    try items.insert((1...20).map { Item(id: Key(rawValue: $0 * 3), text: "t\($0)") })
    let query = items.query.policy(.parallel(readers: 2))
    #expect(try query.plan().parallelism == .ranges(of: "id", readers: 2))
    #expect(try query.select { $0.text }.toArray() == items.query.select { $0.text }.toArray())
  }

  @Test("a key that does not fit its property is an error, as without parts")
  func tooLargeKeys() throws {
    struct Small: Sendable {
      var id: Int8
      static let table = Table("small", Small.init, .primaryKey("id", \.id))
    }
    let file = try File([])
    try file.store.pool.write { connection in
      try connection.execute("CREATE TABLE small (id INTEGER PRIMARY KEY) STRICT")
      for key in [1, 2, 3, 127, 128, 300] {
        try connection.run("INSERT INTO small VALUES (?)", [.integer(Int64(key))])
      }
    }
    let small = file.store.repository(of: Small.table).query.policy(.parallel(readers: 2))
    #expect(throws: DatabaseError.self) { try small.toArray() }
    #expect(try small.count() == 6)
  }

  @Test("a table without the number of a row as its key is not divided: rows may have no key")
  func keysWithNil() throws {
    struct Item: Sendable {
      var id: Int
      var text: String
      static let table = Table(
        "item", Item.init, .primaryKey("id", \.id, isAssigned: false),
        .column("text", \.text))
    }
    let file = try File([])
    try file.store.pool.write { connection in
      try connection.execute("CREATE TABLE item (id INT PRIMARY KEY, text TEXT NOT NULL)")
      try connection.execute("INSERT INTO item VALUES (1, 'a'), (NULL, 'b'), (3, 'c')")
    }
    let items = file.store.repository(of: Item.table).query
    let texts = try items.select { $0.text }.toArray()
    #expect(texts.count == 3)
    #expect(try items.select { $0.text }.policy(.parallel(readers: 2)).toArray() == texts)
  }

  @Test("all parts see one state of the file while others write")
  func snapshot() async throws {
    // The ages add up to the same number after each commit.
    let file = try File((1...400).map { Person(name: "n\($0)", surname: "s", age: 10) })
    let pool = file.store.pool
    let writer = Task.detached {
      var random = RandomSource(seed: 11)
      while !Task.isCancelled {
        let (from, to) = (1 + random.below(400), 1 + random.below(400))
        try await pool.write { connection in
          try connection.run(
            "UPDATE person SET age = age - 1 WHERE id = ?", [.integer(Int64(from))])
          try connection.run("UPDATE person SET age = age + 1 WHERE id = ?", [.integer(Int64(to))])
        }
      }
    }
    defer { writer.cancel() }
    var parts = 0
    for _ in 1...300 {
      let run = try file.run { try $0.sum { $0.age } }
      #expect(run.0 == 4000)
      parts += run.parts
    }
    #expect(parts > 100)
  }

  @Test("many queries at once on few connections")
  func manyAtOnce() async throws {
    let file = try File((1...200).map { Person(name: "n\($0)", surname: "s", age: $0) }, readers: 3)
    let people = file.store.people.query.policy(.parallel(readers: 3))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...200 {
        group.addTask { try await people.where { opaquelyTrue($0) }.sum { $0.age } }
      }
      for try await sum in group { #expect(sum == 20_100) }
    }
  }

  @Test("canceling the task ends all parts")
  func cancellation() async throws {
    let file = try File((1...1000).map { Person(name: "n\($0)", surname: "s", age: $0) })
    let people = file.store.people.query.policy(.parallel(readers: 3))
    let (hasBegun, isCanceled) = (Locked(false), Locked(false))
    let task = Task {
      try await people.where { _ in
        hasBegun.withLock { $0 = true }
        while !isCanceled.withLock({ $0 }) { usleep(1000) }
        return true
      }.count()
    }
    while !hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    isCanceled.withLock { $0 = true }
    await #expect(throws: CancellationError.self) { try await task.value }
    await file.store.close()
  }
}
