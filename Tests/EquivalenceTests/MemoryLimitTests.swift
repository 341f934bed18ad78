import LinqCore
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// A function of Swift alone.
private func opaque(_ number: Int) -> Int { number }

@Suite("The memory that a query may take")
struct MemoryLimitTests {
  private static let limit = 1 << 20

  private func makeStore(_ limit: Int? = limit, people: Int = 300) throws -> TestStore {
    var configuration = DatabaseConfiguration()
    configuration.memoryLimit = limit
    let store = try TestStore(configuration: configuration)
    try store.people.insert(
      (0..<people).map {
        Person(
          name: "name \($0)", surname: "surname \($0 % 7)", age: $0 % 90, email: "\($0)@example.org"
        )
      })
    return store
  }

  private func expectTooMuch<Result>(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ run: () throws -> Result
  ) {
    #expect(
      throws: QueryError.tooMuchMemory(limit: Self.limit), "\(name)", sourceLocation: sourceLocation
    ) { _ = try run() }
  }

  @Test("what keeps too much in memory is an error")
  func kept() throws {
    let store = try makeStore()
    let people = store.people.query
    // 90,000 pairs.
    let pairs = people.crossJoin(people).policy(.memoryOnly)
    let texts = pairs.select { $0.0.name + $0.1.name }
    expectTooMuch("toArray") { try pairs.toArray() }
    expectTooMuch("sort") { try pairs.sort { $0.0.age }.firstOrNil() }
    expectTooMuch("sort, by a closure") {
      try pairs.sort { pair in opaque(pair.0.age) }.firstOrNil()
    }
    expectTooMuch("groupBy") { try pairs.groupBy { $0.0.age }.firstOrNil() }
    expectTooMuch("groupBy, by a closure") {
      try pairs.groupBy { pair in opaque(pair.0.age) }.firstOrNil()
    }
    expectTooMuch("distinct") { try texts.distinct().count() }
    expectTooMuch("union") { try texts.union(texts).count() }
    expectTooMuch("except") { try texts.take(1).except(texts).count() }
    expectTooMuch("intersect") { try texts.intersect(texts).count() }
    expectTooMuch("join") {
      try people.policy(.memoryOnly).join(pairs, on: { $0.id }, equals: { $0.0.id }).count()
    }
    expectTooMuch("reverse") { try pairs.reverse().firstOrNil() }
    expectTooMuch("shuffle") { try pairs.shuffle(seed: 1).firstOrNil() }
    expectTooMuch("takeLast") { try pairs.takeLast(80_000).count() }
    expectTooMuch("skipLast") { try pairs.skipLast(1).count() }
    expectTooMuch("chunk") { try pairs.chunk(50_000).count() }
    expectTooMuch("toSet") { try texts.toSet() }
    expectTooMuch("toDictionary") { try texts.toDictionary { $0 } }
    expectTooMuch("toLookup") { try texts.toLookup { $0 } }
    expectTooMuch("median") { try pairs.median { $0.0.age + $0.1.age } }
    expectTooMuch("joined") { try texts.joined(separator: ", ") { $0 } }
  }

  @Test("a result in an array and an aggregate in SQL have the same limit")
  func inSQL() throws {
    let store = try makeStore()
    let people = store.people.query
    let pairs = people.crossJoin(people).policy(.requireSQL)
    expectTooMuch("toArray") { try pairs.toArray() }
    expectTooMuch("texts") { try pairs.select { $0.0.name + $0.1.surname }.toArray() }
    expectTooMuch("groups") { try pairs.groupBy { $0.0.age }.toArray() }
    expectTooMuch("median") { try pairs.median { $0.0.age + $0.1.age } }
    expectTooMuch("joined") { try pairs.joined(separator: ", ") { $0.0.name } }
    expectTooMuch("chunk") { try pairs.chunk(50_000).firstOrNil() }
  }

  @Test("a text that grows is an error, in SQL and in memory")
  func texts() throws {
    let store = try makeStore(people: 3)
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      var doubled = store.people.policy(policy).select { $0.name }
      for _ in 0..<30 { doubled = doubled.select { $0 + $0 } }
      expectTooMuch("+, \(policy)") { try doubled.take(1).toArray() }
      expectTooMuch("+, count, \(policy)") { try doubled.select { $0.count }.toArray() }
      var replaced = store.people.policy(policy).select { $0.name }
      for _ in 0..<12 {
        replaced = replaced.select { $0.replacing("e", with: "eeeeeeeeeeeeeeee") }
      }
      expectTooMuch("replacing, \(policy)") { try replaced.toArray() }
      let padded = store.people.policy(policy).select {
        $0.name.padding(toLength: 50_000_000, withPad: "x", startingAt: 0).count
      }
      expectTooMuch("padding, \(policy)") { try padded.toArray() }
      let repeated = store.people.policy(policy).select {
        QueryExpression<String>(repeating: $0.name, count: 1_000_000).count
      }
      expectTooMuch("repeating, \(policy)") { try repeated.toArray() }
    }
  }

  @Test("what is read and not kept is no error")
  func streams() throws {
    let store = try makeStore()
    let people = store.people.query
    let pairs = people.crossJoin(people)
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      let pairs = pairs.policy(policy)
      #expect(try pairs.count() == 90_000)
      #expect(try pairs.select { $0.0.name + $0.1.name }.count { $0.hasPrefix("n") } == 90_000)
      #expect(try pairs.distinct { $0.0.age }.count() == 90)
      #expect(try pairs.chunk(100).count() == 900)
      #expect(try pairs.takeLast(10).count() == 10)
      #expect(try pairs.sum { $0.0.age } == 300 * people.sum { $0.age })
      #expect(try people.policy(policy).toArray().count == 300)
      // Each list is given back before the next one is made.
      let older = people.policy(policy).select { person in
        store.people.elements.where { $0.age >= person.age }.select { $0.name + person.name }.count
      }
      #expect(try older.toArray().count == 300)
    }
  }

  @Test("without a limit a query takes what it needs")
  func unlimited() throws {
    let store = try makeStore(nil)
    let people = store.people.query
    #expect(try people.crossJoin(people).policy(.memoryOnly).sort { $0.0.age }.count() == 90_000)
    var doubled = people.take(1).select { $0.name }
    for _ in 0..<16 { doubled = doubled.select { $0 + $0 } }
    #expect(try doubled.toArray()[0].count == 6 << 16)
  }

  @Test("few elements with long texts are found among many short ones")
  func hidden() throws {
    let store = try makeStore()
    let long = store.people.policy(.memoryOnly).select {
      .if(
        $0.age == 41, then: QueryExpression<String>(repeating: $0.name, count: 10_000),
        else: $0.name)
    }
    #expect(try long.count() == 300)
    // Every 90th of the pairs has a text of 80,000 bytes.
    let all = store.people.crossJoin(store.people).policy(.memoryOnly).select {
      .if(
        $0.1.age == 41, then: QueryExpression<String>(repeating: $0.1.name, count: 10_000),
        else: "")
    }
    expectTooMuch("long") { try all.reverse().firstOrNil() }
  }

  @Test("few rows with long texts are found, and are not read ahead")
  func longRows() throws {
    let store = try makeStore(people: 0)
    let long = String(repeating: "x", count: 100_000)
    try store.people.insert(
      (0..<40).map {
        Person(name: "name \($0)", surname: long, age: $0, email: "\($0)@example.org")
      })
    let people = store.people.query
    for policy in [QueryPolicy.requireSQL, .memoryOnly] {
      #expect(try people.policy(policy).take(5).toArray().count == 5)
      #expect(try people.policy(policy).count { $0.surname.hasPrefix("x") } == 40)
      expectTooMuch("toArray, \(policy)") { try people.policy(policy).toArray() }
    }
    expectTooMuch("sort") { try people.policy(.memoryOnly).sort { $0.age }.firstOrNil() }
    MemoryBudget.during(Self.limit, longestText: Self.limit) {
      let budget = MemoryBudget.current
      for _ in 0..<1_000 { budget?.readRow(MemoryBudget.longText - 1) }
      #expect(budget?.hasRoomAhead == true)
      for _ in 0..<2 { budget?.readRow(MemoryBudget.longText) }
      #expect(budget?.hasRoomAhead == false)
    }
  }

  @Test("rows that are read in memory only have a limit, too")
  func rows() throws {
    let store = try makeStore(nil)
    let people = store.people.query
    #expect(try people.policy(.memory(maxRows: 300)).where { $0.age > 40 }.count() > 0)
    #expect(throws: QueryError.tooManyRows(limit: 299)) {
      try people.policy(.memory(maxRows: 299)).where { $0.age > 40 }.count()
    }
    #expect(try !people.policy(.memory(maxRows: 1)).where { $0.age > 40 }.plan().isAllSQL)
  }
}
