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
    case .down: Vocabulary.floor(self)
    case .up: Vocabulary.ceil(self)
    case .towardZero: Vocabulary.trunc(self)
    case .toNearestOrEven: Vocabulary.roundToEven(self)
    case .awayFromZero: Vocabulary.roundAway(self)
    case .toNearestOrAwayFromZero: Vocabulary.round(self)
    @unknown default: Vocabulary.round(self)
    }
  }

  /// Returns the square root; that of a negative number is the error
  /// ``ExpressionError/notANumber``.
  public func squareRoot() -> Self { Vocabulary.sqrt(self) }

  /// The absolute value.
  public var magnitude: Self { abs(self) }

  /// Returns the remainder of a division whose quotient is rounded to the nearest whole number, or
  /// to the even one if two are equally near.
  public func remainder(dividingBy other: Self) -> Self { Vocabulary.remainder(self, other) }

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
  Vocabulary.floor(operand)
}

/// Returns the number rounded up.
public func ceil(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.ceil(operand)
}

/// Returns the number rounded toward zero.
public func trunc(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.trunc(operand)
}

/// Returns the number rounded to the nearest whole number, or away from zero if two are equally
/// near.
public func round(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.round(operand)
}

/// Returns the square root; that of a negative number is the error ``ExpressionError/notANumber``.
public func sqrt(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.sqrt(operand)
}

/// Returns the exponential.
public func exp(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.exp(operand)
}

/// Returns the natural logarithm; that of a negative number is the error
/// ``ExpressionError/notANumber``.
public func log(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.log(operand)
}

/// Returns the logarithm to the base 2.
public func log2(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.log2(operand)
}

/// Returns the logarithm to the base 10.
public func log10(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.log10(operand)
}

/// Returns the sine of an angle in radians.
public func sin(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.sin(operand)
}

/// Returns the cosine of an angle in radians.
public func cos(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.cos(operand)
}

/// Returns the tangent of an angle in radians.
public func tan(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.tan(operand)
}

/// Returns the arc sine, in radians.
public func asin(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.asin(operand)
}

/// Returns the arc cosine, in radians.
public func acos(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.acos(operand)
}

/// Returns the arc tangent, in radians.
public func atan(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.atan(operand)
}

/// Returns the hyperbolic sine.
public func sinh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.sinh(operand)
}

/// Returns the hyperbolic cosine.
public func cosh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.cosh(operand)
}

/// Returns the hyperbolic tangent.
public func tanh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.tanh(operand)
}

/// Returns the inverse hyperbolic sine.
public func asinh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.asinh(operand)
}

/// Returns the inverse hyperbolic cosine; that of a number below 1 is the error
/// ``ExpressionError/notANumber``.
public func acosh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.acosh(operand)
}

/// Returns the inverse hyperbolic tangent; that of a number beyond -1 and 1 is the error
/// ``ExpressionError/notANumber``.
public func atanh(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.atanh(operand)
}

/// Returns the cube root.
public func cbrt(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.cbrt(operand)
}

/// Returns 2 raised to a power.
public func exp2(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.exp2(operand)
}

/// Returns the exponential minus 1, which is exact for small numbers too.
public func expm1(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.expm1(operand)
}

/// Returns the natural logarithm of 1 and a number; that of a sum below 0 is the error
/// ``ExpressionError/notANumber``.
public func log1p(_ operand: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.log1p(operand)
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

/// Returns the remainder of a division whose quotient is truncated toward zero.
public func fmod(_ left: Double, _ right: QueryExpression<Double>) -> QueryExpression<Double> {
  QueryExpression<Double>(left).truncatingRemainder(dividingBy: right)
}

/// Returns a number raised to a power.
public func pow(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { Vocabulary.pow(left, right) }

/// Returns a number raised to a power.
public func pow(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  Vocabulary.pow(left, QueryExpression<Double>(right))
}

/// Returns a number raised to a power.
public func pow(_ left: Double, _ right: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.pow(QueryExpression<Double>(left), right)
}

/// Returns the arc tangent of a quotient, in radians, in the quadrant of its two numbers.
public func atan2(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { Vocabulary.atan2(left, right) }

/// Returns the arc tangent of a quotient, in radians, in the quadrant of its two numbers.
public func atan2(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  Vocabulary.atan2(left, QueryExpression<Double>(right))
}

/// Returns the arc tangent of a quotient, in radians, in the quadrant of its two numbers.
public func atan2(_ left: Double, _ right: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.atan2(QueryExpression<Double>(left), right)
}

/// Returns the square root of the sum of the squares of two numbers.
public func hypot(
  _ left: QueryExpression<Double>, _ right: QueryExpression<Double>
) -> QueryExpression<Double> { Vocabulary.hypot(left, right) }

/// Returns the square root of the sum of the squares of two numbers.
public func hypot(_ left: QueryExpression<Double>, _ right: Double) -> QueryExpression<Double> {
  Vocabulary.hypot(left, QueryExpression<Double>(right))
}

/// Returns the square root of the sum of the squares of two numbers.
public func hypot(_ left: Double, _ right: QueryExpression<Double>) -> QueryExpression<Double> {
  Vocabulary.hypot(QueryExpression<Double>(left), right)
}

extension Vocabulary {
  static let realNumbers: [any VocabularyEntry] = [
    floor, ceil, trunc, round, sqrt, exp, log, log2, log10, sin, cos, tan, asin, acos, atan, sinh,
    cosh, tanh, asinh, acosh, atanh, cbrt, exp2, expm1, log1p, roundToEven, roundAway, pow, atan2,
    hypot, remainder, rounded, squareRoot, truncatingRemainder, fabs, fmod,
  ]

  static let floor = real("floor", server: "floor") { Foundation.floor($0) }
  static let ceil = real("ceil", server: "ceil") { Foundation.ceil($0) }
  static let trunc = real("trunc", server: "trunc") { Foundation.trunc($0) }
  static let round = real("round") { Foundation.round($0) }
  static let sqrt = real("sqrt", of: "abs($0.price)", canFail: true) { Foundation.sqrt($0) }
  static let exp = real("exp") { Foundation.exp($0) }
  static let log = real("log", of: "abs($0.price)", canFail: true) { Foundation.log($0) }
  static let log2 = real("log2", of: "abs($0.price)", canFail: true) { Foundation.log2($0) }
  static let log10 = real("log10", of: "abs($0.price)", canFail: true) { Foundation.log10($0) }
  static let sin = real("sin", canFail: true) { Foundation.sin($0) }
  static let cos = real("cos", canFail: true) { Foundation.cos($0) }
  static let tan = real("tan", canFail: true) { Foundation.tan($0) }
  static let asin = real("asin", of: "tanh($0.price)", canFail: true) { Foundation.asin($0) }
  static let acos = real("acos", of: "tanh($0.price)", canFail: true) { Foundation.acos($0) }
  static let atan = real("atan") { Foundation.atan($0) }
  static let sinh = real("sinh") { Foundation.sinh($0) }
  static let cosh = real("cosh") { Foundation.cosh($0) }
  static let tanh = real("tanh") { Foundation.tanh($0) }
  static let asinh = real("asinh") { Foundation.asinh($0) }
  static let acosh = real("acosh", of: "cosh($0.price)", canFail: true) { Foundation.acosh($0) }
  static let atanh = real("atanh", of: "tanh($0.price)", canFail: true) { Foundation.atanh($0) }
  static let cbrt = real("cbrt") { Foundation.cbrt($0) }
  static let exp2 = real("exp2") { Foundation.exp2($0) }
  static let expm1 = real("expm1") { Foundation.expm1($0) }
  static let log1p = real("log1p", of: "abs($0.price)", canFail: true) { Foundation.log1p($0) }

  static let roundToEven = StandardFunction<Double, Double>(
    sql: "swift_round_to_even", server: "round"
  ) { $0.rounded(.toNearestOrEven) }
  static let roundAway = StandardFunction<Double, Double>(sql: "swift_round_away") {
    $0.rounded(.awayFromZero)
  }

  static let pow = real("pow") { Foundation.pow($0, $1) }
  static let atan2 = real("atan2") { Foundation.atan2($0, $1) }
  static let hypot = real("hypot") { Foundation.hypot($0, $1) }

  static let remainder = StandardFunction(
    ".remainder(dividingBy:)", sql: "swift_ieee_remainder", canFail: true,
    sample: "purchases.select { $0.price.remainder(dividingBy: 1.5) }", contract: "S53"
  ) { (left: Double, right: Double) in try left.remainder(dividingBy: right).asNumber() }

  static let rounded = ComposedFunction(
    ".rounded()", sample: "purchases.select { $0.price.rounded() }", contract: "S53"
  ) { (number: QueryExpression<Double>) in number.rounded() }

  static let squareRoot = ComposedFunction(
    ".squareRoot()", sample: "purchases.select { abs($0.price).squareRoot() }", contract: "S53"
  ) { (number: QueryExpression<Double>) in number.squareRoot() }

  static let truncatingRemainder = ComposedFunction(
    ".truncatingRemainder(dividingBy:)",
    sample: "purchases.select { $0.price.truncatingRemainder(dividingBy: 2.5) }", contract: "S13"
  ) { (left: QueryExpression<Double>, right: QueryExpression<Double>) in
    left.truncatingRemainder(dividingBy: right)
  }

  static let fabs = ComposedFunction(
    "fabs(_:)", sample: "purchases.select { fabs($0.price) }", contract: "S53"
  ) { (number: QueryExpression<Double>) in abs(number) }

  static let fmod = ComposedFunction(
    "fmod(_:_:)", sample: "purchases.select { fmod($0.price, 1.5) }", contract: "S13"
  ) { (left: QueryExpression<Double>, right: QueryExpression<Double>) in
    left.truncatingRemainder(dividingBy: right)
  }

  private static func real(
    _ name: String, of operand: String = "$0.price", canFail: Bool = false, server: String? = nil,
    _ body: @escaping @Sendable (Double) -> Double
  ) -> StandardFunction<Double, Double> {
    StandardFunction(
      "\(name)(_:)", sql: "swift_\(name)", server: server, canFail: canFail,
      sample: "purchases.select { \(name)(\(operand)) }", contract: "S53"
    ) { try body($0).asNumber() }
  }

  private static func real(
    _ name: String, _ body: @escaping @Sendable (Double, Double) -> Double
  ) -> StandardFunction<Double, Double, Double> {
    StandardFunction(
      "\(name)(_:_:)", sql: "swift_\(name)", canFail: true,
      sample: "purchases.select { \(name)(2.0, $0.price) }", contract: "S53"
    ) { try body($0, $1).asNumber() }
  }
}
