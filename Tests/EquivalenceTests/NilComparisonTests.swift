import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// S75: `nil` beside an expression is a comparison of its value, whatever that is.
@Suite struct NilComparisonTests {
  @Test("S75 an optional pair is nil where there is none")
  func pairs() throws {
    func counts(_ people: Query<Person>) -> Query<(String, Int)> {
      people.where { $0.age > 30 }.groupBy { $0.name }.select { ($0.key, $0.count) }
    }
    try expectSame {
      $0.leftJoin(counts($0), on: { $0.surname }, equals: { $0.0 })
        .where { $0.1 == nil && $0.0.id > 0 }.select { $0.0.id }
    }
    try expectSame {
      $0.leftJoin(counts($0), on: { $0.surname }, equals: { $0.0 })
        .where { !(nil == $0.1) || $0.0.age < 20 }
    }
    try expectSame {
      $0.fullJoin(counts($0), on: { $0.surname }, equals: { $0.0 })
        .select { ($0.0 == nil, nil != $0.1, $0.0 == nil || $0.1 == nil) }
    }
  }

  @Test("S75 a value that is no optional is never nil")
  func values() throws {
    try expectSame(isEmpty: true) { $0.where { $0.name == nil } }
    try expectSame { $0.where { $0.age != nil && nil != $0.name && !($0.name == nil) } }
    try expectSame { $0.select { ($0.birthDate == nil, $0.id == nil, nil ~= $0.email) } }
    try expectSame { $0.where { nil ~= $0.email && $0.id > 0 } }
  }

  @Test("S76 an optional, or one of the program")
  func alternatives() throws {
    for other in [nil, "x"] {
      let value = other == nil ? "email" : "coalesce(email, ?)"
      try expectSame(sql: "SELECT \(value) FROM person ORDER BY id") {
        $0.select { $0.email ?? other }
      }
      try expectSame { $0.distinct { ($0.surname, $0.email ?? other) } }
      // The elements were optionals of optionals.
      try expectSame {
        $0.select { ($0.id, $0.email ?? other) }.where { ($0.1 ?? other) != .some("y") }
      }
      try expectSame { $0.where { ($0.email ?? other ?? "z") > "p2" } }
    }
  }

  @Test("S75 an optional row that is not Equatable is nil where there is none")
  func rows() throws {
    let pool = try ConnectionPool(path: ":memory:")
    try pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE flag (id INTEGER PRIMARY KEY, n INTEGER NOT NULL) STRICT;
        INSERT INTO flag (n) VALUES (1), (9), (3), (9)
        """)
    }
    let flags = Repository(Flag.table, in: pool).query
    let joined = flags.leftJoin(flags, on: { QueryExpression<Int64>($0.n) }, equals: { $0.id })
    func expect(
      _ ids: [Int64], sql: String, _ query: Query<(Flag, Flag?)>,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let plan = try query.plan()
      #expect(
        plan.isAllSQL && plan.sql?.contains(sql) == true, "\(plan)", sourceLocation: sourceLocation)
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let found = try query.policy(policy).toArray().map(\.0.id)
        #expect(found == ids, sourceLocation: sourceLocation)
      }
    }
    try expect([2, 4], sql: "WHERE b.id IS NULL ORDER", joined.where { $0.1 == nil })
    try expect(
      [4], sql: "WHERE b.id IS NULL AND a.id > ?", joined.where { $0.1 == nil && $0.0.id > 2 })
    try expect(
      [3], sql: "WHERE b.id IS NOT NULL AND a.id > ?",
      joined.where { nil != $0.1 && $0.0.id > 1 })
    try expect(
      [2, 4], sql: "WHERE NOT b.id IS NOT NULL AND a.id > ?",
      joined.where { !($0.1 != nil) && $0.0.id > 0 })
    #expect(
      try joined.select { ($0.0.id, $0.1 == nil) }.toArray().map(\.1)
        == [false, true, false, true])
    #expect(
      try joined.select { QueryExpression.if($0.1 == nil, then: "none", else: "one") }.distinct()
        .toArray() == ["one", "none"])
  }
}

private struct Flag: Sendable {
  var id: Int64
  var n: Int

  static let table = Table("flag", Flag.init, .primaryKey("id", \.id), .column("n", \.n))
}
