public import Foundation

// Calendar arithmetic of points in time: in the Gregorian calendar, which is used before 1582 too,
// and in a time zone. The time of day stays the same, whether daylight saving time begins or ends
// between the two. Where it does not exist on the new day, it is as much later as the clocks were
// set forward; where it occurs twice, it is the first of the two, except on
// the same day.

extension Date {
  /// Returns the first moment of the day in a time zone.
  ///
  /// ```swift
  /// orders.where { $0.created >= Date.now.startOfDay(in: .gmt) }
  /// ```
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func startOfDay(in timeZone: TimeZone) -> Date {
    Date(startOf: calendarDate(in: timeZone), in: timeZone)
  }

  /// Creates the first moment of a day in a time zone.
  public init(startOf day: CalendarDate, in timeZone: TimeZone) {
    self.init(day, secondOfDay: 0, in: timeZone)
  }

  /// Returns the same time of day a number of days later in a time zone, to the microsecond.
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func adding(days: Int, in timeZone: TimeZone) -> Date {
    known(moved(in: timeZone) { $0.advancing(by: days) })
  }

  /// Returns the same time of day a number of months later in a time zone, to the microsecond: on
  /// the same day of the month, or on its last day if the month is shorter.
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func adding(months: Int, in timeZone: TimeZone) -> Date {
    known(moved(in: timeZone) { $0.addingMonths(months) })
  }

  /// Returns the same time of day a number of years later in a time zone, to the microsecond; on 28
  /// February for 29 February in a common year.
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func adding(years: Int, in timeZone: TimeZone) -> Date {
    adding(months: years * 12, in: timeZone)
  }

  private func known(_ date: Date?) -> Date {
    guard let date else { preconditionFailure("a day beyond the year 9999 or before 0") }
    return date
  }

  /// Returns the same time of day on another day; nil beyond the years 0 to 9999.
  func moved(in timeZone: TimeZone, to day: (CalendarDate) -> CalendarDate?) -> Date? {
    guard let here = microsecondsSince1970 else { return nil }
    let local = Date(microsecondsSince1970: here).localTime(in: timeZone)
    guard let to = local.day.flatMap(day) else { return nil }
    if to == local.day { return Date(microsecondsSince1970: here) }
    let second = Date(to, secondOfDay: local.second, in: timeZone)
    let (_, fraction) = here.dividedDown(by: 1_000_000)
    return second.microsecondsSince1970.map { Date(microsecondsSince1970: $0 + fraction) }
  }

  /// Creates the point in time that clocks of a time zone show.
  private init(_ day: CalendarDate, secondOfDay: Int, in timeZone: TimeZone) {
    let first = CalendarDate(uncheckedYear: 1970, month: 1, day: 1).dayNumber
    let local = (day.dayNumber - first) * 86_400 + secondOfDay
    func offset(at second: Int) -> Int {
      timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }
    let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
    let isAfter = offset(at: local - before) != before && offset(at: local - after) == after
    self.init(timeIntervalSince1970: Double(local - (isAfter ? after : before)))
  }
}
