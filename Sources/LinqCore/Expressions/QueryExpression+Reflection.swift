// An expression represents a value that is known only when the query runs. `String(describing:)`,
// `print`, `dump` and `Mirror` inspect the expression itself and read its mirror. A query whose
// closure does that throws an error before anything runs, because the text of the expression would
// be compared or stored.

extension QueryExpression: CustomReflectable {
  /// A mirror for debuggers. If a closure of a query reads it, each run of that query throws
  /// ``ExpressionError/describedExpression``.
  public var customMirror: Mirror {
    if expressionNode.dependsOnElement { BuildFailures.add(ExpressionError.describedExpression) }
    return Mirror(self, children: ["expression": "\(Value.self)"], displayStyle: .struct)
  }
}

extension String {
  /// Describes the expression itself, not its value. A query that calls this throws an error.
  @available(
    *, deprecated,
    message: "an expression has no text before the query runs; write \"\\(…)\" in its place"
  )
  public init<Value>(describing expression: QueryExpression<Value>) {
    BuildFailures.add(ExpressionError.describedExpression)
    self = "an expression of \(Value.self)"
  }

  /// Describes the expression itself, not its value. A query that calls this throws an error.
  @available(
    *, deprecated,
    message: "an expression has no text before the query runs; write \"\\(…)\" in its place"
  )
  public init<Value>(reflecting expression: QueryExpression<Value>) {
    BuildFailures.add(ExpressionError.describedExpression)
    self = "an expression of \(Value.self)"
  }
}

extension Query: CustomReflectable {
  /// A mirror with the names of the operators. It leaves out their expressions, because printing a
  /// query does not use their values.
  public var customMirror: Mirror {
    Mirror(self, children: ["operators": node.operators.map(\.name)], displayStyle: .struct)
  }
}

/// Returns whether a type is that of an expression, or of a tuple or a collection with one.
///
/// The type of a closure does not forbid it: a closure that runs for each element may call
/// functions of expressions, which give expressions of its values.
func containsExpression(_ type: (some Any).Type) -> Bool {
  var name = String(reflecting: type).utf8[...]
  while let start = name.firstIndex(of: UInt8(ascii: "Q")) {
    name = name[start...]
    if name.starts(with: "QueryExpression<".utf8) { return true }
    name = name.dropFirst()
  }
  return false
}
