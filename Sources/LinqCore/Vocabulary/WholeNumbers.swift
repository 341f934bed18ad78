// Functions of whole numbers, and the lower and the higher of two values.

extension QueryExpression where Value: FixedWidthInteger & SignedInteger & Sendable {
  /// Returns whether the number is a multiple of another one. Only 0 is a multiple of 0.
  ///
  /// ```swift
  /// people.where { $0.age.isMultiple(of: 10) }      // WHERE age % ? = ?
  /// ```
  public func isMultiple(of other: Value) -> QueryExpression<Bool> {
    switch other {
    case 0: self == 0
    case 1, -1: self == self
    default: self % other == 0
    }
  }

  /// Returns -1 for a negative number, 0 for 0 and 1 for a positive number.
  public func signum() -> Self {
    .if(self > 0, then: 1, else: .if(self < 0, then: -1, else: 0))
  }

  /// Returns the quotient of a division, truncated toward zero, and its remainder.
  ///
  /// ```swift
  /// people.select { $0.age.quotientAndRemainder(dividingBy: 10).remainder }
  /// // SELECT age % ? FROM person ORDER BY id
  /// ```
  public func quotientAndRemainder(dividingBy divisor: Self) -> (quotient: Self, remainder: Self) {
    (self / divisor, self % divisor)
  }

  /// Returns the quotient of a division, truncated toward zero, and its remainder.
  public func quotientAndRemainder(
    dividingBy divisor: Value
  ) -> (quotient: Self, remainder: Self) { quotientAndRemainder(dividingBy: Self(divisor)) }
}

extension QueryExpression where Value == Int {
  /// Returns whether the number is a multiple of another one. Only 0 is a multiple of 0.
  public func isMultiple(of other: Self) -> QueryExpression<Bool> {
    Vocabulary.isMultiple(self, other)
  }

  /// Returns the difference to another number: negative if that one is lower.
  public func distance(to other: Self) -> Self { other - self }

  /// Returns the difference to another number: negative if that one is lower.
  public func distance(to other: Int) -> Self { other - self }

  /// Returns the sum with another number.
  public func advanced(by distance: Self) -> Self { self + distance }

  /// Returns the sum with another number.
  public func advanced(by distance: Int) -> Self { self + distance }

  /// Returns the sum without the bits that do not fit, as Swift's `&+`.
  public static func &+ (left: Self, right: Self) -> Self { Vocabulary.wrappingAdd(left, right) }

  /// Returns the sum without the bits that do not fit, as Swift's `&+`.
  public static func &+ (left: Self, right: Int) -> Self { left &+ Self(right) }

  /// Returns the difference without the bits that do not fit, as Swift's `&-`.
  public static func &- (left: Self, right: Self) -> Self {
    Vocabulary.wrappingSubtract(left, right)
  }

  /// Returns the difference without the bits that do not fit, as Swift's `&-`.
  public static func &- (left: Self, right: Int) -> Self { left &- Self(right) }

  /// Returns the product without the bits that do not fit, as Swift's `&*`.
  public static func &* (left: Self, right: Self) -> Self {
    Vocabulary.wrappingMultiply(left, right)
  }

  /// Returns the product without the bits that do not fit, as Swift's `&*`.
  public static func &* (left: Self, right: Int) -> Self { left &* Self(right) }
}

/// Returns the lower of two values; the first one if they are equal.
public func min<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: QueryExpression<Value>
) -> QueryExpression<Value> { .if(right < left, then: right, else: left) }

/// Returns the lower of two values; the first one if they are equal.
public func min<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: Value
) -> QueryExpression<Value> { min(left, QueryExpression<Value>(right)) }

/// Returns the lower of two values; the first one if they are equal.
public func min<Value: Comparable & Sendable>(
  _ left: Value, _ right: QueryExpression<Value>
) -> QueryExpression<Value> { min(QueryExpression<Value>(left), right) }

/// Returns the higher of two values; the second one if they are equal.
public func max<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: QueryExpression<Value>
) -> QueryExpression<Value> { .if(right >= left, then: right, else: left) }

/// Returns the higher of two values; the second one if they are equal.
public func max<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: Value
) -> QueryExpression<Value> { max(left, QueryExpression<Value>(right)) }

/// Returns the higher of two values; the second one if they are equal.
public func max<Value: Comparable & Sendable>(
  _ left: Value, _ right: QueryExpression<Value>
) -> QueryExpression<Value> { max(QueryExpression<Value>(left), right) }

extension Vocabulary {
  static let wholeNumbers: [any VocabularyEntry] = [
    signum, isMultiple, isMultipleOfAny, wrappingAdd, wrappingSubtract, wrappingMultiply,
  ]

  static let signum = ComposedFunction(
    ".signum()", sample: "people.select { ($0.age - 30).signum() }", contract: "S53"
  ) { (number: QueryExpression<Int>) in number.signum() }

  static let isMultiple = StandardFunction(sql: "swift_is_multiple") {
    (number: Int, other: Int) in number.isMultiple(of: other)
  }

  static let isMultipleOfAny = ComposedFunction(
    ".isMultiple(of:)", sample: "people.where { $0.age.isMultiple(of: 10) }", contract: "S53"
  ) { (number: QueryExpression<Int>, other: QueryExpression<Int>) in
    guard case .constant(let value as Int) = other.expressionNode.form else {
      return number.isMultiple(of: other)
    }
    return number.isMultiple(of: value)
  }

  static let wrappingAdd = StandardFunction(sql: "swift_wrapping_add") {
    (left: Int, right: Int) in left &+ right
  }
  static let wrappingSubtract = StandardFunction(sql: "swift_wrapping_subtract") {
    (left: Int, right: Int) in left &- right
  }
  static let wrappingMultiply = StandardFunction(sql: "swift_wrapping_multiply") {
    (left: Int, right: Int) in left &* right
  }
}
