public import Foundation

// Arithmetic of decimals is that of Foundation: exact up to 38 digits, and rounded beyond. A result
// that is too large is the error `arithmeticOverflow`, a division by zero `divisionByZero`.

extension QueryExpression where Value == Decimal {
  /// Returns the sum.
  ///
  /// ```swift
  /// items.where { $0.price + $0.tax > 100 }
  /// // … WHERE swift_decimal_key(swift_decimal_add(price, tax)) > swift_decimal_key(?) …
  /// ```
  public static func + (left: Self, right: Self) -> Self { DecimalFunctions.add(left, right) }

  /// Returns the sum.
  public static func + (left: Self, right: Decimal) -> Self { left + Self(right) }

  /// Returns the sum.
  public static func + (left: Decimal, right: Self) -> Self { Self(left) + right }

  /// Returns the difference.
  public static func - (left: Self, right: Self) -> Self { DecimalFunctions.subtract(left, right) }

  /// Returns the difference.
  public static func - (left: Self, right: Decimal) -> Self { left - Self(right) }

  /// Returns the difference.
  public static func - (left: Decimal, right: Self) -> Self { Self(left) - right }

  /// Returns the product.
  public static func * (left: Self, right: Self) -> Self { DecimalFunctions.multiply(left, right) }

  /// Returns the product.
  public static func * (left: Self, right: Decimal) -> Self { left * Self(right) }

  /// Returns the product.
  public static func * (left: Decimal, right: Self) -> Self { Self(left) * right }

  /// Returns the quotient.
  public static func / (left: Self, right: Self) -> Self { DecimalFunctions.divide(left, right) }

  /// Returns the quotient.
  public static func / (left: Self, right: Decimal) -> Self { left / Self(right) }

  /// Returns the quotient.
  public static func / (left: Decimal, right: Self) -> Self { Self(left) / right }

  /// Returns the number with its sign reversed.
  public static prefix func - (operand: Self) -> Self { 0 - operand }
}

/// The operations on decimal numbers as engines call them.
private enum DecimalFunctions {
  typealias Operation = StandardFunction<Decimal, Decimal, Decimal>

  static let add = Operation(
    "swift_decimal_add", canFail: true, server: "swift.decimal_add"
  ) { try ($0 + $1).asNumber() }
  static let subtract = Operation(
    "swift_decimal_subtract", canFail: true, server: "swift.decimal_subtract"
  ) {
    try ($0 - $1).asNumber()
  }
  static let multiply = Operation(
    "swift_decimal_multiply", canFail: true, server: "swift.decimal_multiply"
  ) {
    try ($0 * $1).asNumber()
  }
  static let divide = Operation("swift_decimal_divide", canFail: true) { dividend, divisor in
    guard divisor != 0 else { throw ExpressionError.divisionByZero }
    return try (dividend / divisor).asNumber()
  }
}

extension Decimal: FunctionValue {
  /// Reads a text.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> Decimal {
    guard let text = try arguments.text(index), let value = Decimal(canonicalText: text) else {
      throw arguments.mismatch(index, expected: Decimal.self)
    }
    return value
  }

  /// The text.
  public var functionResult: FunctionResult { .text("\(self)") }
}

extension Decimal {
  /// Creates the number of a text in the form that `description` has; nil for any other text.
  package init?(canonicalText text: String) {
    guard let value = Decimal(string: text, locale: nil), !value.isNaN, "\(value)" == text else {
      return nil
    }
    self = value
  }
}
