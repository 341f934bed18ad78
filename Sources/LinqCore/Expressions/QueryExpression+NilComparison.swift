// The literal nil beside an expression. Its type is the one that the standard library has for
// `optional == nil`: without these functions the compiler wraps the expression in an optional,
// which is never nil.

extension QueryExpression {
  /// Returns whether an optional is nil, whatever it wraps: of a row, whether it is absent.
  ///
  /// ```swift
  /// customers.leftJoin(orders, on: { $0.id }, equals: { $0.customerID }).where { $0.1 == nil }
  /// // … FROM customer AS a LEFT JOIN purchase_order AS b ON a.id = b.customer_id
  /// // WHERE b.id IS NULL ORDER BY a.id, b.id
  /// ```
  public static func == <Wrapped: Sendable>(
    left: Self, right: _OptionalNilComparisonType
  ) -> QueryExpression<Bool> where Value == Wrapped? { left.comparedWithNil(true) }

  /// Returns whether an optional is nil, whatever it wraps.
  public static func == <Wrapped: Sendable>(
    left: _OptionalNilComparisonType, right: Self
  ) -> QueryExpression<Bool> where Value == Wrapped? { right.comparedWithNil(true) }

  /// Returns whether an optional is not nil, whatever it wraps.
  public static func != <Wrapped: Sendable>(
    left: Self, right: _OptionalNilComparisonType
  ) -> QueryExpression<Bool> where Value == Wrapped? { left.comparedWithNil(false) }

  /// Returns whether an optional is not nil, whatever it wraps.
  public static func != <Wrapped: Sendable>(
    left: _OptionalNilComparisonType, right: Self
  ) -> QueryExpression<Bool> where Value == Wrapped? { right.comparedWithNil(false) }

  /// Returns whether an optional is nil, as a pattern.
  public static func ~= <Wrapped: Sendable>(
    pattern: _OptionalNilComparisonType, value: Self
  ) -> QueryExpression<Bool> where Value == Wrapped? { value.comparedWithNil(true) }

  /// Returns whether an optional is nil, or is not, whatever it wraps.
  package func comparedWithNil<Wrapped: Sendable>(
    _ isNil: Bool
  ) -> QueryExpression<Bool> where Value == Wrapped? {
    let value = expressionValue
    return QueryExpression<Bool>(
      .operation(isNil ? .equal : .notEqual, [expressionNode, .constant(Wrapped?.none)])
    ) { try (value($0) == nil) == isNil }
  }
}

// MARK: - As conditions of the program

// `$0.email == nil ? "none" : $0.name` needs a `Bool` while the query is built. The compiler takes
// these functions, and not those of the standard library, because they need no optional around the
// expression. They are generic, so that the ones above are preferred where an expression is
// expected, too. They throw, so that the compiler rejects them in closures of expressions: there
// is no overload that is both unavailable and preferred. With `try` the closure is one of the
// program, which takes the element itself.

/// A value that is known only when a query runs.
@_documentation(visibility: internal)
public protocol UnevaluatedValue {}

extension QueryExpression: UnevaluatedValue {}

/// Deprecated: an expression is not compared with nil before the query runs.
@_documentation(visibility: internal)
@available(
  *, deprecated,
  message: "only an optional is nil; as a condition of Swift write .if(…, then: …, else: …)"
)
public func == <Value: UnevaluatedValue>(
  left: Value, right: _OptionalNilComparisonType
) throws -> Bool { throw ExpressionError.describedExpression }

/// Deprecated: an expression is not compared with nil before the query runs.
@_documentation(visibility: internal)
@available(
  *, deprecated,
  message: "only an optional is nil; as a condition of Swift write .if(…, then: …, else: …)"
)
public func == <Value: UnevaluatedValue>(
  left: _OptionalNilComparisonType, right: Value
) throws -> Bool { throw ExpressionError.describedExpression }

/// Deprecated: an expression is not compared with nil before the query runs.
@_documentation(visibility: internal)
@available(
  *, deprecated,
  message: "only an optional is nil; as a condition of Swift write .if(…, then: …, else: …)"
)
public func != <Value: UnevaluatedValue>(
  left: Value, right: _OptionalNilComparisonType
) throws -> Bool { throw ExpressionError.describedExpression }

/// Deprecated: an expression is not compared with nil before the query runs.
@_documentation(visibility: internal)
@available(
  *, deprecated,
  message: "only an optional is nil; as a condition of Swift write .if(…, then: …, else: …)"
)
public func != <Value: UnevaluatedValue>(
  left: _OptionalNilComparisonType, right: Value
) throws -> Bool { throw ExpressionError.describedExpression }
