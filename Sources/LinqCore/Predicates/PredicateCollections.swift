internal import Foundation

// The parts of predicates that ask for the elements of texts, lists and ranges.

private func call(
  _ function: any AnyQueryFunction, _ arguments: ExpressionNode?...
) -> ExpressionNode? {
  let nodes = arguments.compactMap { $0 }
  guard nodes.count == arguments.count else { return nil }
  return ExpressionNode(form: .function(function, nodes), type: function.resultType)
}

extension PredicateExpressions.CollectionContainsCollection: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard Base.Output.self == String.self, Other.Output.self == String.self else { return nil }
    return call(Vocabulary.contains, scope.node(of: base), scope.node(of: other))
  }
}

extension PredicateExpressions.SequenceStartsWith: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard Base.Output.self == String.self, Prefix.Output.self == String.self else { return nil }
    return call(Vocabulary.hasPrefix, scope.node(of: base), scope.node(of: prefix))
  }
}

// MARK: Lists

extension PredicateScope {
  /// Returns the number of elements of a collection.
  func count<Part: PredicateExpression>(of part: Part) -> ExpressionNode? {
    guard let node = node(of: part) else { return nil }
    if Part.Output.self == String.self { return call(Vocabulary.count, node) }
    return (Part.Output.self as? any ListOfPredicate.Type)?.count(of: node)
  }

  /// Returns whether a collection has no elements.
  func isEmpty<Part: PredicateExpression>(_ part: Part) -> ExpressionNode? {
    guard let node = node(of: part) else { return nil }
    if Part.Output.self == String.self { return call(Vocabulary.isEmpty, node) }
    return (Part.Output.self as? any ListOfPredicate.Type)?.isEmpty(node)
  }
}

extension PredicateExpressions.SequenceContains: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard let list = scope.node(of: sequence), let element = scope.node(of: element) else {
      return nil
    }
    if case .constant = list.form {
      return ExpressionNode(form: .operation(.isElement, [list, element]), type: Bool.self)
    }
    return (LHS.Output.self as? any ListOfPredicate.Type)?.contains(element, in: list)
  }
}

extension PredicateExpressions.SequenceContainsWhere: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard let list = scope.node(of: sequence) else { return nil }
    return (LHS.Output.self as? any ListOfPredicate.Type)?.any(in: list) {
      scope.binding(variable, to: $0).node(of: test)
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    guard let list = scope.node(of: sequence) else { return nil }
    return (LHS.Output.self as? any ListOfPredicate.Type)?.all(in: list) {
      scope.binding(variable, to: $0).node(of: test)
    }
  }
}

/// A type of lists whose elements a predicate can ask for.
private protocol ListOfPredicate {
  static func count(of list: ExpressionNode) -> ExpressionNode?
  static func isEmpty(_ list: ExpressionNode) -> ExpressionNode?
  static func contains(_ element: ExpressionNode, in list: ExpressionNode) -> ExpressionNode?
  static func any(
    in list: ExpressionNode, _ test: @escaping (ExpressionNode) -> ExpressionNode?
  ) -> ExpressionNode?
  static func all(
    in list: ExpressionNode, _ test: @escaping (ExpressionNode) -> ExpressionNode?
  ) -> ExpressionNode?
}

/// A type of elements. Conformance cannot depend on `Sendable`, which casts do not see.
private protocol ListElementOfPredicate: Equatable, Sendable {}

extension String: ListElementOfPredicate {}
extension Int: ListElementOfPredicate {}
extension Double: ListElementOfPredicate {}
extension Bool: ListElementOfPredicate {}
extension UUID: ListElementOfPredicate {}

extension Array: ListOfPredicate where Element: ListElementOfPredicate {
  static func count(of list: ExpressionNode) -> ExpressionNode? {
    array(list)?.count.expressionNode
  }

  static func isEmpty(_ list: ExpressionNode) -> ExpressionNode? {
    array(list)?.isEmpty.expressionNode
  }

  static func contains(_ element: ExpressionNode, in list: ExpressionNode) -> ExpressionNode? {
    array(list)?.contains(unevaluated(element)).expressionNode
  }

  static func any(
    in list: ExpressionNode, _ test: @escaping (ExpressionNode) -> ExpressionNode?
  ) -> ExpressionNode? {
    converting(test) { body in array(list)?.any(body) }
  }

  static func all(
    in list: ExpressionNode, _ test: @escaping (ExpressionNode) -> ExpressionNode?
  ) -> ExpressionNode? {
    converting(test) { body in array(list)?.all(body) }
  }

  /// Returns the list as an expression; nil for one of the program, which is not in SQL.
  private static func array(_ list: ExpressionNode) -> QueryExpression<[Element]>? {
    if case .constant = list.form { return nil }
    return unevaluated(list)
  }

  private static func converting(
    _ test: @escaping (ExpressionNode) -> ExpressionNode?,
    _ quantifier: ((QueryExpression<Element>) -> QueryExpression<Bool>) -> QueryExpression<Bool>?
  ) -> ExpressionNode? {
    var isConverted = true
    let result = quantifier { element in
      if let node = test(element.expressionNode) { return unevaluated(node) }
      isConverted = false
      return QueryExpression(false)
    }
    return isConverted ? result?.expressionNode : nil
  }
}

/// Returns an expression without a value in memory.
private func unevaluated<Value>(_ node: ExpressionNode) -> QueryExpression<Value> {
  QueryExpression(node: node) { _ in preconditionFailure("Foundation evaluates its predicates") }
}

// MARK: Ranges

extension PredicateExpressions.RangeExpressionContains: PredicatePart {
  func node(in scope: PredicateScope) -> ExpressionNode? {
    // As with `<`, the order of texts is another one.
    guard Element.Output.self != String.self, let value = scope.node(of: element),
      let range = (range as? any RangeOfPredicate)?.range
    else { return nil }
    let operation: ExpressionOperation
    var operands: [ExpressionNode] = []
    switch range {
    case .between(let lower, let upper, let isClosed):
      operation = isClosed ? .isInClosedRange : .isInRange
      operands = [lower, upper, value]
    case .bound(let comparison, let bound):
      operation = comparison
      operands = [value, bound]
    }
    return ExpressionNode(form: .operation(operation, operands), type: Bool.self)
  }
}

/// A range of a predicate whose bounds are known.
private enum KnownRange {
  case between(ExpressionNode, ExpressionNode, isClosed: Bool)
  case bound(ExpressionOperation, ExpressionNode)
}

/// A part of a predicate, or a value of the program, that is a range with known bounds.
private protocol RangeOfPredicate {
  /// The range; nil if its bounds are not known, or Swift would not make it.
  var range: KnownRange? { get }
}

extension PredicateExpressions.Value: RangeOfPredicate {
  fileprivate var range: KnownRange? { (value as? any RangeOfPredicate)?.range }
}

extension PredicateExpressions.Range: RangeOfPredicate {
  fileprivate var range: KnownRange? {
    guard let lower = lower as? PredicateExpressions.Value<LHS.Output>,
      let upper = upper as? PredicateExpressions.Value<LHS.Output>, lower.value <= upper.value
    else { return nil }
    return (lower.value..<upper.value).range
  }
}

extension PredicateExpressions.ClosedRange: RangeOfPredicate {
  fileprivate var range: KnownRange? {
    guard let lower = lower as? PredicateExpressions.Value<LHS.Output>,
      let upper = upper as? PredicateExpressions.Value<LHS.Output>, lower.value <= upper.value
    else { return nil }
    return (lower.value...upper.value).range
  }
}

extension Range: RangeOfPredicate {
  fileprivate var range: KnownRange? {
    .between(constant(lowerBound), constant(upperBound), isClosed: false)
  }
}

extension ClosedRange: RangeOfPredicate {
  fileprivate var range: KnownRange? {
    .between(constant(lowerBound), constant(upperBound), isClosed: true)
  }
}

extension PartialRangeFrom: RangeOfPredicate {
  fileprivate var range: KnownRange? { .bound(.greaterOrEqual, constant(lowerBound)) }
}

extension PartialRangeUpTo: RangeOfPredicate {
  fileprivate var range: KnownRange? { .bound(.less, constant(upperBound)) }
}

extension PartialRangeThrough: RangeOfPredicate {
  fileprivate var range: KnownRange? { .bound(.lessOrEqual, constant(upperBound)) }
}
