public import Foundation

extension QueryExpression where Value == Date {
  /// Returns the number of seconds since another point in time: negative if it is later.
  ///
  /// ```swift
  /// orders.where { $0.shipped.timeIntervalSince($0.created) > 86_400 }
  /// // … WHERE swift_seconds_since(shipped, created) > ? …
  /// ```
  public func timeIntervalSince(_ other: Self) -> QueryExpression<Double> {
    TimeFunctions.secondsSince(self, other)
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
    TimeFunctions.adding(self, seconds)
  }

  /// Returns the point in time a number of seconds later, rounded to the microsecond.
  public func addingTimeInterval(_ seconds: Double) -> Self {
    addingTimeInterval(QueryExpression<Double>(seconds))
  }

  /// Returns the day in a time zone. Beyond the years 0 to 9999 it is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// orders.countBy { $0.created.calendarDate(in: .gmt) }
  /// // SELECT swift_day_in(created, ?), count(*) FROM "order"
  /// // GROUP BY swift_day_in(created, ?1) ORDER BY min(id)
  /// ```
  public func calendarDate(in timeZone: TimeZone) -> QueryExpression<CalendarDate> {
    TimeFunctions.day(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the hour of the day in a time zone, 0 to 23.
  public func hour(in timeZone: TimeZone) -> QueryExpression<Int> {
    TimeFunctions.hour(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the minute of the hour in a time zone, 0 to 59.
  public func minute(in timeZone: TimeZone) -> QueryExpression<Int> {
    TimeFunctions.minute(self, QueryExpression<String>(timeZone.identifier))
  }

  /// Returns the second of the minute in a time zone, 0 to 59.
  public func second(in timeZone: TimeZone) -> QueryExpression<Int> {
    TimeFunctions.second(self, QueryExpression<String>(timeZone.identifier))
  }
}

/// The operations on points in time as engines call them. A time zone is passed by its identifier.
private enum TimeFunctions {
  static let secondsSince = StandardFunction("swift_seconds_since") {
    (date: Date, other: Date) in date.timeIntervalSince(other)
  }
  static let adding = StandardFunction("swift_adding_seconds", canFail: true) {
    (date: Date, seconds: Double) in
    guard let microseconds = date.addingTimeInterval(seconds).microsecondsSince1970 else {
      throw ExpressionError.arithmeticOverflow
    }
    return Date(microsecondsSince1970: microseconds)
  }
  static let day = StandardFunction("swift_day_in", canFail: true) { (date: Date, zone: String) in
    guard let day = date.localTime(in: timeZone(zone)).day else {
      throw ExpressionError.arithmeticOverflow
    }
    return day
  }
  static let hour = StandardFunction("swift_hour_in") { (date: Date, zone: String) in
    date.hour(in: timeZone(zone))
  }
  static let minute = StandardFunction("swift_minute_in") { (date: Date, zone: String) in
    date.minute(in: timeZone(zone))
  }
  static let second = StandardFunction("swift_second_in") { (date: Date, zone: String) in
    date.second(in: timeZone(zone))
  }

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
