public import Foundation

extension Date {
  /// Returns the number of seconds since a point in time of the query's element: negative if that
  /// is later.
  ///
  /// ```swift
  /// orders.where { now.timeIntervalSince($0.created) > 86_400 }
  /// // … WHERE swift_seconds_since(?, created) > ? …
  /// ```
  public func timeIntervalSince(_ other: QueryExpression<Date>) -> QueryExpression<Double> {
    QueryExpression(self).timeIntervalSince(other)
  }
}

extension QueryExpression where Value == Date {
  /// Returns the number of seconds since another point in time: negative if it is later.
  ///
  /// ```swift
  /// orders.where { $0.shipped.timeIntervalSince($0.created) > 86_400 }
  /// // … WHERE swift_seconds_since(shipped, created) > ? …
  /// ```
  public func timeIntervalSince(_ other: Self) -> QueryExpression<Double> {
    Vocabulary.timeIntervalSince(self, other)
  }

  /// Returns the number of seconds since another point in time: negative if it is later.
  public func timeIntervalSince(_ other: Date) -> QueryExpression<Double> {
    timeIntervalSince(Self(other))
  }

  /// The number of seconds since 1970-01-01 00:00 UTC.
  ///
  /// ```swift
  /// orders.select { $0.created.timeIntervalSince1970 }
  /// // SELECT swift_seconds_since(created, ?) FROM "order" ORDER BY id
  /// ```
  public var timeIntervalSince1970: QueryExpression<Double> {
    timeIntervalSince(Date(timeIntervalSince1970: 0))
  }

  /// Returns the point in time a number of seconds later, rounded to the microsecond, as columns
  /// store it. One that no column can hold is the error ``ExpressionError/arithmeticOverflow``.
  public func addingTimeInterval(_ seconds: QueryExpression<Double>) -> Self {
    Vocabulary.addingTimeInterval(self, seconds)
  }

  /// Returns the point in time a number of seconds later, rounded to the microsecond.
  public func addingTimeInterval(_ seconds: Double) -> Self {
    addingTimeInterval(QueryExpression<Double>(seconds))
  }

  /// Returns the point in time a number of seconds later, as `addingTimeInterval(_:)` does.
  public static func + (left: Self, right: QueryExpression<Double>) -> Self {
    left.addingTimeInterval(right)
  }

  /// Returns the point in time a number of seconds later, as `addingTimeInterval(_:)` does.
  public static func + (left: Self, right: Double) -> Self { left.addingTimeInterval(right) }

  /// Returns the point in time a number of seconds earlier.
  public static func - (left: Self, right: QueryExpression<Double>) -> Self {
    left.addingTimeInterval(-right)
  }

  /// Returns the point in time a number of seconds earlier.
  public static func - (left: Self, right: Double) -> Self { left.addingTimeInterval(-right) }

  /// Returns the day in a time zone. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// orders.countBy { $0.created.calendarDate(in: .gmt) }
  /// // SELECT swift_day_in(created, ?), count(*) FROM "order"
  /// // GROUP BY swift_day_in(created, ?1) ORDER BY min(id)
  /// ```
  public func calendarDate(in timeZone: TimeZone) -> QueryExpression<CalendarDate> {
    Vocabulary.calendarDate(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the hour of the day in a time zone, 0 to 23.
  public func hour(in timeZone: TimeZone) -> QueryExpression<Int> {
    Vocabulary.hour(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the minute of the hour in a time zone, 0 to 59.
  public func minute(in timeZone: TimeZone) -> QueryExpression<Int> {
    Vocabulary.minute(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the second of the minute in a time zone, 0 to 59.
  public func second(in timeZone: TimeZone) -> QueryExpression<Int> {
    Vocabulary.second(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the first moment of the day in a time zone. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// orders.groupBy { $0.created.startOfDay(in: .gmt) }
  /// ```
  public func startOfDay(in timeZone: TimeZone) -> Self {
    Vocabulary.startOfDay(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the same time of day a number of days later in a time zone, whether daylight saving
  /// time begins or ends between the two. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// orders.where { $0.created.adding(days: 14, in: .gmt) < $0.shipped }
  /// // … WHERE swift_adding_days(created, ?, ?) < shipped …
  /// ```
  public func adding(days: QueryExpression<Int>, in timeZone: TimeZone) -> Self {
    Vocabulary.timeAddingDays(self, days, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the same time of day a number of days later in a time zone.
  public func adding(days: Int, in timeZone: TimeZone) -> Self {
    adding(days: QueryExpression<Int>(days), in: timeZone)
  }

  /// Returns the same time of day a number of months later in a time zone: on the same day of the
  /// month, or on its last day if the month is shorter. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  public func adding(months: QueryExpression<Int>, in timeZone: TimeZone) -> Self {
    Vocabulary.timeAddingMonths(self, months, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the same time of day a number of months later in a time zone.
  public func adding(months: Int, in timeZone: TimeZone) -> Self {
    adding(months: QueryExpression<Int>(months), in: timeZone)
  }

  /// Returns the same time of day a number of years later in a time zone; on 28 February for 29
  /// February in a common year.
  public func adding(years: QueryExpression<Int>, in timeZone: TimeZone) -> Self {
    adding(months: years * 12, in: timeZone)
  }

  /// Returns the same time of day a number of years later in a time zone.
  public func adding(years: Int, in timeZone: TimeZone) -> Self {
    adding(years: QueryExpression<Int>(years), in: timeZone)
  }

  /// Returns the text in ISO 8601, in UTC and without fractions of a second:
  /// `2026-03-01T08:30:00Z`.
  ///
  /// The day is that of `calendarDate(in: .gmt)`, in the proleptic Gregorian calendar, as ISO 8601
  /// demands. Before 15 October 1582 Foundation's own function on a `Date` gives a day of the
  /// Julian calendar.
  public func ISO8601Format() -> QueryExpression<String> { Vocabulary.iso8601(self) }
}

extension Vocabulary {
  static let times: [any VocabularyEntry] = [
    timeIntervalSince, timeIntervalSince1970, addingTimeInterval, calendarDate, hour, minute,
    second, startOfDay, timeAddingDays, timeAddingMonths, timeAddingYears, iso8601,
  ]

  // A time zone is passed by its identifier.

  static let timeIntervalSince = StandardFunction(
    ".timeIntervalSince(_:)", sql: "swift_seconds_since", server: "swift.seconds_since",
    sample: "purchases.select { $0.ordered.timeIntervalSince($0.ordered.startOfDay(in: .gmt)) }",
    contract: "S61"
  ) { (date: Date, other: Date) in date.timeIntervalSince(other) }

  static let timeIntervalSince1970 = ComposedFunction(
    ".timeIntervalSince1970", sample: "purchases.select { $0.ordered.timeIntervalSince1970 }",
    contract: "S61"
  ) { (date: QueryExpression<Date>) in date.timeIntervalSince1970 }

  static let addingTimeInterval = StandardFunction(
    ".addingTimeInterval(_:)", sql: "swift_adding_seconds", server: "swift.adding_seconds",
    canFail: true, sample: "purchases.select { $0.ordered.addingTimeInterval(3600) }",
    contract: "S61"
  ) { (date: Date, seconds: Double) in
    Date(
      microsecondsSince1970: try existing(date.addingTimeInterval(seconds).microsecondsSince1970))
  }

  static let calendarDate = StandardFunction(
    ".calendarDate(in:)", sql: "swift_day_in", server: "swift.day_in", canFail: true,
    sample: "purchases.select { $0.ordered.calendarDate(in: .gmt) }", contract: "S61"
  ) { (date: Date, zone: String) in
    try existing(date.localTime(in: timeZone(zone)).day)
  }

  static let hour = StandardFunction(
    ".hour(in:)", sql: "swift_hour_in", server: "swift.hour_in",
    sample: "purchases.select { $0.ordered.hour(in: .gmt) }", contract: "S61"
  ) { (date: Date, zone: String) in date.hour(in: timeZone(zone)) }

  static let minute = StandardFunction(
    ".minute(in:)", sql: "swift_minute_in", server: "swift.minute_in",
    sample: "purchases.select { $0.ordered.minute(in: .gmt) }", contract: "S61"
  ) { (date: Date, zone: String) in date.minute(in: timeZone(zone)) }

  static let second = StandardFunction(
    ".second(in:)", sql: "swift_second_in", server: "swift.second_in",
    sample: "purchases.select { $0.ordered.second(in: .gmt) }", contract: "S61"
  ) { (date: Date, zone: String) in date.second(in: timeZone(zone)) }

  static let startOfDay = StandardFunction(
    ".startOfDay(in:)", sql: "swift_start_of_day", server: "swift.start_of_day", canFail: true,
    sample: "purchases.select { $0.ordered.startOfDay(in: .gmt) }", contract: "S61"
  ) { (date: Date, zone: String) in
    Date(startOf: try existing(date.localTime(in: timeZone(zone)).day), in: timeZone(zone))
  }

  static let timeAddingDays = StandardFunction(
    ".adding(days:in:)", sql: "swift_adding_days", server: "swift.adding_days", canFail: true,
    sample: "purchases.select { $0.ordered.adding(days: 1, in: .gmt) }", contract: "S61"
  ) { (date: Date, days: Int, zone: String) in
    try existing(date.moved(in: timeZone(zone)) { $0.advancing(by: days) })
  }

  static let timeAddingMonths = StandardFunction(
    ".adding(months:in:)", sql: "swift_adding_months_in", server: "swift.adding_months_in",
    canFail: true, sample: "purchases.select { $0.ordered.adding(months: 1, in: .gmt) }",
    contract: "S61"
  ) { (date: Date, months: Int, zone: String) in
    try existing(date.moved(in: timeZone(zone)) { $0.addingMonths(months) })
  }

  static let timeAddingYears = ComposedFunction(
    ".adding(years:in:)", sample: "purchases.select { $0.ordered.adding(years: 1, in: .gmt) }",
    contract: "S61"
  ) { (date: QueryExpression<Date>, years: QueryExpression<Int>, zone: QueryExpression<String>) in
    timeAddingMonths(date, years * 12, zone)
  }

  static let iso8601 = StandardFunction(
    ".ISO8601Format()", sql: "swift_iso8601", server: "swift.iso8601",
    sample: "purchases.select { $0.ordered.ISO8601Format() }", contract: "S61"
  ) { (date: Date) in date.iso8601Text }

  private static func timeZone(_ identifier: String) -> TimeZone {
    guard let zone = TimeZone(identifier: identifier) else {
      preconditionFailure("there is no time zone \(identifier)")
    }
    return zone
  }
}

extension Date: FunctionValue {
  /// Reads the microseconds since 1970.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Date {
    Date(microsecondsSince1970: try Int64.read(from: arguments, at: index))
  }

  /// The microseconds since 1970; null for a point in time that no column can hold.
  public var functionResult: FunctionResult {
    microsecondsSince1970.map { .integer($0) } ?? .null
  }
}
