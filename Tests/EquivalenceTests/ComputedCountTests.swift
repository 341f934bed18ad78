import ChainFuzzing
import LinqSQL
import LinqText
import People
import StoreSQLite
import TestSupport
import Testing

/// `take` and `skip` of a number that an expression computes: S24.
@Suite struct ComputedCountTests {
  private let stores: [PersonStore]

  private static let people = (1...20).map { index in
    Person(id: Int64(index), name: "p\(index % 6)", surname: "s\(index % 4)", age: index * 7 % 50)
  }

  init() throws {
    stores = try [PersonStore(path: ":memory:")] + newServerStores(1)
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
