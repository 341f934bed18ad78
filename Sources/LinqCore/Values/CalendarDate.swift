/// A day in the proleptic Gregorian calendar: a year, a month and a day, without a time or a time
/// zone.
///
/// Only days that exist in the years 0 to 9999 can be created, so every value has a text form
/// `YYYY-MM-DD` of ten characters. The order of the text is the order of the days. Tables store
/// this text.
///
/// ```swift
/// let birthday = CalendarDate("1815-12-10")!
/// birthday.year                                   // 1815
/// CalendarDate(year: 2024, month: 2, day: 31)     // nil: there is no such day
/// people.where { $0.birthDate == birthday }       // … WHERE birth_date IS ?   ("1815-12-10")
/// ```
public struct CalendarDate: Sendable, Hashable {
  /// The year, month and day, packed so that the order of the packed values is the order of the
  /// days.
  @usableFromInline let packed: Int32

  @inlinable init(uncheckedYear year: Int, month: Int, day: Int) {
    packed = Int32(truncatingIfNeeded: (year &<< 9) | (month &<< 5) | day)
  }

  /// Creates a day. Returns nil if the calendar has no such day (month 13, 31 February) or the year
  /// is not in `0...9999`.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.daysIn(month: month, of: year)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// The year, 0 to 9999.
  @inlinable public var year: Int { Int(packed &>> 9) }

  /// The month of the year, 1 to 12.
  @inlinable public var month: Int { Int((packed &>> 5) & 15) }

  /// The day of the month, 1 to 31.
  @inlinable public var day: Int { Int(packed & 31) }

  /// Returns the number of days in a month (1 to 12) of a year.
  static func daysIn(month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of whole years from this day to another: the age on `date` of a person born
  /// on this day.
  ///
  /// The year is complete on the birthday. The birthday of a person born on 29 February is 1 March
  /// in common years. If `date` precedes this day, the result is the negated number of years from
  /// `date` to this day.
  public func wholeYears(to date: CalendarDate) -> Int {
    if date < self { return -date.wholeYears(to: self) }
    let hadBirthday = (date.month, date.day) >= (month, day)
    return date.year - year - (hadBirthday ? 0 : 1)
  }
}

extension CalendarDate: Comparable {
  /// Returns whether the left day precedes the right one.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }
}

extension CalendarDate {
  // `Strideable` would compare the distance of the days.

  /// Returns whether two days are the same.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.packed == right.packed
  }
}
