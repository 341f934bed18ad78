import Foundation
import TestModel

/// How the table of the purchases is declared and created: what its key is, how its columns are
/// named and ordered, and what the database knows of them.
struct Schema: Codable, Hashable, Sendable {
  /// The properties of the key, in the order of the database's constraint. The declaration has them
  /// in the order of the properties.
  var key = ["id"]
  /// Whether the database assigns the keys.
  var isAssigned = true
  /// The name of the table.
  var table = "purchase"
  /// The names of the columns, in the order of the properties.
  var names = [
    "id", "buyer", "price", "pieces", "is_paid", "day", "discount", "ordered", "cost", "token",
    "tags", "scores", "marks", "notes",
  ]
  /// The order of the columns in the database, as indexes of properties.
  var order = Array(0..<14)
  /// The declared types for SQLite.
  var types = [
    "INTEGER", "TEXT", "REAL", "INTEGER", "INTEGER", "TEXT", "REAL", "INTEGER", "TEXT", "TEXT",
    "TEXT", "TEXT", "TEXT", "TEXT",
  ]
  /// How the last columns store their values.
  var times = TimeEncoding.usual
  var decimals = DecimalEncoding.usual
  var identifiers = IdentifierEncoding.usual
  /// How `buyer` stores its texts.
  var texts = TextEncoding.usual
  /// How `isPaid` and `day` store their values.
  var others = OtherEncoding.usual
  /// How lists and dictionaries are stored.
  var collections = CollectionEncoding.usual
  var isStrict = true
  var isWithoutRowID = false
  /// Whether the key is a unique index and not the primary key.
  var isUniqueOnly = false
  /// Whether the purchases are read from a view of the table.
  var isView = false

  enum TimeEncoding: String, Codable, CaseIterable {
    case usual, seconds, milliseconds, iso, isoWithFraction, timestamp, timestampWithFraction
    case timestamptz, timestampWithoutTimeZone
  }
  enum DecimalEncoding: String, Codable, CaseIterable { case usual, scaled, numeric }
  enum IdentifierEncoding: String, Codable, CaseIterable { case usual, lowercase, bytes, uuid }
  enum TextEncoding: String, Codable, CaseIterable { case usual, collated }
  enum OtherEncoding: String, Codable, CaseIterable { case usual, server, number }
  enum CollectionEncoding: String, Codable, CaseIterable { case usual, server }

  static let properties = [
    "id", "buyer", "price", "pieces", "isPaid", "day", "discount", "ordered", "cost", "token",
    "tags", "scores", "marks", "notes",
  ]
  private static let tables = [
    "purchase", "Order", "my \"purchases\"", "größe", "b", "a1", "T1", "t2", "e", "json_each",
  ]
  /// Names that must be quoted, that differ in case, and that generated names could be.
  private static let oddNames = [
    "Select", "a b", "Größe", "x\"y", "GROUP", "1st", "t1", "a", "c1_0", "value", "c0", "side",
    "ordinal", "position", "column1", "key", "e", "t", "rowid_", "C2_1",
  ]

  /// The schema of all tests that are not about schemas.
  static let standard = Schema()

  private init() {}

  /// A random schema.
  init(_ random: inout RandomSource) {
    key = random.pick([
      ["id"], ["id"], ["buyer", "id"], ["day", "id"], ["isPaid", "buyer", "id"], ["price", "id"],
      ["id", "day"], ["day", "isPaid", "buyer", "id"], ["ordered", "id"], ["cost", "id"],
    ])
    isAssigned = key == ["id"] && random.chance(60)
    table = random.pick(Self.tables)
    var free = Self.oddNames
    names = names.map { name in
      guard random.chance(30), !free.isEmpty else { return name }
      return free.remove(at: random.below(free.count))
    }
    times = random.pick(TimeEncoding.allCases)
    decimals = random.pick(DecimalEncoding.allCases)
    identifiers = random.pick(IdentifierEncoding.allCases)
    texts = random.pick(TextEncoding.allCases)
    others = random.pick(OtherEncoding.allCases)
    collections = random.pick(CollectionEncoding.allCases)
    setTypesOfEncodings()
    for index in order.indices.reversed() { order.swapAt(index, random.below(index + 1)) }
    isStrict = random.chance(50)
    if !isStrict {
      types = types.enumerated().map { index, type in
        switch type {
        case "INTEGER" where index > 0 || !isAssigned: random.pick(["INTEGER", "BIGINT", "INT"])
        case "TEXT": random.pick(["TEXT", "VARCHAR(9)", "CLOB", index == 5 ? "DATE" : "NCHAR(3)"])
        case "REAL": random.pick(["REAL", "DOUBLE", "FLOAT"])
        default: type
        }
      }
    }
    isUniqueOnly = !isAssigned && random.chance(20)
    isWithoutRowID = !isAssigned && !isUniqueOnly && random.chance(40)
    isView = random.chance(20)
  }

  private mutating func setTypesOfEncodings() {
    types[5] = others == .number ? "INTEGER" : "TEXT"
    types[7] =
      switch times {
      case .usual, .seconds, .milliseconds, .timestamptz, .timestampWithoutTimeZone: "INTEGER"
      case .iso, .isoWithFraction, .timestamp, .timestampWithFraction: "TEXT"
      }
    types[8] = decimals == .scaled ? "INTEGER" : "TEXT"
    types[9] = identifiers == .bytes ? "BLOB" : "TEXT"
  }

  /// The declaration of the purchases.
  var declaration: Table<Purchase> { declared(isView ? table + " view" : table) }

  /// The declaration of the table that stores them.
  var storage: Table<Purchase> { declared(table) }

  private func declared(_ name: String) -> Table<Purchase> {
    func column<Value: ColumnValue>(
      _ index: Int, _ keyPath: any KeyPath<Purchase, Value> & Sendable
    ) -> TableColumn<Purchase, Value> {
      key.contains(Self.properties[index])
        ? .primaryKey(names[index], keyPath) : .column(names[index], keyPath)
    }
    let id = TableColumn<Purchase, Int64>.primaryKey(names[0], \.id, isAssigned: isAssigned)
    return Table(
      name, Purchase.init, id, encoded(column(1, \.buyer)), column(2, \.price), column(3, \.pieces),
      encoded(column(4, \.isPaid)), encoded(column(5, \.day)), column(6, \.discount),
      encoded(column(7, \.ordered)), encoded(column(8, \.cost)), encoded(column(9, \.token)),
      encoded(column(10, \.tags)), encoded(column(11, \.scores)), encoded(column(12, \.marks)),
      encoded(column(13, \.notes)))
  }

  private func encoded<Item: ColumnArrayElement>(
    _ column: TableColumn<Purchase, [Item]>
  ) -> TableColumn<Purchase, [Item]> {
    collections == .usual ? column : column.encoded(as: .jsonb)
  }

  private func encoded<Item: ColumnArrayElement>(
    _ column: TableColumn<Purchase, [String: Item]>
  ) -> TableColumn<Purchase, [String: Item]> {
    collections == .usual ? column : column.encoded(as: .jsonb)
  }

  private func encoded(_ column: TableColumn<Purchase, Date>) -> TableColumn<Purchase, Date> {
    switch times {
    case .usual: column
    case .seconds: column.encoded(as: .secondsSince1970)
    case .milliseconds: column.encoded(as: .millisecondsSince1970)
    case .iso: column.encoded(as: .iso8601)
    case .isoWithFraction: column.encoded(as: .iso8601(fractionDigits: 3))
    case .timestamp: column.encoded(as: .timestamp)
    case .timestampWithFraction: column.encoded(as: .timestamp(fractionDigits: 6))
    case .timestamptz: column.encoded(as: .timestamptz)
    case .timestampWithoutTimeZone: column.encoded(as: .timestampWithoutTimeZone)
    }
  }

  private func encoded(_ column: TableColumn<Purchase, String>) -> TableColumn<Purchase, String> {
    texts == .usual ? column : column.encoded(as: .collated)
  }

  private func encoded(_ column: TableColumn<Purchase, Bool>) -> TableColumn<Purchase, Bool> {
    others == .server ? column.encoded(as: .boolean) : column
  }

  private func encoded(
    _ column: TableColumn<Purchase, CalendarDate>
  ) -> TableColumn<Purchase, CalendarDate> {
    switch others {
    case .usual: column
    case .server: column.encoded(as: .date)
    case .number: column.encoded(as: .yearMonthDay)
    }
  }

  private func encoded(
    _ column: TableColumn<Purchase, Decimal>
  ) -> TableColumn<Purchase, Decimal> {
    switch decimals {
    case .usual: column
    case .scaled: column.encoded(as: .scaled(2))
    case .numeric: column.encoded(as: .numeric)
    }
  }

  private func encoded(_ column: TableColumn<Purchase, UUID?>) -> TableColumn<Purchase, UUID?> {
    switch identifiers {
    case .usual: column
    case .lowercase: column.encoded(as: .lowercase)
    case .bytes: column.encoded(as: .bytes)
    case .uuid: column.encoded(as: .uuid)
    }
  }

  /// Rounds the values that the columns cannot store.
  func fit(_ purchases: inout [Purchase]) {
    for index in purchases.indices {
      if [.seconds, .iso, .timestamp].contains(times) {
        let seconds = purchases[index].ordered.timeIntervalSince1970.rounded(.down)
        purchases[index].ordered = Date(timeIntervalSince1970: seconds)
      }
      if decimals == .scaled {
        var (exact, rounded) = (purchases[index].cost, Decimal())
        NSDecimalRound(&rounded, &exact, 2, .plain)
        // Eighteen digits fit the column.
        purchases[index].cost = abs(rounded) < 1_000_000_000 ? rounded : 7
      }
    }
  }

  /// The statements that create the table.
  func statements(onServer: Bool) -> [String] {
    let keys = key.map { quoted(columnName($0)) }.joined(separator: ", ")
    var parts = order.map { index in
      let property = Self.properties[index]
      let isOptional = ["pieces", "discount", "token"].contains(property)
      var text = "\(quoted(names[index])) \(onServer ? serverType(index) : sqliteType(index))"
      if !isOptional { text += " NOT NULL" }
      if isAssigned, index == 0 { text += " PRIMARY KEY" }
      return text
    }
    if !isAssigned { parts.append((isUniqueOnly ? "UNIQUE (" : "PRIMARY KEY (") + keys + ")") }
    let options = (isStrict ? ["STRICT"] : []) + (isWithoutRowID ? ["WITHOUT ROWID"] : [])
    let columns = order.reversed().map { quoted(names[$0]) }.joined(separator: ", ")
    return [
      "CREATE TABLE \(quoted(table)) (\(parts.joined(separator: ", ")))"
        + (onServer ? "" : " " + options.joined(separator: ", "))
    ]
      + (isView
        ? ["CREATE VIEW \(quoted(table + " view")) AS SELECT \(columns) FROM \(quoted(table))"]
        : [])
  }

  /// The statements that remove the tables of every schema.
  static let removal = tables.flatMap {
    ["DROP VIEW IF EXISTS \(quoted($0 + " view"))", "DROP TABLE IF EXISTS \(quoted($0))"]
  }

  /// Indexes that may help.
  var indexes: [String] {
    func index(_ name: String, _ properties: String...) -> String {
      let columns = properties.map { quoted(columnName($0)) }.joined(separator: ", ")
      return "CREATE INDEX \(name) ON \(quoted(table)) (\(columns))"
    }
    return [index("i7", "buyer"), index("i8", "price", "pieces"), index("i9", "day")]
  }

  private func columnName(_ property: String) -> String {
    names[Self.properties.firstIndex(of: property) ?? 0]
  }

  private func sqliteType(_ index: Int) -> String {
    types[index] + (index == 1 && texts == .collated ? " COLLATE NOCASE" : "")
  }

  private func serverType(_ index: Int) -> String {
    switch index {
    case 1 where texts == .collated: return "text COLLATE \"und-x-icu\""
    case 4 where others == .server: return "boolean"
    case 5 where others == .server: return "date"
    case 7 where times == .timestamptz: return "timestamptz"
    case 7 where times == .timestampWithoutTimeZone: return "timestamp"
    case 8 where decimals == .numeric: return "numeric"
    case 9 where identifiers == .uuid: return "uuid"
    case 10...13 where collections == .server: return "jsonb"
    default: break
    }
    return switch types[index] {
    case "INTEGER" where isAssigned && index == 0: "bigint GENERATED BY DEFAULT AS IDENTITY"
    case "INTEGER", "BIGINT", "INT": "bigint"
    case "REAL", "DOUBLE", "FLOAT": "double precision"
    case "BLOB": "bytea"
    default: "text COLLATE \"C\""
    }
  }

  /// Gives keys to purchases that have none, if the database does not.
  func giveKeys(to purchases: inout [Purchase], _ random: inout RandomSource) {
    guard !isAssigned else { return }
    var free = Array(Int64(-3)...Int64(purchases.count * 2))
    for index in purchases.indices {
      purchases[index].id = free.remove(at: random.below(free.count))
    }
  }

  /// Whether the rows of the purchases are in the order of their key.
  func isInOrder(_ rows: [PlainValue]) -> Bool {
    let places = Self.properties.indices.filter { key.contains(Self.properties[$0]) }
    return zip(rows, rows.dropFirst()).allSatisfy { first, second in
      for place in places {
        let (left, right) = (first.part(place), second.part(place))
        if left != right { return left.precedes(right) }
      }
      return false
    }
  }
}

extension Schema {
  /// Regressions may be older than the last columns.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Schema.standard
    func all<Value: Decodable>(_ key: CodingKeys, _ others: [Value]) throws -> [Value] {
      let found = try values.decode([Value].self, forKey: key)
      return found + others[found.count...]
    }
    key = try values.decode([String].self, forKey: .key)
    isAssigned = try values.decode(Bool.self, forKey: .isAssigned)
    table = try values.decode(String.self, forKey: .table)
    names = try all(.names, standard.names)
    order = try all(.order, standard.order)
    types = try all(.types, standard.types)
    times = try values.decodeIfPresent(TimeEncoding.self, forKey: .times) ?? .usual
    decimals = try values.decodeIfPresent(DecimalEncoding.self, forKey: .decimals) ?? .usual
    identifiers =
      try values.decodeIfPresent(IdentifierEncoding.self, forKey: .identifiers) ?? .usual
    texts = try values.decodeIfPresent(TextEncoding.self, forKey: .texts) ?? .usual
    others = try values.decodeIfPresent(OtherEncoding.self, forKey: .others) ?? .usual
    collections =
      try values.decodeIfPresent(CollectionEncoding.self, forKey: .collections) ?? .usual
    isStrict = try values.decode(Bool.self, forKey: .isStrict)
    isWithoutRowID = try values.decode(Bool.self, forKey: .isWithoutRowID)
    isUniqueOnly = try values.decode(Bool.self, forKey: .isUniqueOnly)
    isView = try values.decode(Bool.self, forKey: .isView)
  }
}

/// A name in double quotes.
private func quoted(_ name: String) -> String {
  "\"" + name.replacing("\"", with: "\"\"") + "\""
}
