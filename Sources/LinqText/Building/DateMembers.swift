internal import Foundation
internal import LinqCore

/// The members of days and of points in time, with their names in Swift.
enum DateMembers {
  static let dayProperties = [
    "year", "month", "day", "weekday", "dayOfYear", "startOfMonth", "startOfYear",
  ]
  static let dayMethods = ["advanced", "distance", "adding", "wholeYears"]
  static let timeProperties = ["timeIntervalSince1970"]
  static let timeMethods = [
    "addingTimeInterval", "timeIntervalSince", "ISO8601Format", "calendarDate", "hour", "minute",
    "second", "startOfDay", "adding",
  ]

  /// Returns a property of a day, or nil if it has none with this name.
  static func property(_ name: String, of day: QueryExpression<CalendarDate>) -> Term? {
    switch name {
    case "year": Term(day.year)
    case "month": Term(day.month)
    case "day": Term(day.day)
    case "weekday": Term(day.weekday)
    case "dayOfYear": Term(day.dayOfYear)
    case "startOfMonth": Term(day.startOfMonth)
    case "startOfYear": Term(day.startOfYear)
    default: nil
    }
  }

  /// Returns a property of a point in time, or nil if it has none with this name.
  static func property(_ name: String, of time: QueryExpression<Date>) -> Term? {
    name == "timeIntervalSince1970" ? Term(time.timeIntervalSince1970) : nil
  }

  /// Returns a call of a method of a day, or nil if it has none with this name.
  static func method(
    _ name: String, of date: QueryExpression<CalendarDate>, _ arguments: [Syntax.Argument],
    _ values: [Term], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    let (number, other) = (values.first?.cast(Int.self), values.first?.cast(CalendarDate.self))
    switch (name, arguments.map(\.label)) {
    case ("advanced", ["by"]): if let number { return Term(date.advanced(by: number)) }
    case ("adding", ["months"]): if let number { return Term(date.adding(months: number)) }
    case ("adding", ["years"]): if let number { return Term(date.adding(years: number)) }
    case ("distance", ["to"]): if let other { return Term(date.distance(to: other)) }
    case ("wholeYears", ["to"]): if let other { return Term(date.wholeYears(to: other)) }
    default: break
    }
    let usage = [
      "advanced": "advanced(by: 30)", "adding": "adding(months: 1), or (years: 1)",
      "distance": "distance(to: \"2026-01-31\")", "wholeYears": "wholeYears(to: \"2026-01-31\")",
    ]
    guard let usage = usage[name] else { return nil }
    throw ChainError("write .\(usage)", at: syntax.range)
  }

  /// Returns a call of a method of a point in time, or nil if it has none with this name.
  static func method(
    _ name: String, of time: QueryExpression<Date>, _ arguments: [Syntax.Argument],
    _ values: [Term], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    switch (name, arguments.map(\.label)) {
    case ("addingTimeInterval", [nil]):
      if let seconds = Double.literal(arguments[0].value) {
        return Term(time.addingTimeInterval(seconds))
      }
      if let seconds = values[0].cast(Double.self) { return Term(time.addingTimeInterval(seconds)) }
    case ("ISO8601Format", []): return Term(time.ISO8601Format())
    case ("timeIntervalSince", [nil]):
      if let other = values[0].cast(Date.self) { return Term(time.timeIntervalSince(other)) }
    default: break
    }
    let usage = [
      "addingTimeInterval": "addingTimeInterval(3600)",
      "timeIntervalSince": "timeIntervalSince($0.…)", "ISO8601Format": "ISO8601Format()",
      "adding": "adding(days: 1, in: .gmt), (months: 1, in: .gmt) or (years: 1, in: .gmt)",
    ]
    guard timeMethods.contains(name) else { return nil }
    throw ChainError("write .\(usage[name] ?? "\(name)(in: .gmt)")", at: syntax.range)
  }

  /// Returns a call of a method of a point in time that has a time zone, or nil for other calls.
  ///
  /// - Parameter number: Returns the value of a number of days, months or years.
  static func call(
    _ name: String, of time: QueryExpression<Date>, _ arguments: [Syntax.Argument],
    number: (Syntax) throws(ChainError) -> QueryExpression<Int>
  ) throws(ChainError) -> Term? {
    guard let last = arguments.last, last.label == "in" else { return nil }
    let zone = try timeZone(last.value)
    if name == "adding", arguments.count == 2, let label = arguments[0].label,
      ["days", "months", "years"].contains(label)
    {
      let number = try number(arguments[0].value)
      switch label {
      case "days": return Term(time.adding(days: number, in: zone))
      case "months": return Term(time.adding(months: number, in: zone))
      default: return Term(time.adding(years: number, in: zone))
      }
    }
    guard arguments.count == 1 else { return nil }
    switch name {
    case "startOfDay": return Term(time.startOfDay(in: zone))
    case "calendarDate": return Term(time.calendarDate(in: zone))
    case "hour": return Term(time.hour(in: zone))
    case "minute": return Term(time.minute(in: zone))
    case "second": return Term(time.second(in: zone))
    default: return nil
    }
  }

  private static func timeZone(_ syntax: Syntax) throws(ChainError) -> TimeZone {
    switch syntax.form {
    case .name(".gmt"): return .gmt
    case .call(nil, "TimeZone", let arguments) where arguments.map(\.label) == ["identifier"]:
      if let zone = arguments[0].value.string.flatMap({ TimeZone(identifier: $0) }) { return zone }
    default: break
    }
    throw ChainError(
      "a time zone was expected: .gmt or TimeZone(identifier: \"Europe/Berlin\")",
      at: syntax.range)
  }
}
