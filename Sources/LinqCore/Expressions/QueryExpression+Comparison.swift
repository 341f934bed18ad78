// Each operator takes two expressions, or an expression and a value on either side. More overloads
// would make closures slow to type-check.

extension QueryExpression where Value: Equatable & Sendable {
  /// Whether two values are equal; nil equals nil and nothing else.
  ///
  /// ```swift
  /// people.where { $0.email == nil }        // WHERE email IS NULL
  /// people.where { $0.age == 36 }           // WHERE age = ?
  /// ```
  public static func == (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.equal, left, right) { $0 == $1 }
  }

  /// Whether two values are equal.
  public static func == (left: Self, right: Value) -> QueryExpression<Bool> {
    left == Self(right)
  }

  /// Whether two values are equal.
  public static func == (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) == right
  }

  /// Whether two values differ: the exact negation of `==`.
  ///
  /// ```swift
  /// people.where { $0.email != "ada@example.org" }      // WHERE email IS NOT ?
  /// ```
  public static func != (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.notEqual, left, right) { $0 != $1 }
  }

  /// Whether two values differ.
  public static func != (left: Self, right: Value) -> QueryExpression<Bool> {
    left != Self(right)
  }

  /// Whether two values differ.
  public static func != (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) != right
  }
}

extension QueryExpression where Value: Comparable & Sendable {
  /// Whether the left value comes first. The order of text is that of its Unicode scalars.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }            // WHERE age < ?
  /// ```
  public static func < (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.less, left, right) { ValueOrder.precedes($0, $1) }
  }

  /// Whether the left value comes first.
  public static func < (left: Self, right: Value) -> QueryExpression<Bool> {
    left < Self(right)
  }

  /// Whether the left value comes first.
  public static func < (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) < right
  }

  /// Whether the left value does not come after the right one.
  public static func <= (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.lessOrEqual, left, right) { !ValueOrder.precedes($1, $0) }
  }

  /// Whether the left value does not come after the right one.
  public static func <= (left: Self, right: Value) -> QueryExpression<Bool> {
    left <= Self(right)
  }

  /// Whether the left value does not come after the right one.
  public static func <= (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) <= right
  }

  /// Whether the left value comes after the right one.
  public static func > (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.greater, left, right) { ValueOrder.precedes($1, $0) }
  }

  /// Whether the left value comes after the right one.
  public static func > (left: Self, right: Value) -> QueryExpression<Bool> {
    left > Self(right)
  }

  /// Whether the left value comes after the right one.
  public static func > (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) > right
  }

  /// Whether the left value does not come before the right one.
  public static func >= (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.greaterOrEqual, left, right) { !ValueOrder.precedes($0, $1) }
  }

  /// Whether the left value does not come before the right one.
  public static func >= (left: Self, right: Value) -> QueryExpression<Bool> {
    left >= Self(right)
  }

  /// Whether the left value does not come before the right one.
  public static func >= (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) >= right
  }
}
