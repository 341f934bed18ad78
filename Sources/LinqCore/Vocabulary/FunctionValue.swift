/// A Swift type that a `QueryFunction` can take and return inside a database: integers of up to 64
/// bits with a sign and of up to 32 without one, `Double`, `Float`, `Bool`, `String`, `Substring`,
/// `Character`, `CalendarDate`, `Date`, `UUID`, `Decimal`, enumerations of them that declare it,
/// and optionals of all these.
///
/// Your own type can conform by delegating to one of these types:
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
  /// Reads an argument. Throws an error if the argument is not a value of this type.
  static func read(from arguments: FunctionArgumentReader, at index: Int) throws -> Self

  /// The value as the result of a function.
  var functionResult: FunctionResult { get }
}

/// The arguments of a function as an engine passes them, indexed from 0. An engine overrides every
/// method.
///
/// This is a class and not a protocol so that the code that reads arguments can be specialized for
/// their types.
open class FunctionArgumentReader {
  /// Creates a reader without arguments.
  public init() {}

  /// Returns whether an argument is nil.
  open func isNull(_ index: Int) -> Bool { true }
  /// Returns an integer argument, or nil if the argument is anything else.
  open func integer(_ index: Int) -> Int64? { nil }
  /// Returns a floating-point argument, or nil if the argument is anything else.
  open func real(_ index: Int) -> Double? { nil }
  /// Returns a text argument, or nil if the argument is anything else.
  open func text(_ index: Int) throws -> String? { nil }
  /// Returns the error for an argument of a type that the function does not take.
  open func mismatch(_ index: Int, expected: Any.Type) -> any Error { ExpressionError.notANumber }
}

/// The result of a function as an engine takes it.
public enum FunctionResult: Sendable {
  /// The null value.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Text.
  case text(String)
}

extension Int: FunctionValue {
  /// Reads an integer.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Int { Int(try Int64.read(from: arguments, at: index)) }

  /// The number.
  @inlinable public var functionResult: FunctionResult { .integer(Int64(self)) }
}

extension Int64: FunctionValue {
  /// Reads an integer.
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

/// Smaller integers are passed as `Int64`.
extension FunctionValue where Self: FixedWidthInteger {
  /// Reads an integer. Throws an error if it is beyond the type.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Self {
    guard let value = Self(exactly: try Int64.read(from: arguments, at: index)) else {
      throw arguments.mismatch(index, expected: Self.self)
    }
    return value
  }

  /// The number.
  public var functionResult: FunctionResult { .integer(Int64(self)) }
}

extension Int8: FunctionValue {}
extension Int16: FunctionValue {}
extension Int32: FunctionValue {}
extension UInt8: FunctionValue {}
extension UInt16: FunctionValue {}
extension UInt32: FunctionValue {}

extension Float: FunctionValue {
  /// Reads a floating-point number.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Float { Float(try Double.read(from: arguments, at: index)) }

  /// The number.
  public var functionResult: FunctionResult { .real(Double(self)) }
}

extension Double: FunctionValue {
  /// Reads a floating-point number.
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
  /// Reads an integer: any number other than 0 is true.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Bool { try Int64.read(from: arguments, at: index) != 0 }

  /// 1 or 0.
  @inlinable public var functionResult: FunctionResult { .integer(self ? 1 : 0) }
}

extension String: FunctionValue {
  /// Reads a string.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> String {
    guard let value = try arguments.text(index) else {
      throw arguments.mismatch(index, expected: String.self)
    }
    return value
  }

  /// The string.
  @inlinable public var functionResult: FunctionResult { .text(self) }
}

extension Substring: FunctionValue {
  /// Reads a string.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Substring { Substring(try String.read(from: arguments, at: index)) }

  /// The substring as text.
  public var functionResult: FunctionResult { .text(String(self)) }
}

extension Character: FunctionValue {
  /// Reads the first character of a string. Throws an error if the string is empty.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Character {
    guard let value = try String.read(from: arguments, at: index).first else {
      throw arguments.mismatch(index, expected: Character.self)
    }
    return value
  }

  /// The character as text.
  public var functionResult: FunctionResult { .text(String(self)) }
}

extension CalendarDate: FunctionValue {
  /// Reads a date from its text.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> CalendarDate {
    guard let value = CalendarDate(try String.read(from: arguments, at: index)) else {
      throw arguments.mismatch(index, expected: CalendarDate.self)
    }
    return value
  }

  /// The date as text.
  public var functionResult: FunctionResult { .text(description) }
}

/// Enumerations and other types with a raw value are passed as their raw values.
extension FunctionValue where Self: RawRepresentable, RawValue: FunctionValue {
  /// Reads a raw value. Throws an error if it represents no value of the type.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Self {
    guard let value = Self(rawValue: try RawValue.read(from: arguments, at: index)) else {
      throw arguments.mismatch(index, expected: Self.self)
    }
    return value
  }

  /// The raw value.
  public var functionResult: FunctionResult { rawValue.functionResult }
}

extension Optional: FunctionValue where Wrapped: FunctionValue {
  /// Reads a value, or nil if the argument is null.
  @inlinable public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Wrapped? {
    arguments.isNull(index) ? nil : try Wrapped.read(from: arguments, at: index)
  }

  /// The result of the wrapped value, or null.
  @inlinable public var functionResult: FunctionResult { self?.functionResult ?? .null }
}
