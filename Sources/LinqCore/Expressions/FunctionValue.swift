/// A Swift type that a `QueryFunction` can take and give inside a database: the integers `Int` and
/// `Int64`, `Double`, `Bool`, `String`, `Substring`, `Character`, `CalendarDate`, and optionals of
/// all of them.
///
/// A type of your own becomes one through another one:
///
/// ```swift
/// extension Celsius: FunctionValue {
///   static func read(from arguments: FunctionArgumentReader, at index: Int) throws -> Celsius {
///     Celsius(degrees: try Double.read(from: arguments, at: index))
///   }
///   var functionResult: FunctionResult { degrees.functionResult }
/// }
/// ```
public protocol FunctionValue: Sendable {
  /// Reads an argument; an error where it is no such value.
  static func read(from arguments: FunctionArgumentReader, at index: Int) throws -> Self

  /// The value as the result of a function.
  var functionResult: FunctionResult { get }
}

/// The arguments of a function, as an engine has them, counted from 0. An engine overrides all of
/// it.
///
/// A class and no protocol: what reads arguments is compiled for their types then.
open class FunctionArgumentReader {
  /// A reader of no arguments.
  public init() {}

  /// Whether an argument is nil.
  open func isNull(_ index: Int) -> Bool { true }
  /// A whole number; nil for anything else.
  open func integer(_ index: Int) -> Int64? { nil }
  /// A floating-point number; nil for anything else.
  open func real(_ index: Int) -> Double? { nil }
  /// A text; nil for anything else.
  open func text(_ index: Int) throws -> String? { nil }
  /// The error for an argument that is not what the function takes.
  open func mismatch(_ index: Int, expected: Any.Type) -> any Error { ExpressionError.notANumber }
}

/// The result of a function, as an engine takes it.
public enum FunctionResult: Sendable {
  /// Nil.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
}

extension Int: FunctionValue {
  /// A whole number.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Int { Int(try Int64.read(from: arguments, at: index)) }

  /// The number.
  @inlinable public var functionResult: FunctionResult { .integer(Int64(self)) }
}

extension Int64: FunctionValue {
  /// A whole number.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Int64 {
    guard let value = arguments.integer(index) else {
      throw arguments.mismatch(index, expected: Int64.self)
    }
    return value
  }

  /// The number.
  @inlinable public var functionResult: FunctionResult { .integer(self) }
}

extension Double: FunctionValue {
  /// A floating-point number.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Double {
    guard let value = arguments.real(index) else {
      throw arguments.mismatch(index, expected: Double.self)
    }
    return value
  }

  /// The number.
  @inlinable public var functionResult: FunctionResult { .real(self) }
}

extension Bool: FunctionValue {
  /// Whether a whole number is not 0.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Bool { try Int64.read(from: arguments, at: index) != 0 }

  /// 1 or 0.
  @inlinable public var functionResult: FunctionResult { .integer(self ? 1 : 0) }
}

extension String: FunctionValue {
  /// A text.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> String {
    guard let value = try arguments.text(index) else {
      throw arguments.mismatch(index, expected: String.self)
    }
    return value
  }

  /// The text.
  @inlinable public var functionResult: FunctionResult { .text(self) }
}

extension Substring: FunctionValue {
  /// A text.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Substring { Substring(try String.read(from: arguments, at: index)) }

  /// The text.
  public var functionResult: FunctionResult { .text(String(self)) }
}

extension Character: FunctionValue {
  /// The first character of a text.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Character {
    guard let value = try String.read(from: arguments, at: index).first else {
      throw arguments.mismatch(index, expected: Character.self)
    }
    return value
  }

  /// The character as a text.
  public var functionResult: FunctionResult { .text(String(self)) }
}

extension CalendarDate: FunctionValue {
  /// A day as text.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> CalendarDate {
    guard let value = CalendarDate(try String.read(from: arguments, at: index)) else {
      throw arguments.mismatch(index, expected: CalendarDate.self)
    }
    return value
  }

  /// The day as text.
  public var functionResult: FunctionResult { .text(description) }
}

extension Optional: FunctionValue where Wrapped: FunctionValue {
  /// A value, or nil.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Wrapped? {
    arguments.isNull(index) ? nil : try Wrapped.read(from: arguments, at: index)
  }

  /// The value, or nil.
  @inlinable public var functionResult: FunctionResult { self?.functionResult ?? .null }
}
