internal import LinqCore

/// The members of strings, dates and numbers, with their names in Swift.
enum ValueMembers {
  private static let textProperties = ["isEmpty", "count", "first", "last", "capitalized"]
  private static let dateProperties = [
    "year", "month", "day", "weekday", "dayOfYear", "startOfMonth", "startOfYear",
  ]
  private static let dateMethods = ["advanced", "distance", "adding", "wholeYears"]
  private static let textMethods = [
    "hasPrefix", "hasSuffix", "contains", "prefix", "suffix", "dropFirst", "dropLast",
    "uppercased", "lowercased", "reversed", "trimming", "replacing",
  ]
  static let methods = Set(textMethods + dateMethods + ["truncatingRemainder"])

  /// Returns the names of the properties of a value.
  static func names(of term: Term) -> [String] {
    if term.cast(CalendarDate.self) != nil { return dateProperties }
    return isText(term) ? textProperties : []
  }

  static func methodNames(of term: Term) -> [String] {
    if isText(term) { return textMethods }
    if term.cast(CalendarDate.self) != nil { return dateMethods }
    if term.cast(Double.self) != nil { return ["truncatingRemainder"] }
    if term.model.list != nil { return ListCall.names }
    if term.model.group != nil {
      return QueryAggregate.allCases.filter { $0 != .any }.map(\.rawValue)
    }
    return term.model.wrapped == nil ? [] : ["map", "flatMap"]
  }

  private static func isText(_ term: Term) -> Bool {
    term.cast(String.self) != nil || term.cast(Substring.self) != nil
  }

  /// Returns a property of a value, or nil if it has none with this name.
  static func property(_ name: String, of term: Term) throws(ChainError) -> Term? {
    if let date = term.cast(CalendarDate.self) {
      switch name {
      case "year": return Term(date.year)
      case "month": return Term(date.month)
      case "day": return Term(date.day)
      case "weekday": return Term(date.weekday)
      case "dayOfYear": return Term(date.dayOfYear)
      case "startOfMonth": return Term(date.startOfMonth)
      case "startOfYear": return Term(date.startOfYear)
      default: return nil
      }
    }
    if let text = term.cast(String.self) { return property(name, of: text) }
    if let text = term.cast(Substring.self) { return property(name, of: text) }
    return nil
  }

  private static func property<Text: StringProtocol & Sendable>(
    _ name: String, of text: QueryExpression<Text>
  ) -> Term? {
    switch name {
    case "isEmpty": Term(text.isEmpty)
    case "count": Term(text.count)
    case "first": Term(text.first)
    case "last": Term(text.last)
    case "capitalized": Term(text.capitalized)
    default: nil
    }
  }

  /// Returns a call of a method of a value, or nil if it has none with this name.
  static func method(
    _ name: String, of term: Term, _ arguments: [Syntax.Argument], _ values: [Term],
    _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    if let text = term.cast(String.self) {
      return try method(name, of: text, arguments, values, syntax)
    }
    if let text = term.cast(Substring.self) {
      return try method(name, of: text, arguments, values, syntax)
    }
    if let date = term.cast(CalendarDate.self) {
      return try method(name, of: date, arguments, values, syntax)
    }
    if name == "truncatingRemainder", let number = term.cast(Double.self) {
      guard arguments.map(\.label) == ["dividingBy"], let other = values[0].cast(Double.self) else {
        throw ChainError("write .truncatingRemainder(dividingBy: 2.5)", at: syntax.range)
      }
      return Term(number.truncatingRemainder(dividingBy: other))
    }
    return nil
  }

  private static func method(
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

  private static func method<Text: StringProtocol & Sendable>(
    _ name: String, of text: QueryExpression<Text>, _ arguments: [Syntax.Argument],
    _ values: [Term], _ syntax: Syntax
  ) throws(ChainError) -> Term? where Text.SubSequence == Substring {
    func check(_ count: ClosedRange<Int>, _ usage: String) throws(ChainError) {
      guard count.contains(values.count) else {
        throw ChainError("write .\(usage)", at: syntax.nameRange)
      }
    }
    func part() throws(ChainError) -> QueryExpression<String> {
      try check(1...1, "\(name)(\"…\")")
      guard let part = values[0].cast(String.self) else {
        throw ChainError(
          "a String was expected, not \(values[0].model.name)", at: arguments[0].value.range)
      }
      return part
    }
    func number(_ standard: Int? = nil) throws(ChainError) -> Int {
      if values.isEmpty, let standard { return standard }
      try check(1...1, "\(name)(2)")
      guard let number = arguments[0].value.integer else {
        throw ChainError("a whole number was expected", at: arguments[0].value.range)
      }
      return number
    }
    switch name {
    case "hasPrefix", "hasSuffix", "contains":
      let argument = try part()
      let literal = arguments[0].value.string
      switch name {
      case "hasPrefix": return Term(literal.map { text.hasPrefix($0) } ?? text.hasPrefix(argument))
      case "hasSuffix": return Term(literal.map { text.hasSuffix($0) } ?? text.hasSuffix(argument))
      default: return Term(literal.map { text.contains($0) } ?? text.contains(argument))
      }
    case "prefix": return Term(text.prefix(try number()))
    case "suffix": return Term(text.suffix(try number()))
    case "dropFirst": return Term(text.dropFirst(try number(1)))
    case "dropLast": return Term(text.dropLast(try number(1)))
    case "uppercased", "lowercased", "reversed", "trimming":
      try check(0...0, "\(name)()")
      switch name {
      case "uppercased": return Term(text.uppercased())
      case "lowercased": return Term(text.lowercased())
      case "reversed": return Term(text.reversed())
      default: return Term(text.trimming())
      }
    case "replacing":
      guard arguments.map(\.label) == [nil, "with"], let part = arguments[0].value.string,
        let other = arguments[1].value.string
      else { throw ChainError("write .replacing(\"a\", with: \"b\")", at: syntax.nameRange) }
      return Term(text.replacing(part, with: other))
    default: return nil
    }
  }
}
