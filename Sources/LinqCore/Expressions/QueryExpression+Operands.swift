// Initializers that the operators of expressions use.

extension QueryExpression {
  /// Creates an operation with one operand.
  init<A>(
    _ operation: ExpressionOperation, _ a: QueryExpression<A>,
    _ value: @escaping @Sendable (A) throws -> Value
  ) {
    let first = a.expressionValue
    self.init(.operation(operation, [a.expressionNode])) {
      try value(first($0))
    }
  }

  /// Creates an operation with two operands, which are both evaluated, the left one first.
  init<A, B>(
    _ operation: ExpressionOperation, _ a: QueryExpression<A>, _ b: QueryExpression<B>,
    _ value: @escaping @Sendable (A, B) throws -> Value
  ) {
    let (first, second) = (a.expressionValue, b.expressionValue)
    self.init(.operation(operation, [a.expressionNode, b.expressionNode])) {
      try value(first($0), second($0))
    }
  }
}
