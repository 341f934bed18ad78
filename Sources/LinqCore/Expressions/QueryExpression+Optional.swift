/// Returns the wrapped value of an optional, or a default value if the optional is nil.
///
/// ```swift
/// people.select { $0.email ?? "unknown" }
/// // SELECT coalesce(email, ?) FROM person ORDER BY id
/// ```
public func ?? <Value: Sendable>(
  left: QueryExpression<Value?>, right: @autoclosure () -> Value
) -> QueryExpression<Value> {
  left ?? QueryExpression(right())
}

/// Returns an optional, or an optional of the program if it is nil.
public func ?? <Value: Sendable>(
  left: QueryExpression<Value?>, right: @autoclosure () -> Value?
) -> QueryExpression<Value?> {
  left ?? QueryExpression(right())
}

/// Returns the wrapped value of an optional, or a default value, which is evaluated only if the
/// optional is nil.
public func ?? <Value>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value> {
  let (first, second) = (left.expressionValue, right.expressionValue)
  return QueryExpression<Value>(
    .operation(.coalesce, [left.expressionNode, right.expressionNode])
  ) {
    try first($0) ?? second($0)
  }
}

/// Returns an optional, or another one, which is evaluated only if the first is nil.
public func ?? <Value>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  let (first, second) = (left.expressionValue, right.expressionValue)
  return QueryExpression<Value?>(
    .operation(.coalesce, [left.expressionNode, right.expressionNode])
  ) {
    try first($0) ?? second($0)
  }
}

extension QueryExpression {
  /// Returns the result of a closure for the wrapped value of an optional, or nil if the optional
  /// is nil.
  ///
  /// ```swift
  /// people.select { $0.birthDate.map { $0.year / 10 * 10 } }
  /// // SELECT CASE WHEN birth_date IS NOT NULL THEN … END FROM person ORDER BY id
  /// ```
  public func map<Wrapped, Result>(
    _ transform: (QueryExpression<Wrapped>) -> QueryExpression<Result>
  ) -> QueryExpression<Result?> where Value == Wrapped? {
    let value = expressionValue
    let inner = transform(unwrapped())
    let result = inner.expressionValue
    return QueryExpression<Result?>(.operation(.map, [expressionNode, inner.expressionNode])) {
      try value($0) == nil ? nil : result($0)
    }
  }

  /// Returns the optional result of a closure for the wrapped value of an optional, or nil if the
  /// optional is nil.
  public func flatMap<Wrapped, Result>(
    _ transform: (QueryExpression<Wrapped>) -> QueryExpression<Result?>
  ) -> QueryExpression<Result?> where Value == Wrapped? {
    let value = expressionValue
    let inner = transform(unwrapped())
    let result = inner.expressionValue
    return QueryExpression<Result?>(.operation(.map, [expressionNode, inner.expressionNode])) {
      try value($0) == nil ? nil : result($0)
    }
  }

  /// Returns the wrapped value of an optional. It is evaluated only if the optional is not nil.
  package func unwrapped<Wrapped>() -> QueryExpression<Wrapped> where Value == Wrapped? {
    let value = expressionValue
    return QueryExpression<Wrapped>(.operation(.unwrapped, [expressionNode])) { scope in
      guard let value = try value(scope) else { preconditionFailure("nil is never transformed") }
      return value
    }
  }
}

extension QueryExpression {
  /// Returns the value as an optional.
  package func wrapped() -> QueryExpression<Value?> {
    QueryExpression<Value?>(.wrap, self) { $0 }
  }
}
