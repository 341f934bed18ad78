// Numbers never trap and are never silently wrong: a whole number that does not fit its type is
// `ExpressionError.arithmeticOverflow`, a division by zero is `divisionByZero`, a floating-point
// result that is no number is `notANumber`.

extension QueryExpression where Value: FixedWidthInteger & Sendable {
  /// The sum.
  public static func + (left: Self, right: Self) -> Self {
    Self(.add, left, right) { try fitting($0.addingReportingOverflow($1)) }
  }

  /// The sum.
  public static func + (left: Self, right: Value) -> Self { left + Self(right) }

  /// The sum.
  public static func + (left: Value, right: Self) -> Self { Self(left) + right }

  /// The difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, left, right) { try fitting($0.subtractingReportingOverflow($1)) }
  }

  /// The difference.
  public static func - (left: Self, right: Value) -> Self { left - Self(right) }

  /// The difference.
  public static func - (left: Value, right: Self) -> Self { Self(left) - right }

  /// The product.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, left, right) { try fitting($0.multipliedReportingOverflow(by: $1)) }
  }

  /// The product.
  public static func * (left: Self, right: Value) -> Self { left * Self(right) }

  /// The product.
  public static func * (left: Value, right: Self) -> Self { Self(left) * right }

  /// The quotient, truncated toward zero.
  public static func / (left: Self, right: Self) -> Self {
    Self(.divide, left, right) { dividend, divisor in
      guard divisor != 0 else { throw ExpressionError.divisionByZero }
      return try fitting(dividend.dividedReportingOverflow(by: divisor))
    }
  }

  /// The quotient, truncated toward zero.
  public static func / (left: Self, right: Value) -> Self { left / Self(right) }

  /// The quotient, truncated toward zero.
  public static func / (left: Value, right: Self) -> Self { Self(left) / right }

  /// The remainder of a division, with the sign of the dividend.
  public static func % (left: Self, right: Self) -> Self {
    Self(.remainder, left, right) { dividend, divisor in
      guard divisor != 0 else { throw ExpressionError.divisionByZero }
      return try fitting(dividend.remainderReportingOverflow(dividingBy: divisor))
    }
  }

  /// The remainder of a division, with the sign of the dividend.
  public static func % (left: Self, right: Value) -> Self { left % Self(right) }

  /// The remainder of a division, with the sign of the dividend.
  public static func % (left: Value, right: Self) -> Self { Self(left) % right }
}

extension QueryExpression where Value: FixedWidthInteger & SignedInteger & Sendable {
  /// The number with the other sign.
  public static prefix func - (operand: Self) -> Self {
    Self(.negate, operand) { try fitting((0 as Value).subtractingReportingOverflow($0)) }
  }
}

extension QueryExpression where Value == Double {
  /// The sum.
  public static func + (left: Self, right: Self) -> Self {
    Self(.add, left, right) { try ($0 + $1).asNumber() }
  }

  /// The sum.
  public static func + (left: Self, right: Value) -> Self { left + Self(right) }

  /// The sum.
  public static func + (left: Value, right: Self) -> Self { Self(left) + right }

  /// The difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, left, right) { try ($0 - $1).asNumber() }
  }

  /// The difference.
  public static func - (left: Self, right: Value) -> Self { left - Self(right) }

  /// The difference.
  public static func - (left: Value, right: Self) -> Self { Self(left) - right }

  /// The product.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, left, right) { try ($0 * $1).asNumber() }
  }

  /// The product.
  public static func * (left: Self, right: Value) -> Self { left * Self(right) }

  /// The product.
  public static func * (left: Value, right: Self) -> Self { Self(left) * right }

  /// The quotient; by zero it is infinite.
  public static func / (left: Self, right: Self) -> Self {
    Self(.divide, left, right) { try ($0 / $1).asNumber() }
  }

  /// The quotient; by zero it is infinite.
  public static func / (left: Self, right: Value) -> Self { left / Self(right) }

  /// The quotient; by zero it is infinite.
  public static func / (left: Value, right: Self) -> Self { Self(left) / right }

  /// The number with the other sign.
  public static prefix func - (operand: Self) -> Self { Self(.negate, operand) { -$0 } }

  /// The remainder of a division whose quotient is truncated toward zero.
  public func truncatingRemainder(dividingBy other: Self) -> Self {
    Self(.truncatingRemainder, self, other) {
      try $0.truncatingRemainder(dividingBy: $1).asNumber()
    }
  }

  /// The remainder of a division whose quotient is truncated toward zero.
  public func truncatingRemainder(dividingBy other: Double) -> Self {
    truncatingRemainder(dividingBy: Self(other))
  }
}

/// The number without its sign.
public func abs<Number: FixedWidthInteger & SignedInteger & Sendable>(
  _ operand: QueryExpression<Number>
) -> QueryExpression<Number> {
  QueryExpression<Number>(.absolute, operand) { value in
    guard value != Number.min else { throw ExpressionError.arithmeticOverflow }
    return Swift.abs(value)
  }
}

/// The number without its sign.
public func abs(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  QueryExpression<Double>(.absolute, operand) { Swift.abs($0) }
}

/// The result of an operation that may overflow.
private func fitting<Number>(_ result: (partialValue: Number, overflow: Bool)) throws -> Number {
  guard !result.overflow else { throw ExpressionError.arithmeticOverflow }
  return result.partialValue
}
