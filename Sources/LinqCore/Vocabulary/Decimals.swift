public import Foundation

// Arithmetic of decimals is that of Foundation: exact up to 38 digits, and rounded beyond. A result
// that is too large, or has too many places, is the error `arithmeticOverflow`, a division by zero
// `divisionByZero`.

extension QueryExpression where Value == Decimal {
  /// Returns the sum.
  ///
  /// ```swift
  /// items.where { $0.price + $0.tax > 100 }
  /// // … WHERE swift_decimal_key(swift_decimal_add(price, tax)) > swift_decimal_key(?) …
  /// ```
  public static func + (left: Self, right: Self) -> Self { Vocabulary.decimalAdd(left, right) }

  /// Returns the sum.
  public static func + (left: Self, right: Decimal) -> Self { left + Self(right) }

  /// Returns the sum.
  public static func + (left: Decimal, right: Self) -> Self { Self(left) + right }

  /// Returns the difference.
  public static func - (left: Self, right: Self) -> Self { Vocabulary.decimalSubtract(left, right) }

  /// Returns the difference.
  public static func - (left: Self, right: Decimal) -> Self { left - Self(right) }

  /// Returns the difference.
  public static func - (left: Decimal, right: Self) -> Self { Self(left) - right }

  /// Returns the product.
  public static func * (left: Self, right: Self) -> Self { Vocabulary.decimalMultiply(left, right) }

  /// Returns the product.
  public static func * (left: Self, right: Decimal) -> Self { left * Self(right) }

  /// Returns the product.
  public static func * (left: Decimal, right: Self) -> Self { Self(left) * right }

  /// Returns the quotient.
  public static func / (left: Self, right: Self) -> Self { Vocabulary.decimalDivide(left, right) }

  /// Returns the quotient.
  public static func / (left: Self, right: Decimal) -> Self { left / Self(right) }

  /// Returns the quotient.
  public static func / (left: Decimal, right: Self) -> Self { Self(left) / right }

  /// Returns the number with its sign reversed.
  public static prefix func - (operand: Self) -> Self { 0 - operand }
}

extension Vocabulary {
  static let decimals: [any VocabularyEntry] = [
    decimalAdd, decimalSubtract, decimalMultiply, decimalDivide,
  ]

  static let decimalAdd = decimal("add", server: "swift.decimal_add") { $0 + $1 }
  static let decimalSubtract = decimal("subtract", server: "swift.decimal_subtract") { $0 - $1 }
  static let decimalMultiply = decimal("multiply", server: "swift.decimal_multiply") {
    try $0.product($1)
  }
  static let decimalDivide = decimal("divide", server: nil) { dividend, divisor in
    guard divisor != 0 else { throw ExpressionError.divisionByZero }
    return dividend / divisor
  }

  private static func decimal(
    _ name: String, server: String?,
    _ body: @escaping @Sendable (Decimal, Decimal) throws -> Decimal
  ) -> StandardFunction<Decimal, Decimal, Decimal> {
    StandardFunction(sql: "swift_decimal_\(name)", server: server, canFail: true) {
      try body($0, $1).asNumber()
    }
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
  /// Returns the product. Foundation's own ends the process where it has too many places.
  fileprivate func product(_ other: Decimal) throws(ExpressionError) -> Decimal {
    var exponent = exponent + other.exponent
    guard exponent < Self.leastExponent, !isZero, !other.isZero else { return self * other }
    guard let first = UInt128("\(significand.magnitude)"),
      let second = UInt128("\(other.significand.magnitude)")
    else { throw .arithmeticOverflow }
    var (high, digits) = first.multipliedFullWidth(by: second)
    // Foundation rounds digits beyond 128 bits away, which leaves fewer places.
    while high > 0 {
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: 10)
      (high, digits) = (quotient, UInt128(10).dividingFullWidth((rest, digits)).quotient)
      exponent += 1
    }
    guard exponent < Self.leastExponent else { return self * other }
    while exponent < Self.leastExponent, digits.isMultiple(of: 10) {
      digits /= 10
      exponent += 1
    }
    let sign = isSignMinus == other.isSignMinus ? "" : "-"
    guard exponent >= Self.leastExponent,
      let product = Decimal(string: "\(sign)\(digits)e\(exponent)", locale: nil)
    else { throw .arithmeticOverflow }
    return product
  }

  private static var leastExponent: Int { -128 }
}
