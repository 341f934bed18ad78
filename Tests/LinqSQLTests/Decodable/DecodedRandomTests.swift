import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// A row of random values, which has a declaration by hand as well.
private protocol RandomRow: Codable, Sendable, Hashable {
  static var byHand: Table<Self> { get }
  static var decoded: Table<Self> { get }
  static var columns: String { get }
  init(_ id: Int64, _ random: inout Seed.Generator)
}

private struct Mixed: RandomRow {
  var flag: Bool
  var id: Int64
  var small: Int8?
  var text: String
  var mark: Bool?
  var number: Double

  static let byHand = Table(
    "mixed", Mixed.init(flag:id:small:text:mark:number:), .column("flag", \.flag),
    .primaryKey("id", \.id), .column("small", \.small), .column("text", \.text),
    .column("mark", \.mark), .column("number", \.number))
  static let decoded = Table(Mixed.self, "mixed", key: \.id)
  static let columns =
    "flag INTEGER NOT NULL, small INTEGER, text TEXT NOT NULL, mark INTEGER, number REAL NOT NULL"
}

extension Mixed {
  init(_ id: Int64, _ random: inout Seed.Generator) {
    self.init(
      flag: .random(using: &random), id: id, small: random.maybe { .random(&$0) },
      text: random.text(), mark: random.maybe { .random(using: &$0) },
      number: Double.random(in: -1e9...1e9, using: &random))
  }
}

private struct Optionals: RandomRow {
  let id: Int64
  private(set) var a: String?
  var b: Int32?
  var c: Double?
  var d: UUID?
  var e: [Int]?
  var f: CalendarDate?

  static let byHand = Table(
    "optionals", Optionals.init(id:a:b:c:d:e:f:), .primaryKey("id", \.id), .column("a", \.a),
    .column("b", \.b), .column("c", \.c), .column("d", \.d), .column("e", \.e), .column("f", \.f))
  static let decoded = Table(Optionals.self, "optionals", key: \.id)
  static let columns = "a TEXT, b INTEGER, c REAL, d TEXT, e TEXT, f TEXT"
}

extension Optionals {
  init(_ id: Int64, _ random: inout Seed.Generator) {
    self.init(
      id: id, a: random.maybe { $0.text() }, b: random.maybe { .random(&$0) },
      c: random.maybe { .random(in: -1...1, using: &$0) }, d: random.maybe { _ in UUID() },
      e: random.maybe { random in (0..<3).map { _ in .random(&random) } },
      f: random.maybe { CalendarDate(year: 2000, month: 1, day: .random(in: 1...28, using: &$0))! })
  }
}

private struct Narrow: RandomRow {
  enum Kind: String, Codable, CaseIterable, ColumnValue { case a, b, c }
  var a: UInt8
  var kind: Kind
  var b: UInt16
  var kinds: Kind?
  var c: Float
  var id: Int64
  var data: Data
  var when: Date
  var cents: Decimal

  static let byHand = Table(
    "narrow", Narrow.init(a:kind:b:kinds:c:id:data:when:cents:), .column("a", \.a),
    .column("kind", \.kind), .column("b", \.b), .column("kinds", \.kinds), .column("c", \.c),
    .primaryKey("id", \.id), .column("data", \.data),
    .column("when", \.when).encoded(as: .iso8601),
    .column("cents", \.cents).encoded(as: .scaled(2)))
  static let decoded = Table(
    Narrow.self, "narrow", key: \.id, .column("cents", \.cents).encoded(as: .scaled(2)),
    .column("when", \.when).encoded(as: .iso8601))
  static let columns = """
    a INTEGER NOT NULL, kind TEXT NOT NULL, b INTEGER NOT NULL, kinds TEXT, c REAL NOT NULL,
    data BLOB NOT NULL, "when" TEXT NOT NULL, cents INTEGER NOT NULL
    """
}

extension Narrow {
  init(_ id: Int64, _ random: inout Seed.Generator) {
    self.init(
      a: .random(&random), kind: Kind.allCases.randomElement(using: &random)!,
      b: .random(&random), kinds: random.maybe { Kind.allCases.randomElement(using: &$0)! },
      c: .random(in: -10...10, using: &random), id: id, data: Data(random.text().utf8),
      when: Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000, using: &random))),
      cents: Decimal(Int.random(in: -10_000...10_000, using: &random)) / 100)
  }
}

@Suite("Random rows of several structs")
struct DecodedRandomTests {
  @Test("come back from both declarations, one of which has written them") func rows() throws {
    let seed = Seed()
    var random = seed.generator
    try check(Mixed.self, &random, seed)
    try check(Optionals.self, &random, seed)
    try check(Narrow.self, &random, seed)
  }

  private func check<Row: RandomRow>(
    _ type: Row.Type, _ random: inout Seed.Generator, _ seed: Seed
  ) throws {
    let pool = try ConnectionPool(path: ":memory:")
    let name = Row.decoded.name
    try pool.withWriter {
      try $0.execute("CREATE TABLE \(name) (id INTEGER PRIMARY KEY, \(Row.columns)) STRICT")
    }
    let (byHand, decoded) = (
      Repository(Row.byHand, in: pool), Repository(Row.decoded, in: pool)
    )
    let rows = (1...200).map { Row(Int64($0), &random) }
    for (index, row) in rows.enumerated() {
      let stored = try (index.isMultiple(of: 2) ? byHand : decoded).insert(row)
      #expect(stored == row, "\(seed)")
    }
    #expect(try decoded.toArray().elementsEqual(byHand.toArray()), "\(seed)")
    #expect(try decoded.toArray().count == 200)
    #expect(try Set(decoded.toArray()) == Set(rows), "\(seed)")
    for row in rows.prefix(20) { #expect(try decoded.update(row) == row, "\(seed)") }
    #expect(
      try decoded.query.plan().description == byHand.query.plan().description, "\(seed)")
  }
}

extension Seed.Generator {
  fileprivate mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    Bool.random(using: &self) ? value(&self) : nil
  }

  /// A text of up to 40 letters, in canonical form.
  fileprivate mutating func text() -> String {
    let letters: [Character] = ["a", "Z", " ", "é", "日", "😀", "'", "\0", "ß"]
    return String(
      (0..<Int.random(in: 0...40, using: &self)).map { _ in
        letters.randomElement(using: &self)!
      })
  }
}

extension FixedWidthInteger {
  fileprivate static func random(_ random: inout Seed.Generator) -> Self {
    .random(in: .min ... .max, using: &random)
  }
}
