// Swift compares integers of different types, strings with substrings, and values with optionals;
// so do expressions.

extension QueryExpression where Value: FixedWidthInteger & Sendable {
  /// Whether two integers of different types are equal.
  ///
  /// ```swift
  /// let key = 7
  /// people.where { $0.id == key }           // WHERE id = ?
  /// ```
  public static func == <Other: FixedWidthInteger & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left.compared(.equal, to: right) }

  /// Whether two integers of different types are equal.
  public static func == <Other: FixedWidthInteger & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { right == left }

  /// Whether two integers of different types are equal.
  public static func == <Other: FixedWidthInteger & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.equal, left, right) { $0 == $1 } }

  /// Whether two integers of different types differ.
  public static func != <Other: FixedWidthInteger & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left.compared(.notEqual, to: right) }

  /// Whether two integers of different types differ.
  public static func != <Other: FixedWidthInteger & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { right != left }

  /// Whether two integers of different types differ.
  public static func != <Other: FixedWidthInteger & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.notEqual, left, right) { $0 != $1 } }

  /// Whether the left integer is smaller.
  public static func < <Other: FixedWidthInteger & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left.compared(.less, to: right) }

  /// Whether the left integer is smaller.
  public static func < <Other: FixedWidthInteger & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { right > left }

  /// Whether the left integer is smaller.
  public static func < <Other: FixedWidthInteger & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.less, left, right) { $0 < $1 } }

  /// Whether the left integer is not greater.
  public static func <= <Other: FixedWidthInteger & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left.compared(.lessOrEqual, to: right) }

  /// Whether the left integer is not greater.
  public static func <= <Other: FixedWidthInteger & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { right >= left }

  /// Whether the left integer is not greater.
  public static func <= <Other: FixedWidthInteger & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.lessOrEqual, left, right) { $0 <= $1 } }

  /// Whether the left integer is greater.
  public static func > <Other: FixedWidthInteger & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left.compared(.greater, to: right) }

  /// Whether the left integer is greater.
  public static func > <Other: FixedWidthInteger & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { right < left }

  /// Whether the left integer is greater.
  public static func > <Other: FixedWidthInteger & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.greater, left, right) { $0 > $1 } }

  /// Whether the left integer is not smaller.
  public static func >= <Other: FixedWidthInteger & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left.compared(.greaterOrEqual, to: right) }

  /// Whether the left integer is not smaller.
  public static func >= <Other: FixedWidthInteger & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { right <= left }

  /// Whether the left integer is not smaller.
  public static func >= <Other: FixedWidthInteger & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.greaterOrEqual, left, right) { $0 >= $1 } }

  /// Compares with a constant, converted to the type of the expression. One beyond its range is
  /// compared as the nearest bound, with an operator that gives the same result.
  private func compared<Other: FixedWidthInteger>(
    _ operation: ExpressionOperation, to constant: Other
  ) -> QueryExpression<Bool> {
    if let exact = Value(exactly: constant) {
      return switch operation {
      case .equal: self == exact
      case .notEqual: self != exact
      case .less: self < exact
      case .lessOrEqual: self <= exact
      case .greater: self > exact
      default: self >= exact
      }
    }
    let isTrue =
      switch operation {
      case .equal: false
      case .notEqual: true
      case .less, .lessOrEqual: constant > Value.max
      default: constant < Value.min
      }
    return isTrue ? self <= Value.max : self < Value.min
  }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns whether a string and a substring have the same characters.
  public static func == <Other: StringProtocol & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left == QueryExpression<String>(String(right)) }

  /// Returns whether a string and a substring have the same characters.
  public static func == <Other: StringProtocol & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { QueryExpression<String>(String(left)) == right }

  /// Returns whether a string and a substring have the same characters.
  public static func == <Other: StringProtocol & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.equal, left, right) { $0 == $1 } }

  /// Returns whether a string and a substring differ.
  public static func != <Other: StringProtocol & Sendable>(
    left: Self, right: Other
  ) -> QueryExpression<Bool> { left != QueryExpression<String>(String(right)) }

  /// Returns whether a string and a substring differ.
  public static func != <Other: StringProtocol & Sendable>(
    left: Other, right: Self
  ) -> QueryExpression<Bool> { QueryExpression<String>(String(left)) != right }

  /// Returns whether a string and a substring differ.
  public static func != <Other: StringProtocol & Sendable>(
    left: Self, right: QueryExpression<Other>
  ) -> QueryExpression<Bool> { QueryExpression<Bool>(.notEqual, left, right) { $0 != $1 } }
}

// Values with an order only: a value that may be nil has none, and `$0.city == nil` would be
// ambiguous otherwise.
extension QueryExpression where Value: Comparable & Sendable {
  /// Returns whether a value and an optional are equal; no value equals nil.
  ///
  /// ```swift
  /// let city: String? = "Oslo"
  /// customers.where { city == nil || $0.city == city }      // WHERE city = ?
  /// ```
  public static func == (left: Self, right: Value?) -> QueryExpression<Bool> {
    left.isEqual(to: right)
  }

  /// Returns whether a value and an optional are equal; no value equals nil.
  public static func == (left: Value?, right: Self) -> QueryExpression<Bool> { right == left }

  /// Returns whether a value and an optional differ; every value differs from nil.
  public static func != (left: Self, right: Value?) -> QueryExpression<Bool> {
    left.differs(from: right)
  }

  /// Returns whether a value and an optional differ; every value differs from nil.
  public static func != (left: Value?, right: Self) -> QueryExpression<Bool> { right != left }
}

// Other values, such as enumerations and `Bool`. The compiler considers these last.
extension QueryExpression where Value: Equatable & Sendable {
  /// Returns whether a value and an optional are equal; no value equals nil.
  @_disfavoredOverload
  public static func == (left: Self, right: Value?) -> QueryExpression<Bool> {
    left.isEqual(to: right)
  }

  /// Returns whether a value and an optional are equal; no value equals nil.
  @_disfavoredOverload
  public static func == (left: Value?, right: Self) -> QueryExpression<Bool> {
    right.isEqual(to: left)
  }

  /// Returns whether a value and an optional differ; every value differs from nil.
  @_disfavoredOverload
  public static func != (left: Self, right: Value?) -> QueryExpression<Bool> {
    left.differs(from: right)
  }

  /// Returns whether a value and an optional differ; every value differs from nil.
  @_disfavoredOverload
  public static func != (left: Value?, right: Self) -> QueryExpression<Bool> {
    right.differs(from: left)
  }

  private func isEqual(to other: Value?) -> QueryExpression<Bool> {
    if let other { self == other } else { wrapped() == QueryExpression<Value?>(nil) }
  }

  private func differs(from other: Value?) -> QueryExpression<Bool> {
    if let other { self != other } else { wrapped() != QueryExpression<Value?>(nil) }
  }
}

extension QueryExpression where Value: Equatable & Sendable {
  /// Returns whether a value and an optional are equal; no value equals nil.
  public static func == (
    left: Self, right: QueryExpression<Value?>
  ) -> QueryExpression<Bool> { left.wrapped() == right }

  /// Returns whether a value and an optional are equal; no value equals nil.
  public static func == (
    left: QueryExpression<Value?>, right: Self
  ) -> QueryExpression<Bool> { left == right.wrapped() }

  /// Returns whether a value and an optional differ; every value differs from nil.
  public static func != (
    left: Self, right: QueryExpression<Value?>
  ) -> QueryExpression<Bool> { left.wrapped() != right }

  /// Returns whether a value and an optional differ; every value differs from nil.
  public static func != (
    left: QueryExpression<Value?>, right: Self
  ) -> QueryExpression<Bool> { left != right.wrapped() }
}
