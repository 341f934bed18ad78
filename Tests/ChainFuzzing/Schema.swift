import People

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
  var names = ["id", "buyer", "price", "pieces", "is_paid", "day", "discount"]
  /// The order of the columns in the database, as indexes of properties.
  var order = Array(0..<7)
  /// The declared types for SQLite.
  var types = ["INTEGER", "TEXT", "REAL", "INTEGER", "INTEGER", "TEXT", "REAL"]
  var isStrict = true
  var isWithoutRowID = false
  /// Whether the key is a unique index and not the primary key.
  var isUniqueOnly = false
  /// Whether the purchases are read from a view of the table.
  var isView = false

  static let properties = ["id", "buyer", "price", "pieces", "isPaid", "day", "discount"]
  private static let tables = ["purchase", "Order", "my \"purchases\"", "größe"]

  /// The schema of all tests that are not about schemas.
  static let standard = Schema()

  private init() {}

  /// A random schema.
  init(_ random: inout RandomSource) {
    key = random.pick([
      ["id"], ["id"], ["buyer", "id"], ["day", "id"], ["isPaid", "buyer", "id"], ["price", "id"],
      ["id", "day"], ["day", "isPaid", "buyer", "id"],
    ])
    isAssigned = key == ["id"] && random.chance(60)
    table = random.pick(Self.tables)
    let odd = ["Select", "a b", "Größe", "x\"y", "GROUP", "1st", "t1", "a", "c1_0", "value"]
    var free = odd
    names = names.map { name in
      guard random.chance(30) else { return name }
      return free.remove(at: random.below(free.count))
    }
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
      name, Purchase.init, id, column(1, \.buyer), column(2, \.price), column(3, \.pieces),
      column(4, \.isPaid), column(5, \.day), column(6, \.discount))
  }

  /// The statements that create the table.
  func statements(onServer: Bool) -> [String] {
    let keys = key.map { quoted(columnName($0)) }.joined(separator: ", ")
    var parts = order.map { index in
      let property = Self.properties[index]
      let isOptional = property == "pieces" || property == "discount"
      var text = "\(quoted(names[index])) \(onServer ? serverType(index) : types[index])"
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

  private func serverType(_ index: Int) -> String {
    switch types[index] {
    case "INTEGER" where isAssigned && index == 0: "bigint GENERATED BY DEFAULT AS IDENTITY"
    case "INTEGER", "BIGINT", "INT": "bigint"
    case "REAL", "DOUBLE", "FLOAT": "double precision"
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

/// A name in double quotes.
private func quoted(_ name: String) -> String {
  "\"" + name.replacing("\"", with: "\"\"") + "\""
}
