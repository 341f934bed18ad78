// An expression stands for a value that is known only when the query runs. What looks at the object
// instead (`String(describing:)`, `print`, `dump`, `Mirror`) asks for its mirror. The query whose
// closure did that is an error before anything runs: its text would be compared, or stored.

extension QueryExpression: CustomReflectable {
  /// The form of the expression, for a debugger. Asking for it in a closure of a query makes each
  /// run of that query fail with ``ExpressionError/describedExpression``.
  public var customMirror: Mirror {
    if expressionNode.dependsOnElement { BuildFailures.add(ExpressionError.describedExpression) }
    return Mirror(self, children: ["expression": "\(Value.self)"], displayStyle: .struct)
  }
}

extension String {
  /// Describes the expression itself, not its value: a query that does so fails.
  @available(
    *, deprecated,
    message: "an expression has no text before the query runs; write \"\\(…)\" in its place"
  )
  public init<Value>(describing expression: QueryExpression<Value>) {
    BuildFailures.add(ExpressionError.describedExpression)
    self = "an expression of \(Value.self)"
  }

  /// Describes the expression itself, not its value: a query that does so fails.
  @available(
    *, deprecated,
    message: "an expression has no text before the query runs; write \"\\(…)\" in its place"
  )
  public init<Value>(reflecting expression: QueryExpression<Value>) {
    BuildFailures.add(ExpressionError.describedExpression)
    self = "an expression of \(Value.self)"
  }
}

extension ExpressionNode {
  /// Whether an element of the query is a part of the expression.
  fileprivate var dependsOnElement: Bool {
    switch form {
    case .element: true
    case .constant: false
    case .member(let base, _): base.dependsOnElement
    case .operation(_, let operands), .function(_, let operands):
      operands.contains(where: \.dependsOnElement)
    case .aggregate(_, let group, let part): group.dependsOnElement || part.dependsOnElement
    }
  }
}

extension Query: CustomReflectable {
  /// The names of the operators. Their expressions are left out: whoever prints a query does not
  /// use them.
  public var customMirror: Mirror {
    Mirror(self, children: ["operators": node.operators.map(\.name)], displayStyle: .struct)
  }
}
