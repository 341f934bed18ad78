public import Foundation

extension Queryable {
  /// The elements for which a Foundation predicate is true, in their order.
  ///
  /// ```swift
  /// people.where(#Predicate<Person> { $0.age < 40 && $0.email == nil })
  /// // SELECT … FROM person WHERE age < ? AND email IS NULL ORDER BY id
  /// ```
  ///
  /// Members, comparisons, logic, nil, ranges, lists, `contains` and `starts(with:)` are translated
  /// to SQL. A predicate with anything else is evaluated in memory.
  public func `where`(_ predicate: Predicate<Element>) -> Query<Element> where Element: Sendable {
    let node = (predicate.expression as? any NodeConvertible)?.expressionNode
    return query.then(.filter(node)) { next in
      {
        while let element = try next() {
          if try predicate.evaluate(element) { return element }
        }
        return nil
      }
    }
  }
}

/// A part of a Foundation predicate that can be converted to an ``ExpressionNode``.
private protocol NodeConvertible {
  /// The converted expression, or nil if a part of it cannot be converted.
  var expressionNode: ExpressionNode? { get }
}

private func operation(
  _ operation: ExpressionOperation, _ type: Any.Type, _ operands: Any...
) -> ExpressionNode? {
  nodes(of: operands).map { ExpressionNode(form: .operation(operation, $0), type: type) }
}

private func call(_ function: any AnyQueryFunction, _ arguments: Any...) -> ExpressionNode? {
  nodes(of: arguments).map {
    ExpressionNode(form: .function(function, $0), type: function.resultType)
  }
}

private func nodes(of operands: [Any]) -> [ExpressionNode]? {
  var nodes: [ExpressionNode] = []
  for operand in operands {
    guard let node = (operand as? any NodeConvertible)?.expressionNode else { return nil }
    nodes.append(node)
  }
  return nodes
}

extension PredicateExpressions.Variable: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    ExpressionNode(form: .element(ExpressionParameter()), type: Output.self)
  }
}

extension PredicateExpressions.KeyPath: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    guard let base = (root as? any NodeConvertible)?.expressionNode else { return nil }
    // A predicate is Sendable, and so are the key paths that it contains. The existential with the
    // marker protocol has the same representation.
    let keyPath = unsafeBitCast(self.keyPath as AnyKeyPath, to: (any AnyKeyPath & Sendable).self)
    return ExpressionNode(form: .member(base, keyPath), type: Output.self)
  }
}

extension PredicateExpressions.Value: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { constant(storedForm(of: value)) }
}

extension PredicateExpressions.NilLiteral: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { constant(Wrapped?.none) }
}

private func constant<Value>(_ value: Value) -> ExpressionNode {
  // As above: a value captured by a predicate is Sendable.
  let value = unsafeBitCast(value as Any, to: (any Sendable).self)
  return ExpressionNode(form: .constant(value), type: Value.self)
}

extension PredicateExpressions.Equal: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { operation(.equal, Bool.self, lhs, rhs) }
}

extension PredicateExpressions.NotEqual: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { operation(.notEqual, Bool.self, lhs, rhs) }
}

extension PredicateExpressions.Comparison: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    // Foundation compares strings with Swift's `<`, which is not the text order of these queries.
    if LHS.Output.self == String.self { return nil }
    let comparison: ExpressionOperation =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: .less
      }
    return operation(comparison, Bool.self, lhs, rhs)
  }
}

extension PredicateExpressions.Conjunction: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { operation(.and, Bool.self, lhs, rhs) }
}

extension PredicateExpressions.Disjunction: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { operation(.or, Bool.self, lhs, rhs) }
}

extension PredicateExpressions.Negation: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? { operation(.not, Bool.self, wrapped) }
}

extension PredicateExpressions.NilCoalesce: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    operation(.coalesce, RHS.Output.self, lhs, rhs)
  }
}

extension PredicateExpressions.Conditional: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    operation(.conditional, Output.self, test, trueBranch, falseBranch)
  }
}

extension PredicateExpressions.SequenceContains: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    guard let list = (sequence as? any NodeConvertible)?.expressionNode,
      case .constant = list.form
    else { return nil }
    return operation(.isElement, Bool.self, sequence, element)
  }
}

extension PredicateExpressions.CollectionContainsCollection: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    guard Base.Output.self == String.self, Other.Output.self == String.self else { return nil }
    return call(Vocabulary.contains, base, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: NodeConvertible {
  fileprivate var expressionNode: ExpressionNode? {
    guard Base.Output.self == String.self, Prefix.Output.self == String.self else { return nil }
    return call(Vocabulary.hasPrefix, base, prefix)
  }
}
