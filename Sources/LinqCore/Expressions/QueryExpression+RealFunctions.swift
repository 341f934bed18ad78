internal import Foundation

// Functions of numbers, with the names that they have in Swift. A result that is not a number is
// the error `notANumber`, as for operators.

extension QueryExpression where Value == Double {
  /// Returns the number rounded to a whole number.
  ///
  /// ```swift
  /// orders.select { $0.freight.rounded(.down) }
  /// // SELECT swift_floor(freight) FROM purchase_order ORDER BY id
  /// ```
  public func rounded(_ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Self {
    switch rule {
    case .down: RealFunctions.floor(self)
    case .up: RealFunctions.ceil(self)
    case .towardZero: RealFunctions.trunc(self)
    case .toNearestOrEven: RealFunctions.roundToEven(self)
    case .awayFromZero: RealFunctions.roundAway(self)
    case .toNearestOrAwayFromZero: RealFunctions.round(self)
    @unknown default: RealFunctions.round(self)
    }
  }

  /// Returns the square root; that of a negative number is the error
  /// ``ExpressionError/notANumber``.
  public func squareRoot() -> Self { RealFunctions.sqrt(self) }

  /// The absolute value.
  public var magnitude: Self { abs(self) }

  /// Returns the remainder of a division whose quotient is rounded to the nearest whole number, or
  /// to the even one if two are equally near.
  public func remainder(dividingBy other: Self) -> Self { RealFunctions.remainder(self, other) }

  /// Returns the remainder of a division whose quotient is rounded to the nearest whole number.
  public func remainder(dividingBy other: Double) -> Self { remainder(dividingBy: Self(other)) }

  /// Returns the difference to another number: negative if that one is lower.
  public func distance(to other: Self) -> Self { other - self }

  /// Returns the difference to another number: negative if that one is lower.
  public func distance(to other: Double) -> Self { other - self }

  /// Returns the sum with another number.
  public func advanced(by distance: Self) -> Self { self + distance }

  /// Returns the sum with another number.
  public func advanced(by distance: Double) -> Self { self + distance }
}

/// Returns the number rounded down.
public func floor(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.floor(operand)
}

/// Returns the number rounded up.
public func ceil(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.ceil(operand)
}

/// Returns the number rounded toward zero.
public func trunc(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.trunc(operand)
}

/// Returns the number rounded to the nearest whole number, or away from zero if two are equally
/// near.
public func round(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.round(operand)
}

/// Returns the square root; that of a negative number is the error ``ExpressionError/notANumber``.
public func sqrt(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.sqrt(operand)
}

/// Returns the exponential.
public func exp(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.exp(operand)
}

/// Returns the natural logarithm; that of a negative number is the error
/// ``ExpressionError/notANumber``.
public func log(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.log(operand)
}

/// Returns the logarithm to the base 2.
public func log2(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.log2(operand)
}

/// Returns the logarithm to the base 10.
public func log10(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.log10(operand)
}

/// Returns the sine of an angle in radians.
public func sin(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.sin(operand)
}

/// Returns the cosine of an angle in radians.
public func cos(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.cos(operand)
}

/// Returns the tangent of an angle in radians.
public func tan(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.tan(operand)
}

/// Returns the arc sine, in radians.
public func asin(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.asin(operand)
}

/// Returns the arc cosine, in radians.
public func acos(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.acos(operand)
}

/// Returns the arc tangent, in radians.
public func atan(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.atan(operand)
}

/// Returns the hyperbolic sine.
public func sinh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.sinh(operand)
}

/// Returns the hyperbolic cosine.
public func cosh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.cosh(operand)
}

/// Returns the hyperbolic tangent.
public func tanh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.tanh(operand)
}

/// Returns the inverse hyperbolic sine.
public func asinh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.asinh(operand)
}

/// Returns the inverse hyperbolic cosine; that of a number below 1 is the error
/// ``ExpressionError/notANumber``.
public func acosh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.acosh(operand)
}

/// Returns the inverse hyperbolic tangent; that of a number beyond -1 and 1 is the error
/// ``ExpressionError/notANumber``.
public func atanh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.atanh(operand)
}

/// Returns the cube root.
public func cbrt(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.cbrt(operand)
}

/// Returns 2 raised to a power.
public func exp2(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.exp2(operand)
}

/// Returns the exponential minus 1, which is exact for small numbers too.
public func expm1(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.expm1(operand)
}

/// Returns the natural logarithm of 1 and a number; that of a sum below 0 is the error
/// ``ExpressionError/notANumber``.
public func log1p(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.log1p(operand)
}

/// Returns the absolute value.
public func fabs(_ operand: QueryExpression<Double>) -> QueryExpression<Double> { abs(operand) }

/// Returns the remainder of a division whose quotient is truncated toward zero.
public func fmod(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { left.truncatingRemainder(dividingBy: right) }

/// Returns the remainder of a division whose quotient is truncated toward zero.
public func fmod(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  left.truncatingRemainder(dividingBy: right)
}

/// Returns a number raised to a power.
public func pow(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { RealFunctions.pow(left, right) }

/// Returns a number raised to a power.
public func pow(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  RealFunctions.pow(left, QueryExpression<Double>(right))
}

/// Returns a number raised to a power.
public func pow(_ left: Double, _ right: QueryExpression<Double>) -> QueryExpression<Double> {
  RealFunctions.pow(QueryExpression<Double>(left), right)
}

/// Returns the arc tangent of a quotient, in radians, in the quadrant of its two numbers.
public func atan2(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { RealFunctions.atan2(left, right) }

/// Returns the arc tangent of a quotient, in radians, in the quadrant of its two numbers.
public func atan2(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  RealFunctions.atan2(left, QueryExpression<Double>(right))
}

/// Returns the square root of the sum of the squares of two numbers.
public func hypot(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { RealFunctions.hypot(left, right) }

/// Returns the square root of the sum of the squares of two numbers.
public func hypot(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  RealFunctions.hypot(left, QueryExpression<Double>(right))
}

/// The functions as engines call them.
private enum RealFunctions {
  static let floor = real("swift_floor", server: "floor") { Foundation.floor($0) }
  static let ceil = real("swift_ceil", server: "ceil") { Foundation.ceil($0) }
  static let trunc = real("swift_trunc", server: "trunc") { Foundation.trunc($0) }
  static let round = real("swift_round") { Foundation.round($0) }
  static let sqrt = real("swift_sqrt", canFail: true) { Foundation.sqrt($0) }
  static let exp = real("swift_exp") { Foundation.exp($0) }
  static let log = real("swift_log", canFail: true) { Foundation.log($0) }
  static let log2 = real("swift_log2", canFail: true) { Foundation.log2($0) }
  static let log10 = real("swift_log10", canFail: true) { Foundation.log10($0) }
  static let sin = real("swift_sin", canFail: true) { Foundation.sin($0) }
  static let cos = real("swift_cos", canFail: true) { Foundation.cos($0) }
  static let tan = real("swift_tan", canFail: true) { Foundation.tan($0) }
  static let asin = real("swift_asin", canFail: true) { Foundation.asin($0) }
  static let acos = real("swift_acos", canFail: true) { Foundation.acos($0) }
  static let atan = real("swift_atan") { Foundation.atan($0) }
  static let sinh = real("swift_sinh") { Foundation.sinh($0) }
  static let cosh = real("swift_cosh") { Foundation.cosh($0) }
  static let tanh = real("swift_tanh") { Foundation.tanh($0) }
  static let asinh = real("swift_asinh") { Foundation.asinh($0) }
  static let acosh = real("swift_acosh", canFail: true) { Foundation.acosh($0) }
  static let atanh = real("swift_atanh", canFail: true) { Foundation.atanh($0) }
  static let cbrt = real("swift_cbrt") { Foundation.cbrt($0) }
  static let exp2 = real("swift_exp2") { Foundation.exp2($0) }
  static let expm1 = real("swift_expm1") { Foundation.expm1($0) }
  static let log1p = real("swift_log1p", canFail: true) { Foundation.log1p($0) }
  static let roundToEven = real("swift_round_to_even", server: "round") {
    $0.rounded(.toNearestOrEven)
  }
  static let roundAway = real("swift_round_away") { $0.rounded(.awayFromZero) }
  static let pow = real("swift_pow") { Foundation.pow($0, $1) }
  static let atan2 = real("swift_atan2") { Foundation.atan2($0, $1) }
  static let hypot = real("swift_hypot") { Foundation.hypot($0, $1) }
  static let remainder = real("swift_ieee_remainder") { $0.remainder(dividingBy: $1) }

  private static func real(
    _ name: String, canFail: Bool = false, server: String? = nil,
    _ body: @escaping @Sendable (Double) -> Double
  ) -> StandardFunction<Double, Double> {
    StandardFunction(name, canFail: canFail, server: server) { try body($0).asNumber() }
  }

  private static func real(
    _ name: String, _ body: @escaping @Sendable (Double, Double) -> Double
  ) -> StandardFunction<Double, Double, Double> {
    StandardFunction(name, canFail: true) { try body($0, $1).asNumber() }
  }
}
