internal import Foundation
internal import LinqCore

/// The members of strings, dates and numbers, with their names in Swift.
enum ValueMembers {
  private static let textProperties = ["isEmpty", "count", "first", "last", "capitalized"]
  private static let textMethods = [
    "hasPrefix", "hasSuffix", "contains", "prefix", "suffix", "dropFirst", "dropLast",
    "uppercased", "lowercased", "reversed", "trimming", "replacing", "starts", "trimmingPrefix",
    "replacingOccurrences", "padding", "split", "components",
  ]
  private static let realMethods = ["truncatingRemainder", "rounded", "squareRoot"]
  private static let wholeMethods = ["isMultiple", "signum"]
  static let methods = Set(
    textMethods + DateMembers.dayMethods + DateMembers.timeMethods + realMethods + wholeMethods)

  /// Returns the names of the properties of a value.
  static func names(of term: Term) -> [String] {
    if term.cast(CalendarDate.self) != nil { return DateMembers.dayProperties }
    if term.cast(Date.self) != nil { return DateMembers.timeProperties }
    if term.cast(UUID.self) != nil { return ["uuidString"] }
    if term.cast(Character.self) != nil { return CharacterMembers.names }
    return isText(term) ? textProperties : []
  }

  static func methodNames(of term: Term) -> [String] {
    if isText(term) { return textMethods }
    if term.cast(CalendarDate.self) != nil { return DateMembers.dayMethods }
    if term.cast(Date.self) != nil { return DateMembers.timeMethods }
    if term.cast(Double.self) != nil { return realMethods }
    if term.cast(Int.self) != nil { return wholeMethods }
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
    if let day = term.cast(CalendarDate.self) { return DateMembers.property(name, of: day) }
    if let time = term.cast(Date.self) { return DateMembers.property(name, of: time) }
    if let value = term.cast(UUID.self) {
      return name == "uuidString" ? Term(value.uuidString) : nil
    }
    if let text = term.cast(String.self) { return property(name, of: text) }
    if let text = term.cast(Substring.self) { return property(name, of: text) }
    return term.cast(Character.self).flatMap { CharacterMembers.property(name, of: $0) }
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
    if let day = term.cast(CalendarDate.self) {
      return try DateMembers.method(name, of: day, arguments, values, syntax)
    }
    if let time = term.cast(Date.self) {
      return try DateMembers.method(name, of: time, arguments, values, syntax)
    }
    if let number = term.cast(Double.self) {
      return try method(name, of: number, arguments, values, syntax)
    }
    if let number = term.cast(Int.self) {
      return try method(name, of: number, arguments, values, syntax)
    }
    return nil
  }

  private static func method(
    _ name: String, of number: QueryExpression<Double>, _ arguments: [Syntax.Argument],
    _ values: [Term], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    switch (name, arguments.map(\.label)) {
    case ("rounded", []): return Term(number.rounded())
    case ("squareRoot", []): return Term(number.squareRoot())
    case ("truncatingRemainder", ["dividingBy"]):
      if let other = values[0].cast(Double.self) {
        return Term(number.truncatingRemainder(dividingBy: other))
      }
    default: break
    }
    guard realMethods.contains(name) else { return nil }
    let usage = name == "truncatingRemainder" ? "\(name)(dividingBy: 2.5)" : "\(name)()"
    throw ChainError("write .\(usage)", at: syntax.range)
  }

  private static func method(
    _ name: String, of number: QueryExpression<Int>, _ arguments: [Syntax.Argument],
    _ values: [Term], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    switch (name, arguments.map(\.label)) {
    case ("signum", []): return Term(number.signum())
    case ("isMultiple", ["of"]):
      if let constant = arguments[0].value.integer { return Term(number.isMultiple(of: constant)) }
      if let other = values[0].cast(Int.self) { return Term(number.isMultiple(of: other)) }
    default: break
    }
    guard wholeMethods.contains(name) else { return nil }
    throw ChainError(
      "write .\(name == "isMultiple" ? "isMultiple(of: 10)" : "signum()")", at: syntax.range)
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
    case "trimmingPrefix": return Term(text.trimmingPrefix(try part()))
    default:
      return try labeled(name, of: text, arguments, values, syntax)
    }
  }

  /// Returns a call of a method whose arguments have labels.
  private static func labeled<Text: StringProtocol & Sendable>(
    _ name: String, of text: QueryExpression<Text>, _ arguments: [Syntax.Argument],
    _ values: [Term], _ syntax: Syntax
  ) throws(ChainError) -> Term? where Text.SubSequence == Substring {
    let strings = arguments.map(\.value.string)
    func list(_ texts: QueryExpression<[String]>) -> Term {
      Term(texts, .list(of: String.self, String.model))
    }
    let usage: String
    switch name {
    case "starts":
      if arguments.map(\.label) == ["with"], let prefix = values[0].cast(String.self) {
        return Term(strings[0].map { text.hasPrefix($0) } ?? text.hasPrefix(prefix))
      }
      usage = "starts(with: \"a\")"
    case "replacing":
      if arguments.map(\.label) == [nil, "with"], let part = strings[0], let other = strings[1] {
        return Term(text.replacing(part, with: other))
      }
      usage = "replacing(\"a\", with: \"b\")"
    case "replacingOccurrences":
      if arguments.map(\.label) == ["of", "with"], let part = strings[0], let other = strings[1] {
        return Term(text.replacingOccurrences(of: part, with: other))
      }
      usage = "replacingOccurrences(of: \"a\", with: \"b\")"
    case "padding":
      // A chain may come from outside of the program, so the texts stay short.
      if arguments.map(\.label) == ["toLength", "withPad", "startingAt"],
        let length = arguments[0].value.integer, (0...1000).contains(length), let pad = strings[1],
        !pad.isEmpty, arguments[2].value.integer == 0
      {
        return Term(text.padding(toLength: length, withPad: pad, startingAt: 0))
      }
      usage = "padding(toLength: 10, withPad: \".\", startingAt: 0)"
    case "split":
      if arguments.map(\.label) == ["separator"], let separator = strings[0] {
        return list(text.split(separator: separator))
      }
      usage = "split(separator: \" \")"
    case "components":
      if arguments.map(\.label) == ["separatedBy"], let separator = strings[0] {
        return list(text.components(separatedBy: separator))
      }
      usage = "components(separatedBy: \", \")"
    default: return nil
    }
    throw ChainError("write .\(usage)", at: syntax.nameRange)
  }
}
