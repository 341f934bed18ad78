// Each operator takes two expressions, or an expression and a value on either side. More overloads
// would make closures slow to type-check.

extension QueryExpression where Value: Equatable & Sendable {
  /// Returns whether two values are equal. Nil is equal only to nil.
  ///
  /// ```swift
  /// people.where { $0.email == nil }        // WHERE email IS NULL
  /// people.where { $0.age == 36 }           // WHERE age = ?
  /// ```
  public static func == (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.equal, left, right) { $0 == $1 }
  }

  /// Returns whether two values are equal.
  public static func == (left: Self, right: Value) -> QueryExpression<Bool> {
    left == Self(right)
  }

  /// Returns whether two values are equal.
  public static func == (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) == right
  }

  /// Returns whether two values differ. This is the exact negation of `==`.
  ///
  /// ```swift
  /// people.where { $0.email != "ada@example.org" }      // WHERE email IS NOT ?
  /// ```
  public static func != (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.notEqual, left, right) { $0 != $1 }
  }

  /// Returns whether two values differ.
  public static func != (left: Self, right: Value) -> QueryExpression<Bool> {
    left != Self(right)
  }

  /// Returns whether two values differ.
  public static func != (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) != right
  }
}

extension QueryExpression where Value: Comparable & Sendable {
  /// Returns whether the left value is less than the right one. Text is ordered by its Unicode
  /// scalars.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }            // WHERE age < ?
  /// ```
  public static func < (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.less, left, right) { ValueOrder.precedes($0, $1) }
  }

  /// Returns whether the left value is less than the right one.
  public static func < (left: Self, right: Value) -> QueryExpression<Bool> {
    left < Self(right)
  }

  /// Returns whether the left value is less than the right one.
  public static func < (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) < right
  }

  /// Returns whether the left value is less than or equal to the right one.
  public static func <= (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.lessOrEqual, left, right) { ValueOrder.isAtMost($0, $1) }
  }

  /// Returns whether the left value is less than or equal to the right one.
  public static func <= (left: Self, right: Value) -> QueryExpression<Bool> {
    left <= Self(right)
  }

  /// Returns whether the left value is less than or equal to the right one.
  public static func <= (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) <= right
  }

  /// Returns whether the left value is greater than the right one.
  public static func > (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.greater, left, right) { ValueOrder.precedes($1, $0) }
  }

  /// Returns whether the left value is greater than the right one.
  public static func > (left: Self, right: Value) -> QueryExpression<Bool> {
    left > Self(right)
  }

  /// Returns whether the left value is greater than the right one.
  public static func > (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) > right
  }

  /// Returns whether the left value is greater than or equal to the right one.
  public static func >= (left: Self, right: Self) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.greaterOrEqual, left, right) { ValueOrder.isAtMost($1, $0) }
  }

  /// Returns whether the left value is greater than or equal to the right one.
  public static func >= (left: Self, right: Value) -> QueryExpression<Bool> {
    left >= Self(right)
  }

  /// Returns whether the left value is greater than or equal to the right one.
  public static func >= (left: Value, right: Self) -> QueryExpression<Bool> {
    Self(left) >= right
  }
}
