// Arithmetic neither traps nor returns a wrong result. An integer result that does not fit its type
// throws `ExpressionError.arithmeticOverflow`, an integer division by zero throws `divisionByZero`,
// and a floating-point result that is not a number throws `notANumber`.

extension QueryExpression where Value: FixedWidthInteger & Sendable {
  /// Returns the sum.
  public static func + (left: Self, right: Self) -> Self {
    Self(.add, left, right) { try fitting($0.addingReportingOverflow($1)) }
  }

  /// Returns the sum.
  public static func + (left: Self, right: Value) -> Self { left + Self(right) }

  /// Returns the sum.
  public static func + (left: Value, right: Self) -> Self { Self(left) + right }

  /// Returns the difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, left, right) { try fitting($0.subtractingReportingOverflow($1)) }
  }

  /// Returns the difference.
  public static func - (left: Self, right: Value) -> Self { left - Self(right) }

  /// Returns the difference.
  public static func - (left: Value, right: Self) -> Self { Self(left) - right }

  /// Returns the product.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, left, right) { try fitting($0.multipliedReportingOverflow(by: $1)) }
  }

  /// Returns the product.
  public static func * (left: Self, right: Value) -> Self { left * Self(right) }

  /// Returns the product.
  public static func * (left: Value, right: Self) -> Self { Self(left) * right }

  /// Returns the quotient, truncated toward zero.
  public static func / (left: Self, right: Self) -> Self {
    Self(.divide, left, right) { dividend, divisor in
      guard divisor != 0 else { throw ExpressionError.divisionByZero }
      return try fitting(dividend.dividedReportingOverflow(by: divisor))
    }
  }

  /// Returns the quotient, truncated toward zero.
  public static func / (left: Self, right: Value) -> Self { left / Self(right) }

  /// Returns the quotient, truncated toward zero.
  public static func / (left: Value, right: Self) -> Self { Self(left) / right }

  /// Returns the remainder of a division, with the sign of the dividend.
  public static func % (left: Self, right: Self) -> Self {
    Self(.remainder, left, right) { dividend, divisor in
      guard divisor != 0 else { throw ExpressionError.divisionByZero }
      return try fitting(dividend.remainderReportingOverflow(dividingBy: divisor))
    }
  }

  /// Returns the remainder of a division, with the sign of the dividend.
  public static func % (left: Self, right: Value) -> Self { left % Self(right) }

  /// Returns the remainder of a division, with the sign of the dividend.
  public static func % (left: Value, right: Self) -> Self { Self(left) % right }
}

extension QueryExpression where Value: FixedWidthInteger & SignedInteger & Sendable {
  /// Returns the number with its sign reversed.
  public static prefix func - (operand: Self) -> Self {
    Self(.negate, operand) { try fitting((0 as Value).subtractingReportingOverflow($0)) }
  }
}

extension QueryExpression where Value == Double {
  /// Returns the sum.
  public static func + (left: Self, right: Self) -> Self {
    Self(.add, left, right) { try ($0 + $1).asNumber() }
  }

  /// Returns the sum.
  public static func + (left: Self, right: Value) -> Self { left + Self(right) }

  /// Returns the sum.
  public static func + (left: Value, right: Self) -> Self { Self(left) + right }

  /// Returns the difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, left, right) { try ($0 - $1).asNumber() }
  }

  /// Returns the difference.
  public static func - (left: Self, right: Value) -> Self { left - Self(right) }

  /// Returns the difference.
  public static func - (left: Value, right: Self) -> Self { Self(left) - right }

  /// Returns the product.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, left, right) { try ($0 * $1).asNumber() }
  }

  /// Returns the product.
  public static func * (left: Self, right: Value) -> Self { left * Self(right) }

  /// Returns the product.
  public static func * (left: Value, right: Self) -> Self { Self(left) * right }

  /// Returns the quotient. A nonzero number divided by zero is infinite.
  public static func / (left: Self, right: Self) -> Self {
    Self(.divide, left, right) { try ($0 / $1).asNumber() }
  }

  /// Returns the quotient. A nonzero number divided by zero is infinite.
  public static func / (left: Self, right: Value) -> Self { left / Self(right) }

  /// Returns the quotient. A nonzero number divided by zero is infinite.
  public static func / (left: Value, right: Self) -> Self { Self(left) / right }

  /// Returns the number with its sign reversed.
  public static prefix func - (operand: Self) -> Self { Self(.negate, operand) { -$0 } }

  /// Returns the remainder of a division whose quotient is truncated toward zero.
  public func truncatingRemainder(dividingBy other: Self) -> Self {
    Self(.truncatingRemainder, self, other) {
      try $0.truncatingRemainder(dividingBy: $1).asNumber()
    }
  }

  /// Returns the remainder of a division whose quotient is truncated toward zero.
  public func truncatingRemainder(dividingBy other: Double) -> Self {
    truncatingRemainder(dividingBy: Self(other))
  }
}

/// Returns the absolute value.
public func abs<Number: FixedWidthInteger & SignedInteger & Sendable>(
  _ operand: QueryExpression<Number>
) -> QueryExpression<Number> {
  QueryExpression<Number>(.absolute, operand) { value in
    guard value != Number.min else { throw ExpressionError.arithmeticOverflow }
    return Swift.abs(value)
  }
}

/// Returns the absolute value.
public func abs(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  QueryExpression<Double>(.absolute, operand) { Swift.abs($0) }
}

/// Returns the result of an operation that may overflow. Throws an error if it does.
private func fitting<Number>(_ result: (partialValue: Number, overflow: Bool)) throws -> Number {
  guard !result.overflow else { throw ExpressionError.arithmeticOverflow }
  return result.partialValue
}
