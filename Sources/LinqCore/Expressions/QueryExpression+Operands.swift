// What the operators of expressions are made with: one operand, two, or one and a value.

extension QueryExpression {
  /// An expression of one operand.
  init<A>(
    _ operation: ExpressionOperation, _ a: QueryExpression<A>,
    _ value: @escaping @Sendable (A) throws -> Value
  ) {
    let first = a.expressionValue
    self.init(.operation(operation, [a.expressionNode]), depth: a.expressionNode.depth + 1) {
      try value(first($0))
    }
  }

  /// An expression of two operands, both evaluated, the left one first.
  init<A, B>(
    _ operation: ExpressionOperation, _ a: QueryExpression<A>, _ b: QueryExpression<B>,
    _ value: @escaping @Sendable (A, B) throws -> Value
  ) {
    let (first, second) = (a.expressionValue, b.expressionValue)
    self.init(
      .operation(operation, [a.expressionNode, b.expressionNode]),
      depth: Swift.max(a.expressionNode.depth, b.expressionNode.depth) + 1
    ) {
      try value(first($0), second($0))
    }
  }

  /// An expression of an operand and a value.
  init<A, B: Sendable>(
    _ operation: ExpressionOperation, _ a: QueryExpression<A>, constant b: B,
    _ value: @escaping @Sendable (A, B) throws -> Value
  ) {
    self.init(operation, a, QueryExpression<B>(b), value)
  }
}
