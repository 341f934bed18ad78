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
  @_documentation(visibility: internal)
  @available(
    *, deprecated,
    message: "an expression has no text before the query runs; write \"\\(…)\" in its place"
  )
  public init<Value>(describing expression: QueryExpression<Value>) {
    BuildFailures.add(ExpressionError.describedExpression)
    self = "an expression of \(Value.self)"
  }

  /// Describes the expression itself, not its value. A query that calls this throws an error.
  @_documentation(visibility: internal)
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

/// Returns what is wrong with a closure that runs for each element, by the type of the elements
/// that it makes: they are, or are made of, expressions or nothing (`Void`).
///
/// The compiler does not reject such a closure if another part of it is a value: it may call
/// functions of expressions, which give expressions of values, and functions that return nothing.
func mistake(ofElements type: (some Any).Type) -> ExpressionError? {
  let name = String(reflecting: type).utf8
  if contains(name, "QueryExpression<") { return .expressionAsValue }
  // The type of a function may have these parentheses.
  return contains(name, "()") && !contains(name, "->") ? .closureWithoutValue : nil
}

/// Returns whether a text contains another one, of ASCII characters. (That of the standard library
/// takes ten times as long.)
private func contains(_ text: String.UTF8View, _ other: StaticString) -> Bool {
  other.withUTF8Buffer { other in
    var rest = text[...]
    while let start = rest.firstIndex(of: other[0]) {
      rest = rest[start...]
      if rest.starts(with: other) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
