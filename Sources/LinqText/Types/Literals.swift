internal import Foundation
internal import LinqCore

/// A type whose values can be literals in a chain.
protocol LiteralValue {
  /// Returns the value of a literal, or nil if the syntax is not a literal of this type.
  static func literal(_ syntax: Syntax) -> Self?
}

extension Syntax {
  /// Whether it is a literal.
  var isLiteral: Bool {
    switch form {
    case .integer, .double, .string, .bool, .nil, .given: true
    case .prefix("-", let operand): operand.isLiteral
    case .call(nil, let name, let arguments):
      LiteralCall(rawValue: name) != nil && !arguments.isEmpty && arguments[0].value.isLiteral
    default: false
    }
  }

  /// The value of an integer literal, or nil for other syntax.
  var integer: Int? {
    switch form {
    case .integer(let value): value
    case .given(let text): Int(text)
    // A second sign before the smallest integer must not end the program.
    case .prefix("-", let operand): operand.integer.map { 0 &- $0 }
    default: nil
    }
  }

  /// The value of a string literal, or nil for other syntax.
  var string: String? {
    switch form {
    case .string(let text), .given(let text): text
    default: nil
    }
  }

  /// The literal that a parameter's value is where no type is expected; nil for other syntax.
  var literalOfGiven: Syntax? {
    guard case .given(let text) = form else { return nil }
    let literal: Syntax.Form =
      switch text {
      case "true", "false": .bool(text == "true")
      case "nil": .nil
      default:
        if let value = Int(text) {
          .integer(value)
        } else if let value = Double.given(text) {
          .double(value, text)
        } else {
          .string(text)
        }
      }
    return Syntax(form: literal, range: range, nameRange: nameRange)
  }
}

/// The types whose literals are calls of an initializer with a literal.
enum LiteralCall: String, CaseIterable {
  case day = "CalendarDate"
  case time = "Date"
  case decimal = "Decimal"
  case identifier = "UUID"

  var type: any ChainValue.Type {
    switch self {
    case .day: CalendarDate.self
    case .time: Date.self
    case .decimal: Decimal.self
    case .identifier: UUID.self
    }
  }

  /// What is wrong with a call that gives no value.
  var message: String {
    switch self {
    case .day: "the calendar has no such day; write YYYY-MM-DD"
    case .time:
      "this is no point in time; write Date(\"2026-03-01T08:30:00Z\", strategy: .iso8601) "
        + "or Date(timeIntervalSince1970: 0.5)"
    case .decimal: "this is no decimal number; write Decimal(string: \"12.5\")"
    case .identifier:
      "this is no identifier; write UUID(uuidString: \"1B4E28BA-2FA1-41D2-883F-0016D3CCA427\")"
    }
  }

  /// How one is written with a text.
  func usage(_ text: String) -> String {
    switch self {
    case .day: "CalendarDate(\"\(text)\")"
    case .time: "Date(\"\(text)\", strategy: .iso8601)"
    case .decimal: "Decimal(string: \"\(text)\")"
    case .identifier: "UUID(uuidString: \"\(text)\")"
    }
  }
}

extension Syntax {
  /// The literal that is the only argument of a call of an initializer; nil for other syntax.
  fileprivate func argument(of call: LiteralCall, label: String?) -> Syntax? {
    guard case .call(nil, call.rawValue, let arguments) = form, arguments.count == 1,
      arguments[0].label == label
    else { return nil }
    return arguments[0].value
  }
}

extension LiteralValue where Self: FixedWidthInteger {
  static func literal(_ syntax: Syntax) -> Self? { syntax.integer.flatMap { Self(exactly: $0) } }
}

extension Int: LiteralValue {}
extension Int8: LiteralValue {}
extension Int16: LiteralValue {}
extension Int32: LiteralValue {}
extension Int64: LiteralValue {}
extension UInt: LiteralValue {}
extension UInt8: LiteralValue {}
extension UInt16: LiteralValue {}
extension UInt32: LiteralValue {}
extension UInt64: LiteralValue {}

extension Float: LiteralValue {
  static func literal(_ syntax: Syntax) -> Float? { Double.literal(syntax).map { Float($0) } }
}

extension Decimal: LiteralValue {
  /// A number has the digits that are written, and not those of a `Double`.
  static func literal(_ syntax: Syntax) -> Decimal? {
    switch syntax.form {
    case .double(_, let text), .given(let text): number(text)
    case .prefix("-", let operand): literal(operand).map { -$0 }
    default:
      syntax.integer.map { Decimal($0) }
        ?? syntax.argument(of: .decimal, label: nil)?.integer.map { Decimal($0) }
        ?? syntax.argument(of: .decimal, label: "string")?.string.flatMap { number($0) }
    }
  }

  /// Returns the number of a whole text, and not only of its beginning.
  private static func number(_ text: String) -> Decimal? {
    guard text.allSatisfy({ $0.isASCII && ($0.isWholeNumber || "+-.eE".contains($0)) }),
      Double(text)?.isFinite == true
    else { return nil }
    return Decimal(string: text, locale: nil)
  }
}

extension Double: LiteralValue {
  static func literal(_ syntax: Syntax) -> Double? {
    switch syntax.form {
    case .double(let value, _): value
    case .given(let text): given(text)
    case .prefix("-", let operand): literal(operand).map { -$0 }
    default: syntax.integer.map { Double($0) }
    }
  }

  /// Returns the number of a parameter's value; nil for what Swift's literals cannot be.
  fileprivate static func given(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isWholeNumber || "+-.eE".contains($0)) }),
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }
}

extension String: LiteralValue {
  static func literal(_ syntax: Syntax) -> String? { syntax.string }
}

extension Substring: LiteralValue {
  static func literal(_ syntax: Syntax) -> Substring? { syntax.string.map { Substring($0) } }
}

extension LocalizedText: LiteralValue {
  /// There is no literal of one.
  static func literal(_ syntax: Syntax) -> LocalizedText? { nil }
}

extension Character: LiteralValue {
  static func literal(_ syntax: Syntax) -> Character? {
    syntax.string.flatMap { $0.count == 1 ? $0.first : nil }
  }
}

extension Bool: LiteralValue {
  static func literal(_ syntax: Syntax) -> Bool? {
    switch syntax.form {
    case .bool(let value): value
    case .given("true"): true
    case .given("false"): false
    default: nil
    }
  }
}

extension CalendarDate: LiteralValue {
  static func literal(_ syntax: Syntax) -> CalendarDate? {
    if case .given(let text) = syntax.form { return CalendarDate(text) }
    return syntax.argument(of: .day, label: nil)?.string.flatMap { CalendarDate($0) }
  }
}

extension Date: LiteralValue {
  static func literal(_ syntax: Syntax) -> Date? {
    if case .given(let text) = syntax.form { return Date(iso8601: text).flatMap { known($0) } }
    if let seconds = syntax.argument(of: .time, label: "timeIntervalSince1970") {
      return Double.literal(seconds).flatMap { known(Date(timeIntervalSince1970: $0)) }
    }
    guard case .call(nil, LiteralCall.time.rawValue, let arguments) = syntax.form,
      arguments.map(\.label) == [nil, "strategy"], let text = arguments[0].value.string,
      case .name(".iso8601") = arguments[1].value.form
    else { return nil }
    return Date(iso8601: text).flatMap { known($0) }
  }

  /// Returns a point in time that a column can hold.
  private static func known(_ date: Date) -> Date? {
    date.microsecondsSince1970 == nil ? nil : date
  }
}

extension Data: LiteralValue {
  // Bytes have no literals.
  static func literal(_ syntax: Syntax) -> Data? { nil }
}

extension UUID: LiteralValue {
  static func literal(_ syntax: Syntax) -> UUID? {
    if case .given(let text) = syntax.form { return UUID(uuidString: text) }
    return syntax.argument(of: .identifier, label: "uuidString")?.string.flatMap {
      UUID(uuidString: $0)
    }
  }
}

extension Optional: LiteralValue where Wrapped: ChainValue {
  static func literal(_ syntax: Syntax) -> Wrapped?? {
    switch syntax.form {
    case .nil, .given("nil"): return .some(nil)
    default: break
    }
    return Wrapped.literal(syntax).map { .some($0) }
  }
}
