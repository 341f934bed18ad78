internal import Synchronization

/// A value that is computed from an element of a query: in SQL if possible, otherwise in memory.
///
/// The closures of query operators take an expression instead of the element and use it as they
/// would use the element itself. Members are found through key paths; operators and methods have
/// the same meaning as in Swift.
///
/// ```swift
/// people.where { $0.age < 40 && $0.email != nil }
/// // WHERE age < ? AND email IS NOT NULL
/// ```
@dynamicMemberLookup
public struct QueryExpression<Value>: Sendable {
  // Properties of `QueryExpression` would hide properties of a model that have the same name. These
  // names are unlikely for a model.
  /// The syntax tree of the expression.
  package let expressionNode: ExpressionNode

  /// Evaluates the expression for the elements of a scope.
  package let expressionValue: @Sendable (ExpressionScope) throws -> Value

  init(
    _ form: ExpressionNode.Form, value: @escaping @Sendable (ExpressionScope) throws -> Value
  ) { self.init(node: ExpressionNode(form: form, type: Value.self), value: value) }

  init(
    node: ExpressionNode, value: @escaping @Sendable (ExpressionScope) throws -> Value
  ) {
    let isDeep = node.depth > ExpressionNode.maximumDepth
    guard isDeep || node.size > ExpressionNode.maximumSize else {
      expressionNode = node
      expressionValue = value
      return
    }
    // The tree is replaced by a constant, so that it does not grow, and can be deallocated.
    let error =
      isDeep
      ? QueryError.tooDeep(limit: ExpressionNode.maximumDepth)
      : .tooLarge(limit: ExpressionNode.maximumSize)
    BuildFailures.add(error)
    expressionNode = ExpressionNode(form: .constant(NoTree()), type: Value.self)
    expressionValue = { _ in throw error }
  }

  /// Returns a member of the value.
  public subscript<Member>(
    dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
  ) -> QueryExpression<Member> {
    let node = ExpressionNode(form: .member(expressionNode, keyPath), type: Member.self)
    if case .element(let parameter) = expressionNode.form, !parameter.isOfSubquery {
      return QueryExpression<Member>(node: node) { scope in
        if UnreadableValues.areKnown {
          let element: Value = scope.element(parameter.role)
          try UnreadableValues.check(keyPath, of: element)
        }
        if let offset = node.offset.value(of: keyPath) {
          return scope.member(at: offset, of: parameter.role)
        }
        let element: Value = scope.element(parameter.role)
        return element[keyPath: keyPath]
      }
    }
    let value = expressionValue
    return QueryExpression<Member>(node: node) { scope in
      let value = try value(scope)
      if UnreadableValues.areKnown { try UnreadableValues.check(keyPath, of: value) }
      return value[keyPath: keyPath]
    }
  }
}

extension ExpressionNode {
  /// Returns the expression with another parameter of an operator's closure; nil if it has none.
  fileprivate func replacingParameter(with parameter: ExpressionParameter) -> ExpressionNode? {
    if case .element(let own) = form, !own.isOfSubquery {
      return ExpressionNode(form: .element(parameter), type: type)
    }
    return replacingOperands { $0.replacingParameter(with: parameter) }
  }
}

/// The constant that replaces an expression that is too deep. No engine can represent it.
private struct NoTree: Sendable {}

extension QueryExpression {
  /// Creates the value of an operator's closure. The parameter of another closure in it is recorded
  /// as an error.
  package init<Element>(of closure: (QueryExpression<Element>) -> QueryExpression) {
    let element = QueryExpression<Element>.element()
    self = closure(element)
    expressionNode.noteUse()
    expressionNode.checkParameter(is: element)
    UnusedReads.check(of: element, hasPlainPart: expressionNode.hasPlainPart) {
      closure($0).expressionNode.noteUse()
    }
  }

  /// Creates the value of a closure in another closure.
  ///
  /// - Parameter parameter: the parameter of the closure.
  init<Element>(
    of closure: (QueryExpression<Element>) -> QueryExpression, _ parameter: ExpressionParameter
  ) {
    let element = QueryExpression<Element>.element(parameter)
    self = closure(element)
    expressionNode.noteUse()
    UnusedReads.check(
      of: element, hasPlainPart: expressionNode.hasPlainPart,
      again: .element(ExpressionParameter(.subquery))
    ) { closure($0).expressionNode.noteUse() }
  }

  /// Returns the parameter of a new closure of an operator.
  ///
  /// - Parameter isBuiltAhead: whether the value of the closure is known before the operator gives
  ///   it a parameter, which the closure ignores then.
  package static func element(
    _ role: ExpressionParameter.Role = .first, isBuiltAhead: Bool = false
  ) -> QueryExpression {
    let parameter = ExpressionParameter(role, isBuiltAhead: isBuiltAhead)
    return QueryExpression(.element(parameter)) { $0.element(role) }
  }

  /// Returns the expression as one of another closure of an operator on the same elements.
  func moved(to parameter: ExpressionParameter) -> QueryExpression {
    guard let node = expressionNode.replacingParameter(with: parameter) else { return self }
    return QueryExpression(node: node, value: expressionValue)
  }

  /// Returns the parameter of the closures of a subquery.
  static func element(_ parameter: ExpressionParameter) -> QueryExpression {
    QueryExpression(.element(parameter)) { try $0.element(parameter) }
  }
}

extension QueryExpression {
  /// Returns a value that is given for each run of a prepared query. It has no value in memory: a
  /// query that runs there is built again with constants.
  package static func parameter(_ index: Int) -> QueryExpression {
    QueryExpression(.parameter(index)) { _ in throw QueryError.parameterWithoutValue }
  }
}

extension QueryExpression where Value: Sendable {
  /// Creates a value that does not depend on the element.
  ///
  /// A point in time is rounded to the microsecond, as it is stored in tables.
  public init(_ constant: Value) {
    let constant = storedForm(of: constant)
    self.init(.constant(constant)) { _ in constant }
  }
}
