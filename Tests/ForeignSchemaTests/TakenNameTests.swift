import LinqSQL
import StoreSQLite
import Testing

/// A row of a table whose names are those that the library generates.
private struct Item: Sendable, Hashable {
  let id: Int
  let k: Int
  let side: [String]

  static func table(_ name: String) -> Table<Item> {
    Table(
      name, Item.init, .primaryKey("ordinal", \.id), .column("c0", \.k), .column("value", \.side))
  }
}

/// A row whose properties have names that expressions of other types have as members.
private struct Entry: Sendable, Hashable {
  let id: Int
  let desc: String
  let asc: Int
  let like: Bool
  let between: Int?
  let `in`: String
  let count: Int

  static let table = Table(
    "entry", Entry.init, .primaryKey("id", \.id), .column("desc", \.desc), .column("asc", \.asc),
    .column("like", \.like), .column("between", \.between), .column("in", \.in),
    .column("count", \.count))
}

@Suite("Generated names are none of the names in a statement")
struct TakenNameTests {
  private static let items = [
    Item(id: 1, k: 7, side: ["a", "b"]), Item(id: 2, k: 7, side: []),
    Item(id: 3, k: 8, side: ["b"]),
  ]

  @Test("properties with the names of members are properties of the row")
  func properties() throws {
    let pool = try ConnectionPool(path: ":memory:")
    defer { pool.close() }
    try pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE entry (id INTEGER PRIMARY KEY, "desc" TEXT NOT NULL, "asc" INTEGER NOT NULL, \
        "like" INTEGER NOT NULL, "between" INTEGER, "in" TEXT NOT NULL, count INTEGER NOT NULL)
        """)
    }
    let entries = Repository(Entry.table, in: pool)
    try entries.insert([
      Entry(id: 1, desc: "x", asc: 2, like: true, between: nil, in: "y", count: 3)
    ])
    let found = entries.where {
      $0.desc == "x" && $0.asc > 1 && $0.like && $0.between == nil && $0.in == "y" && $0.count == 3
    }
    #expect(try found.sort { $0.in }.thenBy { $0.desc }.select { $0.asc }.toArray() == [2])
  }

  @Test("a quote in a name is one, also before a combining mark")
  func quotes() throws {
    let pool = try ConnectionPool(path: ":memory:")
    defer { pool.close() }
    try pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE "x""\u{301}y" (ordinal INTEGER PRIMARY KEY, c0 INTEGER NOT NULL, \
        value TEXT NOT NULL) STRICT
        """)
    }
    let items = Repository(Item.table("x\"\u{301}y"), in: pool)
    try items.insert(Self.items)
    #expect(try items.where { $0.k == 7 }.update { $0.set(\.k, to: 9) } == 2)
    #expect(
      try items.select { item in items.matching { $0.k == item.k }.count }.toArray() == [2, 2, 1])
    #expect(try items.where { $0.k == 9 }.delete() == 2)
    #expect(try items.count() == 1)
    let text = Value.text("a'\u{301}; b")
    #expect("\(text)" == "'a''\u{301}; b'")
    #expect(try pool.read { try $0.query("SELECT \(text)") { try $0.value(0) } } == [text])
  }

  @Test(
    "subqueries, joins, sets, groups and lists of a table with a generated name",
    arguments: ["t1", "T1", "t2", "a", "b1", "e", "json_each", "t"])
  func names(_ name: String) throws {
    let pool = try ConnectionPool(path: ":memory:")
    defer { pool.close() }
    try pool.write { connection in
      try connection.execute(
        "CREATE TABLE \"\(name)\" (ordinal INTEGER PRIMARY KEY, c0 INTEGER NOT NULL, "
          + "value TEXT NOT NULL) STRICT")
    }
    let items = Repository(Item.table(name), in: pool)
    try items.insert(Self.items)
    func expectSame<Element: Sendable>(
      sourceLocation: SourceLocation = #_sourceLocation, _ query: Query<Element>
    ) throws {
      let found = "\(try query.policy(.requireSQL).toArray())"
      #expect(found != "[]", sourceLocation: sourceLocation)
      #expect(
        found == "\(try query.policy(.memoryOnly).toArray())", sourceLocation: sourceLocation)
    }
    try expectSame(items.select { item in items.matching { $0.k == item.k }.count })
    try expectSame(
      items.select { item in
        items.matching { other in
          other.k == item.k && items.matching { $0.k == other.k && $0.id != item.id }.any()
        }.count
      })
    try expectSame(
      items.take(2).where { item in items.matching { $0.k == item.k && $0.id > item.id }.any() })
    try expectSame(items.join(items, on: { $0.k }, equals: { $0.k }).select { ($0.0.id, $0.1.id) })
    try expectSame(items.union(items.where { $0.k == 8 }).select { $0.k })
    try expectSame(items.groupBy { $0.k }.where { $0.count > 1 })
    try expectSame(items.where { $0.side.contains("b") })
    try expectSame(items.selectMany { item in item.side.select { (item.id, $0) } })
    try expectSame(items.where { (Array(0..<600)).contains($0.k) })
    try expectSame(
      items.select { item in items.matching { $0.side.contains("a") && $0.k == item.k }.count })
    #expect(
      try items.where { item in items.matching { $0.k == item.k && $0.id > item.id }.any() }
        .update { $0.set(\.k, to: $0.k + 1) } == 1)
    #expect(try items.where { $0.side.contains("a") && $0.k == 8 }.delete() == 1)
  }
}
