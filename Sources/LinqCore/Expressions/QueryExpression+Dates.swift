extension QueryExpression where Value == CalendarDate {
  /// The year.
  public var year: QueryExpression<Int> { QueryExpression<Int>(.year, self) { $0.year } }

  /// The month, 1 to 12.
  public var month: QueryExpression<Int> { QueryExpression<Int>(.month, self) { $0.month } }

  /// The day of the month, 1 to 31.
  public var day: QueryExpression<Int> { QueryExpression<Int>(.day, self) { $0.day } }

  /// The day of the week, as Foundation counts: 1 is Sunday, 7 is Saturday.
  ///
  /// ```swift
  /// invoices.countBy { $0.day.weekday }
  /// // SELECT swift_weekday(day), count(*) FROM invoice
  /// // GROUP BY swift_weekday(day) ORDER BY min(id)
  /// ```
  public var weekday: QueryExpression<Int> { DayFunctions.weekday(self) }

  /// The day of the year, 1 to 366.
  public var dayOfYear: QueryExpression<Int> { DayFunctions.dayOfYear(self) }

  /// The first day of the month.
  public var startOfMonth: Self { DayFunctions.startOfMonth(self) }

  /// The first day of the year.
  public var startOfYear: Self { DayFunctions.startOfYear(self) }

  /// Returns the day a number of days later. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// invoices.where { $0.day.advanced(by: $0.daysToPay) < today }
  /// // … WHERE swift_day_advanced(day, days_to_pay) < ? …
  /// ```
  public func advanced(by days: QueryExpression<Int>) -> Self { DayFunctions.advanced(self, days) }

  /// Returns the day a number of days later.
  public func advanced(by days: Int) -> Self { advanced(by: QueryExpression<Int>(days)) }

  /// Returns the number of days to another day: negative if it is earlier.
  public func distance(to other: Self) -> QueryExpression<Int> {
    DayFunctions.distance(self, other)
  }

  /// Returns the number of days to another day: negative if it is earlier.
  public func distance(to other: CalendarDate) -> QueryExpression<Int> {
    distance(to: Self(other))
  }

  /// Returns the same day of the month a number of months later, or the last day of that month if
  /// it is shorter. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  public func adding(months: QueryExpression<Int>) -> Self {
    DayFunctions.addingMonths(self, months)
  }

  /// Returns the same day of the month a number of months later, or the last day of that month.
  public func adding(months: Int) -> Self { adding(months: QueryExpression<Int>(months)) }

  /// Returns the same day a number of years later; 28 February for 29 February in a common year.
  public func adding(years: QueryExpression<Int>) -> Self { adding(months: years * 12) }

  /// Returns the same day a number of years later; 28 February for 29 February in a common year.
  public func adding(years: Int) -> Self { adding(years: QueryExpression<Int>(years)) }

  /// Returns the number of whole years to another day: the age of a person born on this day.
  ///
  /// ```swift
  /// people.where { $0.birthDate.map { $0.wholeYears(to: today) } == 18 }
  /// ```
  public func wholeYears(to other: Self) -> QueryExpression<Int> {
    DayFunctions.wholeYears(self, other)
  }

  /// Returns the number of whole years to another day: the age of a person born on this day.
  public func wholeYears(to other: CalendarDate) -> QueryExpression<Int> {
    wholeYears(to: Self(other))
  }
}

/// The operations on days as engines call them.
private enum DayFunctions {
  static let weekday = StandardFunction("swift_weekday") { (day: CalendarDate) in day.weekday }
  static let dayOfYear = StandardFunction("swift_day_of_year") { (day: CalendarDate) in
    day.dayOfYear
  }
  static let startOfMonth = StandardFunction("swift_start_of_month") { (day: CalendarDate) in
    day.startOfMonth
  }
  static let startOfYear = StandardFunction("swift_start_of_year") { (day: CalendarDate) in
    day.startOfYear
  }
  static let distance = StandardFunction("swift_day_distance") {
    (day: CalendarDate, other: CalendarDate) in day.distance(to: other)
  }
  static let wholeYears = StandardFunction("swift_whole_years") {
    (day: CalendarDate, other: CalendarDate) in day.wholeYears(to: other)
  }
  static let advanced = StandardFunction("swift_day_advanced", canFail: true) {
    (day: CalendarDate, days: Int) in try existing(day.advancing(by: days))
  }
  static let addingMonths = StandardFunction("swift_day_adding_months", canFail: true) {
    (day: CalendarDate, months: Int) in try existing(day.addingMonths(months))
  }

  private static func existing(_ day: CalendarDate?) throws -> CalendarDate {
    guard let day else { throw ExpressionError.arithmeticOverflow }
    return day
  }
}
