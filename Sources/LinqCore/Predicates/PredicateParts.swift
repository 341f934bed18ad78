internal import Foundation

// The parts of predicates that have an expression, except lists and ranges.

private func operation(
  _ operation: ExpressionOperation, _ type: Any.Type, _ operands: [ExpressionNode?]
) -> ExpressionNode? {
  let nodes = operands.compactMap { $0 }
  guard nodes.count == operands.count else { return nil }
  return ExpressionNode(form: .operation(operation, nodes), type: type)
}

/// Returns an operation on numbers of a type that neither traps nor rounds in SQL.
private func arithmetic<Number>(
  _ name: ExpressionOperation, _ type: Number.Type, _ operands: [ExpressionNode?]
) -> ExpressionNode? {
  guard type is any FixedWidthInteger.Type || type is Double.Type else { return nil }
  return operation(name, type, operands)
}

/// Returns a value of the program.
func constant<Value>(_ value: Value) -> ExpressionNode {
  // A value that a predicate captures is Sendable. The existential with the marker protocol has the
  // same representation.
  let value = unsafeBitCast(storedForm(of: value) as Any, to: (any Sendable).self)
  return ExpressionNode(form: .constant(value), type: Value.self)
}

// MARK: Values

extension PredicateExpressions.Variable: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? { scope.node(of: key) }
}

extension PredicateExpressions.Value: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? { constant(value) }
}

extension PredicateExpressions.NilLiteral: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? { constant(Wrapped?.none) }
}

extension PredicateExpressions.KeyPath: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard Root.Output.self is any Collection.Type else { return scope.member(keyPath, of: root) }
    return switch kind {
    case .collectionCount?: scope.count(of: root)
    case .collectionIsEmpty?: scope.isEmpty(root)
    default: nil
    }
  }
}

extension PredicateExpressions.ExpressionEvaluate: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard let transformation = expression as? PredicateExpressions.Value<Transformation.Output>
    else { return nil }
    var inner = scope
    for (variable, input) in repeat (each transformation.value.variable, each input) {
      guard let node = scope.node(of: input) else { return nil }
      inner = inner.binding(variable, to: node)
    }
    return inner.node(of: transformation.value.expression)
  }
}

// MARK: Comparison

extension PredicateExpressions.Equal: PredicatePart, PredicateCondition {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    operation(.equal, Bool.self, [scope.node(of: lhs), scope.node(of: rhs)])
  }

  func notNil(where truth: Bool, in scope: PredicateScope) -> [ExpressionNode] {
    truth ? [] : scope.optional(comparedWithNil: lhs, rhs)
  }
}

extension PredicateExpressions.NotEqual: PredicatePart, PredicateCondition {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    operation(.notEqual, Bool.self, [scope.node(of: lhs), scope.node(of: rhs)])
  }

  func notNil(where truth: Bool, in scope: PredicateScope) -> [ExpressionNode] {
    truth ? scope.optional(comparedWithNil: lhs, rhs) : []
  }
}

extension PredicateScope {
  /// Returns the optional that is compared with the literal `nil`.
  fileprivate func optional(comparedWithNil left: Any, _ right: Any) -> [ExpressionNode] {
    let optional: Any? =
      if right is any NilPart { left } else if left is any NilPart { right } else { nil }
    return optional.flatMap { node(of: $0) }.map { [$0] } ?? []
  }
}

/// The literal `nil`.
private protocol NilPart {}

extension PredicateExpressions.NilLiteral: NilPart {}

extension PredicateExpressions.Comparison: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    // Foundation compares strings with Swift's `<`, which is not the text order of queries.
    if LHS.Output.self == String.self { return nil }
    let comparison: ExpressionOperation? =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: nil
      }
    return comparison.flatMap {
      operation($0, Bool.self, [scope.node(of: lhs), scope.node(of: rhs)])
    }
  }
}

// MARK: Logic

extension PredicateExpressions.Conjunction: PredicatePart, PredicateCondition {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    let right = scope.evaluated(where: lhs, is: true).node(of: rhs)
    return operation(.and, Bool.self, [scope.node(of: lhs), right])
  }

  func notNil(where truth: Bool, in scope: PredicateScope) -> [ExpressionNode] {
    truth ? [lhs as Any, rhs].flatMap { scope.notNil(where: $0, is: true) } : []
  }
}

extension PredicateExpressions.Disjunction: PredicatePart, PredicateCondition {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    let right = scope.evaluated(where: lhs, is: false).node(of: rhs)
    return operation(.or, Bool.self, [scope.node(of: lhs), right])
  }

  func notNil(where truth: Bool, in scope: PredicateScope) -> [ExpressionNode] {
    truth ? [] : [lhs as Any, rhs].flatMap { scope.notNil(where: $0, is: false) }
  }
}

extension PredicateExpressions.Negation: PredicatePart, PredicateCondition {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    operation(.not, Bool.self, [scope.node(of: wrapped)])
  }

  func notNil(where truth: Bool, in scope: PredicateScope) -> [ExpressionNode] {
    scope.notNil(where: wrapped, is: !truth)
  }
}

extension PredicateExpressions.Conditional: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    operation(
      .conditional, Output.self,
      [
        scope.node(of: test), scope.evaluated(where: test, is: true).node(of: trueBranch),
        scope.evaluated(where: test, is: false).node(of: falseBranch),
      ])
  }
}

// MARK: Optionals

extension PredicateExpressions.NilCoalesce: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    operation(.coalesce, RHS.Output.self, [scope.node(of: lhs), scope.node(of: rhs)])
  }
}

extension PredicateExpressions.ForcedUnwrap: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    // Foundation throws for nil. SQL would not, so it has to be known that there is none.
    guard let optional = scope.node(of: inner), scope.isPresent(optional) else { return nil }
    return operation(.unwrapped, Wrapped.self, [optional])
  }
}

extension PredicateExpressions.OptionalFlatMap: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard let optional = scope.node(of: wrapped),
      let value = operation(.unwrapped, Wrapped.self, [optional])
    else { return nil }
    let result = scope.binding(variable, to: value).node(of: transform)
    return operation(.map, Output.self, [optional, result])
  }
}

// MARK: Arithmetic

extension PredicateExpressions.Arithmetic: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    let name: ExpressionOperation? =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: nil
      }
    return name.flatMap {
      arithmetic($0, LHS.Output.self, [scope.node(of: lhs), scope.node(of: rhs)])
    }
  }
}

extension PredicateExpressions.IntDivision: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    arithmetic(.divide, LHS.Output.self, [scope.node(of: lhs), scope.node(of: rhs)])
  }
}

extension PredicateExpressions.IntRemainder: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    arithmetic(.remainder, LHS.Output.self, [scope.node(of: lhs), scope.node(of: rhs)])
  }
}

extension PredicateExpressions.FloatDivision: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    arithmetic(.divide, LHS.Output.self, [scope.node(of: lhs), scope.node(of: rhs)])
  }
}

extension PredicateExpressions.UnaryMinus: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    arithmetic(.negate, Wrapped.Output.self, [scope.node(of: wrapped)])
  }
}
