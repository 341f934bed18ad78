import ChainFuzzing
import Foundation
import LinqSQL
import LinqText
import StoreSQLite
import TestModel
import TestSupport
import Testing

/// `take` and `skip` of a number that an expression computes: S24.
@Suite struct ComputedCountTests {
  private let stores: [TestStore]

  private static let people = (1...20).map { index in
    Person(id: Int64(index), name: "p\(index % 6)", surname: "s\(index % 4)", age: index * 7 % 50)
  }

  init() throws {
    stores = try [TestStore(path: ":memory:")] + [newServerStore()].compactMap(\.self)
    for store in stores { try store.people.insert(Self.people) }
  }

  private func expect(
    _ expected: [Int64], inSQL: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ query: (Query<Person>) -> Query<Int64>
  ) throws {
    #expect(try query(Query(Self.people)).toArray() == expected, sourceLocation: sourceLocation)
    for store in stores {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let query = query(store.people.query).policy(policy)
        #expect(try query.toArray() == expected, "\(policy)", sourceLocation: sourceLocation)
      }
      let plan = try query(store.people.query).plan()
      #expect(plan.isAllSQL == inSQL, "\(plan)", sourceLocation: sourceLocation)
    }
  }

  @Test func counts() throws {
    let sorted = Self.people.sorted { ($0.age, $0.id) < ($1.age, $1.id) }.map(\.id)
    try expect(Array(sorted.prefix(5))) {
      $0.sort { $0.age }.take($0.elements.count / 4).select { $0.id }
    }
    try expect(Array(sorted.dropFirst(10).prefix(1))) {
      $0.sort { $0.age }.skip($0.elements.count / 2).take(1).select { $0.id }
    }
    try expect([]) { $0.take($0.elements.count - 30).select { $0.id } }
    try expect(Self.people.map(\.id)) { $0.skip($0.elements.count - 30).select { $0.id } }
    try expect([1, 2]) { $0.take($0.elements.count).take(2).select { $0.id } }
    try expect([1, 2, 3]) { $0.take(3).take($0.elements.count).select { $0.id } }
    try expect([1]) { $0.take($0.elements.count / 5).take($0.elements.count / 20).select { $0.id } }
    try expect([3, 4]) {
      $0.take(8).skip($0.elements.count / 10).take(2).where { $0.age > 0 }.select { $0.id }
    }
    try expect([11, 12]) { $0.takeLast(10).take($0.elements.count / 10).select { $0.id } }
  }

  @Test func insideOfExpressions() throws {
    let youngest = Set(Self.people.sorted { ($0.age, $0.id) < ($1.age, $1.id) }.prefix(4).map(\.id))
    try expect(Self.people.map(\.id).filter { youngest.contains($0) }) { people in
      let some = people.sort { $0.age }.take(people.elements.count / 5)
      return people.where { some.select { $0.id }.elements.contains($0.id) }.select { $0.id }
    }
  }

  @Test func failures() throws {
    for store in stores {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let people = store.people.query.policy(policy)
        #expect(throws: ExpressionError.divisionByZero) {
          try people.take(people.elements.count / (people.elements.count - 20)).toArray()
        }
        #expect(throws: ExpressionError.parameterOfAnotherClosure) {
          try people.select { person in people.take(QueryExpression<Int>(person.id)).elements.count
          }
          .toArray()
        }
      }
    }
  }

  /// Numbers that are negative only when the query runs, and expressions that the engine cannot
  /// evaluate.
  @Test func numbersOfAllKinds() throws {
    try expect([]) { $0.take(QueryExpression<Int>(-5)).select { $0.id } }
    try expect(Self.people.map(\.id)) { $0.skip(QueryExpression<Int>(-5)).select { $0.id } }
    let ada = Self.people.count { $0.name.capitalized == "P1" }
    for store in stores {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let people = store.people.query.policy(policy)
        #expect(
          try people.take(people.elements.count { $0.name.capitalized == "P1" }).count() == ada)
        #expect(throws: ExpressionError.arithmeticOverflow) {
          try people.take(people.elements.count + Int.max).toArray()
        }
      }
      let first = try store.people.prepare { (people, count: QueryExpression<Int>) in
        people.take(count).select { $0.id }
      }
      let rest = try store.people.prepare { (people, count: QueryExpression<Int>) in
        people.skip(count - 20).select { $0.id }
      }
      for count in [-1, 0, 3, 50] {
        let ids = Self.people.map(\.id)
        #expect(try first(count) == Array(ids.prefix(max(0, count))))
        #expect(try rest(count) == Array(ids.dropFirst(max(0, count - 20))))
      }
    }
  }

  /// A number of groups that fails, where there are no items to join groups with.
  @Test func failuresOfNoGroups() throws {
    for store in stores {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let people = store.people.query.policy(policy)
        let groups = people.where { $0.age > 1000 }.groupBy { $0.surname }
        let zero = people.elements.count - 20
        #expect(throws: ExpressionError.divisionByZero) { try groups.skip(6 / zero).toArray() }
        #expect(throws: ExpressionError.divisionByZero) { try groups.take(6 / zero).toArray() }
      }
    }
  }

  /// A number that fails is computed where memory computes it: not for a condition that is never
  /// evaluated.
  @Test func failuresOfNothing() throws {
    for store in stores {
      try store.people.query.delete()
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let people = store.people.query.policy(policy)
        let some = people.take(people.elements.count / people.elements.count)
        let found = try people.where { some.select { $0.id }.elements.contains($0.id) }.toArray()
        #expect(found.isEmpty)
      }
    }
  }

  /// The text of another program, which is not in canonical form, in the number's condition: S35.
  @Test func textsOfOtherPrograms() throws {
    let store = stores[0]
    try store.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO person (name, surname, age) VALUES ('e\u{301}', '', 1)")
    }
    let people = store.people.query
    let count = people.elements.count { $0.name == "\u{E9}" }
    #expect(try people.take(count).count() == 1)
    #expect(try people.take(count).delete() == 1)
    #expect(try store.people.count() == 20)
  }

  @Test func deeplyNested() throws {
    let text =
      String(repeating: "abs(", count: 25) + "people.count"
      + String(repeating: ")", count: 25)
    for store in stores {
      #expect(try store.textForm.parse("take(\(text)).count()").run().json == "20")
    }
  }

  @Test func text() throws {
    for store in stores {
      let form = store.textForm
      let chain = try form.parse("sort { $0.age }.take(people.count / 10).select { $0.id }")
      #expect(try chain.run().json == "[15,8]")
      #expect(try chain.plan().isAllSQL)
      #expect(try form.parse("skip(people.count - 1).select { $0.id }").run().json == "[20]")
      #expect(throws: ChainError.self) { try form.parse("take(people.average { $0.age })") }
    }
  }

  @Test func statement() throws {
    let plan = try stores[0].people.query.sort { $0.age }
      .take(stores[0].people.query.elements.count / 10).select { $0.name }.plan()
    #expect(
      plan.sql
        == "SELECT name FROM person ORDER BY age, id "
        + "LIMIT max(0, (SELECT count(*) FROM person AS t1) / ?)")
  }
}
