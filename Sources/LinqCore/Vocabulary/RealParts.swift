// What a floating-point number is, and what it is made of.

extension QueryExpression where Value == Double {
  /// Whether the number is not infinite.
  ///
  /// ```swift
  /// orders.where { $0.freight.isFinite }       // WHERE swift_is_finite(freight)
  /// ```
  public var isFinite: QueryExpression<Bool> { Vocabulary.isFinite(self) }

  /// Whether the number is infinite.
  public var isInfinite: QueryExpression<Bool> { Vocabulary.isInfinite(self) }

  /// False: a value that is not a number is the error ``ExpressionError/notANumber``.
  public var isNaN: QueryExpression<Bool> { Vocabulary.isNaN(self) }

  /// Whether the number is 0 or -0.
  public var isZero: QueryExpression<Bool> { self == 0 }

  /// The sign: plus for 0 and for -0, which are one value.
  public var sign: QueryExpression<FloatingPointSign> { Vocabulary.sign(self) }

  /// The exponent to the base 2, as `Double.exponent` has it: `Int.max` for an infinite number and
  /// `Int.min` for 0.
  public var exponent: QueryExpression<Int> { Vocabulary.exponent(self) }
}

extension Vocabulary {
  static let realParts: [any VocabularyEntry] = [
    isFinite, isInfinite, isNaN, isZero, exponent, sign,
  ]

  static let isFinite = part("isFinite", sql: "swift_is_finite", "S15") { $0.isFinite }
  static let isInfinite = part("isInfinite", sql: "swift_is_infinite", "S15") { $0.isInfinite }
  static let isNaN = part("isNaN", sql: "swift_is_nan", "S14") { $0.isNaN }
  static let exponent = part("exponent", sql: "swift_exponent", "S53") { $0.exponent }

  static let isZero = ComposedFunction(
    ".isZero", sample: "purchases.select { $0.price.isZero }", contract: "S15"
  ) { (number: QueryExpression<Double>) in number.isZero }

  static let sign = StandardFunction(sql: "swift_sign") { (number: Double) in
    number < 0 ? FloatingPointSign.minus : .plus
  }

  private static func part<Result: FunctionValue>(
    _ name: String, sql: String, _ contract: String,
    _ body: @escaping @Sendable (Double) -> Result
  ) -> StandardFunction<Double, Result> {
    StandardFunction(
      ".\(name)", sql: sql, sample: "purchases.select { $0.price.\(name) }", contract: contract,
      body)
  }
}

extension FloatingPointSign: FunctionValue {}
