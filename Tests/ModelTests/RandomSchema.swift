import TestSupport

/// A random schema of another program: odd names, types that SQLite does not check, keys of every
/// kind, relations, and rows.
struct RandomSchema {
  private(set) var statements: [String] = []
  private var random: Seed.Generator
  private var names: [String]
  /// The tables with a single key of whole numbers: their names, keys and highest keys.
  private var parents: [(name: String, key: String, last: Int)] = []

  init(_ random: Seed.Generator) {
    self.random = random
    names = Self.names.shuffled(using: &self.random)
    for _ in 0..<Int.random(in: 3...6, using: &self.random) { addTable() }
    addLink()
    addView()
  }

  private static let names = [
    "order", "select", "Group", "my table", "2020 sales", "naïve-name", "x\"y", "it's", "class",
    "Type", "self", "Value", "people", "tbl_user", "CamelCaseThing", "ALLCAPS", "données", "日本",
    "__", "a.b", "news", "status_history", "Int", "String", "Date", "addresses", "Table", "query",
  ]
  private static let columnNames = [
    "name", "Name", "first name", "count", "sum", "where", "extension", "default", "in", "init",
    "self", "class", "Type", "hashValue", "description", "IsActive", "URL", "customer_uuid", "2nd",
    "é", "a-b", "a b", "a_b", "\"", "'", "\\", "table", "rowid", "id", "ID", "Id2", "value", "key",
    "items", "first", "isEmpty", "map", "number", "data", "日付", "case", "nil", "Self", "x$y",
    "desc", "asc", "like", "between",
  ]

  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func isTrue(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// A declared type with a text that makes values for it, by a number.
  private typealias Kind = (type: String, value: @Sendable (Int) -> String)

  private static let kinds: [Kind] = [
    ("INTEGER", { "\($0)" }), ("INT", { "\($0 - 3)" }), ("BIGINT", { "\($0 * 1_000_000_007)" }),
    ("BOOLEAN", { "\($0 % 2)" }), ("TINYINT(1)", { "\($0 % 2)" }), ("BOOL", { "\($0 % 3)" }),
    ("TEXT", { "'text \($0)'" }), ("VARCHAR(20)", { "'A\"b''\\\($0)'" }),
    ("CHAR(36)", { "'00000000-0000-0000-0000-00000000000\($0 % 10)'" }),
    ("TEXT", { "'0000000A-0000-0000-0000-00000000000\($0 % 10)'" }),
    ("TEXT", { "'0000000a-0000-0000-0000-00000000000\($0 % 10)'" }),
    ("TEXT", { "'2024-02-\(10 + $0 % 20)T08:30:00Z'" }),
    ("TEXT", { "'2024-02-\(10 + $0 % 20)T08:30:00.12\($0 % 10)Z'" }),
    ("DATETIME", { "'2024-02-\(10 + $0 % 20) 08:30:00'" }),
    ("DATETIME", { $0 % 2 == 0 ? "'2024-02-01 08:30:00'" : "'2024-02-01'" }),
    ("TIMESTAMP", { "\(1_700_000_000 + $0)" }), ("DATETIME", { "\(1_700_000_000_000 + $0)" }),
    ("INTEGER", { "\(1_700_000_000_000_000 + $0)" }), ("DATE", { "'2024-02-\(10 + $0 % 20)'" }),
    ("DATE", { "\(20_240_210 + $0 % 20)" }), ("NUMERIC(10, 2)", { "\($0).5" }),
    ("NUMERIC", { $0 % 2 == 0 ? "\($0)" : "\($0).25" }), ("DECIMAL(5)", { "\($0)" }),
    ("REAL", { "\($0).75" }), ("DOUBLE PRECISION", { "\($0)" }), ("FLOAT", { "\($0)e3" }),
    ("STRING", { $0 % 2 == 0 ? "'\($0)'" : "'s\($0)'" }), ("STRING", { "\($0)" }),
    ("", { $0 % 2 == 0 ? "\($0)" : "'s\($0)'" }), ("", { "\($0)" }), ("", { "'t\($0)'" }),
    ("", { "\($0).5" }), ("BLOB", { "x'0\($0 % 10)'" }),
    ("UUID", { "x'0000000000000000000000000000000\($0 % 10)'" }),
    ("uuid", { "'0000000A-0000-0000-0000-00000000000\($0 % 10)'" }),
    ("JSON", { "'[\"a\", \"\($0)\"]'" }), ("TEXT", { "'[\"a\", \"\($0)\"]'" }),
    ("TEXT", { "'[\($0), 2]'" }), ("TEXT", { _ in "'[]'" }), ("INT", { "\($0).5" }),
    ("INT", { "'n/a \($0)'" }), ("TEXT COLLATE NOCASE", { "'x\($0)'" }),
    ("TEXT COLLATE NOCASE", { "'2024-02-\(10 + $0 % 20)'" }), ("DATETIME", { "'soon \($0)'" }),
    ("NUMERIC", { "\(9_007_199_254_740_993 + $0)" }), ("REAL", { "'none \($0)'" }),
    ("TEXT", { "x'FF0\($0 % 10)'" }), ("INTEGER DEFAULT 7", { "\($0)" }),
    ("TEXT DEFAULT 'it''s \"so\"'", { "'d\($0)'" }), ("REAL DEFAULT -1.5", { "\($0).5" }),
    ("BOOLEAN DEFAULT TRUE", { "\($0 % 2)" }), ("TEXT DEFAULT (lower('X'))", { "'d\($0)'" }),
    ("DATETIME DEFAULT CURRENT_TIMESTAMP", { _ in "'2024-02-01 08:30:00'" }),
  ]

  private static let strictKinds: [Kind] = [
    ("INTEGER", { "\($0)" }), ("TEXT", { "'t\($0)'" }), ("REAL", { "\($0)" }),
    ("ANY", { $0 % 2 == 0 ? "\($0).5" : "'s\($0)'" }), ("BLOB", { "x'0\($0 % 10)'" }),
    ("TEXT", { "'2024-02-\(10 + $0 % 20)'" }), ("ANY", { "\($0)" }),
  ]

  private static let lists: [[String]] = [
    ["open", "paid"], ["A", "a"], ["in progress", "in-progress", ""], ["1", "2nd", "self", "init"],
    ["it's", "\"x\"", "\\"], ["class", "default", "allCases"],
  ]

  private mutating func addTable() {
    let name = names.removeLast()
    let isStrict = isTrue(0.2)
    var parts: [String] = []
    var values: [(Int) -> String] = []
    var columns: [String] = []
    var free = Self.columnNames.shuffled(using: &random).filter { other in
      !["rowid"].contains(other) || isTrue(0.3)
    }
    // Names of columns have no case.
    var taken: Set<String> = []
    func next() -> String {
      while let name = free.popLast() {
        if taken.insert(name.lowercased()).inserted { return name }
      }
      return "more"
    }
    var ending = ""
    let count = isTrue(0.15) ? 0 : Int.random(in: 1...9, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let key = one(["id", "\(name)Id", "\(name)_id", "nr"])
      taken.insert(key.lowercased())
      columns.append(key)
      parts.append("\(Self.quoted(key)) INTEGER PRIMARY KEY")
      values.append { "\($0)" }
      if count > 0 { parents.append((name, key, count)) }
    case 2:
      let key = next()
      columns.append(key)
      parts.append("\(Self.quoted(key)) TEXT PRIMARY KEY")
      values.append { "'k\($0)'" }
      if isTrue(0.5) { ending = "WITHOUT ROWID" }
    case 3:
      let keys = [next(), next()]
      columns += keys
      parts += keys.map { "\(Self.quoted($0)) INTEGER NOT NULL" }
      values += [{ "\($0)" }, { "\($0 % 2)" }]
      ending = "WITHOUT ROWID"
    case 4:
      let key = next()
      columns.append(key)
      parts.append("\(Self.quoted(key)) TEXT NOT NULL UNIQUE")
      values.append { "'u\($0)'" }
    default: break
    }
    var constraints: [String] = []
    if ending == "WITHOUT ROWID", columns.count == 2 {
      constraints.append("PRIMARY KEY (\(columns.map(Self.quoted).joined(separator: ", ")))")
    }
    for _ in 0..<Int.random(in: 2...9, using: &random) {
      let column = next()
      if columns.contains(column) { continue }
      let isNotNull = isTrue(0.4)
      let other = isTrue(0.5)
      let end = isNotNull ? " NOT NULL" : ""
      func orNull(_ value: @escaping (Int) -> String) -> (Int) -> String {
        isNotNull ? value : { $0 % 4 == 3 ? "NULL" : value($0) }
      }
      if isTrue(0.1) {
        let list = one(Self.lists)
        let texts = list.map {
          "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
            + "'"
        }
        parts.append(
          "\(Self.quoted(column)) TEXT\(end) CHECK (\(Self.quoted(column)) "
            + "IN (\(texts.joined(separator: ", "))))"
        )
        values.append(orNull { texts[$0 % texts.count] })
      } else if isTrue(0.25), let parent = parents.randomElement(using: &random) {
        let role = one([parent.name + "_id", column, parent.name])
        guard taken.insert(role.lowercased()).inserted || role == column else { continue }
        parts.append(
          "\(Self.quoted(role)) INTEGER\(end) "
            + "REFERENCES \(Self.quoted(parent.name)) (\(Self.quoted(parent.key)))"
        )
        // A row is there before others refer to it.
        let isOwn = parent.name == name
        values.append(orNull { isOwn ? "1" : "\($0 % parent.last + 1)" })
        columns.append(role)
        continue
      } else {
        var kind = one(Self.kinds)
        if isStrict {
          kind = one(Self.strictKinds)
        }
        parts.append(
          "\(Self.quoted(column)) \(kind.type)\(end)\(other ? " -- what \(column) is" : "")")
        values.append(orNull(kind.value))
      }
      columns.append(column)
    }
    let body = (parts + constraints).enumerated().map { index, part in
      // A comma stands before the comment of its line.
      guard index + 1 < parts.count + constraints.count else { return part }
      guard let comment = part.firstRange(of: " -- ") else { return part + "," }
      return part[..<comment.lowerBound] + "," + part[comment.lowerBound...]
    }.joined(separator: "\n  ")
    let options = [ending, isStrict ? "STRICT" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    statements.append("CREATE TABLE \(Self.quoted(name)) (\n  \(body)\n) \(options)")
    if isTrue(0.3) {
      let column = next()
      statements.append(
        "ALTER TABLE \(Self.quoted(name)) ADD COLUMN \(Self.quoted(column)) "
          + (isStrict ? "TEXT" : one(["TEXT", ""])) + " AS ('g')")
    }
    for row in 1...max(count, 1) where count > 0 {
      statements.append(
        "INSERT INTO \(Self.quoted(name)) (\(columns.map(Self.quoted).joined(separator: ", "))) "
          + "VALUES (\(values.map { $0(row) }.joined(separator: ", ")))")
    }
  }

  private mutating func addLink() {
    guard parents.count > 1 else { return }
    let (left, right) = (parents[0], one(parents))
    let name = names.removeLast()
    let type = one(["INTEGER", "INTEGER", "TEXT", ""])
    let rest = one(["NOT NULL", "NOT NULL", ""])
    statements.append(
      """
      CREATE TABLE \(Self.quoted(name)) (
        left_id \(type) \(rest) REFERENCES \(Self.quoted(left.name)),
        right_id INTEGER \(rest) REFERENCES \(Self.quoted(right.name)),
        \(one(["PRIMARY KEY", "UNIQUE"])) (left_id, right_id))
      """)
    statements.append("INSERT INTO \(Self.quoted(name)) VALUES (1, 1)")
  }

  private mutating func addView() {
    guard let parent = parents.randomElement(using: &random) else { return }
    statements.append(
      """
      CREATE VIEW \(Self.quoted(names.removeLast())) AS
      SELECT *, \(Self.quoted(parent.key)) * 2 AS twice, 'x' AS "one more"
      FROM \(Self.quoted(parent.name))
      """)
  }
}
