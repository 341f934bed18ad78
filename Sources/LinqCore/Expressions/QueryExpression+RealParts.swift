// What a floating-point number is, and what it is made of.

extension QueryExpression where Value == Double {
  /// Whether the number is not infinite.
  ///
  /// ```swift
  /// orders.where { $0.freight.isFinite }       // WHERE swift_is_finite(freight)
  /// ```
  public var isFinite: QueryExpression<Bool> { RealParts.isFinite(self) }

  /// Whether the number is infinite.
  public var isInfinite: QueryExpression<Bool> { RealParts.isInfinite(self) }

  /// False: a value that is not a number is the error ``ExpressionError/notANumber``.
  public var isNaN: QueryExpression<Bool> { RealParts.isNaN(self) }

  /// Whether the number is 0 or -0.
  public var isZero: QueryExpression<Bool> { self == 0 }

  /// The sign: plus for 0 and for -0, which are one value.
  public var sign: QueryExpression<FloatingPointSign> { RealParts.sign(self) }

  /// The exponent to the base 2, as `Double.exponent` has it: `Int.max` for an infinite number and
  /// `Int.min` for 0.
  public var exponent: QueryExpression<Int> { RealParts.exponent(self) }
}

/// The parts of numbers as engines call them.
private enum RealParts {
  static let isFinite = StandardFunction("swift_is_finite") { (number: Double) in number.isFinite }
  static let isInfinite = StandardFunction("swift_is_infinite") { (number: Double) in
    number.isInfinite
  }
  static let isNaN = StandardFunction("swift_is_nan") { (number: Double) in number.isNaN }
  static let sign = StandardFunction("swift_sign") { (number: Double) in
    number < 0 ? FloatingPointSign.minus : .plus
  }
  static let exponent = StandardFunction("swift_exponent") { (number: Double) in number.exponent }
}

extension FloatingPointSign: FunctionValue {}
