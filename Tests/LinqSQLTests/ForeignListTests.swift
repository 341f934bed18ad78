import LinqSQL
import StoreSQLite
import Testing

/// Lists and dictionaries in JSON that other programs have written, in a table that does not count
/// changes of texts.
@Suite("JSON that SQL would read in another way")
struct ForeignListTests {
  private struct Item: Sendable, Hashable {
    var id: Int64 = 0
    var tags: [String]
    var marks: [String: String]
    static let table = Table(
      "item", Item.init, .primaryKey("id", \.id), .column("tags", \.tags),
      .column("marks", \.marks))
  }

  private static let lists = [
    #"["a\u0000b"]"#, #"["a",]"#, #"["e\u0301"]"#, "[\"e\u{301}\"]", "\u{FEFF}[\"a\"]",
    #"["\u0061"]"#, #"["a", "b"]"#, " [ ] ",
  ]
  private static let dictionaries = [
    #"{"\u006b":"v"}"#, #"{"k":"v","k":"w"}"#, #"{"k":"v",}"#, #"{"k":"a\u0000b"}"#,
    #"{"k":"e\u0301"}"#, "{ \"k\" : \"v\" }",
  ]

  @Test("memory decides") func memoryDecides() throws {
    for tags in Self.lists {
      for marks in Self.dictionaries {
        let pool = try ConnectionPool(path: ":memory:")
        try pool.withWriter {
          try $0.execute(
            """
            CREATE TABLE item (id INTEGER PRIMARY KEY, tags TEXT NOT NULL, marks TEXT NOT NULL)
            STRICT
            """)
          try $0.run("INSERT INTO item VALUES (1, ?, ?)", [.text(tags), .text(marks)])
        }
        let items = Repository(Item.table, in: pool)
        let rows = try items.all()
        for value in ["a", "é", "v", "a\0b"] {
          let tagged = items.where { $0.tags.contains(value) }
          #expect(try tagged.toArray() == rows.filter { $0.tags.contains(value) }, "\(tags)")
          let marked = items.where { $0.marks["k"] == value }
          #expect(try marked.toArray() == rows.filter { $0.marks["k"] == value }, "\(marks)")
          try tagged.verify()
          try marked.verify()
        }
        // The library stores no NUL in JSON.
        if (tags + marks).contains("0000") { continue }
        // A write of the program is followed, and repairs the row.
        try items.update(rows[0])
        #expect(
          try items.where { $0.tags.contains("é") }.count()
            == (tags.unicodeScalars.contains("e") ? 1 : 0))
      }
    }
  }
}
