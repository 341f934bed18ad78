import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import Testing

@Suite("texts as columns") struct TextColumnTests {
  static let texts = [
    "", " ", "a", "O'Brien", "\"quoted\"", "%_*?[\\", "'; DROP TABLE cell; --", "?1 :name @x $y",
    "\0", "a\0b", "\0\0", "\r\n", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{10FFFF}",
    "\u{FEFF}", "\u{E9}", "\u{AC01}", "\u{65E5}\u{672C}", String(repeating: "x", count: 100_000),
    String(repeating: "\u{1F600}", count: 20_000),
  ]

  @Test("text comes back as it was", arguments: texts)
  func roundTrip(text: String) throws {
    try expectStored(text, as: .text(text))
    let cells = try Cells(String.self)
    let key = try cells.rows.insert(Cell(value: text)).id
    let bytes = try cells.connection.query("SELECT CAST(value AS BLOB) FROM cell WHERE id = \(key)")
    { try $0.blob(0) }
    #expect(bytes == [Array(text.utf8)])
  }

  @Test("S05 text is stored in canonical form, and returned so")
  func canonicalForm() throws {
    for (given, form) in [
      ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"), ("\u{AC00}\u{11A8}", "\u{AC01}"),
      ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{F900}", "\u{8C48}"),
    ] {
      let cells = try Cells(String.self)
      let bytes = { (text: String) in Array(text.utf8) }
      let stored = {
        try cells.connection.query("SELECT CAST(value AS BLOB) FROM cell") { try $0.blob(0) }
      }
      let row = try cells.rows.insert(Cell(value: given))
      #expect(bytes(row.value) == bytes(form))
      #expect(try stored() == [bytes(form)])

      try cells.rows.update(Cell(id: row.id, value: "other"))
      try cells.rows.update(Cell(id: row.id, value: given))
      #expect(try stored() == [bytes(form)])

      try cells.rows.update(Cell(id: row.id, value: "other"))
      #expect(bytes(try cells.rows.save(Cell(id: row.id, value: given)).value) == bytes(form))
      #expect(try stored() == [bytes(form)])

      try cells.rows.delete(row.id)
      let rows = try cells.rows.insert([Cell(value: given), Cell(value: "plain")])
      #expect(rows.map { bytes($0.value) } == [bytes(form), bytes("plain")])
      #expect(try stored() == [bytes(form), bytes("plain")])
    }
  }

  @Test func notText() throws {
    try expectNull(String.self)
    try expectRefused(String.self, "5", expected: "TEXT", found: "INTEGER")
    try expectRefused(String.self, "x'61'", expected: "TEXT", found: "BLOB")
  }

  @Test("S35 invalid UTF-8 is a decode error", arguments: ["C3", "61FF", "C080", "EDA080", "41E9"])
  func invalidUTF8(bytes: String) throws {
    try expectRefused(
      String.self, "CAST(x'\(bytes)' AS TEXT)", expected: "TEXT", found: "TEXT that is not UTF-8")
  }

  @Test func calendarDates() throws {
    for text in ["0000-01-01", "1815-12-10", "2024-02-29", "9999-12-31"] {
      let date = try #require(CalendarDate(text))
      try expectStored(date, as: .text(text))
    }
    try expectNull(CalendarDate.self)
  }

  @Test(
    "S19 a day that does not exist is a decode error",
    arguments: [
      "2024-02-31", "2023-02-29", "2024-13-01", "2024-00-10", "2024-1-01", "24-01-01", "",
      "2024-01-01T00:00", "2024/01/01", "0000-00-00", "\u{0662}024-01-01",
    ])
  func impossibleDates(text: String) throws {
    try expectRefused(
      CalendarDate.self, "'\(text)'", expected: "a day YYYY-MM-DD", found: "'\(text)'")
  }

  @Test func notADate() throws {
    try expectRefused(CalendarDate.self, "20240101", expected: "TEXT", found: "INTEGER")
  }

  @Test func identifiers() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    try expectStored(try #require(UUID(uuidString: text)), as: .text(text))
    let random = UUID()
    try expectStored(random, as: .text(random.uuidString))
    try expectNull(UUID.self)
  }

  @Test(
    "text that is nearly a UUID",
    arguments: [
      "", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "E621E1F8C36C495A93FC0C247A3E6E5F",
      "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}", " 621E1F8-C36C-495A-93FC-0C247A3E6E5F",
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5G", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F ",
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5",
    ])
  func notIdentifiers(text: String) throws {
    try expectRefused(
      UUID.self, "'\(text)'", expected: "a UUID with capitals", found: "'\(text)'")
  }

  @Test func identifierBeforeNUL() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\0x"
    try expectRefused(
      UUID.self, "CAST(x'\(text.utf8.map { String($0, radix: 16).padded }.joined())' AS TEXT)",
      expected: "a UUID with capitals", found: "'\(text)'")
  }
}

extension String {
  fileprivate var padded: String { count == 1 ? "0" + self : self }
}
