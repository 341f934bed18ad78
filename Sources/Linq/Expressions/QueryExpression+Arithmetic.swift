// Whole numbers never trap and are never silently wrong: what does not fit 64 bits is
// `ExpressionError.arithmeticOverflow`, a division by zero is `ExpressionError.divisionByZero`.

extension QueryExpression where Value == Int {
  /// The sum.
  public static func + (left: Self, right: Self) -> Self {
    Self(.add, left, right) { try fitting($0.addingReportingOverflow($1)) }
  }

  /// The sum.
  public static func + (left: Self, right: Int) -> Self { left + Self(right) }

  /// The sum.
  public static func + (left: Int, right: Self) -> Self { Self(left) + right }

  /// The difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, left, right) { try fitting($0.subtractingReportingOverflow($1)) }
  }

  /// The difference.
  public static func - (left: Self, right: Int) -> Self { left - Self(right) }

  /// The difference.
  public static func - (left: Int, right: Self) -> Self { Self(left) - right }

  /// The product.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, left, right) { try fitting($0.multipliedReportingOverflow(by: $1)) }
  }

  /// The product.
  public static func * (left: Self, right: Int) -> Self { left * Self(right) }

  /// The product.
  public static func * (left: Int, right: Self) -> Self { Self(left) * right }

  /// The quotient, truncated toward zero.
  public static func / (left: Self, right: Self) -> Self {
    Self(.divide, left, right) { dividend, divisor in
      guard divisor != 0 else { throw ExpressionError.divisionByZero }
      return try fitting(dividend.dividedReportingOverflow(by: divisor))
    }
  }

  /// The quotient, truncated toward zero.
  public static func / (left: Self, right: Int) -> Self { left / Self(right) }

  /// The quotient, truncated toward zero.
  public static func / (left: Int, right: Self) -> Self { Self(left) / right }

  /// The remainder of a division, with the sign of the dividend.
  public static func % (left: Self, right: Self) -> Self {
    Self(.remainder, left, right) { dividend, divisor in
      guard divisor != 0 else { throw ExpressionError.divisionByZero }
      return try fitting(dividend.remainderReportingOverflow(dividingBy: divisor))
    }
  }

  /// The remainder of a division.
  public static func % (left: Self, right: Int) -> Self { left % Self(right) }

  /// The remainder of a division.
  public static func % (left: Int, right: Self) -> Self { Self(left) % right }

  /// The number with the other sign.
  public static prefix func - (operand: Self) -> Self {
    Self(.negate, operand) { try fitting((0).subtractingReportingOverflow($0)) }
  }
}

extension QueryExpression where Value == Double {
  /// The sum.
  public static func + (left: Self, right: Self) -> Self { Self(.add, left, right) { $0 + $1 } }

  /// The sum.
  public static func + (left: Self, right: Double) -> Self { left + Self(right) }

  /// The sum.
  public static func + (left: Double, right: Self) -> Self { Self(left) + right }

  /// The difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, left, right) { $0 - $1 }
  }

  /// The difference.
  public static func - (left: Self, right: Double) -> Self { left - Self(right) }

  /// The difference.
  public static func - (left: Double, right: Self) -> Self { Self(left) - right }

  /// The product.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, left, right) { $0 * $1 }
  }

  /// The product.
  public static func * (left: Self, right: Double) -> Self { left * Self(right) }

  /// The product.
  public static func * (left: Double, right: Self) -> Self { Self(left) * right }

  /// The quotient.
  public static func / (left: Self, right: Self) -> Self { Self(.divide, left, right) { $0 / $1 } }

  /// The quotient.
  public static func / (left: Self, right: Double) -> Self { left / Self(right) }

  /// The quotient.
  public static func / (left: Double, right: Self) -> Self { Self(left) / right }

  /// The number with the other sign.
  public static prefix func - (operand: Self) -> Self { Self(.negate, operand) { -$0 } }
}

/// The number without its sign.
public func abs(_ operand: QueryExpression<Int>) -> QueryExpression<Int> {
  QueryExpression<Int>(.absolute, operand) { value in
    guard value != Int.min else { throw ExpressionError.arithmeticOverflow }
    return Swift.abs(value)
  }
}

/// The number without its sign.
public func abs(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  QueryExpression<Double>(.absolute, operand) { Swift.abs($0) }
}

extension QueryExpression where Value == Double {
  /// A whole number as a floating-point number, as `Double($0.age)` in Swift.
  public init(_ operand: QueryExpression<Int>) {
    self.init(.double, operand) { Double($0) }
  }
}

/// The result of an operation that may overflow.
private func fitting(_ result: (partialValue: Int, overflow: Bool)) throws -> Int {
  guard !result.overflow else { throw ExpressionError.arithmeticOverflow }
  return result.partialValue
}
