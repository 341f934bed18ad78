import LinqSQL
import StoreSQLite
import Testing

/// Names of tables and columns that SQL could take for something else.
@Suite struct NameTests {
  /// Everything that SQLite 3.40 calls a keyword.
  static let keywords = """
    abort action add after all alter always analyze and as asc attach autoincrement before begin \
    between by cascade case cast check collate column commit conflict constraint create cross \
    current current_date current_time current_timestamp database default deferrable deferred \
    delete desc detach distinct do drop each else end escape except exclude exclusive exists \
    explain fail filter first following for foreign from full generated glob group groups having \
    if ignore immediate in index indexed initially inner insert instead intersect into is isnull \
    join key last left like limit match materialized natural no not nothing notnull null nulls of \
    offset on or order others outer over partition plan pragma preceding primary query raise range \
    recursive references regexp reindex release rename replace restrict returning right rollback \
    row rows savepoint select set table temp temporary then ties to transaction trigger unbounded \
    union unique update using vacuum values view virtual when where window with without
    """.split(separator: " ").map(String.init)

  static let others = [
    "plain", "_x", "Capital", "with space", "with \"quotes\"", "with 'quotes'", "1st", "a-b",
    "\u{E9}t\u{E9}", "semi;colon", "true", "false", "rowid", "oid", "sqlite", "[x]", "`x`", "a\\b",
    "date", "count", "coalesce",
  ]

  @Test("every operation works with any name", arguments: keywords + others)
  func operations(name: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sqlName = "\"" + name.replacing("\"", with: "\"\"") + "\""
    try connection.execute(
      """
      CREATE TABLE \(sqlName) (id INTEGER PRIMARY KEY, \(sqlName) TEXT NOT NULL UNIQUE) STRICT
      """)
    let table = Table(
      name, Cell<String>.init(id:value:), .primaryKey("id", \.id), .column(name, \.value))
    let rows = TableAccess(table, on: connection)
    let first = try rows.insert(Cell(value: "first"))
    try rows.update(Cell(id: first.id, value: "changed"))
    try rows.save(Cell(id: 9, value: "saved"))
    try rows.save(Cell(id: 9, value: "saved again"))
    #expect(try rows.find(first.id)?.value == "changed")
    #expect(try rows.all().map(\.value) == ["changed", "saved again"])
    #expect(throws: RowError.duplicate(table: name, fields: [name])) {
      try rows.insert(Cell(value: "changed"))
    }
    for policy in [ConflictPolicy.ignore, .update(columns: [name], unique: [name])] {
      let inserter = try Inserter(table, on: connection, onConflict: policy)
      defer { inserter.finish() }
      #expect(try inserter.insert(Cell(value: "changed")) == .ignored)
    }
    #expect(try rows.delete(9))
    #expect(try rows.count() == 1)
  }

  @Test("the key may have any name", arguments: keywords + others + ["a.b"])
  func keys(name: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sqlName = "\"" + name.replacing("\"", with: "\"\"") + "\""
    try connection.execute(
      "CREATE TABLE t (\(sqlName) INTEGER PRIMARY KEY, value TEXT NOT NULL) STRICT")
    let table = Table(
      "t", Cell<String>.init(id:value:), .primaryKey(name, \.id), .column("value", \.value))
    let rows = TableAccess(table, on: connection)
    try rows.insert([Cell(id: 5, value: "five"), Cell(id: 3, value: "three")])
    try rows.update(Cell(id: 3, value: "drei"))
    try rows.save(Cell(id: 5, value: "f\u{FC}nf"))
    #expect(try rows.all().map(\.value) == ["drei", "f\u{FC}nf"])
    #expect(try rows.find(5)?.value == "f\u{FC}nf")
    #expect(try rows.delete(5))
    #expect(try rows.find(5) == nil)
  }
}
