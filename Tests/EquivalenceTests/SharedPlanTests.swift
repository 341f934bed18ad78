import Foundation
import StoreSQLite
import TestModel
import TestSupport
import Testing

@testable import LinqSQL

/// Queries that differ in their constants share plans. Each of these chains has a constant that
/// decides the SQL, in a place where it is not an operand of the operation that it decides.
@Suite("Queries with other constants share a plan only where its SQL is right for them")
struct SharedPlanTests {
  private let store: TestStore
  private let people: [Person]

  init() throws { (store, people) = try makeStore(of: hostilePeople) }

  /// Runs a chain with each of the constants, from the cache, and compares with memory and an
  /// array.
  private func expectSame<Constant: Sendable, Element: Sendable>(
    _ constants: [Constant], sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Person>, Constant) -> Query<Element>
  ) {
    var isEmpty = true
    for constant in constants + constants.reversed() {
      let query = chain(store.people.query, constant)
      let found = outcome { try query.toArray() }
      let expected = outcome { try chain(Query(people), constant).toArray() }
      if expected != "[]" { isEmpty = false }
      #expect(found == expected, "\(constant) in SQL", sourceLocation: sourceLocation)
      #expect(
        outcome { try query.policy(.memoryOnly).toArray() } == expected, "\(constant) in memory",
        sourceLocation: sourceLocation)
    }
    #expect(!isEmpty, "no element", sourceLocation: sourceLocation)
  }

  private let prefixes = ["b", "B", "e", "", "\u{E9}", "%", "\u{10FFFF}", "zz"]

  @Test("truth values that a condition on an optional is compared with")
  func truthValues() {
    expectSame([true, false, nil] as [Bool?]) { people, wanted in
      people.where { $0.email.map { $0.contains("1") } == wanted }
    }
    expectSame([true, false, nil] as [Bool?]) { people, wanted in
      people.where { wanted == $0.birthDate.map { $0.year > 1903 } || $0.age == 25 }
    }
    expectSame([true, false]) { people, other in
      people.where { $0.email.map { $0.contains("1") } ?? other }
    }
    expectSame([true, false]) { people, other in
      people.where { ($0.birthDate.map { $0.year > 1903 } ?? other) == true }
    }
    expectSame([true, false]) { people, other in
      people.where { $0.age > 20 ? $0.name < "m" : other }
    }
    // A side that fails is evaluated where Swift evaluates it.
    expectSame([0, 1, 25]) { people, divisor in
      people.where { $0.birthDate.map { 100 / ($0.year - $0.year + divisor) > 3 } == true }
    }
  }

  @Test("numbers of rows of a window, and constants in its closures")
  func windows() {
    expectSame([1, 2, 5, 1000]) { people, count in
      people.windows().select { ($0.element.id, $0.last(count).sum { $0.id }, $0.ntile(count)) }
    }
    expectSame([-1, 0, 1, 3]) { people, count in
      people.windows().select { ($0.lag(count).map { $0.id }, $0.lead(count).map { $0.name }) }
    }
    expectSame([nil, 0, 2] as [Int?]) { people, count in
      people.windows().select { $0.rows(before: count, after: 1).count }
    }
    expectSame(["", "A", "Bo"]) { people, prefix in
      people.windows().select { $0.soFar.count { $0.name.hasPrefix(prefix) } }
    }
  }

  @Test("a prefix in a selected tuple, behind map, sorted, grouped, in an aggregate, in a subquery")
  func prefixTests() {
    expectSame(prefixes) { people, prefix in
      people.select { ($0.id, $0.name, QueryExpression<String>(prefix)) }
        .where { $0.1.hasPrefix($0.2) }.select { $0.0 }
    }
    expectSame(prefixes) { people, prefix in
      people.where { person in
        QueryExpression<String?>(prefix).map { person.name.hasPrefix($0) } == true
      }
    }
    expectSame(prefixes) { people, prefix in
      people.select { ($0.name, QueryExpression<String>(prefix)) }.distinct()
        .where { !$0.0.hasPrefix($0.1) }.select { $0.0 }
    }
    expectSame(prefixes) { people, prefix in
      people.groupBy { $0.name.hasPrefix(prefix) }.select { ($0.key, $0.count) }
    }
    expectSame(prefixes) { people, prefix in
      people.groupBy { $0.surname }.select { group in
        (group.key, group.count { $0.name.hasPrefix(prefix) })
      }
    }
    expectSame(prefixes) { people, prefix in
      people.where { person in
        people.matching { $0.surname == person.surname && $0.name.hasPrefix(prefix) }.any()
      }
    }
    expectSame(prefixes) { people, prefix in
      people.union(people.where { $0.name.hasPrefix(prefix) }.reverse()).select { $0.id }
    }
    expectSame(prefixes) { people, prefix in
      people.join(
        people.where { $0.name.hasPrefix(prefix) }, on: { $0.surname }, equals: { $0.name }
      ).select { ($0.0.id, $0.1.id) }
    }
  }

  @Test("a divisor behind map, in a conversion, of a remainder, after select")
  func divisors() {
    expectSame([1, 0, -1, 7, Int.min]) { people, divisor in
      people.select { person in QueryExpression<Int?>(divisor).map { person.age / $0 } }
    }
    expectSame([Int64(2), 0, -1, 3]) { people, divisor in
      people.where { person in
        person.id < 3
          && person.age / QueryExpression<Int>(QueryExpression<Int64>(divisor)) > 1
      }
    }
    expectSame([2, -1, 0, 5]) { people, divisor in
      people.select { ($0.id, $0.age, QueryExpression<Int>(divisor)) }.select { $0.1 % $0.2 }
    }
    expectSame([Int?.none, 3, 0, nil]) { people, divisor in
      people.select { person in QueryExpression<Int?>(divisor).map { person.age % $0 } }
    }
  }

  @Test("a text that combines with the one before it")
  func concatenation() {
    expectSame(["-", "\u{301}", "e", "", "\u{301}-"]) { people, end in
      people.select { person in QueryExpression<String?>(end).map { person.name + $0 } }.distinct()
    }
    expectSame(["-", "\u{301}", "="]) { people, start in
      people.select { ("\($0.name)", QueryExpression<String>(start)) }.select { $0.0 + $0.1 }
        .countBy { $0 }
    }
  }

  @Test("an optional that is nil")
  func optionals() {
    expectSame([String?.none, "p3@example.org", "x", nil]) { people, email in
      people.where { $0.email == email }
    }
    expectSame([String?.none, "p3@example.org", nil]) { people, email in
      people.select { ($0.id, $0.email, QueryExpression<String?>(email)) }.where { $0.1 == $0.2 }
        .select { $0.0 }
    }
    expectSame([Int?.none, 25, nil, 45]) { people, age in
      people.where { person in
        QueryExpression<Int?>(age).map { person.age >= $0 } ?? QueryExpression<Bool>(true)
      }.sort { person in QueryExpression<Int?>(age).map { person.age - $0 } ?? person.age }
    }
  }

  @Test("lists, ranges and limits")
  func lists() {
    expectSame([[], [25], [25, 45], [Int.max]]) { people, ages in
      people.where { ages.contains($0.age) || $0.name == "bob" }
    }
    expectSame([[String?.none], ["p3@example.org"], [nil, "p4@example.org"]]) { people, emails in
      people.where { emails.contains($0.email) }
    }
    expectSame([0, 5, -3, 100]) { $0.skip($1).take(7) }
    expectSame([0, 5, -3, 100]) { $0.skip(2).take($1).concat($0.take(1)) }
  }

  @Test("lists of each length, whose parameters are as many or more")
  func lengthsOfLists() {
    let lengths = [0, 1, 2, 3, 4, 5, 7, 8, 9, 17, 33, 64, 65, 129, 257, 499, 500, 501, 600]
    let ids = lengths.map { length in (0..<length).map { Int64($0 * 7 % 601) } }
    expectSame(ids) { people, ids in people.where { ids.contains($0.id) } }
    expectSame(ids.map(Set.init)) { people, ids in people.where { !ids.contains($0.id) } }
    // The first is all that a shorter list has, and may be nil.
    let names = lengths.map { length in (0..<length).map { people[$0 % people.count].name } }
    expectSame(names) { people, names in people.where { names.contains($0.name) } }
    let emails = lengths.flatMap { length in
      [0, 1, 2].map { first in
        (first..<max(first, length)).map { $0 == 1 ? nil : people[$0 % people.count].email }
      }
    }
    expectSame(emails) { people, emails in people.where { emails.contains($0.email) } }
    let days = lengths.map { length in (0..<length).map { people[$0 % people.count].birthDate } }
    expectSame(days) { people, days in people.where { days.contains($0.birthDate) } }
    let halves = lengths.map { length in (0..<length).map { Double($0) / 2 } + [.nan] }
    expectSame(halves) { people, halves in
      people.where { halves.contains(QueryExpression<Double>($0.age) / 2) }
    }
    expectSame([["\0", "b"], ["e\u{301}", "\u{E9}"], ["bob", "BOB"]]) { people, names in
      people.where { names.contains($0.name) }
    }
  }

  @Test("two lists, one list twice, and lists in subqueries, groups and selected values")
  func placesOfLists() {
    let lists: [[Int]] = [
      [25], [25, 45, 1, 2, 3], [45, 45, 45, 45, 45, 45], [], [1, 25, 3, 4, 9, 8],
    ]
    expectSame(lists) { people, ages in
      people.where { ages.contains($0.age) || [3, 4, 5, 6, 7].contains($0.id) }
        .where { !ages.contains($0.age + 1) }
    }
    expectSame(lists) { people, ages in
      people.where { person in
        people.matching { $0.surname == person.surname && ages.contains($0.age) }.any()
      }.select { ($0.id, ages.contains($0.age)) }
    }
    expectSame(lists) { people, ages in
      people.groupBy { ages.contains($0.age) }.select { group in
        (group.key, group.count { ages.contains($0.age) })
      }
    }
  }

  private func plan(_ query: Query<some Any>) throws -> PlannedQuery {
    let source = try #require(query.node.chain.first as? any SQLSource)
    return PlanCache.plan(query.node, source: source, policy: .automatic).plan
  }

  @Test("lists of about the same length keep one plan")
  func onePlanForLists() throws {
    func plan(_ ids: [Int64]) throws -> PlannedQuery {
      try self.plan(store.people.where { ids.contains($0.id) })
    }
    let five = try plan([1, 2, 3, 4, 5])
    #expect(five.sql.text.contains("id IN (?, ?, ?, ?, ?, ?, ?, ?)"))
    #expect(try plan([9, 8, 7, 6, 5, 4, 3, 2]) === five)
    #expect(try plan([1, 2, 3]) !== plan([1, 2, 3, 4]))
    #expect(try plan([7, 8, 9]) === plan([1, 2, 3]))
    #expect(try plan(Array(0..<501)) !== plan(Array(0..<501)))
    // More lengths than plans are kept for one chain would make all of them anew. So does the cache
    // once, when other tests that run at the same time have filled it.
    func areKept() throws -> Bool {
      let five = try plan([1, 2, 3, 4, 5])
      let plans = try (0...500).map { try plan((0..<$0).map { Int64($0) }) }
      return try Set(plans.map(ObjectIdentifier.init)).count == 12
        && plan([1, 2, 3, 4, 5]) === five
    }
    #expect(try areKept() || areKept())
  }

  @Test("a search as one types keeps one plan, and so does any text that is added")
  func onePlan() throws {
    let search = try ["a", "ad", "ada", "lovelace", "o'", "%"].map { prefix in
      try plan(store.people.where { $0.name.hasPrefix(prefix) || $0.surname.hasPrefix(prefix) })
    }
    #expect(search.allSatisfy { $0 === search[0] })
    let everything = try plan(store.people.where { $0.name.hasPrefix("") || $0.age > 1 })
    #expect(everything !== search[0])
    let texts = try ["-", ", ", "1"].map { text in try plan(store.people.select { $0.name + text })
    }
    #expect(texts.allSatisfy { $0 === texts[0] })
    #expect(try plan(store.people.select { $0.name + "\u{301}" }) !== texts[0])
  }

  @Test("prepared queries: an optional parameter that is nil is not computed in advance")
  func prepared() throws {
    let older = try store.people.prepare { (people, age: QueryExpression<Int?>) in
      people.where { person in age.map { person.age >= $0 } ?? QueryExpression<Bool>(true) }
    }
    let later = try store.people.prepare { (people, age: QueryExpression<Int?>) in
      people.where { person in
        age.map { person.age >= $0 * 2 - 1 } ?? QueryExpression<Bool>(true)
      }
    }
    let computed = try store.people.prepare { (people, age: QueryExpression<Int?>) in
      people.where { $0.age == age.map { $0 / 2 } }
    }
    for age in [Int?.none, 25, 50, nil, 0] {
      let half = age.map { $0 / 2 }
      #expect(
        try older(age).count == people.count { person in age.map { person.age >= $0 } ?? true })
      #expect(
        try later(age).count
          == people.count { person in age.map { person.age >= $0 * 2 - 1 } ?? true })
      #expect(try computed(age).count == people.count { $0.age == half })
    }
    #expect(try store.people.blocking.count() == people.count)
  }
}

@Suite("Functions are known by their values")
struct FunctionIdentityTests {
  private let store: TestStore
  private let people: [Person]

  init() throws { (store, people) = try makeStore(of: Array(hostilePeople.prefix(7))) }

  @Test("two functions with one name in one statement, and one after the other")
  func oneName() throws {
    let a = QueryFunction("f") { (name: String) in "a" + name }
    let b = QueryFunction("F") { (name: String) in "b" + name }
    let both = store.people.select { (a($0.name), b($0.name), a($0.surname)) }
    #expect(
      try both.plan().sql == "SELECT f(name), \"F_2\"(name), f(surname) FROM person ORDER BY id")
    let expected = people.map { ("a" + $0.name, "b" + $0.name, "a" + $0.surname) }
    #expect(try "\(both.toArray())" == "\(expected)")
    for _ in 0..<3 {
      #expect(try store.people.select { a($0.name) }.toArray() == people.map { "a" + $0.name })
      #expect(try store.people.select { b($0.name) }.toArray() == people.map { "b" + $0.name })
    }
    let groups = store.people.groupBy { (a($0.name), b($0.name)) }.select { ($0.key.0, $0.key.1) }
    #expect(
      try groups.toArray().map { "\($0)" }
        == groups.policy(.memoryOnly).toArray().map { "\($0)" })
  }

  @Test("a function that captures a value")
  func captured() throws {
    for added in [1, 2, 3] {
      let next = QueryFunction("next") { (age: Int) in age &+ added }
      #expect(
        try store.people.select { next($0.age) }.toArray() == people.map { $0.age &+ added })
      #expect(
        try store.people.where { next($0.age) == 25 &+ added }.count()
          == people.count { $0.age == 25 })
    }
  }

  @Test("while a statement runs that calls another function with its name, memory decides")
  func running() throws {
    let a = QueryFunction("g") { (name: String) in "a" + name }
    let b = QueryFunction("g") { (name: String) in "b" + name }
    try store.write { transaction in
      let connection = transaction.people.connection
      try connection.withStatement("SELECT id FROM person") { statement in
        #expect(try statement.step())
        for _ in 0..<2 {
          let ofA = try transaction.people.select { a($0.name) }.toArray()
          #expect(ofA == people.map { "a" + $0.name })
          let ofB = try transaction.people.select { b($0.name) }.toArray()
          #expect(ofB == people.map { "b" + $0.name })
        }
      }
    }
  }

  @Test("names of SQLite's functions and of the library's are not taken")
  func takenNames() throws {
    let lower = QueryFunction("lower") { (name: String) in "l" + name }
    let count = QueryFunction("swift_count") { (name: String) in -name.count }
    let query = store.people.select { (lower($0.name), count($0.name), $0.name.count) }
    let expected = people.map { ("l" + $0.name, -$0.name.count, $0.name.count) }
    #expect(try "\(query.toArray())" == "\(expected)")
    #expect(try store.people.select { $0.name.count }.toArray() == people.map { $0.name.count })
    let text = try store.pool.read { connection in
      try connection.query("SELECT lower('ABC')") { try $0.text(0) }
    }
    #expect(text == ["abc"])
    #expect(try query.report().failure?.contains("lower") == true)
  }
}
