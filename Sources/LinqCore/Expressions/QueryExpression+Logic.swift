extension QueryExpression where Value == Bool {
  /// Returns whether both operands are true. The right operand is evaluated only if the left one is
  /// true.
  public static func && (left: Self, right: Self) -> Self {
    let (first, second) = (left.expressionValue, right.expressionValue)
    return Self(.operation(.and, [left.expressionNode, right.expressionNode])) {
      try first($0) ? second($0) : false
    }
  }

  /// Returns whether at least one operand is true. The right operand is evaluated only if the left
  /// one is false.
  public static func || (left: Self, right: Self) -> Self {
    let (first, second) = (left.expressionValue, right.expressionValue)
    return Self(.operation(.or, [left.expressionNode, right.expressionNode])) {
      try first($0) ? true : second($0)
    }
  }

  /// Returns the negation. It selects exactly the elements that its operand leaves out.
  public static prefix func ! (operand: Self) -> Self {
    Self(.not, operand) { !$0 }
  }
}

extension QueryExpression {
  /// Returns one of two values, as Swift's `? :`, which cannot be overloaded. Only the value that
  /// is needed is evaluated.
  ///
  /// ```swift
  /// people.select { QueryExpression.if($0.age < 18, then: "child", else: "adult") }
  /// // SELECT CASE WHEN age < ? THEN ? ELSE ? END FROM person ORDER BY id
  /// ```
  public static func `if`(
    _ condition: QueryExpression<Bool>, then first: QueryExpression, else second: QueryExpression
  ) -> QueryExpression {
    let test = condition.expressionValue
    let (yes, no) = (first.expressionValue, second.expressionValue)
    let operands = [condition.expressionNode, first.expressionNode, second.expressionNode]
    return QueryExpression(.operation(.conditional, operands)) {
      try test($0) ? yes($0) : no($0)
    }
  }
}

// Disfavored because an expression is also a Swift value: the compiler must not wrap it in a
// constant.
extension QueryExpression where Value: Sendable {
  /// Returns one of two values.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: Value, else second: Value
  ) -> QueryExpression { .if(condition, then: Self(first), else: Self(second)) }

  /// Returns one of two values.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: Value, else second: QueryExpression
  ) -> QueryExpression { .if(condition, then: Self(first), else: second) }

  /// Returns one of two values.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: QueryExpression, else second: Value
  ) -> QueryExpression { .if(condition, then: first, else: Self(second)) }
}
