extension QueryExpression where Value == CalendarDate {
  /// The year.
  public var year: QueryExpression<Int> { Vocabulary.year(self) }

  /// The month, 1 to 12.
  public var month: QueryExpression<Int> { Vocabulary.month(self) }

  /// The day of the month, 1 to 31.
  public var day: QueryExpression<Int> { Vocabulary.day(self) }

  /// The day of the week, as Foundation counts: 1 is Sunday, 7 is Saturday.
  ///
  /// ```swift
  /// invoices.countBy { $0.day.weekday }
  /// // SELECT swift_weekday(day), count(*) FROM invoice
  /// // GROUP BY swift_weekday(day) ORDER BY min(id)
  /// ```
  public var weekday: QueryExpression<Int> { Vocabulary.weekday(self) }

  /// The day of the year, 1 to 366.
  public var dayOfYear: QueryExpression<Int> { Vocabulary.dayOfYear(self) }

  /// The first day of the month.
  public var startOfMonth: Self { Vocabulary.startOfMonth(self) }

  /// The first day of the year.
  public var startOfYear: Self { Vocabulary.startOfYear(self) }

  /// Returns the day a number of days later. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// invoices.where { $0.day.advanced(by: $0.daysToPay) < today }
  /// // … WHERE swift_day_advanced(day, days_to_pay) < ? …
  /// ```
  public func advanced(by days: QueryExpression<Int>) -> Self { Vocabulary.dayAdvanced(self, days) }

  /// Returns the day a number of days later.
  public func advanced(by days: Int) -> Self { advanced(by: QueryExpression<Int>(days)) }

  /// Returns the number of days to another day: negative if it is earlier.
  public func distance(to other: Self) -> QueryExpression<Int> {
    Vocabulary.dayDistance(self, other)
  }

  /// Returns the number of days to another day: negative if it is earlier.
  public func distance(to other: CalendarDate) -> QueryExpression<Int> {
    distance(to: Self(other))
  }

  /// Returns the same day of the month a number of months later, or the last day of that month if
  /// it is shorter. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  public func adding(months: QueryExpression<Int>) -> Self {
    Vocabulary.dayAddingMonths(self, months)
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
    Vocabulary.wholeYears(self, other)
  }

  /// Returns the number of whole years to another day: the age of a person born on this day.
  public func wholeYears(to other: CalendarDate) -> QueryExpression<Int> {
    wholeYears(to: Self(other))
  }
}

extension CalendarDate {
  /// Returns the number of days to a day of the query's element: negative if it is earlier.
  ///
  /// ```swift
  /// loans.where { today.distance(to: $0.due) <= 7 }
  /// // … WHERE swift_day_distance(?, due) <= ? …
  /// ```
  public func distance(to other: QueryExpression<CalendarDate>) -> QueryExpression<Int> {
    QueryExpression(self).distance(to: other)
  }

  /// Returns the number of whole years to a day of the query's element.
  public func wholeYears(to other: QueryExpression<CalendarDate>) -> QueryExpression<Int> {
    QueryExpression(self).wholeYears(to: other)
  }
}

extension Vocabulary {
  static let days: [any VocabularyEntry] = [
    year, month, day, weekday, dayOfYear, startOfMonth, startOfYear, dayAdvanced, dayAddingMonths,
    dayAddingYears, dayDistance, wholeYears,
  ]

  package static let year = property("year", sql: "swift_year", "S19") { $0.year }
  package static let month = property("month", sql: "swift_month", "S19") { $0.month }
  package static let day = property("day", sql: "swift_day", "S19") { $0.day }
  static let weekday = property(
    "weekday", sql: "swift_weekday", server: "swift.weekday", "S61"
  ) { $0.weekday }
  static let dayOfYear = property(
    "dayOfYear", sql: "swift_day_of_year", server: "swift.day_of_year", "S61"
  ) { $0.dayOfYear }
  static let startOfMonth = property(
    "startOfMonth", sql: "swift_start_of_month", server: "swift.start_of_month", "S61"
  ) { $0.startOfMonth }
  static let startOfYear = property(
    "startOfYear", sql: "swift_start_of_year", server: "swift.start_of_year", "S61"
  ) { $0.startOfYear }

  static let dayAdvanced = StandardFunction(
    ".advanced(by:)", sql: "swift_day_advanced", server: "swift.day_advanced", canFail: true,
    sample: "purchases.select { $0.day.advanced(by: 30) }", contract: "S61"
  ) { (day: CalendarDate, days: Int) in try existing(day.advancing(by: days)) }

  static let dayAddingMonths = StandardFunction(
    ".adding(months:)", sql: "swift_day_adding_months", server: "swift.day_adding_months",
    canFail: true, sample: "purchases.select { $0.day.adding(months: 1) }", contract: "S61"
  ) { (day: CalendarDate, months: Int) in try existing(day.addingMonths(months)) }

  static let dayAddingYears = ComposedFunction(
    ".adding(years:)", sample: "purchases.select { $0.day.adding(years: 1) }", contract: "S61"
  ) { (day: QueryExpression<CalendarDate>, years: QueryExpression<Int>) in
    day.adding(years: years)
  }

  static let dayDistance = StandardFunction(
    ".distance(to:)", sql: "swift_day_distance", server: "swift.day_distance",
    sample: "purchases.select { $0.day.distance(to: $0.day.startOfYear) }", contract: "S61"
  ) { (day: CalendarDate, other: CalendarDate) in day.distance(to: other) }

  static let wholeYears = StandardFunction(
    ".wholeYears(to:)", sql: "swift_whole_years", server: "swift.whole_years",
    sample: "purchases.select { $0.day.wholeYears(to: $0.day.adding(months: 30)) }",
    contract: "S61"
  ) { (day: CalendarDate, other: CalendarDate) in day.wholeYears(to: other) }

  private static func property<Result: FunctionValue>(
    _ name: String, sql: String, server: String? = nil, _ contract: String,
    _ body: @escaping @Sendable (CalendarDate) -> Result
  ) -> StandardFunction<CalendarDate, Result> {
    StandardFunction(
      ".\(name)", sql: sql, server: server, sample: "purchases.select { $0.day.\(name) }",
      contract: contract, body)
  }

  /// Returns a day or a point in time, if the calendar or a column has it.
  static func existing<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw ExpressionError.arithmeticOverflow }
    return value
  }
}
