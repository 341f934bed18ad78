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
    case .integer, .double, .string, .bool, .nil: true
    case .prefix("-", let operand): operand.isLiteral
    case .call(nil, "CalendarDate", let arguments):
      arguments.count == 1 && arguments[0].value.isLiteral
    default: false
    }
  }

  /// The value of an integer literal, or nil for other syntax.
  var integer: Int? {
    switch form {
    case .integer(let value): value
    case .prefix("-", let operand): operand.integer.map { 0 &- $0 }
    default: nil
    }
  }

  /// The value of a string literal, or nil for other syntax.
  var string: String? {
    if case .string(let text) = form { return text }
    return nil
  }
}

extension Int: LiteralValue {
  static func literal(_ syntax: Syntax) -> Int? { syntax.integer }
}

extension Int64: LiteralValue {
  static func literal(_ syntax: Syntax) -> Int64? { syntax.integer.map { Int64($0) } }
}

extension Double: LiteralValue {
  static func literal(_ syntax: Syntax) -> Double? {
    switch syntax.form {
    case .double(let value): value
    case .prefix("-", let operand): literal(operand).map { -$0 }
    default: syntax.integer.map { Double($0) }
    }
  }
}

extension String: LiteralValue {
  static func literal(_ syntax: Syntax) -> String? { syntax.string }
}

extension Substring: LiteralValue {
  static func literal(_ syntax: Syntax) -> Substring? { syntax.string.map { Substring($0) } }
}

extension Character: LiteralValue {
  static func literal(_ syntax: Syntax) -> Character? {
    syntax.string.flatMap { $0.count == 1 ? $0.first : nil }
  }
}

extension Bool: LiteralValue {
  static func literal(_ syntax: Syntax) -> Bool? {
    if case .bool(let value) = syntax.form { return value }
    return nil
  }
}

extension CalendarDate: LiteralValue {
  static func literal(_ syntax: Syntax) -> CalendarDate? {
    guard case .call(nil, "CalendarDate", let arguments) = syntax.form, arguments.count == 1 else {
      return nil
    }
    return arguments[0].value.string.flatMap { CalendarDate($0) }
  }
}

extension Date: LiteralValue {
  static func literal(_ syntax: Syntax) -> Date? { nil }
}

extension UUID: LiteralValue {
  static func literal(_ syntax: Syntax) -> UUID? { nil }
}

extension Optional: LiteralValue where Wrapped: ChainValue {
  static func literal(_ syntax: Syntax) -> Wrapped?? {
    if case .nil = syntax.form { return .some(nil) }
    return Wrapped.literal(syntax).map { .some($0) }
  }
}
