import StoreSQLite
import Tabular
import TestSupport
import Testing

@testable import TableIO

/// The tables that are made for files.
@Suite struct TableDesignTests {
  private func plan(
    _ text: String, table: String = "thing", _ change: (inout TableImportOptions) -> Void = { _ in }
  ) throws -> TableImportPlan {
    var options = TableImportOptions()
    change(&options)
    let folder = TemporaryFolder()
    return try TableImporter(folder.write(text, to: "rows.csv"), into: table, options).plan(on: nil)
  }

  /// The lines of the columns.
  private func columns(_ plan: TableImportPlan) -> [String] {
    (plan.sql ?? "").split(separator: "\n").dropFirst().dropLast().map {
      $0.trimmingPrefix("  ").split(separator: ",").joined()
    }
  }

  @Test("each column has the type that all of its values have") func types() throws {
    let plan = try plan(
      """
      id,whole,number,mixed,flag,day,time,zip,text,none,big
      1,1,1.5,1,true,2020-01-31,2020-01-31 12:30,02134,a,,12345678901234567890
      2,-7,2,2.5,FALSE,2020-02-29,2020-01-31T12:30:00.5Z,10001,b,,1
      3,,,,,,,,,,
      """)
    #expect(
      columns(plan) == [
        "id INTEGER PRIMARY KEY", "whole INTEGER", "number REAL", "mixed REAL",
        "flag INTEGER CHECK (flag IN (0 1))", "day TEXT", "time TEXT", "zip TEXT", "text TEXT",
        "none TEXT", "big TEXT",
      ])
    #expect(plan.columns.map(\.values)[5] == "a day")
  }

  @Test("a column without an empty field is not NULL") func optionals() throws {
    #expect(
      columns(try plan("id,a,b\nx,1,2\ny,3,\n")) == [
        "id TEXT NOT NULL PRIMARY KEY", "a INTEGER NOT NULL", "b INTEGER",
      ])
  }

  @Test("a file without rows makes a table of texts that may be NULL") func noRows() throws {
    #expect(columns(try plan("a,b\n")) == ["id INTEGER PRIMARY KEY", "a TEXT", "b TEXT"])
  }

  @Test("numbers of which a floating-point number does not keep all digits stay texts")
  func roundedNumbers() throws {
    func type(_ values: String...) throws -> String? {
      columns(try plan("id,n\n" + values.enumerated().map { "\($0),\($1)\n" }.joined())).last
    }
    for kept in [
      "0.1", "0.30000000000000004", "0.1000000000000000055511151231257827", "5e-324", "0.0e-999",
      "1.7976931348623157e308", "0.10000000000000000000", "-52.520008",
    ] { #expect(try type("0.5", kept) == "n REAL NOT NULL", "\(kept)") }
    for rounded in [
      "123456789012345678.5", "99999999999999999999.5", "1e-400", "-52.5200080000000001",
      "9007199254740993",
    ] { #expect(try type("0.5", rounded) == "n TEXT NOT NULL", "\(rounded)") }
    #expect(try type("1", "9007199254740993") == "n INTEGER NOT NULL")
  }

  @Test("a column of numbers with a text is a text, and the line is named") func notes() throws {
    let plan = try plan("id,n,m\n1,5,1\n2,six,9007199254740993\n3,7,0.5\n4,8,2\n")
    #expect(
      plan.notes.map(\.description) == [
        #"n is text: 3 of 4 values are whole numbers, but line 3 has "six""#,
        #"m is text: line 3 has "9007199254740993", of which a floating-point number does not "#
          + "keep all digits",
      ])
  }

  @Test("words for nothing are nothing among numbers, and values among texts") func words() throws {
    let text = "id,n,t\n1,NA,NA\n2,5,x\n"
    let asNamed = try plan(text)
    #expect(columns(asNamed) == ["id INTEGER PRIMARY KEY", "n INTEGER", "t TEXT NOT NULL"])
    #expect(
      asNamed.notes.map(\.description) == [
        #"t is text, in which "NA" is a value (line 2); --null says that it is none"#
      ])
    let given = try plan(text) {
      $0.forms.nullWords = NullWords(["NA"])
      $0.forms.areNullInTexts = true
    }
    #expect(columns(given) == ["id INTEGER PRIMARY KEY", "n INTEGER", "t TEXT"])
    #expect(given.notes.isEmpty)
  }

  @Test(
    "the key is the column with the name of one whose values differ",
    arguments: [
      ("id,a\n1,x\n2,y\n", "thing", "id INTEGER PRIMARY KEY"),
      ("a,id\nx,2\ny,1\n", "thing", "id INTEGER PRIMARY KEY"),
      ("a,ThingId\nx,2\ny,1\n", "things", "\"ThingId\" INTEGER PRIMARY KEY"),
      ("code,a\nx,1\ny,2\n", "thing", "code TEXT NOT NULL PRIMARY KEY"),
      // It is not the first column.
      ("a,code\nx,1\nx,2\n", "thing", "id INTEGER PRIMARY KEY"),
      // One is twice, missing, or no whole number.
      ("id,a\n1,x\n1,y\n", "thing", "row_id INTEGER PRIMARY KEY"),
      ("id,a\n2,x\n1,y\n2,y\n", "thing", "row_id INTEGER PRIMARY KEY"),
      ("id,a\n1,x\n,y\n", "thing", "row_id INTEGER PRIMARY KEY"),
      ("id,a\n1.5,x\n2,y\n", "thing", "row_id INTEGER PRIMARY KEY"),
      ("a\nx\n", "thing", "id INTEGER PRIMARY KEY"),
      ("id,a\n", "thing", "row_id INTEGER PRIMARY KEY"),
    ])
  func keys(text: String, table: String, expected: String) throws {
    #expect(columns(try plan(text, table: table)).contains(expected))
  }

  @Test("a key of several columns is given") func givenKey() throws {
    let plan = try plan("id,year,n\n1,2020,x\n1,2021,y\n") { $0.key = ["year", "id"] }
    #expect(
      plan.sql == """
        CREATE TABLE thing (
          id INTEGER NOT NULL,
          year INTEGER NOT NULL,
          n TEXT NOT NULL,
          PRIMARY KEY (year, id)
        ) STRICT;

        """)
    #expect(plan.migration?.down == "DROP TABLE thing;\n")
  }

  @Test("names are kept, except for what no table can have") func names() throws {
    let plan = try plan("Name,name,,order,\"a \"\"b\"\"\"\nx,y,z,1,2\n")
    #expect(
      columns(plan) == [
        "id INTEGER PRIMARY KEY", "\"Name\" TEXT NOT NULL", "name_2 TEXT NOT NULL",
        "column3 TEXT NOT NULL", "\"order\" INTEGER NOT NULL", "\"a \"\"b\"\"\" INTEGER NOT NULL",
      ])
    #expect(
      plan.notes.map(\.description) == [
        "name_2 is the name of column 2 (name)", "column3 is the name of column 3 ()",
      ])
  }

  @Test("in JSON, texts are no numbers, and keys may come later") func json() throws {
    let plan = try plan(
      """
      {"id": 1, "zip": "02134", "n": 5, "list": [1, 2], "ok": true}
      {"id": 2, "zip": "5", "n": 0.5, "later": "2020-01-01", "ok": null}
      """
    ) { $0.reader.format = .ndjson }
    #expect(
      columns(plan) == [
        "id INTEGER PRIMARY KEY", "zip TEXT NOT NULL", "n REAL NOT NULL", "list TEXT",
        "ok INTEGER CHECK (ok IN (0 1))", "later TEXT",
      ])
  }

  @Test("options that do not fit the file are errors") func errors() {
    for (change, message) in [
      ({ $0.ignored = ["none"] }, "the file has no column none; there are id, a"),
      ({ $0.only = ["id", "b"] }, "the file has no column b; there are id, a"),
      ({ $0.key = ["c"] }, "the file has no column c; there are id, a"),
      (
        {
          $0.key = ["id"]; $0.ignored = ["id"]
        }, "the column id of the key is left out"
      ),
      ({ $0.ignored = ["id", "a"] }, "rows.csv has no columns"),
    ] as [((inout TableImportOptions) -> Void, String)] {
      let error = #expect(throws: TableImportError.self) {
        _ = try plan("id,a\n1,2\n", change)
      }
      #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "none")")
    }
  }
}
