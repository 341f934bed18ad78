import Foundation
import LinqSQL
import LinqText
import StoreSQLite
import TestModel
import TestSupport
import Testing

/// Chains as text on columns of all types, on each engine, in SQL and in memory.
@Suite struct TextFormTests {
  struct Reading: Sendable, Hashable {
    var id: Int32
    var level: UInt8
    var weight: Float
    var cost: Decimal
    var taken: Date
    var device: UUID?
    static let table = Table(
      "reading", Reading.init, .primaryKey("id", \.id), .column("level", \.level),
      .column("weight", \.weight), .column("cost", \.cost).encoded(as: .scaled(2)),
      .column("taken", \.taken).encoded(as: .iso8601(fractionDigits: 3)),
      .column("device", \.device).encoded(as: .lowercase))
  }

  private let forms: [TextForm]

  private static let device = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

  init() throws {
    let start = Date(timeIntervalSince1970: 1_772_353_800)
    let readings = (1...4).map { (index: Int) -> Reading in
      let cost: Decimal = Decimal(index * 125) / 100
      let taken = start.addingTimeInterval(Double(index) * 0.5)
      return Reading(
        id: Int32(index), level: UInt8(index * 60), weight: Float(index) / 10, cost: cost,
        taken: taken, device: index.isMultiple(of: 2) ? Self.device : nil)
    }
    forms = try newDatabases([
      """
      CREATE TABLE reading (
        id INTEGER PRIMARY KEY, level INTEGER NOT NULL, weight REAL NOT NULL, cost INTEGER NOT NULL,
        taken TEXT NOT NULL, device TEXT)
      """
    ]).map { database in
      let repository = Repository(Reading.table, in: database)
      try repository.insert(readings)
      return TextForm(sources: [
        TextSource(
          "readings", repository.query, typeName: "Reading",
          members: [
            TextMember("id", \.id), TextMember("level", \.level), TextMember("weight", \.weight),
            TextMember("cost", \.cost), TextMember("taken", \.taken),
            TextMember("device", \.device),
          ])
      ])
    }
  }

  private func expect(
    _ text: String, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for form in forms {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let result = try form.parse("readings" + text).run(policy: policy)
        #expect(result.json == json, "\(policy)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func rows() throws {
    try expect(
      ".first()",
      """
      {"id":1,"level":60,"weight":0.1,"cost":1.25,"taken":"2026-03-01T08:30:00.5Z","device":null}
      """)
    try expect(".select { $0.taken }.skip(1).first()", "\"2026-03-01T08:30:01Z\"")
  }

  @Test func decimals() throws {
    try expect(".where { $0.cost >= 2.5 }.select { $0.id }", "[2,3,4]")
    try expect(".select { 0.1234567890123456789 + $0.cost }.first()", "1.3734567890123456789")
    try expect(".where { $0.cost == Decimal(string: \"3.75\") }.count()", "1")
    try expect(".where { [1.25, 5].contains($0.cost) }.select { $0.cost }", "[1.25,5]")
    try expect(".where { (1...2.5).contains($0.cost) }.select { $0.cost + 0.05 }", "[1.3,2.55]")
    try expect(".select { -$0.cost * 2 - 1 / $0.cost }.first()", "-3.3")
    try expect(".sum { $0.cost }", "12.5")
    try expect(".average { $0.cost }", "3.125")
    try expect(".sortDescending { $0.cost }.select { max($0.cost, 4) }.take(2)", "[5,4]")
    try expect(".groupBy { $0.device }.select { $0.sum { $0.cost } }", "[5,7.5]")
    try expect(".aggregateBy({ $0.device }, Decimal(string: \"0\")) { $0 + $1.cost }.count()", "2")
  }

  @Test func times() throws {
    let second = "Date(\"2026-03-01T08:30:01Z\", strategy: .iso8601)"
    try expect(".where { $0.taken > \(second) }.select { $0.id }", "[3,4]")
    try expect(".where { $0.taken <= Date(timeIntervalSince1970: 1772353800.5) }.count()", "1")
    try expect(".max { $0.taken }", "\"2026-03-01T08:30:02Z\"")
    // Before 1582 a literal, a part and a text are days of the same calendar.
    let old = "Date(\"1500-03-01T00:00:00.25+02:00\", strategy: .iso8601)"
    try expect(
      ".take(1).select { (\(old), \(old).ISO8601Format(), \(old).calendarDate(in: .gmt)) }",
      "[[\"1500-02-28T22:00:00.25Z\",\"1500-02-28T22:00:00Z\",\"1500-02-28\"]]")
    try expect(".select { $0.taken.timeIntervalSince(\(second)) }", "[-0.5,0.0,0.5,1.0]")
    try expect(".select { $0.taken.timeIntervalSince1970 }.first()", "1772353800.5")
    try expect(
      ".select { $0.taken.addingTimeInterval(59.5).minute(in: .gmt) }.distinct()", "[31]")
    try expect(".where { .now == .now && $0.id == 1 }.count()", "1")
    try expect(
      ".where { (Date(timeIntervalSince1970: 0) ..< .now).contains($0.taken) }.count()", "4")
    try expect(".countBy { $0.taken.calendarDate(in: .gmt) }", "[[\"2026-03-01\",4]]")
    try expect(
      ".take(1).select { $0.taken.adding(days: $0.id == 1 ? 1 : 2, in: .gmt).ISO8601Format() }",
      "[\"2026-03-02T08:30:00Z\"]")
    try expect(
      ".take(1).select { ($0.taken.startOfDay(in: .gmt), $0.taken.adding(months: -1, in: .gmt)) }",
      "[[\"2026-03-01T00:00:00Z\",\"2026-02-01T08:30:00.5Z\"]]")
    try expect(
      ".where { $0.taken < .now && .now < $0.taken.adding(years: 900, in: .gmt) }.count()", "4")
    try expect(
      ".select { $0.taken.hour(in: TimeZone(identifier: \"Asia/Tokyo\")) }.distinct()", "[17]")
  }

  @Test func identifiers() throws {
    let device = "UUID(uuidString: \"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\")"
    try expect(".where { $0.device == \(device) }.select { $0.id }", "[2,4]")
    try expect(".where { $0.device == nil }.select { $0.id }", "[1,3]")
    try expect(
      ".select { $0.device?.uuidString.prefix(4) }.distinct()", "[null,\"E621\"]")
  }

  @Test func integersOfOtherWidths() throws {
    try expect(".where { $0.level > 120 }.select { $0.level - 100 }", "[80,140]")
    try expect(".sum { $0.id }", "10")
    try expect(".select { -$0.id }.first()", "-1")
    try expect(".where { $0.id < $0.level && $0.id != $0.level }.count()", "4")
    try expect(".select { abs($0.id) }.first()", "1")
    try expect(".select { Double($0.level) / 2 }.first()", "30.0")
    try expect(".select { Int($0.level) * 1000 }.first()", "60000")
    try expect(".where { $0.weight < 0.25 }.max { $0.weight }", "0.2")
    for form in forms {
      #expect(throws: ExpressionError.arithmeticOverflow) {
        try form.parse("readings.select { $0.level + 100 }").run()
      }
    }
  }

  @Test(arguments: [
    (".where { $0.cost == Decimal(string: \"12.5x\") }", "this is no decimal number"),
    (".where { $0.cost == \"12.5\" }", "write Decimal(string: \"12.5\")"),
    (".where { $0.taken == Date(\"yesterday\", strategy: .iso8601) }", "this is no point in time"),
    (".where { $0.taken == Date(\"2026-03-01T08:30:00Z\") }", "this is no point in time"),
    (
      ".where { $0.taken == Date(\"2026-02-30T08:30:00Z\", strategy: .iso8601) }",
      "this is no point in time"
    ),
    (".where { $0.taken > \"2026-03-01\" }", "write Date(\"2026-03-01\", strategy: .iso8601)"),
    (".where { $0.device == UUID(uuidString: \"4\") }", "this is no identifier"),
    (".where { $0.level == 256 }", "a value of type UInt8 was expected here"),
    (".select { $0.taken.hour(in: .utc) }", "a time zone was expected"),
    (".select { $0.taken.hour }", "hour is called with parentheses"),
    (".select { $0.device.uuidString }", "has no member uuidString"),
    (".select { Date(timeIntervalSince1970: 1e303) }", "this is no point in time"),
    (".aggregateBy({ $0.id }, Date(timeIntervalSince1970: 1e303)) { $0 }", "aggregateBy"),
    (".where { $0.cost == Decimal(string: \"0x10\") }", "this is no decimal number"),
    (".where { $0.taken == Date($0.id) }", "this is no point in time"),
    (".select { -.now }", "there is no negative Date"),
    (".select { .iso8601 }", "nothing here is called .iso8601"),
  ])
  func mistakes(_ text: String, _ message: String) throws {
    let error = #expect(throws: ChainError.self) { try forms[0].parse("readings" + text) }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains(message))
  }

  private struct Product: Sendable, Hashable {
    var id: Int64
    var tags: [String]
    var attributes: [String: String]
    var weights: [String: Double]?
    static let table = Table(
      "product", Product.init, .primaryKey("id", \.id), .column("tags", \.tags),
      .column("attributes", \.attributes), .column("weights", \.weights))
  }

  @Test("lists and dictionaries in JSON")
  func collections() throws {
    let products = [
      Product(id: 1, tags: ["a", "b"], attributes: ["color": "red"], weights: ["net": 1.5]),
      Product(id: 2, tags: ["b"], attributes: ["size": "XL", "color": "blue"]),
    ]
    let forms = try newDatabases([
      """
      CREATE TABLE product (
        id INTEGER PRIMARY KEY, tags TEXT NOT NULL, attributes TEXT NOT NULL, weights TEXT)
      """
    ]).map { database in
      let repository = Repository(Product.table, in: database)
      try repository.insert(products)
      return TextForm(sources: [
        TextSource(
          "products", repository.query, typeName: "Product",
          members: [
            TextMember("id", \.id), TextMember("tags", \.tags),
            TextMember("attributes", \.attributes), TextMember("weights", \.weights),
          ])
      ])
    }
    let expected = [
      (".where { $0.tags.contains(\"a\") }.select { $0.id }", "[1]"),
      (".select { $0.attributes[\"color\"] }", "[\"red\",\"blue\"]"),
      (".select { $0.attributes[\"size\", default: \"M\"] }", "[\"M\",\"XL\"]"),
      (".where { $0.attributes[$0.tags.first ?? \"\"] == nil }.select { $0.id }", "[1,2]"),
      (".select { $0.weights?[\"net\"] }", "[1.5,null]"),
      (".select { $0.weights?.values.max() }", "[1.5,null]"),
      (".select { ($0.attributes.count, $0.tags.count) }", "[[1,2],[2,1]]"),
      (".where { $0.attributes.any { $0.key == \"size\" } }.select { $0.id }", "[2]"),
      (".select { $0.attributes.keys.joined(separator: \"+\") }", "[\"color\",\"color+size\"]"),
      (
        ".take(1)",
        "[{\"id\":1,\"tags\":[\"a\",\"b\"],\"attributes\":{\"color\":\"red\"},"
          + "\"weights\":{\"net\":1.5}}]"
      ),
    ]
    for form in forms {
      for (text, json) in expected {
        for policy in [QueryPolicy.requireSQL, .memoryOnly] {
          let result = try form.parse("products" + text).run(policy: policy)
          #expect(result.json == json, "\(text) \(policy)")
        }
      }
      // A server compares whole dictionaries in memory.
      for (text, json) in [
        (".where { $0.attributes == [\"color\": \"red\"] }.select { $0.id }", "[1]"),
        (".where { $0.weights == [\"net\": 1.5] || $0.weights == [:] }.select { $0.id }", "[1]"),
        (".where { $0.weights != [:] && $0.weights == nil }.select { $0.id }", "[2]"),
      ] {
        #expect(try form.parse("products" + text).run().json == json, "\(text)")
      }
      for (text, message) in [
        (".select { $0.attributes[1] }", "a key of type String was expected"),
        (".select { $0.tags[\"a\"] }", "[String] has no keys"),
        (".select { $0.weights[\"a\"] }", "it may be nil"),
        (".select { $0.attributes[\"a\", default: 1] }", "a value of type String was expected"),
        (".select { $0.attributes[\"a\" }", "] was expected"),
        (".select { $0.attributes.subscript() }", "subscript"),
        (".select { $0.attributes[\"a\", 1] }", "default: was expected"),
      ] {
        let error = #expect(throws: ChainError.self) { try form.parse("products" + text) }
        #expect(error?.message.contains(message) == true, "\(text): \(error?.message ?? "")")
      }
    }
  }
}
