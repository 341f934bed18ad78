import Foundation
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// S38, S60: where a type reads what is stored as another value, memory decides, and the answer is
/// that of the values that Swift reads.
@Suite struct StoredFormTests {
  enum Level: Int, Codable, CaseIterable, ColumnValue, CodingKeyRepresentable { case low = 1, high }

  /// A color that reads each text without regard to case, and unknown ones as another.
  enum Color: String, Codable, CaseIterable, ColumnArrayElement {
    case red, blue, other

    init(from decoder: any Decoder) throws {
      self = Color(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }
  }

  enum Grade: String, CaseIterable, ColumnValue {
    case low, high

    init?(rawValue: String) {
      switch rawValue.lowercased() {
      case "low": self = .low
      case "high": self = .high
      default: return nil
      }
    }
  }

  /// An address in small letters.
  struct Address: ColumnValue, Hashable {
    let text: String
    static var columnType: ValueType { .text }
    init(_ text: String) { self.text = text.lowercased() }
    static func read(from row: inout RowReader) throws -> Address {
      Address(try String.read(from: &row))
    }
    func write(to row: inout RowWriter) throws { try text.write(to: &row) }
  }

  struct Settings: Codable, Hashable, JSONColumnValue {
    var theme: String
    var size: Int
    var limit: Int?
    var owner: UUID?
    var color: Color?
    var names: [UUID]?

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      theme = try values.decode(String.self, forKey: .theme).lowercased()
      size = try values.decodeIfPresent(Int.self, forKey: .size) ?? 7
      limit = try values.decodeIfPresent(Int.self, forKey: .limit) ?? 9
      owner = try values.decodeIfPresent(UUID.self, forKey: .owner)
      color = try values.decodeIfPresent(Color.self, forKey: .color)
      names = try values.decodeIfPresent([UUID].self, forKey: .names)
    }

    static let jsonMembers: [JSONMember<Settings>] = [
      .member("theme", \.theme), .member("size", \.size), .member("limit", \.limit),
      .member("owner", \.owner), .member("color", \.color), .member("names", \.names),
    ]
  }

  /// A place whose declaration names a key that it does not have.
  struct Place: Codable, Hashable, JSONColumnValue {
    var city: String?
    var floor: Int
    static let jsonMembers: [JSONMember<Place>] = [
      .member("town", \.city), .member("level", \.floor),
    ]
  }

  struct Account: Sendable, Hashable {
    var id: Int64
    var settings: Settings
    var marks: [Int: Double]
    var levels: [Level: Int]
    var colors: [Color]
    var place: Place
    var grade: Grade
    var address: Address?
    var numbers: [Int] = []
    static let table = Table(
      "account", Account.init, .primaryKey("id", \.id), .column("settings", \.settings),
      .column("marks", \.marks), .column("levels", \.levels), .column("colors", \.colors),
      .column("place", \.place), .column("grade", \.grade), .column("address", \.address),
      .column("numbers", \.numbers))
  }

  static let owner = UUID(uuid: (0xA, 0xB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC))
  private let accounts: Repository<Account>
  private let pool: ConnectionPool

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    let id = Self.owner.uuidString
    try pool.write { connection in
      try connection.run(
        """
        CREATE TABLE account (
          id INTEGER PRIMARY KEY, settings TEXT NOT NULL, marks TEXT NOT NULL,
          levels TEXT NOT NULL, colors TEXT NOT NULL, place TEXT NOT NULL, grade TEXT NOT NULL,
          address TEXT, numbers TEXT NOT NULL) STRICT
        """)
      try connection.run(
        """
        INSERT INTO account VALUES
          (1, '{"theme":"dark"}', '{"1":1.5}', '{"1":5}', '["red"]',
            '{"city":"Oslo","floor":3,"level":9}', 'low', 'a@b', '[7]'),
          (2, '{"theme":"Dark","size":7,"limit":9,"owner":"\(id.lowercased())","color":"pink",
            "names":["\(id.lowercased())"]}',
            '{"01":1.5}', '{"+1":5}', '["pink"]', '{"floor":3}', 'LOW', 'A@b', '[7.0]'),
          (3, '{"theme":"light","size":3,"limit":1,"owner":"\(id)","color":"blue",
            "names":["\(id)"]}',
            '{}', '{}', '["blue"]', '{"city":"Rome","floor":1}', 'high', NULL, '[]')
        """)
    }
    accounts = Repository(Account.table, in: pool)
  }

  /// Expects the same rows of a condition and of its opposite as an array has.
  private func check(
    _ condition: (QueryExpression<Account>) -> QueryExpression<Bool>,
    _ plain: (Account) -> Bool, _ comment: Comment?, location: SourceLocation
  ) throws {
    let all = try accounts.all()
    #expect(
      try accounts.where(condition).toArray() == all.filter(plain), comment,
      sourceLocation: location)
    #expect(
      try accounts.where { !condition($0) }.toArray() == all.filter { !plain($0) },
      comment, sourceLocation: location)
    #expect(
      try accounts.where(condition).select { $0.id }.toArray() == all.filter(plain).map(\.id),
      comment, sourceLocation: location)
    let grouped = try accounts.groupBy(condition).select { ($0.key, $0.count) }.toArray()
    let groups = Dictionary(grouping: all, by: plain)
    #expect(grouped.allSatisfy { groups[$0.0]?.count == $0.1 }, comment, sourceLocation: location)
    #expect(grouped.count == groups.count, comment, sourceLocation: location)
  }

  /// Expects the answers of an array for conditions of each kind.
  private func checkAll(
    _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let owner = Self.owner
    func check(
      _ condition: (QueryExpression<Account>) -> QueryExpression<Bool>,
      _ plain: (Account) -> Bool
    ) throws {
      try self.check(condition, plain, comment, location: location)
    }
    try check({ $0.settings.size == 7 }, { $0.settings.size == 7 })
    try check({ $0.settings.size / 2 == 3 }, { $0.settings.size / 2 == 3 })
    try check({ $0.settings.limit == 9 }, { $0.settings.limit == 9 })
    try check({ $0.settings.theme == "dark" }, { $0.settings.theme == "dark" })
    try check({ $0.settings.color == .other }, { $0.settings.color == .other })
    try check({ $0.colors.contains(.other) }, { $0.colors.contains(.other) })
    try check({ $0.settings.owner == owner }, { $0.settings.owner == owner })
    try check(
      { ($0.settings.names ?? []).contains(owner) },
      { ($0.settings.names ?? []).contains(owner) })
    try check({ $0.marks[1] == 1.5 }, { $0.marks[1] == 1.5 })
    try check({ $0.levels[.low] == 5 }, { $0.levels[.low] == 5 })
    try check({ $0.marks.count == 1 }, { $0.marks.count == 1 })
    try check({ $0.place.city == "Oslo" }, { $0.place.city == "Oslo" })
    try check({ $0.place.city == nil }, { $0.place.city == nil })
    try check({ $0.place.floor == 3 }, { $0.place.floor == 3 })
    try check({ $0.grade == .low }, { $0.grade == .low })
    try check({ $0.address == Address("a@b") }, { $0.address == Address("a@b") })
    try check(
      { $0.numbers.select { $0 / 2 }.contains(3) }, { $0.numbers.map { $0 / 2 }.contains(3) })
  }

  @Test("decoders with defaults, keys of dictionaries, wrong keys, types that read several texts")
  func conditions() throws {
    try checkAll()
    #expect(try accounts.sum { $0.settings.size } == 17)
    #expect(try accounts.select { $0.settings.limit }.toArray() == [9, 9, 1])
    #expect(try accounts.select { $0.marks[1] }.toArray() == [1.5, 1.5, nil])
    #expect(try accounts.sum { $0.numbers.sum { $0 / 2 } } == 6)
    let groups = try accounts.countBy { $0.grade }.toArray()
    #expect(groups.map(\.0) == [.low, .high])
    #expect(groups.map(\.1) == [2, 1])
    #expect(try accounts.select { $0.address }.distinct().toArray() == [Address("a@b"), nil])
  }

  @Test("changes reach the rows that an array would select")
  func changes() throws {
    let changed = try accounts.where { $0.grade != .low }.update { $0.set(\.grade, to: .high) }
    #expect(changed == 1)
    #expect(try accounts.where { $0.settings.limit != 9 }.delete() == 1)
    #expect(try accounts.select { $0.id }.toArray() == [1, 2])
    #expect(try accounts.where { $0.marks[1] == nil }.delete() == 0)
  }

  @Test("random forms of other programs")
  func random() throws {
    let seed = Seed()
    var random = seed.generator
    for _ in 0..<40 {
      // Half of the tables have only what the library would write.
      let isForeign = Bool.random(using: &random)
      func one(_ own: [String], _ foreign: [String]) -> String {
        let texts = isForeign && Int.random(in: 0..<4, using: &random) == 0 ? foreign : own
        return texts[Int.random(in: 0..<texts.count, using: &random)]
      }
      let id = "\"\(Self.owner.uuidString)\""
      let small = id.lowercased()
      let rows = (1...3).map { number in
        let settings = [
          one([#""theme":"dark""#, #""theme":"light""#], [#""theme":"Dark""#]),
          one([#","size":7"#, #","size":3"#], ["", #","size":7.0"#]),
          one([#","limit":9"#, #","limit":1"#], ["", #","limit":null"#]),
          one([#","owner":\#(id)"#, ""], [#","owner":\#(small)"#]),
          one([#","color":"red""#, ""], [#","color":"pink""#]),
          one([#","names":[\#(id)]"#, ""], [#","names":[\#(small)]"#]),
        ]
        let values = [
          "{\(settings.joined())}",
          // Of two keys that are one integer, Swift's decoder keeps either value: both are 1.5.
          one([#"{"1":1.5}"#, "{}"], [#"{"01":1.5}"#, #"{"01":1.5,"1":1.5}"#]),
          one([#"{"1":5}"#, "{}"], [#"{"+1":5}"#]), one([#"["red"]"#, "[]"], [#"["pink"]"#]),
          one(
            [#"{"city":"Oslo","floor":3,"level":3,"town":"Oslo"}"#, #"{"floor":1,"level":1}"#],
            [#"{"city":"Oslo","floor":3,"level":9}"#, #"{"floor":3,"town":"Oslo"}"#]),
          one(["low", "high"], ["LOW", "High"]), one(["a@b", "c"], ["A@b"]),
          one(["[7]", "[]", "[2,6]"], ["[7.0]", "[7e0]"]),
        ]
        return "(\(number), \(values.map { "'\($0)'" }.joined(separator: ", ")))"
      }
      try pool.write { connection in
        try connection.run("DELETE FROM account")
        try connection.run("INSERT INTO account VALUES \(rows.joined(separator: ", "))")
      }
      try checkAll("\(seed)")
    }
  }

  @Test("what is stored decides anew after each commit of another program")
  func decided() throws {
    try pool.write { try $0.run("DELETE FROM account WHERE id < 3") }
    let query = accounts.where { $0.grade == .low && $0.settings.size == 3 }.policy(.requireSQL)
    #expect(try query.toArray().isEmpty)
    try pool.write { try $0.run("UPDATE account SET grade = 'low'") }
    #expect(try query.count() == 1)
    try pool.write { try $0.run("UPDATE account SET grade = 'Low'") }
    let error = #expect(throws: QueryError.self) { try query.count() }
    #expect("\(error, default: "")".contains("a form that its type reads as another value"))
    #expect(try query.policy(.automatic).count() == 1)
    #expect(try accounts.where { $0.grade == .low }.count() == 1)
    try pool.write { try $0.run("UPDATE account SET grade = 'low'") }
    #expect(try query.count() == 1)
  }

  /// A code that is equal to others with the same text in another case.
  struct Code: ColumnValue, Hashable {
    var text: String
    static var columnType: ValueType { .text }
    static func read(from row: inout RowReader) throws -> Code {
      Code(text: try String.read(from: &row))
    }
    func write(to row: inout RowWriter) throws { try text.write(to: &row) }
    static func == (left: Code, right: Code) -> Bool {
      left.text.lowercased() == right.text.lowercased()
    }
    func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
  }

  struct Coded: Sendable {
    var id: Int64
    var code: Code?
  }

  @Test("a type without raw values that has an equality of its own is an error of the declaration")
  func ownEquality() throws {
    let table = Table(
      "coded", Coded.init, .primaryKey("id", \.id), .column("code", \.code))
    try pool.write { try $0.run("CREATE TABLE coded (id INTEGER PRIMARY KEY, code TEXT) STRICT") }
    let rows = Repository(table, in: pool)
    #expect {
      try rows.all()
    } throws: { error in
      (error as? TableDeclarationError)?.problems == [.ownEquality(column: "code", type: "Code")]
    }
  }
}
