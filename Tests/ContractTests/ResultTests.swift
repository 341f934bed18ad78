import Foundation
import StoreSQLite
import TestModel
import TestSupport
import Testing

@Suite("The contract: two queries, keys, dates, numbers")
struct ResultTests {
  private struct Measure: Sendable, Hashable {
    var id: Int64
    var value: Double
    var limit: Double?
    var count: Int
    var date: Date

    static let table = Table(
      "measure", Measure.init, .primaryKey("id", \.id), .column("value", \.value),
      .column("upper", \.limit), .column("count", \.count), .column("date", \.date))
  }

  private let pool: ConnectionPool
  private let stored: Repository<Measure>
  /// The rows as they are stored.
  private let rows: [Measure]

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    stored = Repository(Measure.table, in: pool)
    try pool.write {
      try $0.execute(
        """
        CREATE TABLE measure (
          id INTEGER PRIMARY KEY, value REAL NOT NULL, upper REAL, count INTEGER NOT NULL,
          date INTEGER NOT NULL) STRICT
        """)
    }
    let date = Date(timeIntervalSince1970: 1_700_000_000.123456)
    rows = try stored.insert([
      Measure(id: 1, value: 0.0, limit: nil, count: .max, date: date),
      Measure(id: 2, value: -0.0, limit: 1, count: 5, date: date + 1),
      Measure(id: 3, value: 2.5, limit: nil, count: -5, date: date + 2),
      Measure(id: 4, value: 2.5, limit: 1, count: 0, date: date + 2),
    ])
  }

  /// Runs a chain in SQL, in memory, and on an array, and expects one result of all.
  private func agree<Element: Sendable & Equatable>(
    on expected: [Element], sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Measure>) -> Query<Element>
  ) throws {
    let query = chain(stored.query)
    let plan = try query.plan()
    #expect(plan.isAllSQL, "\(plan)", sourceLocation: sourceLocation)
    for run in [query, query.policy(.memoryOnly), chain(Query(rows))] {
      #expect(try run.toArray() == expected, sourceLocation: sourceLocation)
    }
  }

  private func log(_ ids: Collected<String>, _ name: String) -> Query<Int64> {
    stored.query.select { (row: Measure) in
      ids.append(name)
      return row.id
    }
  }

  @Test("S39 a second query is read when the first element is, no further than needed")
  func laziness() throws {
    let seen = Collected<String>()
    let (first, second) = (log(seen, "1"), log(seen, "2"))
    func take() -> String {
      defer { seen.removeAll() }
      return seen.all.joined()
    }
    func expect<Element: Sendable>(
      _ log: String, of query: Query<Element>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      _ = try query.toArray()
      #expect(take() == log, sourceLocation: sourceLocation)
    }
    try expect("22221", of: first.intersect(second).take(1))
    try expect("22221111", of: first.except(second).take(1))
    try expect("1", of: first.concat(second).take(1))
    try expect("11112", of: first.concat(second).take(5))
    try expect("1212", of: first.zip(second).take(2))
    try expect("", of: first.intersect(second).take(0))
    try expect("", of: first.takeLast(0))
    #expect(try !first.sequenceEqual(second.skip(1)))
    #expect(take() == "122")
    // The value of an element is evaluated before the next element is made.
    _ = try first.sum { (id: Int64) in
      seen.append("v")
      return Int(id)
    }
    #expect(take() == "1v1v1v1v")
  }

  @Test("S40 nil matches nil, and -0.0 matches 0.0, as keys of joins and groups")
  func keys() throws {
    try agree(on: ["1 1", "1 3", "2 2", "2 4", "3 1", "3 3", "4 2", "4 4"]) { measures in
      measures.join(measures, on: { $0.limit }, equals: { $0.limit })
        .select { "\($0.0.id) \($0.1.id)" }
    }
    try agree(on: ["1 1", "1 2", "2 1", "2 2"]) { measures in
      measures.where { $0.id < 3 }.join(measures, on: { $0.value }, equals: { $0.value })
        .select { "\($0.0.id) \($0.1.id)" }
    }
  }

  @Test("S41 dates in expressions are rounded to the microsecond, as stored ones are")
  func dates() throws {
    let captured = rows[0].date.addingTimeInterval(0.000_000_2)
    try agree(on: [1]) { $0.where { $0.date == captured }.select { $0.id } }
    try agree(on: [1]) { $0.where { $0.date <= captured }.select { $0.id } }
    try agree(on: [1]) { $0.where { [captured].contains($0.date) }.select { $0.id } }
  }

  @Test("S42 NaN as a result is an error")
  func notANumber() throws {
    let query = stored.where { $0.id < 3 }.select { $0.value / $0.value }
    let plan = try query.plan()
    #expect(plan.isAllSQL, "\(plan)")
    for run in [query, query.policy(.memoryOnly)] {
      #expect(throws: ExpressionError.notANumber) { try run.toArray() }
    }
  }

  @Test("S43 a sum of integers overflows only where its result does, whatever the order")
  func sums() throws {
    for query in [stored.query, stored.reverse(), stored.sort { $0.count }, Query(rows)] {
      #expect(try query.sum { $0.count } == .max)
      #expect(try query.policy(.memoryOnly).sum { $0.count } == .max)
    }
    #expect(throws: ExpressionError.arithmeticOverflow) {
      try stored.where { $0.count >= 0 }.sum { $0.count }
    }
  }

  @Test("S44 of values that == does not tell apart, either may come, and only one")
  func equalValues() throws {
    try agree(on: [0.0, 2.5]) { $0.select { $0.value }.distinct() }
    try agree(on: [2, 2]) { $0.groupBy { $0.value }.select { $0.count } }
  }
}
