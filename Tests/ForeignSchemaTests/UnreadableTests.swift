import Foundation
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// S18, S83: a stored value that the declaration cannot read is an error where it is evaluated, and
/// never an answer: in SQL as in memory.
@Suite struct UnreadableTests {
  enum Grade: String, Codable, CaseIterable, ColumnArrayElement { case low, high }

  struct Size: Codable, Hashable, JSONColumnValue {
    var width: Int
    var unit: String?
    static let jsonMembers: [JSONMember<Size>] = [
      .member("width", \.width), .member("unit", \.unit),
    ]
  }

  struct Item: Sendable, Hashable {
    var id: Int64
    var name: String
    var number: Int
    var small: Int8
    var score: Double
    var isDone: Bool
    var day: CalendarDate
    var token: UUID
    var price: Decimal
    var grade: Grade
    var data: Data
    var opened: Date
    var seen: Date?
    var closed: Date
    var cents: Decimal
    var tags: [String]?
    var numbers: [Int]
    var size: Size
    var marks: [String: Int]
    static let table = Table(
      "item", Item.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("number", \.number), .column("small", \.small), .column("score", \.score),
      .column("is_done", \.isDone), .column("day", \.day), .column("token", \.token),
      .column("price", \.price), .column("grade", \.grade), .column("data", \.data),
      .column("opened", \.opened).encoded(as: .timestamp),
      .column("seen", \.seen).encoded(as: .secondsSince1970), .column("closed", \.closed),
      .column("cents", \.cents).encoded(as: .scaled(2)), .column("tags", \.tags),
      .column("numbers", \.numbers), .column("size", \.size), .column("marks", \.marks))
  }

  private let items: Repository<Item>
  private static let moment = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    let pool = try ConnectionPool(path: ":memory:")
    try pool.write { connection in
      try connection.run(
        """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL,
          small INTEGER NOT NULL, score REAL NOT NULL, is_done INTEGER NOT NULL, day TEXT NOT NULL,
          token TEXT NOT NULL, price TEXT NOT NULL, grade TEXT NOT NULL, data BLOB NOT NULL,
          opened TEXT NOT NULL, seen INTEGER, closed INTEGER NOT NULL, cents INTEGER NOT NULL,
          tags TEXT, numbers TEXT NOT NULL, size TEXT NOT NULL, marks TEXT NOT NULL)
        """)
      try connection.run("CREATE INDEX item_number ON item (number)")
    }
    items = Repository(Item.table, in: pool)
    let day = try #require(CalendarDate(year: 2024, month: 2, day: 29))
    for number in 1...4 {
      let moment = Self.moment
      let grade = number > 2 ? Grade.high : Grade.low
      try items.insert(
        Item(
          id: Int64(number), name: "n\(number)", number: number, small: Int8(number),
          score: Double(number) / 2, isDone: number == 2, day: day, token: UUID(),
          price: Decimal(number), grade: grade, data: Data([1]),
          opened: moment + Double(number), seen: moment, closed: moment, cents: Decimal(number),
          tags: ["a", "b\(number)"], numbers: [number, 2], size: Size(width: number),
          marks: ["a": number]))
    }
  }

  /// A value that a column cannot hold, as other programs may store it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let column: String
    let value: String
    var testDescription: String { "\(column) = \(value)" }
  }

  private static let values: [(column: String, values: [String])] = [
    ("name", ["x'00'", "CAST(x'ff' AS TEXT)"]), ("number", ["'abc'", "1.5", "x'31'"]),
    ("small", ["200", "-129", "'x'"]), ("score", ["'abc'", "x'01'"]),
    ("is_done", ["2", "'true'", "0.5"]), ("day", ["'2023-02-29'", "'garbage'", "x'00'"]),
    ("token", ["'garbage'", "lower(token)"]), ("price", ["'1.50'", "'x'"]),
    ("grade", ["'middle'", "''"]), ("data", ["'text'", "5"]),
    ("opened", ["'garbage'", "'2024-01-01T00:00:00Z'", "x'00'"]),
    ("seen", ["'abc'", "1.5", "9223372036854775807", "x'31'"]),
    ("closed", ["'2024-01-01'", "1.5"]),
    ("cents", ["'x'", "1.5"]),
    ("tags", ["'null'", "'5'", "'\"a\"'", "'{\"a\": 1}'", "'[\"a\", null]'", "'['", "x'5b5d'"]),
    ("numbers", ["'[1, 2.5]'", "'[\"1\"]'", "'null'", "'[1,[2]]'"]),
    ("size", ["'{}'", "'{\"width\": \"1\"}'", "'[]'", "'{\"width\": 1, \"unit\": 5}'"]),
    ("marks", ["'{\"a\": \"1\"}'", "'[]'", "'{\"a\": null}'"]),
  ]

  static let faults: [Fault] = values.flatMap { column, values in
    values.map { Fault(column: column, value: $0) }
  }

  @Test("a subquery in memory meets the values that it evaluates, and no others")
  func subqueries() throws {
    let (items, numbers) = (items, Query([1, 2, 3, 4]).where { (number: Int) in number > 1 })
    try items.pool.write {
      try $0.run("UPDATE item SET token = 'garbage', marks = '[]' WHERE id = 3")
    }
    let counts = numbers.select { number in items.matching { $0.number == number }.count }
    #expect(try counts.toArray() == [1, 1, 1])
    let scores = numbers.select { number in
      let own = items.elements.where { $0.number == number }
      return own.max { $0.score } == items.elements.max { $0.score }
    }
    #expect(try scores.toArray() == [false, false, true])
    let ids = items.select { $0.number }
    #expect(try numbers.where { ids.contains($0 + 1) }.toArray() == [2, 3])
    let first = numbers.select { _ in items.elements.select { $0.token }.first == nil }
    #expect(try first.toArray() == [false, false, false])
    #expect(throws: DatabaseError.self) {
      try numbers.select { _ in items.elements.map { $0.token }.last == nil }.toArray()
    }
    // A key by which rows are found is evaluated.
    try items.pool.write { try $0.run("UPDATE item SET number = 'abc' WHERE id = 4") }
    #expect(throws: DatabaseError.self) { try counts.toArray() }
    let found = numbers.take(1).select { number in items.matching { $0.number == number }.any() }
    #expect(try found.toArray() == [true])
  }

  private func expectSame(
    _ chain: (Query<Item>) throws -> Any, _ fault: Fault,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let inSQL = outcome { try chain(items.query) }
    let inMemory = outcome { try chain(items.policy(.memoryOnly)) }
    #expect(inSQL == inMemory, "\(fault)", sourceLocation: sourceLocation)
    return inSQL
  }

  /// Chains that evaluate each column, by its name.
  private typealias Chains = [@Sendable (Query<Item>) throws -> Any]

  private static let chains: [String: Chains] = [
    "name": nameChains,
    "number": numberChains,
    "small": smallChains,
    "score": scoreChains,
    "is_done": isDoneChains,
    "day": dayChains,
    "token": tokenChains,
    "price": priceChains,
    "grade": gradeChains,
    "data": dataChains,
    "opened": openedChains,
    "seen": seenChains,
    "closed": closedChains,
    "cents": centsChains,
    "tags": tagsChains,
    "numbers": numbersChains,
    "size": sizeChains,
    "marks": marksChains,
  ]

  private static let nameChains: Chains = [
    { try $0.where { $0.name == "n1" }.select { $0.id }.toArray() },
    { try $0.where { !($0.name < "n2") }.count() }, { try $0.select { $0.name }.toArray() },
    { try $0.sort { $0.name }.select { $0.id }.toArray() },
    { try $0.min { $0.name } ?? "" }, { try $0.groupBy { $0.name }.count() },
    { try $0.select { $0.name.count }.toArray() }, { try $0.select { $0.name }.count() },
  ]

  private static let numberChains: Chains = [
    { try $0.where { $0.number < 3 }.count() }, { try $0.where { !($0.number < 3) }.count() },
    { try $0.where { $0.number > 3 }.select { $0.id }.toArray() },
    { try $0.sum { $0.number } }, { try $0.average { $0.number } ?? 0 },
    { try $0.max { $0.number } ?? 0 }, { try $0.select { $0.number * 2 }.toArray() },
    { try $0.where { [1, 2].contains($0.number) }.count() },
    { try $0.countBy { $0.number }.toArray() }, { try $0.sort { $0.number }.first().id },
    { try $0.join($0, on: { $0.number }, equals: { $0.number }).count() },
    { try $0.join($0, on: { $0.number * 2 }, equals: { $0.number }).count() },
    { try $0.select { $0.number }.distinct().toArray() },
    { try $0.any { $0.number == 77 } }, { try $0.all { $0.number > 0 } },
  ]

  private static let smallChains: Chains = [
    { try $0.where { $0.small > 3 }.count() }, { try $0.sum { $0.small } },
    { try $0.select { $0.small }.toArray() }, { try $0.groupBy { $0.small }.count() },
  ]

  private static let scoreChains: Chains = [
    { try $0.where { $0.score > 1 }.count() }, { try $0.sum { $0.score } },
    { try $0.average { $0.score } ?? 0 }, { try $0.sortDescending { $0.score }.first().id },
  ]

  private static let isDoneChains: Chains = [
    { try $0.where { $0.isDone }.count() }, { try $0.where { !$0.isDone }.count() },
    { try $0.select { $0.isDone }.toArray() }, { try $0.groupBy { $0.isDone }.count() },
  ]

  private static let dayChains: Chains = [
    { try $0.where { $0.day.year == 2024 }.count() }, { try $0.max { $0.day } as Any },
    { try $0.select { $0.day }.toArray() }, { try $0.select { $0.day.month }.toArray() },
  ]

  private static let tokenChains: Chains = [
    {
      try $0.where { $0.token == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }
        .count()
    },
    { try $0.select { $0.token }.distinct().count() }, { try $0.sort { $0.token }.first().id },
  ]

  private static let priceChains: Chains = [
    { try $0.where { $0.price > 2 }.count() }, { try $0.sum { $0.price } },
    { try $0.max { $0.price } as Any }, { try $0.select { $0.price }.toArray() },
  ]

  private static let gradeChains: Chains = [
    { try $0.where { $0.grade == .low }.count() }, { try $0.where { $0.grade != .low }.count() },
    { try $0.groupBy { $0.grade }.select { ($0.key, $0.count) }.toArray() },
  ]

  private static let dataChains: Chains = [
    { try $0.where { $0.data == Data([1]) }.count() }, { try $0.select { $0.data }.toArray() },
  ]

  private static let openedChains: Chains = [
    { try $0.where { $0.opened > moment }.count() },
    { try $0.where { $0.opened < moment }.count() },
    { try $0.select(\.opened).toArray() }, { try $0.max { $0.opened } as Any },
    { try $0.where { !($0.opened > moment) }.select { $0.id }.toArray() },
  ]

  private static let seenChains: Chains = [
    { try $0.where { $0.seen == nil }.count() }, { try $0.where { $0.seen == moment }.count() },
    { try $0.select { $0.seen }.toArray() }, { try $0.sort { $0.seen }.first().id },
  ]

  private static let closedChains: Chains = [
    { try $0.where { $0.closed <= moment }.count() }, { try $0.select { $0.closed }.toArray() },
  ]

  private static let centsChains: Chains = [
    { try $0.where { $0.cents > 2 }.count() }, { try $0.sum { $0.cents } },
    { try $0.select { $0.cents }.toArray() },
  ]

  private static let tagsChains: Chains = [
    { try $0.where { ($0.tags ?? []).contains("a") }.count() },
    { try $0.select { ($0.tags ?? []).count }.toArray() },
    { try $0.selectMany { $0.tags ?? [] }.toArray() }, { try $0.select { $0.tags }.toArray() },
    { try $0.where { $0.tags == nil }.count() },
    { try $0.select { ($0.tags ?? []).first }.toArray() },
  ]

  private static let numbersChains: Chains = [
    { try $0.join($0, on: { $0.numbers.count * 1 }, equals: { $0.number }).count() },
    { try $0.join($0, on: { $0.number }, equals: { $0.numbers.sum() * 1 }).count() },
    { try $0.selectMany { $0.numbers.where { $0 + 1 > 2 } }.toArray() },
    { try $0.select { $0.numbers.sum() }.toArray() }, { try $0.sum { $0.numbers.count } },
    { try $0.where { $0.numbers.contains(2) }.count() },
    { try $0.selectMany { $0.numbers }.toArray() }, { try $0.where { $0.numbers.isEmpty }.count() },
  ]

  private static let sizeChains: Chains = [
    { try $0.where { $0.size.width > 2 }.count() }, { try $0.select { $0.size.unit }.toArray() },
    { try $0.select { $0.size }.toArray() }, { try $0.groupBy { $0.size.width }.count() },
  ]

  private static let marksChains: Chains = [
    { try $0.join($0, on: { ($0.marks["a"] ?? 0) + 1 }, equals: { $0.number }).count() },
    { try $0.where { $0.marks["a"] == 1 }.count() }, { try $0.select { $0.marks["b"] }.toArray() },
    { try $0.select { $0.marks }.toArray() }, { try $0.select { $0.marks.count }.toArray() },
  ]

  private func put(_ fault: Fault, id: Int = 3) throws {
    try items.pool.write {
      try $0.run("UPDATE item SET \(fault.column) = \(fault.value) WHERE id = \(id)")
    }
  }

  @Test("a value that is evaluated is an error that names table, column and key", arguments: faults)
  func evaluated(fault: Fault) throws {
    let chains = try #require(Self.chains[fault.column])
    let before = chains.map { chain in outcome { try chain(items.query) } }
    #expect(!before.contains { $0.hasPrefix("error") }, "\(before)")
    try put(fault)
    for chain in chains {
      let found = expectSame(chain, fault)
      #expect(
        found.hasPrefix("error: item.\(fault.column), row with key 3: expected "),
        "\(fault): \(found)")
    }
    let whole = expectSame({ try $0.toArray() }, fault)
    #expect(whole.hasPrefix("error: item.\(fault.column), row with key 3"), "\(whole)")
    let closure = expectSame(
      { try $0.where { (item: Item) in item.id.isMultiple(of: 2) }.count() }, fault)
    #expect(closure.hasPrefix("error: item.\(fault.column), row with key 3"), "\(closure)")
    // Corrected, it is found again.
    try items.pool.write {
      let good = fault.column
      try $0.run("UPDATE item SET \(good) = (SELECT \(good) FROM item WHERE id = 2) WHERE id = 3")
    }
    for chain in chains {
      let found = expectSame(chain, fault)
      #expect(!found.hasPrefix("error"), "\(fault): \(found)")
    }
  }

  @Test("a value that is not evaluated is no error", arguments: faults)
  func notEvaluated(fault: Fault) throws {
    try put(fault)
    let evaluates = try #require(Self.chains[fault.column])
    #expect(expectSame({ try $0.count() }, fault) == "4")
    #expect(expectSame({ try $0.where { $0.id != 3 }.count() }, fault) == "3")
    let others = expectSame({ try $0.where { $0.id != 3 }.toArray() }, fault)
    #expect(others.contains("n4"), "\(others)")
    #expect(expectSame({ try $0.select { $0.id }.toArray() }, fault) == "[1, 2, 3, 4]")
    #expect(expectSame({ try $0.take(2).toArray().count }, fault) == "2")
    #expect(expectSame({ try $0.skip(3).toArray().count }, fault) == "1")
    #expect(expectSame({ try $0.sortDescending { $0.id }.take(1).toArray().count }, fault) == "1")
    for chain in evaluates {
      // What follows the filter evaluates the value of no row but those that it keeps.
      let found = expectSame({ try chain($0.where { $0.id != 3 }) }, fault)
      #expect(!found.hasPrefix("error"), "\(fault): \(found)")
    }
    #expect(
      expectSame({ try $0.where { $0.id == 1 || $0.number > -5 }.take(1).count() }, fault)
        == "1")
  }

  @Test("a closure that gets rows of the table in a query of a sequence")
  func sequences() throws {
    let fault = Fault(column: "price", value: "'x'")
    try put(fault)
    let found = expectSame(
      { items in
        let sequence = Query([3]).join(items, on: { $0 }, equals: { $0.number })
        let filtered = sequence.where { (_: (Int, Item)) in true }
        return try items.where { $0.id == 1 }.select { ($0.number, $0) }
          .union(filtered, by: { _ in 1 }).toArray()
      }, fault)
    #expect(found.hasPrefix("error: item.price, row with key 3"), "\(found)")
  }

  @Test("runs that meet such values at the same time")
  func concurrent() async throws {
    try put(Fault(column: "number", value: "'abc'"))
    let outcomes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<400 {
        group.addTask { outcome { try items.query.where { $0.number > 0 }.toArray() } }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outcomes.count == 1)
  }

  @Test("that many rows are read is told, once for each query")
  func longReads() throws {
    let messages = Collected<String>()
    let watched = Repository(
      Item.table, in: items.pool, notice: { text, _ in messages.append(text) })
    let small = try watched.where { $0.number > 2 }.count()
    #expect(small == 2 && !messages.all.contains { $0.contains("number") && $0.contains("STRICT") })
    try items.pool.write { connection in
      try connection.run(
        """
        WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
        INSERT INTO item SELECT i, name, number, small, score, is_done, day, token, price, grade,
          data, opened, seen, closed, cents, tags, numbers, size, marks
        FROM item, n WHERE id = 1
        """)
    }
    for _ in 0..<2 { _ = try watched.where { $0.number > 2 }.count() }
    let told = messages.all.filter { $0.contains("STRICT") }
    #expect(
      told == [
        "item.number is read as a whole, also after commits of other programs, because the schema "
          + "allows values that are not of the declared type; a STRICT table would not"
      ])
  }
}
