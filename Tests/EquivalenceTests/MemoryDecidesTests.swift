import Foundation
import TestModel
import Testing

/// Chains whose statement ends in an error of an expression for an element that memory does not
/// reach, or before the error that memory meets.
@Suite("S38 when a statement fails, memory decides")
struct MemoryDecidesTests {
  @Test("an element that is not reached does not fail the query")
  func reached() throws {
    try expectSame(
      sql: """
        SELECT swift_divide(?, swift_whole(id - ?)) FROM person ORDER BY name, id LIMIT 3
        """
    ) { $0.sort { $0.name }.select { 1000 / ($0.id - 60) }.take(3) }
    try expectSame(sql: "SELECT swift_divide(?, age) FROM person ORDER BY id LIMIT 4") {
      $0.sort { $0.id }.select { 100 / $0.age }.take(4)
    }
    try expectSame(
      sql: """
        SELECT name, count(*) FROM person GROUP BY name ORDER BY min(id) LIMIT 2
        """
    ) { $0.groupBy { $0.name }.select { ($0.key, $0.count) }.take(2) }
    let store = try makeStore(ages: [1, .max, 3, 4, .max])
    let sums = store.people.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.age }) }
    let first = sums.take(1)
    #expect(try first.toArray().map { $0.1 } == [5])
    #expect(try first.plan().isAllSQL)
    #expect(try first.report().failure == "arithmetic overflow")
    #expect(throws: ExpressionError.arithmeticOverflow) { try sums.toArray() }
  }

  @Test("where the policy requires SQL, memory does not decide")
  func requiringSQL() async throws {
    let store = try makeStore(ages: [1, .max, 3, 4, .max, 0])
    let query = store.people.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.age }) }.take(1)
    #expect(try await query.toArray().map { $0.1 } == [5])
    let overflow = ExpressionError.arithmeticOverflow
    await #expect(throws: overflow) { try await query.policy(.requireSQL).toArray() }
    #expect(throws: overflow) { try query.policy(.requireSQL).forEach { _ in } }
    #expect(throws: overflow) { try query.policy(.requireSQL).first() }
    let division = ExpressionError.divisionByZero
    let all = try await store.people.count()
    let failing = store.people.where { 100 / $0.age > 3 }.policy(.requireSQL)
    await #expect(throws: division) { try await failing.delete() }
    await #expect(throws: division) { try await failing.update { $0.set(\.name, to: "x") } }
    #expect(try await store.people.count() == all)
    #expect(try await store.people.where { $0.name == "x" }.count() == 0)
  }

  @Test("conditions that are never true do not hide a failure before them")
  func contradictions() throws {
    let overflow = ExpressionError.arithmeticOverflow
    // SQLite puts 0 in place of a column that equals 0.
    try expectSameError(overflow) {
      $0.select { $0.age + 1 }.skipLast(1).where { $0 == 0 && $0 != $0 }
    }
    try expectSameError(overflow) {
      $0.select { $0.age + 1 }.skip(1).where { $0 == 0 }.where { $0 < $0 }
    }
    try expectSameError(overflow) {
      $0.select { $0.age + 1 }.skip(1).where { [0].contains($0) && $0 > $0 }
    }
    try expectSameError(overflow) {
      $0.where { $0.id == 6 }.where { $0.age + 1 > 0 }.where { $0.id != $0.id }
    }
    try expectSameError(overflow) {
      $0.where { $0.age + 1 > 0 }.where { $0.id == 1 && $0.id != $0.id }
    }
    try expectSameError(overflow) { people in
      people.select { $0.age + 1 }.skip(1)
        .join(people.select { $0.age }, on: { $0 }, equals: { $0 })
        .where { $0.0 == 0 && $0.1 == 1 && $0.0 == $0.1 }
    }
    try expectSameError(overflow) {
      $0.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.age }) }
        .where { $0.0 == "z" && $0.0 != $0.0 }
    }
  }

  @Test("of two errors the one comes that memory meets first")
  func order() throws {
    let store = try makeStore(ages: [2, .max, 0])
    let both = store.people.where { 10 / $0.age + ($0.age + 1) > 0 }
    for query in [both, both.policy(.memoryOnly), both.policy(.requireSQL)] {
      #expect(throws: ExpressionError.arithmeticOverflow) { try query.toArray() }
    }
    let reversed = both.query.reverse()
    #expect(throws: ExpressionError.arithmeticOverflow) { try reversed.toArray() }
    let last = store.people.reverse().where { 10 / $0.age + ($0.age + 1) > 0 }
    #expect(throws: ExpressionError.divisionByZero) { try last.toArray() }
  }

  @Test("a stream goes on after the elements that it has given")
  func stream() async throws {
    let store = try makeStore(ages: [1, 2, 0, 4])
    let others = store.people.where { $0.age != 0 }
    // SQLite tests the condition before it looks for a partner.
    let pairs = store.people.join(others, on: { $0.id }, equals: { $0.id })
      .where { 100 / $0.0.age > 0 }.select { $0.0.age }
    var ages: [Int] = []
    for try await age in pairs.stream() { ages.append(age) }
    #expect(ages == [1, 2, 4])
    let report = try await pairs.report()
    #expect(report.failure == "division by zero" && report.elementCount == 3)
    #expect("\(report)".contains("SQL could not decide (division by zero)"))
  }

  @Test("the second run sees the same state, inside a transaction too")
  func transaction() throws {
    let store = try makeStore(ages: [1, 2, 0])
    try store.write { transaction in
      try transaction.people.insert(Person(name: "new", surname: "s", age: 7))
      let ages = transaction.people.sort { $0.name }.select { 100 / ($0.age - 7) }.take(1)
      #expect(try ages.toArray() == [-16])
    }
    #expect(try store.people.count() == 4)
  }

  @Test("the policy bounds the rows of the second run")
  func bounded() throws {
    let store = try makeStore(ages: [1, 2, 0, 4, 5])
    let pairs = store.people.join(
      store.people.where { $0.age != 0 }, on: { $0.id }, equals: { $0.id }
    ).where { 100 / $0.0.age > 0 }
    #expect(try pairs.policy(.allowFallback(maxRows: 100)).count() == 4)
    #expect(throws: QueryError.tooManyRows(limit: 0)) {
      try pairs.policy(.allowFallback(maxRows: 0)).count()
    }
  }

  @Test("rows are changed that memory finds, or none")
  func changes() throws {
    let store = try makeStore(ages: [1, 2, 0, 4])
    let first = store.people.sort { $0.name }.where { 100 / $0.age > 0 }.take(2)
    #expect(throws: ExpressionError.divisionByZero) {
      try store.people.where { 100 / $0.age > 0 }.delete()
    }
    #expect(try store.people.count() == 4)
    #expect(try first.update { $0.set(\.age, to: $0.age + 10) } == 2)
    #expect(try store.people.select { $0.age }.toArray() == [11, 12, 0, 4])
    #expect(throws: ExpressionError.arithmeticOverflow) {
      try store.people.update { $0.set(\.age, to: 9_223_372_036_854_775_800 + $0.age) }
    }
    #expect(try store.people.select { $0.age }.toArray() == [11, 12, 0, 4])
  }

  @Test("what SQL would leave out is evaluated all the same")
  func less() throws {
    let nobody: [String] = []
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT name FROM person WHERE CASE WHEN swift_evaluated(swift_divide(?, age)) THEN CASE \
        WHEN CASE WHEN swift_evaluated() THEN 0 ELSE 0 END THEN \
        swift_evaluated(swift_divide(?1, age)) ELSE 0 END ELSE 0 END ORDER BY id
        """
    ) {
      $0.select { (100 / $0.age, $0.name) }.where { nobody.contains($0.1) }.select { $0.1 }
    }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT c1_0 FROM (SELECT swift_divide(?, age) AS c1_0, id FROM person ORDER BY id LIMIT \
        10) WHERE CASE WHEN swift_evaluated(c1_0) THEN c1_0 > ? ELSE 0 END ORDER BY id
        """
    ) {
      $0.select { 100 / $0.age }.take(10).where { $0 > 1_000 }
    }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT c1_0 FROM (SELECT swift_divide(?, age) AS c1_0, id FROM person WHERE \
        swift_evaluated(swift_divide(?1, age)) ORDER BY +id DESC LIMIT 60) ORDER BY +id LIMIT \
        -1 OFFSET ?
        """
    ) {
      $0.select { 100 / $0.age }.takeLast(60).skip(59)
    }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT c1_6, … FROM (SELECT …, row_number() OVER (ORDER BY id) - 1 AS c1_6 FROM person \
        WHERE swift_divide(?, age) > ?) WHERE c1_6 < ? ORDER BY c1_6
        """
    ) {
      $0.where { 100 / $0.age > 0 }.index().where { $0.0 < 0 }
    }
    let (store, people) = try makeStore(of: hostilePeople)
    for query in [Query(people), store.people.query] {
      #expect(throws: ExpressionError.divisionByZero) {
        try query.select { 100 / $0.age }.reverse().any()
      }
      #expect(try query.select { 100 / $0.age }.any())
      #expect(throws: ExpressionError.divisionByZero) {
        try query.select { 100 / $0.age }.count()
      }
      #expect(throws: ExpressionError.divisionByZero) {
        try query.where { 100 / $0.age >= 0 }.max { $0.id }
      }
    }
  }
}
