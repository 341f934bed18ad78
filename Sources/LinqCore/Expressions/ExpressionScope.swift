/// The elements that an expression is evaluated for, as pointers to their memory.
///
/// `@unchecked Sendable`: the pointers are constant, and what they point to is only read. A scope
/// is made and used on the thread that evaluates the expression. The closures of subqueries that
/// capture it must be `Sendable` for other reasons: they run on the same thread, before the
/// function that made the scope returns, so that the elements exist.
package struct ExpressionScope: @unchecked Sendable {
  private let first: UnsafeRawPointer
  private let second: UnsafeRawPointer?
  /// The elements of the subqueries around the expression, the innermost one first.
  private let inner: UnsafePointer<SubqueryElement>?

  /// Evaluates an expression for one element.
  package static func evaluate<Element, Value>(
    _ expression: QueryExpression<Value>, for element: Element
  ) throws -> Value {
    try withUnsafePointer(to: element) { pointer in
      try expression.expressionValue(ExpressionScope(first: pointer, second: nil))
    }
  }

  /// Evaluates an expression for two elements.
  package static func evaluate<First, Second, Value>(
    _ expression: QueryExpression<Value>, for first: First, _ second: Second
  ) throws -> Value {
    try withUnsafePointer(to: first) { first in
      try withUnsafePointer(to: second) { second in
        try expression.expressionValue(ExpressionScope(first: first, second: second))
      }
    }
  }

  /// Evaluates an expression for an element of a subquery.
  func evaluate<Element, Value>(
    _ expression: QueryExpression<Value>, for element: Element, as parameter: ExpressionParameter
  ) throws -> Value {
    try withUnsafePointer(to: element) { pointer in
      let element = SubqueryElement(closure: parameter.closure, pointer: pointer, next: inner)
      return try withUnsafePointer(to: element) { inner in
        try expression.expressionValue(
          ExpressionScope(first: first, second: second, inner: inner))
      }
    }
  }

  /// Creates the scope of one element, whose memory must stay valid for the evaluation.
  init(_ element: UnsafeRawPointer) { self.init(first: element, second: nil) }

  private init(
    first: UnsafeRawPointer, second: UnsafeRawPointer?,
    inner: UnsafePointer<SubqueryElement>? = nil
  ) {
    self.first = first
    self.second = second
    self.inner = inner
  }

  /// Returns the first or the second element. Its type was checked when the operator was built.
  func element<Element>(_ role: ExpressionParameter.Role) -> Element {
    pointer(role).assumingMemoryBound(to: Element.self).pointee
  }

  /// Returns a property that is stored at an offset in the first or the second element.
  func member<Member>(at offset: Int, of role: ExpressionParameter.Role) -> Member {
    (pointer(role) + offset).assumingMemoryBound(to: Member.self).pointee
  }

  /// Returns the element of a subquery. A number of a closure belongs to one type of elements.
  ///
  /// - Throws: ``ExpressionError/parameterOfAnotherClosure`` outside of the subquery.
  func element<Element>(_ parameter: ExpressionParameter) throws -> Element {
    var next = inner
    while let element = next?.pointee {
      guard element.closure != parameter.closure else {
        return element.pointer.assumingMemoryBound(to: Element.self).pointee
      }
      next = element.next
    }
    throw ExpressionError.parameterOfAnotherClosure
  }

  private func pointer(_ role: ExpressionParameter.Role) -> UnsafeRawPointer {
    role == .first ? first : second.unsafelyUnwrapped
  }
}

/// The element of a subquery.
private struct SubqueryElement {
  let closure: Int
  let pointer: UnsafeRawPointer
  let next: UnsafePointer<SubqueryElement>?
}

extension QueryExpression {
  /// Returns the expression as a function of an element.
  ///
  /// The expression is the value of a closure with such a parameter.
  package func function<Element>() -> @Sendable (Element) throws -> Value {
    { try ExpressionScope.evaluate(self, for: $0) }
  }
}

extension ExpressionNode {
  /// Records an error if the expression has a parameter of another closure in it: its elements are
  /// not those that the expression is evaluated for.
  package func checkParameter<Element>(is element: QueryExpression<Element>) {
    guard case .element(let parameter) = element.expressionNode.form else { return }
    // Most expressions are computed from no other element, which is known without the tree.
    guard dependence == .several || dependence != Dependence(parameter) else { return }
    check(isComputedFrom: Element.self, in: parameter.closure)
  }

  /// Records an error if the expression depends on an element: no closure has the number 0.
  func checkHasNoParameter() { check(isComputedFrom: Never.self, in: 0) }

  private func check(isComputedFrom element: Any.Type, in closure: Int) {
    guard dependence != .none, !isComputed(from: element, in: closure) else { return }
    BuildFailures.add(ExpressionError.parameterOfAnotherClosure)
  }

  /// Whether the expression can be evaluated for one element of a type. It is not recursive,
  /// because it is called on threads with small stacks before the depth of a query is checked.
  private func isComputed(from element: Any.Type, in closure: Int) -> Bool {
    var pending: [ExpressionNode] = []
    var next: ExpressionNode? = self
    var closure = closure
    var subqueries: Set<ExpressionParameter> = []
    while let node = next {
      next = nil
      switch node.form {
      case .element(let parameter) where parameter.isOfSubquery:
        guard subqueries.contains(parameter) else { return false }
      case .element(let parameter):
        if parameter.isBuiltAhead, closure > 0 { closure = parameter.closure }
        guard parameter.role == .first && node.type == element && closure == parameter.closure
        else { return false }
      case .constant, .parameter: break
      case .member(let base, _): next = base
      case .operation(_, let operands), .function(_, let operands), .tuple(let operands, _):
        pending += operands
      case .subquery(let subquery, _):
        var last: (any QueryNode)? = subquery.last
        while let node = last {
          // The operators of a query that is no subquery have been checked when they were built.
          if let parameter = node.parameter { subqueries.insert(parameter) }
          if node.isPartOfSubquery { pending += node.expressions }
          last = node.upstream
        }
      }
      next = next ?? pending.popLast()
    }
    return true
  }
}
