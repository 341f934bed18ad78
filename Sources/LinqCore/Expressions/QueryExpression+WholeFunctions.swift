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
}

/// Returns the lower of two values; the first one if they are equal.
public func min<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: QueryExpression<Value>
) -> QueryExpression<Value> { .if(right < left, then: right, else: left) }

/// Returns the lower of two values; the first one if they are equal.
public func min<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: Value
) -> QueryExpression<Value> { min(left, QueryExpression<Value>(right)) }

/// Returns the higher of two values; the second one if they are equal.
public func max<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: QueryExpression<Value>
) -> QueryExpression<Value> { .if(right >= left, then: right, else: left) }

/// Returns the higher of two values; the second one if they are equal.
public func max<Value: Comparable & Sendable>(
  _ left: QueryExpression<Value>, _ right: Value
) -> QueryExpression<Value> { max(left, QueryExpression<Value>(right)) }

extension QueryExpression where Value == Int {
  /// Returns the bits that are set in both numbers.
  public static func & (left: Self, right: Self) -> Self { BitFunctions.and(left, right) }

  /// Returns the bits that are set in both numbers.
  public static func & (left: Self, right: Int) -> Self { left & Self(right) }

  /// Returns the bits that are set in one of the numbers.
  public static func | (left: Self, right: Self) -> Self { BitFunctions.or(left, right) }

  /// Returns the bits that are set in one of the numbers.
  public static func | (left: Self, right: Int) -> Self { left | Self(right) }

  /// Returns the bits that are set in only one of the numbers.
  public static func ^ (left: Self, right: Self) -> Self { BitFunctions.xor(left, right) }

  /// Returns the bits that are set in only one of the numbers.
  public static func ^ (left: Self, right: Int) -> Self { left ^ Self(right) }

  /// Returns the bits that are not set.
  public static prefix func ~ (operand: Self) -> Self { BitFunctions.not(operand) }

  /// Returns the bits shifted to the left.
  public static func << (left: Self, right: Int) -> Self {
    BitFunctions.left(left, Self(right))
  }

  /// Returns the bits shifted to the right; the sign stays.
  public static func >> (left: Self, right: Int) -> Self {
    BitFunctions.right(left, Self(right))
  }
}

/// The operations on bits as engines call them.
private enum BitFunctions {
  static let and = whole("swift_and", server: "int8and") { $0 & $1 }
  static let or = whole("swift_or", server: "int8or") { $0 | $1 }
  static let xor = whole("swift_xor", server: "int8xor") { $0 ^ $1 }
  static let left = whole("swift_shift_left") { $0 << $1 }
  static let right = whole("swift_shift_right") { $0 >> $1 }
  static let not = StandardFunction<Int, Int>("swift_not", server: "int8not") { ~$0 }

  private static func whole(
    _ name: String, server: String? = nil, _ body: @escaping @Sendable (Int, Int) -> Int
  ) -> StandardFunction<Int, Int, Int> { StandardFunction(name, server: server, body) }
}

extension QueryExpression where Value == Int? {
  /// Converts a text to a whole number, as `Int(…)` does in Swift; nil if the text is none.
  ///
  /// ```swift
  /// people.where { QueryExpression<Int?>($0.surname) != nil }
  /// ```
  public init(_ text: QueryExpression<String>) { self = ParsingFunctions.int(text) }
}

extension QueryExpression where Value == Double? {
  /// Converts a text to a floating-point number, as `Double(…)` does in Swift; nil if the text is
  /// none, or is not a number.
  public init(_ text: QueryExpression<String>) { self = ParsingFunctions.double(text) }
}

private enum ParsingFunctions {
  static let int = StandardFunction<String, Int?>("swift_parse_int") { Int($0) }
  static let double = StandardFunction<String, Double?>("swift_parse_double") { text in
    Double(text).flatMap { $0.isNaN ? nil : $0 }
  }
}
