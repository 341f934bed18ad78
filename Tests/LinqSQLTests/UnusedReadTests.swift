import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import Testing

/// A closure that tests whether an expression is nil or of a type tests the expression, and not its
/// value. That is an error, and no answer.
@Suite("Closures that inspect an expression")
struct UnusedReadTests {
  private struct Contact: Codable, Sendable, Hashable, JSONColumnValue {
    var phone: String?
    var fax: String?
    static let jsonMembers: [JSONMember<Contact>] = [
      .member("phone", \.phone), .member("fax", \.fax),
    ]
  }

  private struct Match: Sendable, Hashable {
    var id: Int64 = 0
    var home: Int?
    var away: Int?
    var round: Int
    var contact: Contact
    static let table = Table(
      "match", Match.init, .primaryKey("id", \.id), .column("home", \.home),
      .column("away", \.away), .column("round", \.round), .column("contact", \.contact))
  }

  private let matches: Repository<Match>

  init() throws {
    let pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE match (
          id INTEGER PRIMARY KEY, home INTEGER, away INTEGER, round INTEGER NOT NULL,
          contact TEXT NOT NULL) STRICT
        """)
    }
    matches = Repository(Match.table, in: pool)
    try matches.insert([
      Match(home: 2, away: 1, round: 4, contact: Contact(phone: "1")),
      Match(round: 5, contact: Contact(fax: "2")), Match(home: 0, round: 6, contact: Contact()),
    ])
  }

  private func isNil(_ value: Any?) -> Bool { value == nil }
  private func known(_ values: Any?...) -> Int { values.count { $0 != nil } }

  private func expectError<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ query: (Query<Match>) -> Query<Element>
  ) throws {
    for source in [
      matches.query, matches.query.policy(.memoryOnly), Query(try matches.all()),
    ] {
      #expect(throws: ExpressionError.describedExpression, sourceLocation: sourceLocation) {
        try query(source).toArray()
      }
    }
  }

  @Test("whether it is nil") func nilTests() throws {
    try expectError { $0.select { ($0.id, [$0.home, $0.away].compactMap { $0 }.count) } }
    try expectError {
      $0.where { $0.round > 3 && [$0.home, $0.away].compactMap { $0 }.isEmpty }
    }
    try expectError {
      $0.where { $0.round > 9 || [$0.home, $0.away].compactMap(\.self).count == 2 }
    }
    try expectError { $0.select { ($0.id, isNil($0.home)) } }
    try expectError { $0.sort { 10 * known($0.home, $0.away) + $0.round } }
    try expectError { $0.select { "\($0.id): \([$0.home, $0.away].compactMap { $0 }.count)" } }
    try expectError { $0.groupBy { ($0.round, isNil($0.away)) }.select { ($0.key.0, $0.count) } }
    try expectError {
      $0.select { ($0.id, ["h": $0.home, "a": $0.away].compactMapValues { $0 }.count) }
    }
    try expectError {
      $0.where { match in
        var count = 0
        for case _? in [match.home, match.away] { count += 1 }
        return match.round > 2 && count == 2
      }
    }
    try expectError {
      $0.select { ($0.id, [$0.contact.phone, $0.contact.fax].compactMap { $0 }.count) }
    }
    #expect(throws: ExpressionError.describedExpression) {
      try matches.where { $0.round > 3 && known($0.home, $0.away) == 2 }.delete()
    }
    #expect(try matches.query.count() == 3)
  }

  private func text(_ value: Any) -> String {
    switch value {
    case let text as String: text
    case let number as Int: "\(number)"
    default: "?"
    }
  }

  @Test("values that are no members of the element") func otherValues() throws {
    let all = matches.query
    try expectError { $0.select { ($0.id, isNil($0.contact.phone.map { $0 + "!" })) } }
    try expectError {
      $0.select { match in
        (match.id, isNil(all.matching { $0.round > match.round }.first))
      }
    }
    try expectError {
      $0.select { match in
        (match.id, known(all.matching { $0.home == match.away }.max { $0.round }))
      }
    }
    try expectError {
      $0.windows().select { ($0.element, isNil($0.lag().map { $0.round })) }.select { $0.1 }
    }
  }

  @Test("elements of closures in closures") func inner() throws {
    let all = matches.query
    try expectError {
      $0.groupBy { $0.round }.select { ($0.key, $0.count { isNil($0.home) && $0.round > 0 }) }
    }
    try expectError {
      $0.groupBy { $0.round }.select { ($0.key, $0.sum { $0.round + (isNil($0.home) ? 9 : 0) }) }
    }
    try expectError {
      $0.select { match in
        (match.id, all.matching { $0.round == match.round && isNil($0.away) }.count)
      }
    }
    try expectError {
      $0.where { match in all.matching { isNil(match.home) && $0.round > 1 }.any() }
    }
  }

  @Test("in changes of rows") func changes() throws {
    let before = try matches.all()
    func expectRefused(
      sourceLocation: SourceLocation = #_sourceLocation,
      _ changes: @escaping (inout RowUpdate<Match>) -> Void
    ) throws {
      #expect(throws: ExpressionError.describedExpression, sourceLocation: sourceLocation) {
        try matches.update(changes)
      }
      #expect(throws: ExpressionError.describedExpression, sourceLocation: sourceLocation) {
        try matches.updateReturning(changes)
      }
    }
    try expectRefused { $0.set(\.round, to: isNil($0.home) ? 1 : 2) }
    try expectRefused { $0.set(\.round, to: [$0.home, $0.away].compactMap { $0 }.count) }
    try expectRefused { row in
      if isNil(row.home) { row.set(\.round, to: 1) } else { row.set(\.round, to: 2) }
    }
    try expectRefused { $0.set(\.round, to: text($0.round).count) }
    #expect(try matches.all() == before)
    // Values of the program beside expressions that are used.
    #expect(
      try matches.update {
        $0.set(\.home, to: $0.away)
        $0.set(\.away, to: nil)
        $0.set(\.round, to: 7)
      } == 3)
    #expect(try matches.all().map(\.home) == before.map(\.away))
  }

  @Test("whether it is of a type") func typeTests() throws {
    try expectError { $0.select { ($0.id, text($0.round)) } }
    try expectError { $0.where { $0.id > 0 && text($0.round) == "4" } }
    try expectError { $0.groupBy { ($0.id, text($0.round)) }.select { $0.key.1 } }
    // One of several expressions is no value of the program.
    for (column, expected) in [1, 2, 3].enumerated() {
      #expect(
        try matches.where { $0.id == 3 }.select { [$0.id - 2, $0.id - 1, $0.id][column] }.toArray()
          == [Int64(expected)])
    }
    try expectError { $0.where { $0.round > 3 && ($0.home as Any) is Int } }
    try expectError { $0.select { ($0.id, [$0.home as Any, $0.away as Any].count { $0 is Int }) } }
  }

  @Test("members that are read for nothing, and those that are used") func others() throws {
    let words: [String] = []
    let expected = try matches.all()
    #expect(
      try matches.where { match in
        let phone = match.contact.phone ?? ""
        let round = match.round
        return words.allSatisfy { phone.contains($0) && round > 3 }
      }.toArray() == expected)
    let home: Int? = nil
    #expect(try matches.where { home == nil || $0.home == home! }.toArray() == expected)
    #expect(try matches.where { [$0.home, $0.away].contains(1) }.select { $0.id }.toArray() == [1])
    #expect(try matches.where { [$0.home, $0.away].contains(nil) }.count() == 2)
    #expect(try matches.where { [$0.home, 5].contains($0.round) }.toArray().map(\.id) == [2])
    #expect(try matches.where { [$0.home, $0.away].contains(3) }.plan().isAllSQL)
    #expect(
      try matches.select { [$0.home, $0.away].compactMap { $0 }.count }.toArray() == [2, 0, 1])
  }

  @Test("a closure that uses what it reads is called once") func calls() throws {
    var calls = 0
    func called<Value>(_ value: Value) -> Value {
      calls += 1
      return value
    }
    let all = matches.query
    let queries: [any Sendable] = [
      all.where { called($0.round > 3 && $0.home == nil) },
      all.where { called(($0.home ?? 0) < 3 || $0.contact.phone == nil) },
      all.where { called([1, nil].contains($0.home)) },
      all.where { match in called(all.matching { $0.home == match.away }.any()) },
      all.where { called($0.contact.fax.map { $0.count > 1 } == true) },
      all.select { called($0.home) }, all.select { called(($0.id, $0.home, $0.contact.phone)) },
      all.select { called("\($0.id): \($0.home ?? 0)") },
      all.select { called(QueryExpression.if($0.home == nil, then: 0, else: $0.round)) },
      all.sort { called($0.away) }, all.distinct { called($0.home) },
      all.sort { called(-$0.round) }, all.sort { called($0.home.map { $0 + 1 }) },
      all.join(all, on: { called($0.home) }, equals: { called($0.away) }),
      all.groupBy { called($0.home) }.select {
        called(($0.key, $0.items.count, $0.max { $0.away }))
      },
      all.groupBy { called(($0.round, $0.home)) }.where { called($0.key.1 != nil) },
      all.groupBy { called($0.round) }.select { group in
        called((group.key, group.items.sort { $0.home }.first.map { $0.id }))
      },
      all.windows(within: { called($0.home) }).select { called(($0.element, $0.rowNumber)) },
      all.leftJoin(all, on: { called($0.id) }, equals: { called($0.id) })
        .select { called(($0.0.id, $0.1.map { $0.round })) },
    ]
    #expect(queries.count == 19)
    #expect(calls == 26)
  }
}
