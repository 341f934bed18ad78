import Foundation
import LinqCore
import People
import PeopleIO
import Tabular
import TestSupport
import Testing

/// Former members of the United States Congress, where the data is at hand.
private let legislators = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("shared/data/legislators-historical.csv").path

@Suite("Values of an import")
struct ImportValueTests {
  private let store: PersonStore

  init() throws { store = try PersonStore(path: ":memory:") }

  private func run(
    _ source: ByteSource, asOf: String = "2026-06-15", maximumRejections: Int = 100,
    map: String? = nil
  ) throws -> (summary: ImportSummary, rejections: [String]) {
    let outcome = try importSource(
      source,
      options(asOf: asOf) {
        $0.maximumRejections = maximumRejections
        $0.reader.flattensNested = false
        if let map { $0.mapping = try ColumnMapping(parsing: map) }
      }, into: store)
    return (outcome.summary, outcome.rejections)
  }

  @Test(
    "the age on a day",
    arguments: [
      ("2000-02-29", "2026-02-28", 25), ("2000-02-29", "2026-03-01", 26),
      ("2000-02-29", "2028-02-28", 27), ("2000-02-29", "2028-02-29", 28),
      ("1990-06-16", "2026-06-15", 35), ("1990-06-15", "2026-06-15", 36),
      ("2026-06-15", "2026-06-15", 0), ("1876-06-15", "2026-06-15", 150),
      ("1876-06-14", "2026-06-15", 150), ("1721-04-19", "2026-06-15", nil),
    ] as [(String, String, Int?)])
  func ageFromDate(born: String, asOf: String, age: Int?) throws {
    _ = try run(ByteSource(text: "name,surname,age\nA,B,\(born)\n"), asOf: asOf)
    #expect(try store.people.all().map(\.age) == [age])
  }

  @Test(
    "whole numbers as they are written",
    arguments: [("0", 0), ("007", 7), ("+5", 5), ("-0", 0), ("150", 150), ("5.0", 5), ("5.75", 5)])
  func ages(text: String, age: Int) throws {
    _ = try run(ByteSource(text: "name,surname,age\nA,B,\(text)\n"))
    #expect(try store.people.all().map(\.age) == [age])
  }

  @Test(
    "what is no number of years is refused",
    arguments: [
      "9223372036854775808", " 5", "5 ", "1e3", "5.", "0x10", "+", "--1", "٣", "1990-1-1",
      "2023-02-29", "1990-01-01T10:00", "none",
    ])
  func noAges(text: String) throws {
    let (summary, rejections) = try run(ByteSource(text: "name,surname,age\nA,B,\(text)\n"))
    #expect(summary.inserted == 0)
    #expect(
      rejections == [
        "line 2, column 3 (age): not a whole number of years, nor a date YYYY-MM-DD: \"\(text)\""
      ])
  }

  @Test("a key of its own is kept, and one that is none is refused")
  func keys() throws {
    let (summary, rejections) = try run(
      ByteSource(text: "id,name,surname,age\n5,A,a,1\n,B,b,2\n0,C,c,3\n-1,D,d,4\nx,E,e,5\n"),
      map: "id=id")
    #expect(try store.people.all().map(\.id) == [5, 6])
    #expect(summary.inserted == 2)
    #expect(
      rejections == [
        #"line 4, column 1 (id): not a positive whole number: "0""#,
        #"line 5, column 1 (id): not a positive whole number: "-1""#,
        #"line 6, column 1 (id): not a positive whole number: "x""#,
      ])
  }

  @Test("faults of the file's form, each with its place")
  func form() throws {
    var bytes = Array("name,surname,age\nA,B,1\n".utf8)
    bytes +=
      Array("caf".utf8) + [0xE9] + Array(",B,1\nC \"q\",B,1\n\"D\"x,B,1\nE,B\nF,B,1,2\n".utf8)
    // A character cut in two, an overlong form and half of a surrogate pair.
    bytes += [0xC3] + Array(",B,1\n".utf8) + [0xC0, 0x80] + Array(",B,1\n".utf8)
    bytes += [0xED, 0xA0, 0x80] + Array(",B,1\nZ,B,1\n".utf8)
    let (summary, rejections) = try run(ByteSource(bytes: bytes))
    #expect(
      rejections == [
        "line 3, column 1 (name): invalid UTF-8: \"caf\u{FFFD}\"",
        #"line 4, column 1 (name): quote within an unquoted field: "C "q"""#,
        #"line 5, column 1 (name): text after the closing quote: ""D"x""#,
        "line 6, column 3 (age): 2 fields instead of 3",
        #"line 7, column 4: 4 fields instead of 3: "2""#,
        "line 8, column 1 (name): invalid UTF-8: \"\u{FFFD}\"",
        "line 9, column 1 (name): invalid UTF-8: \"\u{FFFD}\u{FFFD}\"",
        "line 10, column 1 (name): invalid UTF-8: \"\u{FFFD}\u{FFFD}\u{FFFD}\"",
      ])
    #expect(summary.read == 10 && summary.inserted == 2 && summary.rejected == 8)
    #expect(try store.people.all().map(\.name) == ["A", "Z"])
  }

  @Test("JSON values that are no text, or no number, are refused")
  func json() throws {
    let text = """
      [{"name": {"a": 1}, "surname": "b", "age": 1},
      {"name": "A", "surname": [], "age": 1},
      {"name": null, "surname": "b", "age": 1},
      {"surname": "b", "age": 1},
      {"name": "A", "surname": "b", "age": "one"},
      {"name": "A", "surname": "b", "age": true},
      {"name": "A", "surname": "b", "age": []},
      {"name": "A", "surname": "b", "age": {}},
      {"name": "A", "surname": "b", "age": 1, "email": []},
      7,
      {"name": "A", "name": "B", "surname": "b", "age": 1},
      {"name": "A", "surname": null, "age": "8"}]
      """
    let (summary, rejections) = try run(ByteSource(text: text))
    let noAge = "not a whole number of years, nor a date YYYY-MM-DD"
    #expect(
      rejections == [
        #"record 1, line 1, column 1 (name): not a text: "{"a": 1}""#,
        #"record 2, line 2, column 2 (surname): not a text: "[]""#,
        "record 3, line 3, column 1 (name): name is missing",
        "record 4, line 4, column 1 (name): name is missing",
        "record 5, line 5, column 3 (age): \(noAge): \"one\"",
        "record 6, line 6, column 3 (age): \(noAge): \"true\"",
        "record 7, line 7, column 3 (age): \(noAge): \"[]\"",
        "record 8, line 8, column 3 (age): \(noAge): \"{}\"",
        #"record 9, line 9, column 4 (email): not a text: "[]""#,
        #"record 10, line 10: not a JSON object: "7""#,
        #"record 11, line 11, column 1 (name): key occurs twice: "B""#,
      ])
    #expect(summary.read == 12 && summary.inserted == 1)
    #expect(try store.people.all() == [Person(id: 1, name: "A", surname: "", age: 8)])
  }

  @Test("a document or a quote that does not end takes everything back")
  func unfinished() throws {
    #expect(throws: TabularError.self) {
      try run(ByteSource(text: #"[{"name": "A", "surname": "b", "age": 1}"#))
    }
    #expect(throws: TabularError.unclosedQuote(path: "memory", line: 3002)) {
      let rows = String(repeating: "A,b,1\n", count: 3000)
      _ = try run(ByteSource(text: "name,surname,age\n" + rows + "\"A,b,1\nB,c,2\n"))
    }
    #expect(try store.people.all().isEmpty)
    // A line of NDJSON that is broken is the fault of that line only.
    let (summary, _) = try run(
      ByteSource(text: "{\"name\": \"A\", \"surname\": \"b\", \"age\": 1}\n{\"name\": \n"))
    #expect(summary.inserted == 1 && summary.rejected == 1)
  }

  @Test("as many rejections as allowed, and not one more", arguments: [0, 1, 2, 3])
  func limits(limit: Int) throws {
    let source = ByteSource(text: "name,surname,age\nA,b,1\n,b,1\nB,b,old\nC,b,\n")
    guard limit < 2 else {
      #expect(try run(source, maximumRejections: limit).summary.rejected == 2)
      #expect(try store.people.all().map(\.name) == ["A", "C"])
      return
    }
    let error = #expect(throws: ImportError.self) {
      try run(source, maximumRejections: limit)
    }
    #expect(
      error?.description
        == (limit == 0
          ? "line 3, column 1 (name): name is missing; nothing was imported "
            + "(allow rejected rows to import the others)"
          : "more than 1 rows rejected, the last one at line 4, column 3 (age): not a whole number "
            + "of years, nor a date YYYY-MM-DD: \"old\"; nothing was imported"))
    #expect(try store.people.all().isEmpty)
  }

  @Test("what the caller throws ends the import, wherever its reading is, and nothing is stored")
  func callerThrows() throws {
    let options = try options()
    // Far more than the reading half may be ahead.
    let rows = String(repeating: "A,b,1\n", count: 20_000)
    let text = "name,surname,age\nA,b,1\n,b,1\n" + rows
    #expect(throws: Stop()) {
      try PersonImporter(options: options).run(ByteSource(text: text), into: store) { _ in
        throw Stop()
      }
    }
    #expect(try store.people.all().isEmpty)
  }

  @Test("progress tells bytes that grow, up to all of them")
  func progress() throws {
    let text = "name,surname,age\n" + String(repeating: "A,b,1\n", count: 5000)
    let options = try options { _ in }
    var seen: [Int] = []
    try PersonImporter(options: options).run(ByteSource(text: text), into: store) { bytes, total in
      #expect(total == text.utf8.count)
      seen.append(bytes)
    } onRejection: {
      Issue.record("\($0)")
    }
    #expect(seen.count >= 10 && seen == seen.sorted())
    #expect(seen.last == text.utf8.count)
  }

  @Test("the exported text, and no file where it is not complete")
  func export() throws {
    _ = try store.people.insert([
      Person(name: "Ada", surname: "", age: 36, email: "a@example.org"),
      Person(name: "a,\"b\"", surname: "ü", age: 1, birthDate: CalendarDate("1990-01-02")),
    ])
    let folder = TemporaryFolder()
    let file = folder.file("people.csv")
    try PersonExporter().run(store, to: ByteSink(path: file), format: .csv)
    #expect(
      try folder.content(of: "people.csv") == """
        id,name,surname,age,email,birthDate
        1,Ada,"",36,a@example.org,
        2,"a,""b\""",ü,1,,1990-01-02

        """)
    let closed = try PersonStore(path: ":memory:")
    closed.close()
    #expect(throws: (any Error).self) {
      try PersonExporter().run(
        closed, to: ByteSink(path: folder.file("none.csv")), format: .csv)
    }
    #expect(folder.names == ["people.csv"])
  }

  @Test(
    "each of the legislators comes in as the file has them, with every column",
    .enabled(
      if: FileManager.default.fileExists(atPath: legislators),
      "NOT TESTED: the file of legislators is not beside the checkout"))
  func everyLegislator() throws {
    let (summary, rejections) = try run(ByteSource(path: legislators), maximumRejections: 0)
    #expect(summary.read == 12_230 && summary.inserted == 12_230 && rejections.isEmpty)
    let reader = try openRecords(ByteSource(path: legislators))
    var people = try store.people.all()[...]
    while let result = try reader.next() {
      guard case .record(let record) = result else { throw Stop() }
      let next = people.popFirst()
      let person = try #require(next)
      // Scalar by scalar: to a Swift string all normal forms are equal.
      let names = [person.surname, person.name].map { Array($0.unicodeScalars) }
      #expect(names == [0, 1].map { Array(record.string($0).unicodeScalars) })
      #expect((person.birthDate?.description ?? "") == record.string(4))
      var attributes: [String: String] = [:]
      for index in 2..<record.fieldCount where index != 4 && !record.string(index).isEmpty {
        attributes[reader.columns[index]] = record.string(index)
      }
      #expect(person.attributes == attributes)
    }
    #expect(people.isEmpty)
  }
}
