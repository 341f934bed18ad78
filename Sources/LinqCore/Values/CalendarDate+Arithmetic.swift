extension CalendarDate: Strideable {
  /// Returns the day a number of days later, or earlier for a negative number.
  ///
  /// ```swift
  /// CalendarDate("2026-02-27")!.advanced(by: 3)             // 2026-03-02
  /// ```
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func advanced(by days: Int) -> CalendarDate {
    guard let day = advancing(by: days) else {
      preconditionFailure("\(self) advanced by \(days) days is beyond the year 9999 or before 0")
    }
    return day
  }

  /// Returns the number of days from this day to another one: negative if the other day is earlier.
  public func distance(to other: CalendarDate) -> Int { other.dayNumber - dayNumber }

  /// Returns the same day of the month a number of months later, or the last day of that month if
  /// it is shorter.
  ///
  /// ```swift
  /// CalendarDate("2026-01-31")!.adding(months: 1)           // 2026-02-28
  /// ```
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func adding(months: Int) -> CalendarDate {
    guard let day = addingMonths(months) else {
      preconditionFailure("\(self) plus \(months) months is beyond the year 9999 or before 0")
    }
    return day
  }

  /// Returns the same day a number of years later; 28 February for 29 February in a common year.
  ///
  /// - Precondition: The day is in the years 0 to 9999.
  public func adding(years: Int) -> CalendarDate { adding(months: years * 12) }

  /// The day of the week, as Foundation counts: 1 is Sunday, 7 is Saturday.
  public var weekday: Int { (dayNumber + 3) % 7 + 1 }

  /// The day of the year, 1 to 366.
  public var dayOfYear: Int { startOfYear.distance(to: self) + 1 }

  /// The first day of the month.
  public var startOfMonth: CalendarDate {
    CalendarDate(uncheckedYear: year, month: month, day: 1)
  }

  /// The first day of the year.
  public var startOfYear: CalendarDate { CalendarDate(uncheckedYear: year, month: 1, day: 1) }
}

extension CalendarDate {
  /// 1 January of year 0.
  static let first = CalendarDate(uncheckedYear: 0, month: 1, day: 1)
  /// 31 December 9999.
  static let last = CalendarDate(uncheckedYear: 9999, month: 12, day: 31)

  /// Returns the day a number of days later; nil beyond the years 0 to 9999.
  func advancing(by days: Int) -> CalendarDate? {
    let (number, overflows) = dayNumber.addingReportingOverflow(days)
    return overflows ? nil : CalendarDate(dayNumber: number)
  }

  /// Returns the day a number of months later; nil beyond the years 0 to 9999.
  func addingMonths(_ months: Int) -> CalendarDate? {
    let (number, overflows) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflows, number >= 0 else { return nil }
    let (year, month) = (number / 12, number % 12 + 1)
    return CalendarDate(
      year: year, month: month, day: min(day, Self.daysIn(month: month, of: year)))
  }

  /// The number of days since 1 March of the year -400. Years begin in March here, so that a leap
  /// day is the last day of its year.
  @inlinable package var dayNumber: Int {
    let marchYear = (month > 2 ? year : year - 1) + 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    // Months of 31, 30, 31, 30, 31 days repeat from March: 153 days in five months.
    return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1
  }

  /// Creates the day with a number; nil beyond the years 0 to 9999.
  @inlinable package init?(dayNumber: Int) {
    // 1 January of year 0, and 31 December 9999.
    guard dayNumber >= 146_037, dayNumber < 3_798_462 else { return nil }
    // After "Euclidean affine functions and their application to calendar algorithms" (Neri,
    // Schneider): 146,097 days in 400 years, 1,461 in four.
    let century = (4 &* dayNumber &+ 3) / 146_097
    let dayOfCentury = (4 &* dayNumber &+ 3) % 146_097 / 4
    let yearOfCentury = (4 &* dayOfCentury &+ 3) / 1461
    let dayOfYear = (4 &* dayOfCentury &+ 3) % 1461 / 4
    let marchMonth = (5 &* dayOfYear &+ 2) / 153
    let day = dayOfYear &- (153 &* marchMonth &+ 2) / 5 &+ 1
    let marchYear = 100 &* century &+ yearOfCentury &- 400
    self.init(
      uncheckedYear: marchMonth < 10 ? marchYear : marchYear &+ 1,
      month: marchMonth < 10 ? marchMonth &+ 3 : marchMonth &- 9, day: day)
  }
}
