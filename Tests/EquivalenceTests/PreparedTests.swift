import TestModel
import TestSupport
import Testing

@Suite("Prepared chains: as the chain with the values in it")
struct PreparedTests {
  private let store: TestStore

  init() throws { store = try makeStore(of: hostilePeople).store }

  @Test("S50 a run gives what the chain gives, for every value")
  func values() throws {
    let named = try store.people.prepare { people, name in
      people.where { $0.name == name }.take(10)
    }
    #expect(
      abbreviated(named.plan.sql) == "SELECT … FROM person WHERE name = ? ORDER BY id LIMIT 10")
    for name in ["bob", "\u{E9}va", "e\u{301}va", "a\0b", "nobody", "%", ""] {
      let expected = try store.people.where { $0.name == name }.take(10).toArray()
      #expect(try named(name) == expected)
      #expect(try named.firstOrNil(name) == expected.first)
      #expect(try named.query(name).count() == expected.count)
    }
  }

  @Test("several parameters, of several types, used more than once")
  func several() throws {
    let found = try store.people.prepare {
      (people, prefix: QueryExpression<String>, age: QueryExpression<Int>) in
      people.where { $0.name.hasPrefix(prefix) && $0.age >= age }
        .groupBy { $0.surname + prefix }.where { $0.key != prefix || $0.count > 1 }
        .select { ($0.key, $0.sum { $0.id }, $0.count { $0.age == age }) }
    }
    #expect(found.plan.isAllSQL)
    for (prefix, age) in [("b", 20), ("", 0), ("B", 45), ("x", 1)] {
      let expected = try store.people.where { $0.name.hasPrefix(prefix) && $0.age >= age }
        .groupBy { $0.surname + prefix }.where { $0.key != prefix || $0.count > 1 }
        .select { ($0.key, $0.sum { $0.id }, $0.count { $0.age == age }) }.toArray()
      #expect(try found(prefix, age).map { "\($0)" } == expected.map { "\($0)" })
    }
  }

  @Test("nil is a value of an optional parameter")
  func optionals() throws {
    let reached = try store.people.prepare { (people, email: QueryExpression<String?>) in
      people.where { $0.email == email }
    }
    for email in [nil, "p1@example.org", "nobody"] {
      #expect(try reached(email) == store.people.where { $0.email == email }.toArray())
    }
    let dated = try store.people.prepare { (people, date: QueryExpression<CalendarDate?>) in
      people.where { $0.birthDate == date }.select { $0.id }
    }
    #expect(try dated(nil) == store.people.where { $0.birthDate == nil }.select { $0.id }.toArray())
  }

  @Test("no parameter at all; a join; groups with their items")
  func shapes() async throws {
    let all = try store.people.prepare { people in people.sort { $0.name } }
    #expect(try await all() == store.people.sort { $0.name }.toArray())
    let pairs = try store.people.prepare { people, age in
      people.join(people, on: { $0.name }, equals: { $0.surname }).where { $0.0.age == age }
    }
    #expect(pairs.plan.isAllSQL)
    let expected = try await store.people
      .join(store.people, on: { $0.name }, equals: { $0.surname }).where { $0.0.age == 25 }
      .toArray()
    #expect(try await pairs(25).map { "\($0)" } == expected.map { "\($0)" })
    #expect(try await pairs.firstOrNil(25).map { "\($0)" } == expected.first.map { "\($0)" })
    #expect(try await pairs.firstOrNil(-1) == nil)
    let groups = try store.people.prepare { people, age in
      people.where { $0.age < age }.groupBy { $0.surname }
    }
    #expect(
      try await groups(30) == store.people.where { $0.age < 30 }.groupBy { $0.surname }.toArray())
  }

  @Test("what runs in memory gives the same, and can be forbidden")
  func memory() throws {
    let opaque = try store.people.prepare { people, age in
      people.where { opaquelyTrue($0) }.where { $0.age > age }.select { $0.id }
    }
    #expect(!opaque.plan.isAllSQL)
    #expect(try opaque(30) == store.people.where { $0.age > 30 }.select { $0.id }.toArray())
    #expect(throws: QueryError.self) {
      _ = try store.people.policy(.requireSQL).prepare { people, age in
        people.where { opaquelyTrue($0) }.where { $0.age > age }
      }
    }
    let array = Query(hostilePeople)
    let named = try array.prepare { people, name in people.where { $0.name == name } }
    #expect(try named("bob") == array.where { $0.name == "bob" }.toArray())
  }

  @Test("S38 an expression that fails: memory decides")
  func failure() async throws {
    let divided = try store.people.prepare { people, number in
      people.sort { $0.age }.select { number / $0.age }.take(3)
    }
    #expect(divided.plan.isAllSQL)
    await #expect(throws: ExpressionError.divisionByZero) { try await divided(7) }
    let shifted = try store.people.prepare { people, number in
      people.select { 100 / ($0.age - number) }.take(1)
    }
    #expect(try await shifted(7) == [100 / (25 - 7)])
    await #expect(throws: ExpressionError.divisionByZero) { try await shifted(25) }
    #expect(throws: ExpressionError.divisionByZero) { try shifted.firstOrNil(25) }
  }

  @Test("expressions of parameters alone are computed before the statement")
  func computed() throws {
    let near = try store.people.prepare { people, key in
      people.where { $0.id > key && $0.id < key + 10 }.select { $0.id }
    }
    #expect(
      near.plan.sql == "SELECT id FROM person WHERE id > ? AND id < ? ORDER BY id")
    #expect(try near(3) == Array(4...12))
    #expect(try near(55) == Array(56...60))
    // No row, no error, as in memory, which evaluates the right side of `&&` for none.
    #expect(try near(.max - 3).isEmpty)
    let below = try store.people.prepare { people, key in people.where { $0.id < key + 10 } }
    #expect(throws: ExpressionError.arithmeticOverflow) { try below(.max - 3) }
    let optional = try store.people.prepare {
      (people, name: QueryExpression<String?>, more: QueryExpression<Bool>) in
      people.where { (name == nil || $0.name == name) && (more || $0.age < 30) }.select { $0.id }
    }
    #expect(optional.plan.isAllSQL)
    for (name, more) in [(nil, true), (nil, false), ("bob", true), ("bob", false)] {
      let expected = store.people
        .where { (name == nil || $0.name == name) && (more || $0.age < 30) }.select { $0.id }
      #expect(try optional(name, more) == expected.toArray())
    }
    let grouped = try store.people.prepare { people, size in
      people.select { $0.id % (size * 2) }.distinct().where { $0 < size + size - 1 }
    }
    for size in [1, 2, 5] as [Int64] {
      let expected = try store.people.select { $0.id % (size * 2) }.distinct()
        .where { $0 < size + size - 1 }.toArray()
      #expect(try grouped(size) == expected)
      #expect(try grouped.firstOrNil(size) == expected.first)
    }
    #expect(throws: ExpressionError.divisionByZero) { try grouped(0) }
    let none = try store.people.prepare { people, size in
      people.where { $0.age < -1 }.where { $0.id == 100 / size }
    }
    #expect(try none(0).isEmpty)
  }

  @Test("a query that runs while another is prepared knows no parameters")
  func unprepared() throws {
    let problems = Collected<QueryError>()
    let named = try store.people.prepare { (people, name: QueryExpression<String>) in
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        do {
          _ = try people.where { $0.name == name }.policy(policy).count()
        } catch {
          if let problem = error as? QueryError { problems.append(problem) }
        }
      }
      return people.where { $0.name == name }
    }
    #expect(problems.all == [.parameterWithoutValue, .parameterWithoutValue])
    #expect(try named("bob").count > 0)
  }

  @Test("a declaration that does not fit is found when the query is prepared")
  func declaration() throws {
    struct Named: Sendable {
      var id: Int64
      var title: String
    }
    let other = store.repository(
      of: Table("person", Named.init, .primaryKey("id", \.id), .column("title", \.title)))
    #expect(throws: TableDeclarationError.self) {
      _ = try other.prepare { rows, title in rows.where { $0.title == title } }
    }
  }

  @Test("a prepared query sees what is written after it was prepared")
  func writes() async throws {
    let count = try store.people.prepare { people, name in people.where { $0.name == name } }
    #expect(try await count("new").isEmpty)
    try await store.people.insert(Person(name: "new", surname: "x", age: 1))
    #expect(try await count("new").count == 1)
    try await store.write { transaction in
      let inside = try transaction.people.prepare { people, name in
        people.where { $0.name == name }
      }
      try transaction.people.insert(Person(name: "new", surname: "y", age: 2))
      #expect(try inside("new").count == 2)
    }
  }
}
