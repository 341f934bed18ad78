import Foundation
import LinqCore
import StoreSQLite
import Tabular
import TestSupport
import Testing

@testable import TableIO

/// What is stored, and what is refused.
@Suite struct TableImportTests {
  private let folder: TemporaryFolder
  private let connection: SQLiteConnection

  init() throws {
    folder = TemporaryFolder()
    connection = try SQLiteConnection(path: ":memory:")
  }

  @discardableResult
  private func load(
    _ text: String, into table: String = "thing", as name: String = "rows.csv",
    _ change: (inout TableImportOptions) -> Void = { _ in }
  ) throws -> (summary: TableImportSummary, rejected: [String]) {
    var options = TableImportOptions()
    change(&options)
    let importer = try TableImporter(folder.write(text, to: name), into: table, options)
    var rejected: [String] = []
    let summary = try importer.load(importer.plan(on: connection), into: connection) {
      rejected.append($0.description)
    }
    return (summary, rejected)
  }

  private func rows(_ sql: String) throws -> [[Value]] {
    try connection.query(sql) { try $0.values() }
  }

  @Test("values are stored with their types") func values() throws {
    let summary = try load(
      "id,n,r,ok,day,t\n1,5,1,True,2020-02-29,\"a, \"\"b\"\"\"\n2,,-0.5,false,,\n\n,,,,,\n"
    ).summary
    #expect(
      try rows("SELECT * FROM thing") == [
        [1, 5, .real(1), 1, "2020-02-29", "a, \"b\""], [2, .null, .real(-0.5), 0, .null, .null],
      ])
    #expect(summary.read == 3 && summary.inserted == 2 && summary.emptyRows == 1)
  }

  @Test("days are read in a given form, and stored as they are compared") func days() throws {
    let day: @Sendable (UnsafeBufferPointer<UInt8>) -> CalendarDate? = { bytes in
      let parts = String(decoding: bytes, as: UTF8.self).split(separator: "/").compactMap {
        Int($0)
      }
      return parts.count == 3 ? CalendarDate(year: parts[2], month: parts[1], day: parts[0]) : nil
    }
    try load("id,day\n1,31/1/2020\n2,2020-03-01\n") { $0.forms.day = day }
    #expect(try rows("SELECT day FROM thing") == [["2020-01-31"], ["2020-03-01"]])
  }

  @Test("a malformed row ends the import without a trace, unless it is allowed")
  func malformed() throws {
    let text = "id,a\n1,x\n2\n3,y\n"
    let error = #expect(throws: TableImportError.self) { try load(text) }
    #expect(
      error?.description == "line 3, column 2 (a): 1 fields instead of 2; nothing was imported")
    #expect(try rows("SELECT name FROM sqlite_schema") == [])
    let (summary, rejected) = try load(text) { $0.maximumRejections = 1 }
    #expect(summary.inserted == 2 && summary.rejected == 1)
    #expect(rejected == ["line 3, column 2 (a): 1 fields instead of 2"])
    #expect(try rows("SELECT id FROM thing") == [[1], [3]])
  }

  @Test("a dry run reports all rejected rows and stores nothing") func dryRun() throws {
    let (summary, rejected) = try load("id,a\n1,x\n2\n3\n") { $0.isDryRun = true }
    #expect(summary.inserted == 1 && rejected.count == 2)
    #expect(try rows("SELECT name FROM sqlite_schema") == [])
  }

  @Test("a table that is there refuses what does not fit its columns") func appending() throws {
    try connection.execute(
      """
      CREATE TABLE thing (
        id INTEGER PRIMARY KEY, n INTEGER NOT NULL, r REAL, ok BOOLEAN CHECK (ok IN (0, 1)),
        day TEXT, kind TEXT CHECK (kind IN ('a', 'b')), placed TEXT, tags TEXT, price NUMERIC,
        twice INTEGER AS (n * 2));
      INSERT INTO thing VALUES
        (1, 5, 1.5, 1, '2020-01-01', 'a', '2020-01-01 12:00:00', '["x"]', 1.5);
      """)
    let head = "id,n,r,ok,day,kind,placed,tags,price\n"
    let (summary, rejected) = try load(
      head
        + """
        2,6,2,0,2020-01-02,b,2020-01-02 00:00:00,"[""y"",""z""]",7
        3,6.5,,,,,,,
        4,,,,,,,,
        5,6,x,,,,,,
        6,6,,2,,,,,
        7,6,,,2020-02-30,,,,
        8,6,,,,c,,,
        9,6,,,,,2020-01-02T00:00:00Z,,
        10,6,,,,,,[1],
        11,6,,,,,,,many
        2,6,,,,,,,
        12,6,NA,,,,,,
        """
    ) { $0.maximumRejections = 100 }
    #expect(summary.inserted == 2)
    #expect(
      try rows("SELECT id, r FROM thing") == [[1, .real(1.5)], [2, .real(2)], [12, .null]])
    #expect(
      rejected == [
        "line 3, column 2 (n): n is a whole number: \"6.5\"",
        "line 4, column 2 (n): n is a whole number: \"\"",
        "line 5, column 3 (r): r is a number: \"x\"",
        "line 6, column 4 (ok): ok is true or false: \"2\"",
        "line 7, column 5 (day): day is a day: \"2020-02-30\"",
        "line 8, column 6 (kind): kind is one of a, b: \"c\"",
        "line 9, column 7 (placed): placed is a point in time as the others: "
          + "\"2020-01-02T00:00:00Z\"",
        "line 10, column 8 (tags): tags is a list in JSON as the others: \"[1]\"",
        "line 11, column 9 (price): price is a number: \"many\"",
        "line 12: another row has this id: \"2\"",
      ])
    // By the declared types alone, days and lists are texts.
    let declared = try load(head + "20,6,,,soon,,later,[1],\n") { $0.goesByDeclaredTypes = true }
    #expect(declared.summary.inserted == 1)
  }

  @Test("columns that do not fit the table are errors before anything is stored")
  func columns() throws {
    try connection.execute(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, twice INTEGER AS (n * 2));
      CREATE VIEW seen AS SELECT 1 AS n;
      CREATE VIRTUAL TABLE words USING fts5(n);
      """)
    for (text, table, message) in [
      ("id,n,b\n", "thing", "the table thing has no column b; there are id, n, twice. --ignore"),
      ("id\n", "thing", "the file has no column n, which each row of thing needs"),
      ("n,twice\n", "thing", "thing.twice is computed from other columns; --ignore leaves it out"),
      ("n,N\n", "thing", "the file has two columns N"),
      ("n\n", "seen", "seen is a view, into which nothing can be imported"),
      ("n\n1\n", "Words", "nothing can be imported into Words: it is a virtual table"),
      ("n\n1\n", "words_config", "nothing can be imported into words_config: it is a virtual"),
      ("n\n1\n", "schema_migration", "nothing can be imported into schema_migration: it is the"),
    ] {
      let error = #expect(throws: TableImportError.self) { try load(text, into: table) }
      #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "none")")
    }
    #expect(try load("N\n7\n").summary.inserted == 1)
    #expect(try rows("SELECT * FROM thing") == [[1, 7, 14]])
  }

  @Test("rows that are there are left out or changed", arguments: [false, true])
  func conflicts(hasRowID: Bool) throws {
    try connection.execute(
      """
      CREATE TABLE thing (code TEXT NOT NULL PRIMARY KEY, a INTEGER, b INTEGER)
      \(hasRowID ? "" : "WITHOUT ROWID")
      """)
    try load("code,a,b\nx,1,1\ny,2,2\n")
    let ignored = try load("code,a\nx,9\nz,9\n") { $0.onConflict = .ignore }.summary
    #expect(ignored.inserted == 1 && ignored.skipped == 1 && ignored.updated == 0)
    let updated = try load("code,a\nx,7\nw,7\n") { $0.onConflict = .update }.summary
    #expect(updated.inserted == 1 && updated.updated == 1 && updated.skipped == 0)
    #expect(
      try rows("SELECT * FROM thing ORDER BY code") == [
        ["w", 7, .null], ["x", 7, 1], ["y", 2, 2], ["z", 9, .null],
      ])
    let error = #expect(throws: TableImportError.self) {
      try load("a,b\n1,2\n") { $0.onConflict = .update }
    }
    #expect(error?.description.contains("the file has no column code") == true)
    let noKey = #expect(throws: TableImportError.self) {
      try load("code,a\nx,1\n") { $0.key = ["a"] }
    }
    #expect(
      noKey?.description == "no key and no unique index of thing has exactly the columns a")
  }

  @Test("a key may be 0, and is assigned where the file has none") func keys() throws {
    let zero = try load("id,a\n0,x\n1,y\n").summary
    #expect(zero.inserted == 2 && zero.skipped == 0)
    let assigned = try load("id,a\n,z\n").summary
    #expect(assigned.inserted == 1)
    let updated = try load("id,a\n0,w\n9,v\n") { $0.onConflict = .update }.summary
    #expect(updated.inserted == 1 && updated.updated == 1)
    #expect(
      try rows("SELECT * FROM thing ORDER BY id") == [[0, "w"], [1, "y"], [2, "z"], [9, "v"]])
  }

  @Test("a value that a column lists may be a word for nothing") func listed() throws {
    try connection.execute(
      "CREATE TABLE thing (id INTEGER PRIMARY KEY, region TEXT CHECK (region IN ('EU', 'NA')))")
    try load("id,region\n1,NA\n2,EU\n3,\n")
    #expect(try rows("SELECT region FROM thing") == [["NA"], ["EU"], [.null]])
  }

  @Test("a row that refers to none is refused") func references() throws {
    try connection.execute(
      """
      CREATE TABLE town (id INTEGER PRIMARY KEY);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, town INTEGER REFERENCES town);
      INSERT INTO town VALUES (1);
      """)
    let (_, rejected) = try load("id,town\n1,1\n2,2\n") { $0.maximumRejections = 1 }
    #expect(rejected == ["line 3: there is no row to which it refers"])
  }

  @Test("what comes through a pipe is read as a file is") func pipe() throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let writer = Thread { [folder] in
      _ = folder
      let handle = FileHandle(forWritingAtPath: path)
      handle?.write(Data("id,a\n1,x\n2,5\n".utf8))
      try? handle?.close()
    }
    writer.start()
    var options = TableImportOptions()
    options.reader.format = .csv
    let importer = try TableImporter(path, into: "thing", options)
    _ = try importer.load(importer.plan(on: nil), into: connection) { _ in }
    #expect(try rows("SELECT * FROM thing") == [[1, "x"], [2, "5"]])
  }

  @Test("many ids that do not increase are compared, too") func unordered() throws {
    let ids = Array(1...3000).shuffled()
    let text = "id,n\n" + ids.map { "\($0),\($0 * 2)\n" }.joined()
    try load(text)
    #expect(try rows("SELECT count(*), sum(n), max(id) FROM thing") == [[3000, 9_003_000, 3000]])
    #expect(
      try rows("SELECT sql LIKE '%id INTEGER PRIMARY KEY%' FROM sqlite_schema") == [[1]])
  }
}
