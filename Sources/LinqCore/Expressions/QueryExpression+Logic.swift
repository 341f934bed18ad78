/// An operand of `&&` and `||` between expressions: an expression, or a `Bool` of the program.
@_documentation(visibility: internal)
public protocol ConditionOperand {
  /// The operand as an expression.
  @_documentation(visibility: internal)
  var condition: QueryExpression<Bool> { get }
}

extension QueryExpression: ConditionOperand where Value == Bool {
  /// The expression itself.
  @_documentation(visibility: internal)
  public var condition: QueryExpression<Bool> { self }

  /// The value, if the expression is a constant.
  var constant: Bool? {
    guard case .constant(let value) = expressionNode.form else { return nil }
    return value as? Bool
  }
}

extension Bool: ConditionOperand {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var condition: QueryExpression<Bool> { QueryExpression(self) }
}

// One generic function for all operands: the compiler takes several times as long to choose among
// functions for each pair of them.

/// Returns whether both operands are true.
///
/// The right side is evaluated only if the left one is true. A left side that is always false
/// decides when the query is built: the right side is then not even asked for its expression.
///
/// ```swift
/// orders.where { onlyPaid && $0.isPaid }                  // WHERE is_paid, or WHERE ?
/// orders.where { !names.isEmpty && $0.name == names[0] }  // WHERE name = ?, or WHERE ?
/// ```
public func && <Left: ConditionOperand, Right: ConditionOperand>(
  left: Left, right: @autoclosure () throws -> Right
) rethrows -> QueryExpression<Bool> {
  try combined(.and, left.condition, decidedBy: false, right)
}

/// Returns whether at least one operand is true.
///
/// The right side is evaluated only if the left one is false. A left side that is always true
/// decides when the query is built: the right side is then not even asked for its expression,
/// which makes optional filters cheap:
///
/// ```swift
/// customers.where { city == nil || $0.city == city! }     // WHERE city = ?, or WHERE ?
/// ```
public func || <Left: ConditionOperand, Right: ConditionOperand>(
  left: Left, right: @autoclosure () throws -> Right
) rethrows -> QueryExpression<Bool> {
  try combined(.or, left.condition, decidedBy: true, right)
}

/// Returns a condition of two.
///
/// - Parameter decisive: the value of the left side for which the right side is not evaluated.
private func combined<Right: ConditionOperand>(
  _ operation: ExpressionOperation, _ left: QueryExpression<Bool>, decidedBy decisive: Bool,
  _ makeRight: () throws -> Right
) rethrows -> QueryExpression<Bool> {
  if left.expressionNode.decided == decisive { return left }
  let right = try makeRight().condition
  if left.constant != nil { return right }
  if right.constant == !decisive { return left }
  let (first, second) = (left.expressionValue, right.expressionValue)
  return QueryExpression(.operation(operation, [left.expressionNode, right.expressionNode])) {
    try first($0) == decisive ? decisive : second($0)
  }
}

extension ExpressionNode {
  /// The value of a condition, if it is the same for all elements. What comes before it may still
  /// fail, as in `$0.age / 0 > 1 && false`.
  fileprivate var decided: Bool? {
    switch form {
    case .constant(let value): value as? Bool
    case .operation(.not, let operands): operands[0].decided.map { !$0 }
    case .operation(.and, let sides): sides[1].decided.flatMap { $0 ? sides[0].decided : false }
    case .operation(.or, let sides): sides[1].decided.flatMap { $0 ? true : sides[0].decided }
    case .operation(.equal, let sides) where sides.areValueAndNil: false
    case .operation(.notEqual, let sides) where sides.areValueAndNil: true
    case .operation(.isElement, let operands) where operands[0].isEmptyList: false
    default: nil
    }
  }

  private var isEmptyList: Bool {
    guard case .constant(let list) = form else { return false }
    return (list as? any Collection)?.isEmpty == true
  }
}

extension [ExpressionNode] {
  /// Whether a value, which cannot be nil, is compared with an optional of the program that is nil.
  fileprivate var areValueAndNil: Bool {
    guard case .operation(.wrap, _) = self[0].form, case .constant(let value) = self[1].form
    else { return false }
    return isNil(value)
  }
}

/// Returns the opposite, which selects exactly the elements that its operand leaves out.
public prefix func ! (operand: QueryExpression<Bool>) -> QueryExpression<Bool> {
  QueryExpression<Bool>(.not, operand) { !$0 }
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
    _ condition: QueryExpression<Bool>, then first: @autoclosure () throws -> QueryExpression,
    else second: @autoclosure () throws -> QueryExpression
  ) rethrows -> QueryExpression {
    let decided = condition.expressionNode.decided
    let first = try decided == false ? second() : first()
    let second = try decided == nil ? second() : first
    if condition.constant != nil { return first }
    let test = condition.expressionValue
    let (yes, no) = (first.expressionValue, second.expressionValue)
    let operands = [condition.expressionNode, first.expressionNode, second.expressionNode]
    return QueryExpression(.operation(.conditional, operands)) {
      try test($0) ? yes($0) : no($0)
    }
  }
}

// The other value is `Never?`, which only nil is, so that an expression beside it is never wrapped
// in an optional itself.
extension QueryExpression {
  /// Returns a value, or nil if the condition is false.
  ///
  /// ```swift
  /// people.select { .if($0.age < 18, then: $0.surname, else: nil) }
  /// // SELECT CASE WHEN age < ? THEN surname ELSE NULL END FROM person ORDER BY id
  /// ```
  public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: QueryExpression<Wrapped>, else second: Never?
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: first.wrapped(), else: QueryExpression(nil))
  }

  /// Returns an optional value, or nil if the condition is false.
  public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: QueryExpression<Wrapped?>, else second: Never?
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: first, else: QueryExpression(nil))
  }

  /// Returns nil, or a value if the condition is false.
  public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: Never?, else second: QueryExpression<Wrapped>
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: QueryExpression(nil), else: second.wrapped())
  }

  /// Returns nil, or an optional value if the condition is false.
  public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: Never?, else second: QueryExpression<Wrapped?>
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: QueryExpression(nil), else: second)
  }
}

// One of the values may be nil.
extension QueryExpression {
  /// Returns an optional value, or another one if the condition is false.
  @_disfavoredOverload public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: QueryExpression<Wrapped?>,
    else second: QueryExpression<Wrapped>
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: first, else: second.wrapped())
  }

  /// Returns a value, or an optional one if the condition is false.
  @_disfavoredOverload public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: QueryExpression<Wrapped>,
    else second: QueryExpression<Wrapped?>
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: first.wrapped(), else: second)
  }
}

// A value of the program that may be nil.
extension QueryExpression {
  /// Returns an optional value of the program, or a value if the condition is false.
  @_disfavoredOverload public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: Wrapped?, else second: QueryExpression<Wrapped>
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: QueryExpression(first), else: second.wrapped())
  }

  /// Returns a value, or an optional value of the program if the condition is false.
  @_disfavoredOverload public static func `if`<Wrapped: Sendable>(
    _ condition: QueryExpression<Bool>, then first: QueryExpression<Wrapped>, else second: Wrapped?
  ) -> QueryExpression where Value == Wrapped? {
    .if(condition, then: first.wrapped(), else: QueryExpression(second))
  }
}

// Disfavored because an expression is also a Swift value: the compiler must not wrap it in a
// constant.
extension QueryExpression where Value: Sendable {
  /// Returns one of two values.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: @autoclosure () throws -> Value,
    else second: @autoclosure () throws -> Value
  ) rethrows -> QueryExpression {
    try .if(condition, then: Self(first()), else: Self(second()))
  }

  /// Returns one of two values.
  @_disfavoredOverload public static func `if`(
    _ condition: QueryExpression<Bool>, then first: @autoclosure () throws -> Value,
    else second: @autoclosure () throws -> QueryExpression
  ) rethrows -> QueryExpression { try .if(condition, then: Self(first()), else: second()) }

  /// Returns one of two values. Tuples of several sums of such values are type-checked in a tenth
  /// of the time if this one is not disfavored.
  public static func `if`(
    _ condition: QueryExpression<Bool>, then first: @autoclosure () throws -> QueryExpression,
    else second: @autoclosure () throws -> Value
  ) rethrows -> QueryExpression { try .if(condition, then: first(), else: Self(second())) }
}

// Not disfavored: sums of several such values are type-checked in a tenth of the time, and less.
extension QueryExpression where Value: QueryNumber {
  /// Returns one of two numbers.
  public static func `if`(
    _ condition: QueryExpression<Bool>, then first: @autoclosure () throws -> Value,
    else second: @autoclosure () throws -> Value
  ) rethrows -> QueryExpression {
    try .if(condition, then: Self(first()), else: Self(second()))
  }
}
