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
  ) { self.init(ExpressionNode(form: form, type: Value.self), value) }

  /// - Parameter depth: The depth of the tree.
  init(
    _ form: ExpressionNode.Form, depth: Int,
    value: @escaping @Sendable (ExpressionScope) throws -> Value
  ) { self.init(ExpressionNode(form: form, type: Value.self, depth: depth), value) }

  private init(
    _ node: ExpressionNode, _ value: @escaping @Sendable (ExpressionScope) throws -> Value
  ) {
    guard node.depth > ExpressionNode.maximumDepth else {
      expressionNode = node
      expressionValue = value
      return
    }
    // The tree is replaced by a constant, so that it grows no deeper and can be deallocated.
    let error = QueryError.tooDeep(limit: ExpressionNode.maximumDepth)
    BuildFailures.add(error)
    expressionNode = ExpressionNode(form: .constant(TooDeep()), type: Value.self)
    expressionValue = { _ in throw error }
  }

  /// Returns a member of the value.
  public subscript<Member>(
    dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
  ) -> QueryExpression<Member> {
    if case .element(let index) = expressionNode.form {
      let offset = StoredOffset()
      return QueryExpression<Member>(
        .member(expressionNode, keyPath), depth: expressionNode.depth + 1
      ) { scope in
        if let offset = offset.value(of: keyPath) {
          return scope.member(at: offset, ofElement: index)
        }
        let element: Value = scope.element(index)
        return element[keyPath: keyPath]
      }
    }
    let value = expressionValue
    return QueryExpression<Member>(
      .member(expressionNode, keyPath), depth: expressionNode.depth + 1
    ) { scope in
      try value(scope)[keyPath: keyPath]
    }
  }
}

/// The constant that replaces an expression that is too deep. No engine can represent it.
private struct TooDeep: Sendable {}

/// The offset of a stored property in its values. Reading a property at its offset takes a tenth of
/// the time that its key path takes. The offset is computed when it is first needed, because most
/// expressions are only translated.
private final class StoredOffset: Sendable {
  private static var isUnknown: Int { -2 }
  private static var isNone: Int { -1 }

  private let known = Atomic<Int>(isUnknown)

  /// Returns the offset, or nil for a computed property.
  @inline(__always) func value<Root>(of keyPath: PartialKeyPath<Root>) -> Int? {
    var offset = known.load(ordering: .relaxed)
    if offset == Self.isUnknown {
      offset = MemoryLayout<Root>.offset(of: keyPath) ?? Self.isNone
      known.store(offset, ordering: .relaxed)
    }
    return offset == Self.isNone ? nil : offset
  }
}

extension QueryExpression {
  /// Returns the parameter of a closure.
  package static func element(_ index: Int = 0) -> QueryExpression {
    QueryExpression(.element(index), depth: 1) { $0.element(index) }
  }
}

extension QueryExpression {
  /// Returns a value that is given for each run of a prepared query. It has no value in memory: a
  /// query that runs there is built again with constants.
  package static func parameter(_ index: Int) -> QueryExpression {
    QueryExpression(.parameter(index), depth: 1) { _ in throw QueryError.parameterWithoutValue }
  }
}

extension QueryExpression where Value: Sendable {
  /// Creates a value that does not depend on the element.
  ///
  /// A point in time is rounded to the microsecond, as it is stored in tables.
  public init(_ constant: Value) {
    let constant = storedForm(of: constant)
    self.init(.constant(constant), depth: 1) { _ in constant }
  }
}

/// The elements that an expression is evaluated for, as pointers to their memory.
package struct ExpressionScope {
  private let first: UnsafeRawPointer
  private let second: UnsafeRawPointer?

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

  /// Creates the scope of one element, whose memory must stay valid for the evaluation.
  init(_ element: UnsafeRawPointer) { self.init(first: element, second: nil) }

  private init(first: UnsafeRawPointer, second: UnsafeRawPointer?) {
    self.first = first
    self.second = second
  }

  /// Returns the first or the second element. Its type was checked when the operator was built.
  func element<Element>(_ index: Int) -> Element {
    pointer(index).assumingMemoryBound(to: Element.self).pointee
  }

  /// Returns a property that is stored at an offset in the first or the second element.
  func member<Member>(at offset: Int, ofElement index: Int) -> Member {
    (pointer(index) + offset).assumingMemoryBound(to: Member.self).pointee
  }

  private func pointer(_ index: Int) -> UnsafeRawPointer {
    index == 0 ? first : second.unsafelyUnwrapped
  }
}

extension QueryExpression {
  /// Returns the expression as a function of an element.
  func function<Element>() -> @Sendable (Element) throws -> Value {
    expressionNode.checkParameter(is: Element.self)
    return { try ExpressionScope.evaluate(self, for: $0) }
  }
}

extension ExpressionNode {
  /// Records an error if the expression has a parameter of another closure in it, whose elements
  /// are of another type.
  package func checkParameter(is element: Any.Type) {
    guard !isComputed(from: element) else { return }
    BuildFailures.add(ExpressionError.parameterOfAnotherClosure)
  }

  /// Whether the expression can be evaluated for one element of a type. It is not recursive,
  /// because it is called on threads with small stacks before the depth of a query is checked.
  private func isComputed(from element: Any.Type) -> Bool {
    var pending = [self]
    while let node = pending.popLast() {
      switch node.form {
      case .element(let index): guard index == 0 && node.type == element else { return false }
      case .constant, .parameter: break
      case .member(let base, _): pending.append(base)
      case .operation(_, let operands), .function(_, let operands), .tuple(let operands, _):
        pending += operands
      case .aggregate(_, let group, _): pending.append(group)
      }
    }
    return true
  }
}
