import Foundation
import LinqCore
import People
import PeopleIO
import Tabular
import TestSupport
import Testing

private let header = "name,surname,age,email,birthDate\n"

@Suite("Import")
struct ImportTests {
  @Test("people come in with all their fields, empty ones as nil")
  func fields() throws {
    let outcome = try importText(
      header + "Ángel,\"Peña, Jr.\",36,a@example.org,1990-02-28\nAda,,5,,\n", options())
    #expect(
      outcome.people == [
        Person(
          id: 1, name: "Ángel", surname: "Peña, Jr.", age: 36, email: "a@example.org",
          birthDate: CalendarDate("1990-02-28")),
        Person(id: 2, name: "Ada", surname: "", age: 5),
      ])
    #expect(outcome.summary.read == 2 && outcome.summary.inserted == 2)
  }

  @Test(
    "one bad row is rejected with line, column, value and reason; the others come in",
    arguments: [
      ("Bob,B", #"line 3, column 3 (age): 2 fields instead of 5"#),
      ("Bob,B,1,,,x", #"line 3, column 6: 6 fields instead of 5: "x""#),
      (",B,1,,", #"line 3, column 1 (name): name is missing"#),
      ("Bob,B,-1,,", #"line 3, column 3 (age): must not be negative: "-1""#),
      (
        "Bob,B,x,,",
        #"line 3, column 3 (age): not a whole number of years, nor a date YYYY-MM-DD: "x""#
      ),
      (
        "Bob,B,1,nobody,",
        #"line 3, column 4 (email): must be an address like name@example.org: "nobody""#
      ),
      (
        "Bob,B,1,,2024-02-31",
        #"line 3, column 5 (birthDate): not a day of the calendar (YYYY-MM-DD): "2024-02-31""#
      ),
      (
        "Bob,B,1,a@example.org,",
        #"line 3, column 4 (email): another person has this email: "a@example.org""#
      ),
      (
        "Bob,B,2027-01-01,,",
        "line 3, column 3 (age): the age is counted up to 2026-06-15, before this day: "
          + #""2027-01-01""#
      ),
    ])
  func badRow(row: String, rejection: String) throws {
    let text = header + "Ada,L,36,a@example.org,\n" + row + "\nEve,E,7,e@example.org,\n"
    let outcome = try importText(text, options())
    #expect(outcome.rejections == [rejection])
    #expect(outcome.people.map(\.name) == ["Ada", "Eve"])
    #expect(outcome.summary.rejected == 1 && outcome.summary.inserted == 2)
  }

  @Test("rows without any value, as spreadsheets write them, are left out and counted")
  func emptyRows() throws {
    let text = header + "Ada,L,36,,\n,,,,\n , ,,,\n,\n,,,,,,,\nBob,B,x,,\n\n,,,,\n"
    let outcome = try importText(text, options())
    #expect(outcome.people.map(\.name) == ["Ada"])
    #expect(outcome.summary.emptyRows == 5 && outcome.summary.read == 7)
    // The rows before are counted in the number of a record.
    #expect(outcome.rejections.count == 1 && outcome.rejections[0].hasPrefix("line 7, "))
    let guess = try PersonImporter(options: options()).guess(ByteSource(text: text))
    #expect(guess.people.count == 1 && guess.problems.map(\.record) == [6])
    let many = header + String(repeating: "Ada,L,,,\n,,,,\n", count: 600)
    let all = try importText(many, options())
    #expect(all.summary.inserted == 600 && all.summary.emptyRows == 600)
    // An object without a value is a person who lacks a name.
    #expect(try importText("[{\"name\":\"A\"},{}]", options()).summary.emptyRows == 0)
  }

  @Test("short rows are refused, or filled and counted")
  func shortRows() throws {
    let text = header + "Ada,L,36,,\nBob,B\nEve\n"
    #expect(try importText(text, options()).summary.rejected == 2)
    let outcome = try importText(
      text, options { $0.reader.shortRows = .fill })
    #expect(outcome.people.map(\.surname) == ["L", "B", ""])
    #expect(outcome.summary.filledRows == 2 && outcome.summary.rejected == 0)
    let error = #expect(throws: ImportError.self) { try importText(text, options { _ in }) }
    #expect(error?.description.hasSuffix(". Or fill short rows with --short-rows fill") == true)
  }

  @Test("quotes of TSV are characters, or those of an export")
  func quotes() throws {
    let titles = "name\tsurname\tnote\n\"Ada\tL\tx\nBo\"\tM\ty\n"
    #expect(throws: TabularError.joinedRows(path: "t.tsv", line: 2)) {
      try PersonImporter(options: options()).guess(
        ByteSource(text: titles, name: "t.tsv"))
    }
    let plain = try importText(
      titles,
      options {
        $0.reader.format = .tsv
        $0.reader.quoting = .literal
      })
    #expect(plain.people.map(\.name) == ["\"Ada", "Bo\""])
    let export = "id\tname\tsurname\tage\temail\tbirthDate\tnote\n1\tAda\tL\t\t\t\t\"a\tb\nc\"\n"
    let own = try importText(export, options { $0.reader.format = .tsv })
    #expect(own.people.map(\.attributes) == [["note": "a\tb\nc"]])
    let error = #expect(throws: ImportError.self) {
      try importText(header + "A \"B\" C,D,,,\n", options { _ in })
    }
    #expect(
      error?.description.hasSuffix(". Or read quotes as characters with --quote none") == true)
  }

  @Test("a name of white space is none")
  func blankName() throws {
    let outcome = try importText(header + "Ada,L,36,,\n\"  \",B,1,,\n", options())
    #expect(
      outcome.rejections == [
        #"line 3, column 1 (name): must not be white space only: "  ""#
      ])
    #expect(outcome.people.map(\.name) == ["Ada"])
  }

  @Test("without --max-errors the first bad row ends the import, and nothing is stored")
  func allOrNothing() throws {
    let store = try PersonStore(path: ":memory:")
    #expect(throws: ImportError.self) {
      try importText(header + "Ada,L,36,,\nBob,B,x,,\n", try options { _ in }, into: store)
    }
    #expect(try store.people.all().isEmpty)
    #expect(throws: ImportError.self) {
      try importText(
        header + "Ada,L,36,,\n,B,1,,\n,C,1,,\n", try options { $0.maximumRejections = 1 },
        into: store)
    }
    #expect(try store.people.all().isEmpty)
  }

  @Test("invalid UTF-8 is rejected, an unclosed quote is an error at its line")
  func broken() throws {
    let bytes = Array(header.utf8) + [0x41, 0xFF] + Array(",B,1,,\nEve,E,7,,\n".utf8)
    let outcome = try importSource(ByteSource(bytes: bytes), options())
    #expect(outcome.people.map(\.name) == ["Eve"])
    #expect(outcome.rejections.count == 1 && outcome.rejections[0].hasPrefix("line 2, column 1"))
    let store = try PersonStore(path: ":memory:")
    #expect(throws: TabularError.unclosedQuote(path: "memory", line: 3)) {
      try importText(header + "Ada,L,36,,\n\"Bob,B,1,,\nEve,E,7,,\n", options(), into: store)
    }
    #expect(try store.people.all().isEmpty)
  }

  @Test("rows that are rejected before a file breaks off are reported, and come first")
  func rejectedBeforeTheEnd() throws {
    let text = header + "Ada,L,36,,\n,B,1,,\n\"Eve,E,7,,\n"
    let store = try PersonStore(path: ":memory:")
    var rejections: [String] = []
    #expect(throws: TabularError.unclosedQuote(path: "memory", line: 4)) {
      try PersonImporter(options: options()).run(ByteSource(text: text), into: store) {
        rejections.append("\($0)")
      }
    }
    #expect(rejections == ["line 3, column 1 (name): name is missing"])
    // Where none is allowed, the first fault of the file is the one that ends the import.
    #expect(throws: ImportError.self) { try importText(text, options { _ in }, into: store) }
    #expect(try store.people.all().isEmpty)
  }

  @Test("an empty file is an error; a header only, a BOM and CRLF are fine")
  func edges() throws {
    #expect(throws: TabularError.empty(path: "memory")) { try importText("", options()) }
    #expect(try importText(header, options()).people.isEmpty)
    let text = "\u{FEFF}" + (header + "Ada,L,36,,\n").replacing("\n", with: "\r\n")
    #expect(try importText(text, options()).people.map(\.name) == ["Ada"])
  }

  @Test("columns that are missing or mapped wrongly are named before anything is read")
  func mapping() throws {
    #expect(
      throws: ImportError.missingColumn(
        field: .name, columns: ["age", "party"])
    ) { try importText("age,party\n36,x\n", options()) }
    #expect(
      throws: ImportError.unknownColumn(
        purpose: "name", column: "first", columns: ["name", "surname", "age"])
    ) {
      try importText(
        "name,surname,age\nAda,L,1\n",
        try options { $0.mapping = try ColumnMapping(parsing: "name=first") })
    }
    for wrong in ["name", "name=", "nom=x", "name=a,name=b", ""] {
      #expect(throws: ImportError.self) { try ColumnMapping(parsing: wrong) }
    }
    let without = try importText(
      "name,surname,age,email\nAda,L,36,a@example.org\n",
      try options { $0.mapping = try ColumnMapping(parsing: "email=,id=") })
    #expect(without.people.map(\.email) == [nil])
    #expect(without.people.map(\.attributes) == [["email": "a@example.org"]])
    let outcome = try importText(
      "first,last,born,extra\nAda,L,2000-02-29,x\n",
      try options {
        $0.mapping = try ColumnMapping(parsing: "name=first,surname=last,age=born,birthDate=born")
      })
    #expect(outcome.people.map(\.age) == [26])
    #expect(outcome.people.first?.birthDate == CalendarDate("2000-02-29"))
    #expect(outcome.people.first?.attributes == ["extra": "x"])
    #expect(outcome.summary.unusedColumns.isEmpty)
  }

  @Test("conflicts by e-mail: error, ignore, update")
  func conflicts() throws {
    let store = try PersonStore(path: ":memory:")
    try importText(header + "Ada,L,36,a@example.org,1990-01-01\n", options(), into: store)
    let again = "name,surname,age,email\nAda,Byron,37,a@example.org\nEve,E,1,e@example.org\n"
    #expect(throws: ImportError.self) { try importText(again, try options { _ in }, into: store) }

    let ignored = try importText(again, try options { $0.onConflict = .ignore }, into: store)
    #expect(ignored.summary.skipped == 1 && ignored.summary.inserted == 1)
    #expect(ignored.people.map(\.surname) == ["L", "E"])

    let updated = try importText(again, try options { $0.onConflict = .update }, into: store)
    #expect(updated.summary.updated == 2 && updated.summary.inserted == 0)
    #expect(updated.people.map(\.surname) == ["Byron", "E"])
    // The file has no birth dates, so the stored one stays.
    #expect(updated.people[0].birthDate == CalendarDate("1990-01-01"))
    #expect(updated.people[0].age == 37)
  }

  @Test("a key that a JSON object lacks does not overwrite; a null does")
  func jsonKeys() throws {
    let store = try PersonStore(path: ":memory:")
    try importText(
      header + "Ada,L,36,a@example.org,1990-01-01\nEve,E,1,e@example.org,1991-01-01\n", options(),
      into: store)
    let outcome = try importText(
      """
      [{"id": 1, "name": "Ada", "surname": "Byron", "age": 37},
       {"id": 2, "name": "Eve", "surname": "E", "age": 2, "birthDate": null}]
      """,
      try options {
        $0.onConflict = .update
        $0.mapping = try ColumnMapping(parsing: "id=id")
      }, into: store)
    #expect(outcome.summary.updated == 2)
    #expect(outcome.people.map(\.email) == ["a@example.org", "e@example.org"])
    #expect(outcome.people.map(\.birthDate) == [CalendarDate("1990-01-01"), nil])
  }

  @Test("a dry run says what would happen and stores nothing")
  func dryRun() throws {
    let store = try PersonStore(path: ":memory:")
    let outcome = try importText(
      header + "Ada,L,36,,\n", try options { $0.isDryRun = true }, into: store)
    #expect(outcome.summary.inserted == 1)
    #expect(outcome.people.isEmpty)
  }

  @Test(
    "what is exported is imported as the same people",
    // A card has no empty texts, such as the surname here.
    arguments: TableFormat.allCases.filter { $0 != .vcard })
  func roundTrip(format: TableFormat) throws {
    let store = try PersonStore(path: ":memory:")
    let people = try store.people.insert([
      Person(
        name: "a\"b,c;d", surname: "", age: 0,
        attributes: ["note": "a\"b,c;d\te\nf\r\ng", "\u{202E}": "\u{1}\u{2028}"]),
      Person(
        name: "👨‍👩‍👧 \u{200E} é", surname: " x ", age: Person.highestAge, email: "x@example.org"),
      Person(name: "\\", surname: "null", age: 1, birthDate: CalendarDate("0000-01-01")),
    ])
    let folder = TemporaryFolder()
    let path = folder.file("people.\(format.rawValue)")
    #expect(try PersonExporter().run(store, to: ByteSink(path: path), format: format) == 3)
    let other = try PersonStore(path: ":memory:")
    try PersonImporter(options: options()).run(ByteSource(path: path), into: other) {
      Issue.record("\($0)")
    }
    #expect(try other.people.all() == people)
  }

  @Test("more rows than a batch, rejected ones among them, stay in the file's order")
  func batches() throws {
    let rows = (0..<5000).map { $0 % 1000 == 999 ? "P\($0),S,x,," : "P\($0),S,\($0 % 90),," }
    let outcome = try importText(header + rows.joined(separator: "\n"), options())
    #expect(outcome.summary.read == 5000 && outcome.summary.rejected == 5)
    #expect(outcome.rejections[0].hasPrefix("line 1001, column 3 (age)"))
    let expected = (0..<5000).filter { $0 % 1000 != 999 }.map { "P\($0)" }
    #expect(outcome.people.map(\.name) == expected)
  }
}
