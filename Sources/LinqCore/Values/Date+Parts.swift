public import Foundation

extension Date {
  /// Returns the day in a time zone.
  ///
  /// ```swift
  /// orders.countBy { $0.created.calendarDate(in: .gmt) }
  /// ```
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func calendarDate(in timeZone: TimeZone) -> CalendarDate {
    guard let day = localTime(in: timeZone).day else {
      preconditionFailure("\(self) is beyond the year 9999 or before 0")
    }
    return day
  }

  /// Returns the hour of the day in a time zone, 0 to 23.
  public func hour(in timeZone: TimeZone) -> Int { localTime(in: timeZone).second / 3600 }

  /// Returns the minute of the hour in a time zone, 0 to 59.
  public func minute(in timeZone: TimeZone) -> Int { localTime(in: timeZone).second / 60 % 60 }

  /// Returns the second of the minute in a time zone, 0 to 59.
  public func second(in timeZone: TimeZone) -> Int { localTime(in: timeZone).second % 60 }

  /// Returns the day in a time zone, which is nil beyond the years 0 to 9999, and the second of the
  /// day.
  func localTime(in timeZone: TimeZone) -> (day: CalendarDate?, second: Int) {
    let seconds = (timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: self))).rounded(
      .down)
    guard let number = Int(exactly: seconds) else { return (nil, 0) }
    let (day, second) = number.dividedDown(by: 86_400)
    let first = CalendarDate(uncheckedYear: 1970, month: 1, day: 1).dayNumber
    return (CalendarDate(dayNumber: first + day), second)
  }

  /// Creates the point in time that an INTEGER column holds.
  package init(microsecondsSince1970 microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }

  /// The number that an INTEGER column holds; nil if it does not fit.
  package var microsecondsSince1970: Int64? {
    Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded())
  }
}
