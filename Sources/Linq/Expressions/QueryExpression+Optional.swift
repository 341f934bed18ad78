/// The value of an optional, or another one in the place of nil, which is evaluated only then.
///
/// ```swift
/// people.select { $0.email ?? "unknown" }         // SELECT coalesce(email, ?)
/// ```
public func ?? <Value: Sendable>(
  left: QueryExpression<Value?>, right: @autoclosure () -> Value
) -> QueryExpression<Value> {
  left ?? QueryExpression(right())
}

/// The value of an optional, or another one in the place of nil.
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

/// The value of an optional, or that of another one in the place of nil.
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
