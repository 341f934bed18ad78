package import Foundation
internal import StoreSupport

// Foundation's own functions have the Julian calendar before 15 October 1582, and others of the
// library, like those of engines, have not.
extension Date {
  /// The text in ISO 8601, in UTC and without fractions of a second, in the proleptic Gregorian
  /// calendar: `2026-03-01T08:30:00Z`. Years beyond 0 to 9999 have a sign or more digits.
  package var iso8601Text: String {
    guard let seconds = Int(exactly: timeIntervalSince1970.rounded(.down)) else {
      return "\(timeIntervalSince1970) s"
    }
    let (days, second) = seconds.dividedDown(by: 86_400)
    // The calendar repeats after 400 years.
    let (cycle, dayOfCycle) = (days - Self.firstDay).dividedDown(by: 146_097)
    guard let day = CalendarDate(dayNumber: CalendarDate.firstDayNumber + dayOfCycle) else {
      preconditionFailure("a cycle begins in the year 0")
    }
    let year = day.year + 400 * cycle
    return (year < 0 ? "-" : "") + String.digits(abs(year), count: 4)
      + "\(day.description.dropFirst(4))T\(String.digits(second / 3600, count: 2))"
      + ":\(String.digits(second / 60 % 60, count: 2)):\(String.digits(second % 60, count: 2))Z"
  }

  /// Creates the point in time of a text in ISO 8601 in the proleptic Gregorian calendar, with a
  /// time zone and perhaps a fraction of the second; nil for another text, and for a day that the
  /// calendar does not have.
  package init?(iso8601 text: String) {
    guard text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
      let day = CalendarDate(String(text.prefix(10))),
      // The time of day is read by Foundation, on a day of a calendar that both have.
      let time = try? Date("2000-01-01" + text.dropFirst(10), strategy: .iso8601)
    else { return nil }
    let days = CalendarDate(uncheckedYear: 2000, month: 1, day: 1).distance(to: day)
    self = time.addingTimeInterval(Double(days) * 86_400)
  }

  /// The number of days from 1970 to the first day of the year 0.
  private static let firstDay =
    CalendarDate.firstDayNumber - CalendarDate(uncheckedYear: 1970, month: 1, day: 1).dayNumber
}

extension CalendarDate {
  /// The number of 1 January of the year 0.
  fileprivate static let firstDayNumber = CalendarDate(uncheckedYear: 0, month: 1, day: 1).dayNumber
}
