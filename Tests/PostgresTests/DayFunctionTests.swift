#if Postgres
import LinqCore
import StoreEngine
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  /// The server's functions of days give what those of `CalendarDate` give, or leave it to memory.
  @Suite struct DayFunctionTests {
    private func texts(_ calls: [String], on connection: Connection) throws -> [String] {
      let columns = calls.map { "CAST(\($0) AS text)" }.joined(separator: ", ")
      return try connection.query("SELECT \(columns)") { row in
        try calls.indices.map { try row.text($0) }
      }[0]
    }

    @Test func theyAgreeWithCalendarDate() throws {
      let connection = try newConnection()
      try connection.installFunctions()
      let seed = Seed()
      var random = seed.generator
      let first = try #require(CalendarDate("0000-01-01"))
      let last = try #require(CalendarDate("9999-12-31"))
      let count = first.distance(to: last)
      for round in 0..<500 {
        // Every fourth day is at an end of the calendar or of a leap year.
        let isOdd = round % 4 == 0
        let day =
          isOdd
          ? try #require(
            CalendarDate(
              ["0000-01-01", "0000-02-29", "9999-12-31", "2000-02-29", "1900-02-28"][round / 4 % 5]
            ))
          : first.advanced(by: .random(in: 0...count, using: &random))
        let other = first.advanced(by: .random(in: 0...count, using: &random))
        let months = Int.random(
          in: -day.year * 12...(9999 - day.year) * 12, using: &random)
        let found = try texts(
          [
            "swift.weekday('\(day)')", "swift.day_of_year('\(day)')",
            "swift.start_of_month('\(day)')", "swift.start_of_year('\(day)')",
            "swift.day_distance('\(day)', '\(other)')",
            "swift.day_advanced('\(day)', \(day.distance(to: other)))",
            "swift.day_adding_months('\(day)', \(months))",
            "swift.whole_years('\(day)', '\(other)')",
          ], on: connection)
        #expect(
          found == [
            "\(day.weekday)", "\(day.dayOfYear)", "\(day.startOfMonth)", "\(day.startOfYear)",
            "\(day.distance(to: other))", "\(other)", "\(day.adding(months: months))",
            "\(day.wholeYears(to: other))",
          ], "\(day) \(other) \(months) \(seed)")
      }
    }

    @Test(arguments: [
      "swift.day_advanced('9999-12-31', 1)", "swift.day_advanced('0000-01-01', -1)",
      "swift.day_advanced('2026-11-30', 9223372036854775807)",
      "swift.day_adding_months('0000-01-31', -1)", "swift.day_adding_months('9999-12-01', 1)",
      "swift.day_adding_months('2026-11-30', -9223372036854775807)",
    ])
    func memoryDecidesBeyondTheCalendar(call: String) throws {
      let connection = try newConnection()
      try connection.installFunctions()
      #expect(throws: DatabaseError.self) { try texts([call], on: connection) }
    }

    @Test func nilStaysNil() throws {
      let connection = try newConnection()
      try connection.installFunctions()
      for call in [
        "swift.day_advanced(NULL, 1)", "swift.day_advanced('2026-11-30', NULL)",
        "swift.day_adding_months(NULL, NULL)", "swift.day_distance('2026-11-30', NULL)",
        "swift.weekday(NULL)", "swift.whole_years(NULL, '2026-11-30')",
        "swift.start_of_month(NULL)",
      ] {
        let isNull = try connection.query("SELECT \(call)") { $0.isNull(0) }
        #expect(isNull == [true], "\(call)")
      }
    }
  }
}
#endif
