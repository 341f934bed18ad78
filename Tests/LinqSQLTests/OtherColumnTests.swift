import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("bytes, points in time and enumerations as columns") struct OtherColumnTests {
  @Test func bytes() throws {
    for bytes: [UInt8] in [[], [0], [0, 1, 255], Array(repeating: 7, count: 100_000)] {
      try expectStored(bytes, as: .blob(bytes))
      try expectStored(Data(bytes), as: .blob(bytes))
      try expectStored(Data([9] + bytes).dropFirst(), as: .blob(bytes))
    }
    try expectNull([UInt8].self)
    try expectNull(Data.self)
    try expectRefused([UInt8].self, "'text'", expected: "BLOB", found: "TEXT")
    try expectRefused(Data.self, "1", expected: "BLOB", found: "INTEGER")
  }

  @Test(
    "S19 a point in time is whole microseconds since 1970",
    arguments: [
      0, 1, -1, 1_000_000, 1_700_000_000_123_456, -62_135_596_800_000_000, 253_402_300_799_000_000,
    ])
  func pointsInTime(microseconds: Int64) throws {
    let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    try expectStored(date, as: .integer(microseconds))
  }

  @Test func timeIsRoundedToTheMicrosecond() throws {
    for (seconds, microseconds) in [
      (0.000_000_4, 0), (0.000_000_6, 1), (-0.000_000_6, -1), (1_234.567_890_4, 1_234_567_890),
    ] {
      let cells = try Cells(Date.self)
      let given = Date(timeIntervalSince1970: seconds)
      let stored = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
      #expect(given != stored)
      let result = try cells.store(given)
      #expect(result.returned == stored)
      #expect(result.read == stored)
      #expect(result.stored == .integer(Int64(microseconds)))
      #expect(try cells.rows.save(Cell(id: 1, value: given)).value == stored)
    }
  }

  @Test func randomTimesComeBackAsTheyWereReturned() throws {
    let seed = Seed()
    var random = seed.generator
    let cells = try Cells(Date.self)
    for _ in 0..<500 {
      let date = Date(timeIntervalSince1970: .random(in: -1e11...1e12, using: &random))
      let result = try cells.store(date)
      #expect(result.returned == result.read, "\(seed)")
      // A Double of seconds that is as large as this knows no more.
      #expect(abs(result.read.timeIntervalSince(date)) < 0.000_3, "\(seed)")
    }
  }

  @Test("from 1902 to 2105 each microsecond is told apart") func exactTimes() throws {
    let seed = Seed()
    var random = seed.generator
    let cells = try Cells(Date.self)
    for _ in 0..<500 {
      let microseconds = Int64.random(
        in: -2_145_916_800_000_000...4_291_747_199_999_999, using: &random)
      let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
      let result = try cells.store(date)
      #expect(result.stored == .integer(microseconds), "\(seed)")
      #expect(result.read == date, "\(seed)")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 9.3e12, -9.3e12])
  func timesThatDoNotFit(seconds: Double) throws {
    let cells = try Cells(Date.self)
    let error = #expect(throws: RowError.self) {
      try cells.rows.insert(Cell(value: Date(timeIntervalSince1970: seconds)))
    }
    guard case .invalid("cell", let validation)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(validation.problems.map(\.field) == ["value"])
    #expect(try cells.rows.count() == 0)
  }

  @Test func notATime() throws {
    try expectNull(Date.self)
    try expectRefused(Date.self, "'2024-01-01'", expected: "INTEGER", found: "TEXT")
    try expectRefused(Date.self, "1.5", expected: "INTEGER", found: "REAL")
  }

  enum Status: String, ColumnValue { case open, paid, accented = "\u{E9}" }
  enum Level: Int, ColumnValue { case low = -1, high = 100 }
  enum Narrow: UInt8, ColumnValue { case one = 1, last = 255 }
  struct Code: RawRepresentable, ColumnValue, Equatable { var rawValue: String }

  @Test func enumerations() throws {
    try expectStored(Status.open, as: "open")
    try expectStored(Status.accented, as: "\u{E9}")
    try expectStored(Level.low, as: -1)
    try expectStored(Level.high, as: 100)
    try expectStored(Narrow.last, as: 255)
    try expectStored(Code(rawValue: "x"), as: "x")
    try expectNull(Status.self)
    try expectNull(Level.self)
    let code = try Cells(Code.self).store(Code(rawValue: "e\u{301}"))
    #expect(code.returned.rawValue.utf8.elementsEqual("\u{E9}".utf8))
  }

  @Test func unknownRawValues() throws {
    try expectRefused(
      Status.self, "'lost'", expected: "a raw value of Status", found: "\"lost\"")
    try expectRefused(Status.self, "''", expected: "a raw value of Status", found: "\"\"")
    try expectRefused(Status.self, "'Open'", expected: "a raw value of Status", found: "\"Open\"")
    try expectRefused(Level.self, "2", expected: "a raw value of Level", found: "2")
    try expectRefused(Narrow.self, "256", expected: "UInt8", found: "256")
    try expectRefused(Level.self, "'100'", expected: "INTEGER", found: "TEXT")
    try expectRefused(Status.self, "1", expected: "TEXT", found: "INTEGER")
  }

  @Test func columnDescriptions() {
    func description<Content: ColumnValue>(_: Content.Type) -> ColumnDescription {
      Cell<Content>.table.columns[1]
    }
    #expect(description(Int8.self).type == .integer)
    #expect(description(Bool?.self).type == .integer)
    #expect(description(Date.self).type == .integer)
    #expect(description(Double.self).type == .real)
    #expect(description(UUID.self).type == .text)
    #expect(description(CalendarDate.self).type == .text)
    #expect(description(Data.self).type == .blob)
    #expect(description(Level.self).type == .integer)
    #expect(description(Status?.self).type == .text)
    let optional = description(Status?.self)
    #expect(optional.isOptional)
    let status = description(Status.self)
    #expect(!status.isOptional)
    let key = Cell<Int>.table.columns[0]
    #expect(key.isPrimaryKey)
    #expect(key.name == "id")
    #expect(key.type == .integer)
    #expect(!description(Int.self).isPrimaryKey)
  }
}
