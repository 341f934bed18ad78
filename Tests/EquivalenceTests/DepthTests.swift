import Foundation
import LinqText
import StoreSupport
import TestModel
import Testing

@Suite("Deep expressions and long chains are run, or are an error: no stack overflows")
struct DepthTests {
  private typealias Build = @Sendable (Query<Person>, Int) -> Query<Int>

  private static let builds: [(name: String, build: Build)] = [
    (
      "terms",
      { people, count in people.select { p in (0..<count).reduce(p.age * 0) { e, _ in e + 1 } } }
    ),
    (
      "conditions",
      { people, count in
        people.where { p in (0..<count).reduce(p.age == -1) { e, n in e || p.age == n } }
          .select { $0.age }
      }
    ),
    (
      "alternatives",
      { people, count in
        people.select { p in
          (0..<count).reduce(QueryExpression<String?>(nil)) { e, _ in p.email ?? e } ?? "-"
        }.select { $0.count }
      }
    ),
    (
      "calls",
      { people, count in
        people.select { p in (0..<count).reduce(p.name) { e, _ in e.uppercased() } }
          .select { $0.count }
      }
    ),
    (
      "operators",
      { people, count in
        (0..<count).reduce(people) { query, n in query.where { $0.age != -n } }.select { $0.age }
      }
    ),
  ]

  /// Runs a query, in SQL and in memory; false where it is refused as too deep.
  @Sendable private static func runs(_ build: Build, _ count: Int) throws -> Bool {
    let (store, people) = try makeStore(of: Array(hostilePeople.prefix(3)))
    let expected: [Int]
    do {
      expected = try build(Query(people), count).toArray()
      #expect(try build(store.people.query, count).toArray() == expected)
      #expect(
        try build(store.people.query, count).policy(.memoryOnly).toArray() == expected)
      return true
    } catch QueryError.tooDeep {
      #expect(throws: QueryError.self) { try build(store.people.query, count).toArray() }
      #expect(throws: QueryError.self) { try build(store.people.query, count).plan() }
      return false
    }
  }

  @Test("on a stack of 8 MiB", arguments: builds.indices)
  func largeStack(index: Int) throws {
    try onThread(stack: 8 << 20) {
      let (name, build) = Self.builds[index]
      for count in [1, 60, 150, 450] { #expect(try Self.runs(build, count), "\(name) \(count)") }
      for count in [999, 1001, 6400] { _ = try Self.runs(build, count) }
      #expect(try !Self.runs(build, 6400), "\(name)")
    }
  }

  @Test("on a stack of 512 KiB", arguments: builds.indices)
  func smallStack(index: Int) throws {
    try onThread(stack: 512 << 10) {
      let (name, build) = Self.builds[index]
      for count in [1, 20, 40] { #expect(try Self.runs(build, count), "\(name) \(count)") }
      for count in [70, 100, 200, 400, 900] { _ = try Self.runs(build, count) }
      #expect(try !Self.runs(build, 5120), "\(name)")
    }
  }

  @Test("what was built on a large stack is refused on a small one, and released there")
  func handedOver() throws {
    let (store, _) = try makeStore(of: Array(hostilePeople.prefix(3)))
    for (name, build) in Self.builds {
      try onThread(stack: 512 << 10) {
        #expect(throws: QueryError.self, "\(name)") { try build(store.people.query, 900).toArray() }
      }
    }
  }

  @Test("in the text form the place is named", arguments: [8 << 20, 512 << 10])
  func textForm(stack: Int) throws {
    let (store, _) = try makeStore(of: Array(hostilePeople.prefix(3)))
    let form = store.textForm
    try onThread(stack: stack) {
      for count in [20, 300, 600, 750, 900, 6400] {
        for text in [
          "where { \(String(repeating: "(", count: count))$0.id"
            + "\(String(repeating: ")", count: count)) > 3 }",
          "select { $0.age" + String(repeating: " + 0", count: count) + " }",
          "select { " + String(repeating: "$0.email ?? ", count: count) + "\"x\" }",
          "select { $0.name" + String(repeating: ".uppercased()", count: count) + " }",
          "where { $0.age > 0 }" + String(repeating: ".where { $0.age > 0 }", count: count),
        ] {
          do {
            _ = try form.parse(text).run()
            #expect(count < 6400)
          } catch let error as ChainError {
            #expect(error.message.contains("too many") || error.message.contains("too deeply"))
            #expect(count > 20 || text.contains("(("))
            #expect(error.range.upperBound <= text.count)
          } catch QueryError.tooDeep {
            #expect(count > 20)
          }
        }
      }
    }
  }
}

@Suite("Expressions that use a value again and again: no work grows with 2^n")
struct SizeTests {
  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static let texts: [(name: String, text: @Sendable (Int) -> String)] = [
    ("minus", { "where { \(repeated("-", $0))$0.id > 3 }.count()" }),
    ("not", { "where { \(repeated("!", $0))($0.id > 3) }.count()" }),
    ("map", { "select { $0.email.map { $0.count }\(repeated(".map { $0 + 1 }", $0)) }" }),
    ("max", { "where { \(repeated("max(", $0))$0.id\(repeated(", 3)", $0)) > 3 }.count()" }),
    (
      "min and max",
      {
        "where { \(repeated("min(max(", $0))$0.id\(repeated(", 3), 900)", $0)) > 3 }.count()"
      }
    ),
    ("choice", { "select { $0.id }\(repeated(".select { $0 > 3 ? $0 : 0 }", $0)).sum()" }),
    ("pairs", { "select { $0.id }\(repeated(".select { ($0, $0) }", min($0, 12))).count()" }),
    (
      "conversions",
      {
        "select { Int($0.name)\(repeated(".map { String($0) }.flatMap { Int($0) }", $0)) }.count()"
      }
    ),
  ]

  @Test(
    "such texts run or are refused, with the same result in SQL and in memory",
    arguments: texts.indices)
  func sameResult(index: Int) throws {
    let (store, _) = try makeStore(of: Array(hostilePeople.prefix(9)))
    let form = store.textForm
    for count in [1, 4, 9, 14, 30, 55] {
      do {
        let chain = try form.parse(Self.texts[index].text(count))
        let result = try "\(chain.run())"
        #expect(try "\(chain.run(policy: .memoryOnly))" == result, "\(count)")
      } catch QueryError.tooLarge {
        #expect(count > 4)
      } catch let error as ChainError {
        #expect(count > 14 && error.message.contains("nested too deeply"), "\(error)")
      }
    }
  }

  @Test("a value that is used several times is refused where it is built, and says what to do")
  func refused() throws {
    let (store, _) = try makeStore(of: Array(hostilePeople.prefix(3)))
    let query = store.people.select { person in
      (0..<40).reduce(person.email.map { $0.count }) { value, _ in value.map { $0 + 1 } }
    }
    let error = #expect(throws: QueryError.self) { try query.toArray() }
    #expect(error == .tooLarge(limit: 20_000))
    #expect("\(error, default: "")".contains("in a select before it"))
    #expect(throws: QueryError.self) { try query.plan() }
    #expect(throws: QueryError.self) {
      try store.people.update { changes in
        let value = (0..<40).reduce(changes.email) { value, _ in value.map { $0 + "x" } }
        changes.set(\.email, to: value)
      }
    }
  }

  @Test("a minus sign before a value that begins with one is no comment")
  func minusSigns() throws {
    try expectSame { $0.countBy { $0.surname }.select { -$0.1 }.sort { -$0 }.where { -(-$0) < 0 } }
    try expectSame { $0.select { -abs(-$0.id) }.sortDescending { -$0 } }
    try expectSame { $0.select { -(QueryExpression<Double>(-$0.id)) }.where { -(-$0) > 3 } }
  }

  @Test("chains of selects leave SQL where their expressions would be too large")
  func leavingSQL() throws {
    let (store, people) = try makeStore(of: Array(hostilePeople.prefix(9)))
    func chain(_ count: Int) -> Query<Int64> {
      (0..<count).reduce(store.people.select { $0.id }) { query, _ in
        query.select { .if($0 > 3, then: $0, else: $0) }
      }
    }
    #expect(try chain(4).plan().isAllSQL)
    let plan = try chain(20).plan()
    #expect(plan.operators.contains { "\($0.place)".contains("too many parts") }, "\(plan)")
    #expect(try chain(20).toArray() == people.map(\.id))
  }
}

/// Runs a piece of work on a thread with a stack of a size.
private func onThread(stack: Int, _ body: @escaping @Sendable () throws -> Void) throws {
  let outcome = Locked<Result<Void, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let result = Result { try body() }
    outcome.withLock { $0 = result }
    done.signal()
  }
  thread.stackSize = stack
  thread.start()
  done.wait()
  try outcome.withLock { try $0?.get() }
}
