extension QueryExpression where Value == Bool {
  /// Whether both are true. The right side is evaluated only where the left one is true.
  public static func && (left: Self, right: Self) -> Self {
    let (first, second) = (left.expressionValue, right.expressionValue)
    return Self(.operation(.and, [left.expressionNode, right.expressionNode])) {
      try first($0) ? second($0) : false
    }
  }

  /// Whether one of them is true. The right side is evaluated only where the left one is false.
  public static func || (left: Self, right: Self) -> Self {
    let (first, second) = (left.expressionValue, right.expressionValue)
    return Self(.operation(.or, [left.expressionNode, right.expressionNode])) {
      try first($0) ? true : second($0)
    }
  }

  /// The opposite: it selects exactly the elements that its operand leaves out.
  public static prefix func ! (operand: Self) -> Self {
    Self(.not, operand) { !$0 }
  }
}

extension QueryExpression {
  /// One value or another: Swift's `? :`, which cannot be overloaded. Only the one that is wanted
  /// is evaluated.
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

// An expression is a value itself: the compiler is not to take it for the constant of one.
extension QueryExpression where Value: Sendable {
  /// One value or another.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: Value, else second: Value
  ) -> QueryExpression { .if(condition, then: Self(first), else: Self(second)) }

  /// One value or another.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: Value, else second: QueryExpression
  ) -> QueryExpression { .if(condition, then: Self(first), else: second) }

  /// One value or another.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: QueryExpression, else second: Value
  ) -> QueryExpression { .if(condition, then: first, else: Self(second)) }
}
