import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Points in time in SQL, in memory and on arrays, on each engine: S61.
@Suite struct TimeTests {
  struct Shift: Sendable, Hashable {
    var id: Int64 = 0
    var begin: Date
    var end: Date?
    static let table = Table(
      "work_shift", Shift.init, .primaryKey("id", \.id), .column("begin", \.begin),
      .column("end", \.end))
  }

  private let repositories: [Repository<Shift>]

  init() throws {
    repositories = try newDatabases([
      """
      CREATE TABLE work_shift (id INTEGER PRIMARY KEY, "begin" INTEGER NOT NULL, "end" INTEGER)
      """
    ]).map { Repository(Shift.table, in: $0) }
    // Around changes of the clock in Europe and America, before 1970, at the end of a year.
    let starts = [
      0.0, -1.5, 1_774_746_000, 1_774_745_999.999999, 1_793_494_800, 1_793_498_400.25, -2e9,
      1_767_225_599, 4.1e9, 123_456_789.123457,
    ]
    let shifts = starts.enumerated().map { index, start in
      let begin = Date(timeIntervalSince1970: start)
      return Shift(
        begin: begin, end: index % 3 == 2 ? nil : begin.addingTimeInterval(Double(index) * 1000.7))
    }
    for repository in repositories { try repository.insert(shifts) }
  }

  private func expect<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ query: (Query<Shift>) -> Query<Element>
  ) throws {
    let stored = try repositories[0].all()
    let expected = try query(Query(stored)).toArray().map { "\($0)" }
    #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    #expect(try query(repositories[0].query).plan().isAllSQL, sourceLocation: sourceLocation)
    for repository in repositories {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let found = try query(repository.query).policy(policy).toArray().map { "\($0)" }
        #expect(found == expected, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func intervals() throws {
    try expect { $0.select { ($0.id, $0.end.map { $0.timeIntervalSince1970Part }) } }
    try expect { $0.select { shift in shift.end.map { $0.timeIntervalSince(shift.begin) } } }
    let now = Date(timeIntervalSince1970: 1_800_000_000.1234567)
    try expect { $0.select { $0.begin.timeIntervalSince(now) } }
    try expect {
      $0.where { ($0.end ?? now).timeIntervalSince($0.begin) > 4000 }.select { $0.id }
    }
    try expect { $0.select { $0.begin.addingTimeInterval(0.1) } }
    // The point in time is a constant, which a server computes first.
    for repository in repositories {
      let start = Date(timeIntervalSince1970: 1_774_746_000)
      let report = try repository.select {
        QueryExpression(start).adding(days: QueryExpression<Int>($0.id), in: .gmt)
      }.report()
      #expect(report.failure == nil)
    }
    try expect {
      $0.where { $0.begin.addingTimeInterval(86_400.0 * 365.0) < now }.select { $0.id }
    }
    for repository in repositories {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        #expect(throws: ExpressionError.arithmeticOverflow) {
          try repository.query.policy(policy).select { $0.begin.addingTimeInterval(1e300) }
            .toArray()
        }
        #expect(throws: ExpressionError.arithmeticOverflow) {
          try repository.query.policy(policy)
            .select { $0.begin.addingTimeInterval(1e12).calendarDate(in: .gmt) }.toArray()
        }
      }
    }
  }

  /// Also before 1582 and where clocks are set forward or back: S61.
  @Test func calendarsOfTimeZones() throws {
    for zone in ["GMT", "Europe/Oslo", "America/Sao_Paulo", "Asia/Kathmandu"] {
      let zone = try #require(TimeZone(identifier: zone))
      try expect { $0.select { ($0.id, $0.begin.startOfDay(in: zone)) } }
      try expect { $0.select { shift in shift.end.map { $0.adding(days: 1, in: zone) } } }
      try expect { $0.select { $0.begin.adding(months: -1, in: zone) } }
      try expect { $0.select { $0.begin.adding(years: 4, in: zone) } }
      try expect { $0.where { $0.begin.adding(days: 3, in: zone) < .now }.select { $0.id } }
    }
    try expect { $0.select { $0.begin.ISO8601Format() } }
    for repository in repositories {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        #expect(throws: ExpressionError.arithmeticOverflow) {
          try repository.query.policy(policy).select { $0.begin.adding(years: 9000, in: .gmt) }
            .toArray()
        }
      }
    }
  }

  /// Days before 15 October 1582, and years that no `CalendarDate` has: one calendar for parts,
  /// texts and encodings, on each engine and in memory.
  @Test func oneCalendar() throws {
    let days: [(text: String, seconds: Double)] = [
      ("1500-02-28", -14_826_758_400), ("1500-03-01", -14_826_672_000),
      ("1582-10-04", -12_220_243_200), ("1582-10-10", -12_219_724_800),
      ("1582-10-14", -12_219_379_200), ("1582-10-15", -12_219_292_800),
      ("0001-01-01", -62_135_596_800), ("0000-01-01", -62_167_219_200),
      ("0004-02-29", -62_035_891_200), ("1900-02-28", -2_203_977_600),
      ("9999-12-31", 253_402_214_400),
    ]
    for repository in try newDatabases([
      """
      CREATE TABLE work_shift (id INTEGER PRIMARY KEY, "begin" INTEGER NOT NULL, "end" INTEGER)
      """
    ]).map({ Repository(Shift.table, in: $0) }) {
      try repository.insert(
        days.map { Shift(begin: Date(timeIntervalSince1970: $0.seconds + 3_661.5), end: nil) })
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let query = repository.query.policy(policy)
        #expect(
          try query.select { $0.begin.ISO8601Format() }.toArray()
            == days.map { "\($0.text)T01:01:01Z" })
        #expect(
          try query.select { $0.begin.calendarDate(in: .gmt) }.toArray().map(\.description)
            == days.map(\.text))
        #expect(
          try query.select { $0.begin.calendarDate(in: .gmt).year }.toArray()
            == days.map { Int($0.text.prefix(4)) })
        #expect(
          try query.where { $0.begin.ISO8601Format().hasPrefix("1582-10-10") }.count() == 1)
        // The years that no calendar date has are texts all the same.
        #expect(
          try query.take(1).select { shift in
            (
              shift.begin.addingTimeInterval(-60_000_000_000.0).ISO8601Format(),
              shift.begin.addingTimeInterval(280_000_000_000.0).ISO8601Format()
            )
          }.toArray().map { "\($0)" } == ["(\"-0402-11-01T14:21:01Z\", \"10373-01-02T18:47:41Z\")"])
      }
    }
  }

  @Test func textsOfDaysAreThoseOfTheEncodings() throws {
    struct Event: Sendable, Hashable {
      var id: Int64 = 0
      var iso: Date
      var text: Date
    }
    let table = Table(
      "event", Event.init, .primaryKey("id", \.id), .column("iso", \.iso).encoded(as: .iso8601),
      .column("text", \.text).encoded(as: .timestamp))
    for pool in try newDatabases([
      "CREATE TABLE event (id INTEGER PRIMARY KEY, iso TEXT NOT NULL, text TEXT NOT NULL)"
    ]) {
      let events = Repository(table, in: pool)
      for seconds in [-14_826_672_000.0, -12_219_724_800, -62_135_596_800, 0] {
        let date = Date(timeIntervalSince1970: seconds)
        try events.insert(Event(iso: date, text: date))
      }
      let stored = try pool.read {
        try $0.query("SELECT iso FROM event ORDER BY id") { try $0.text(0) }
      }
      #expect(
        stored
          == ["1500-03-01", "1582-10-10", "0001-01-01", "1970-01-01"].map { $0 + "T00:00:00Z" })
      #expect(try events.select { $0.iso.ISO8601Format() }.toArray() == stored)
      #expect(try events.select { $0.text.ISO8601Format() }.toArray() == stored)
    }
  }

  /// The days of a year around the changes of the clocks, compared with Foundation.
  @Test(arguments: ["Europe/Oslo", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Tehran"])
  func daysLikeFoundation(_ identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let start = Date(timeIntervalSince1970: 1_500_000_000.25)
    for hour in 0..<(365 * 24) where hour % 5 != 0 {
      let date = start.addingTimeInterval(Double(hour) * 3600)
      #expect(date.adding(days: 0, in: zone) == date && date.adding(months: 0, in: zone) == date)
      #expect(date.startOfDay(in: zone) == calendar.startOfDay(for: date), "\(date)")
      #expect(
        date.adding(days: 1, in: zone) == calendar.date(byAdding: .day, value: 1, to: date),
        "\(date)")
      #expect(
        date.adding(months: 5, in: zone) == calendar.date(byAdding: .month, value: 5, to: date),
        "\(date)")
    }
  }

  @Test func partsInTimeZones() throws {
    let zones = ["GMT", "Europe/Oslo", "America/New_York", "Asia/Kathmandu", "GMT-0330"]
    for zone in try zones.map({ try #require(TimeZone(identifier: $0)) }) {
      try expect { $0.select { $0.begin.calendarDate(in: zone) } }
      try expect {
        $0.select {
          ($0.begin.hour(in: zone), $0.begin.minute(in: zone), $0.begin.second(in: zone))
        }
      }
      try expect {
        $0.groupBy { $0.begin.calendarDate(in: zone).startOfMonth }.select { ($0.key, $0.count) }
      }
      // The parts are those of Foundation.
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      for shift in try repositories[0].all() where shift.begin.timeIntervalSince1970 > -1e9 {
        let parts = calendar.dateComponents(
          [.year, .month, .day, .hour, .minute, .second], from: shift.begin)
        let day = shift.begin.calendarDate(in: zone)
        #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
        #expect(
          [shift.begin.hour(in: zone), shift.begin.minute(in: zone), shift.begin.second(in: zone)]
            == [parts.hour, parts.minute, parts.second])
      }
    }
  }
}

extension QueryExpression<Date> {
  fileprivate var timeIntervalSince1970Part: QueryExpression<Double> {
    timeIntervalSince(Date(timeIntervalSince1970: 0))
  }
}
