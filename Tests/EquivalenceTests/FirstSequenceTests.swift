import Foundation
import StoreSQLite
import TestModel
import Testing

/// Arrays as the first source of a query that reads tables, too: S68.
@Suite struct FirstSequenceTests {
  struct Slot: Sendable, Hashable {
    var age: Int
    var label: String
  }

  private let slots = [
    Slot(age: 40, label: "b"), Slot(age: 17, label: "a"), Slot(age: 40, label: "c"),
    Slot(age: 999, label: "none"),
  ]

  @Test("S68 joins of an array with a table") func joins() throws {
    try expectSame(
      sql: """
        SELECT a.column1, a.column2, b.id, b.id, b.name, b.surname, b.age, b.email, b.birth_date \
        FROM (SELECT e.key AS column1, CAST(json_extract(e.value, '$[0]') AS INTEGER) AS column2 \
        FROM temp.json_each(?) AS e, temp.json_each('[0]') LIMIT -1) AS a \
        LEFT JOIN person AS b ON a.column2 = b.age ORDER BY a.column1, b.id
        """
    ) { Query(slots).leftJoin($0, on: { $0.age }, equals: { $0.age }) }
    try expectSame {
      Query(slots).leftJoin($0, on: { $0.age }, equals: { $0.age })
        .select { ($0.0.label, $0.1.map { $0.name }) }
    }
    try expectSame {
      Query(slots).where { $0.age < 100 }.join($0, on: { $0.age }, equals: { $0.age })
        .groupBy { $0.0.label }.select { ($0.key, $0.count) }
    }
    try expectSame {
      Query(slots).groupJoin($0, on: { $0.age }, equals: { $0.age })
        .select { ($0.0.label, $0.1.count) }
    }
    try expectSame {
      Query([30, 17, 30, 40]).join($0, on: { $0 }, equals: { $0.age }).select { ($0.0, $0.1.id) }
    }
    try expectSame {
      Query(slots).crossJoin($0).where { $0.0.age < $0.1.age }.take(9).select { $0.1.id }
    }
  }

  @Test("S68 combinations of an array with a table") func combinations() throws {
    try expectSame { Query(["Ada", "x", "Ada"]).except($0.select { $0.name }) }
    try expectSame { Query([30, 1, 17]).intersect($0.select { $0.age }).sortDescending { $0 } }
    try expectSame { Query(["z"]).concat($0.select { $0.name }).distinct().take(5) }
    try expectSame { Query([7, 8]).union($0.select { $0.age }).sort { $0 }.take(4) }
    try expectSame { Query(slots).zip($0.skip(1)).select { ($0.0.label, $0.1.id) } }
  }

  @Test("S68 subqueries of a table in a query of an array") func subqueries() throws {
    try expectSame { people in
      Query(slots).where { slot in people.matching { $0.age == slot.age }.any() }
    }
    try expectSame { people in
      Query(slots).select { slot in
        (slot.label, people.matching(\.age, equals: slot.age).count)
      }
    }
    try expectSame { people in
      Query([1, 50, 3]).select { age in
        people.matching { $0.age > age }.sort { $0.age }.first.map { $0.name }
      }
    }
  }

  @Test("S68 what stays in memory reads one state, and says why") func inMemory() throws {
    let weights = [Double.nan, 1]
    try expectSame(isAllSQL: false) {
      Query(weights).leftJoin($0.select { Double($0.age) }, on: { $0 }, equals: { $0 })
        .select { $0.1 }
    }
    let isShown: @Sendable (Slot) -> Bool = { $0.age < 50 }
    try expectSame(isAllSQL: false) {
      Query(slots).where(isShown).join($0, on: { $0.age }, equals: { $0.age }).select { $0.1.id }
    }
    try expectSame(isAllSQL: false) {
      Query(slots).join($0, on: { $0.age }, equals: { $0.age }).distinct(by: { $0.0 })
    }
    let (store, _) = try makeStore(of: hostilePeople)
    let query = Query(slots).where(isShown).join(store.people, on: { $0.age }, equals: { $0.age })
    let plan = try query.plan()
    #expect(plan.sql == nil)
    #expect(plan.operators.map(\.name) == ["sequence", "where", "join"])
    #expect(plan.operators[0].place == .memory(reason: "the source is a sequence in memory"))
    #expect(throws: QueryError.self) { try query.policy(.requireSQL).toArray() }
    let report = try query.report()
    #expect(report.elementCount == (try query.toArray().count))
    #expect(report.statementTime == nil)
    try query.verify()
    // What has no place in a statement says so.
    let decomposed = Query(["e\u{301}"]).except(store.people.select { $0.name })
    let reason = QueryPlan.Place.memory(reason: "e\u{301} is changed when it is stored")
    #expect(try decomposed.plan().operators.map(\.place) == [reason, reason])
    // A query without a table is one of memory.
    #expect(try Query(slots).where { $0.age == 17 }.plan().sql == nil)
  }

  @Test("S68 the elements of each run") func runs() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    for count in [1, 3, 2] {
      let ids = people.prefix(count).map(\.id)
      let found = Query(ids).join(store.people, on: { $0 }, equals: { $0.id }).select { $0.1.id }
      #expect(try found.policy(.requireSQL).toArray() == ids)
    }
    let many = Array(0..<200_002)
    #expect(
      try Query(many).join(store.people.take(1), on: { $0 }, equals: { $0.age }).count() == 1)
  }
}
