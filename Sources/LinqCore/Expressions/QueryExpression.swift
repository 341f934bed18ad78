internal import Synchronization

/// A value that is computed from an element of a query: in SQL where that is possible, else in
/// memory.
///
/// Closures of query operators get one for the element and write Swift as they would with the
/// element itself. Members of the element are looked up through key paths, operators and methods on
/// them are those of Swift, with Swift's meaning.
///
/// ```swift
/// people.where { $0.age < 40 && $0.email != nil }
/// // WHERE age < ? AND email IS NOT NULL
/// ```
@dynamicMemberLookup
public struct QueryExpression<Value>: Sendable {
  // No model has members of these names, and none can be declared for all expressions: they would
  // hide the model's.
  /// What the expression is made of.
  package let expressionNode: ExpressionNode

  /// The value for the elements of a scope.
  let expressionValue: @Sendable (ExpressionScope) throws -> Value

  init(
    _ form: ExpressionNode.Form, value: @escaping @Sendable (ExpressionScope) throws -> Value
  ) { self.init(ExpressionNode(form: form, type: Value.self), value) }

  /// - Parameter depth: the number of levels.
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
    // Nothing is built on it any more, so that it can be released.
    let error = QueryError.tooDeep(limit: ExpressionNode.maximumDepth)
    BuildFailures.add(error)
    expressionNode = ExpressionNode(form: .constant(TooDeep()), type: Value.self)
    expressionValue = { _ in throw error }
  }

  /// A member of the value.
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

/// The constant of an expression that was too deep: no engine has a value for it.
private struct TooDeep: Sendable {}

/// Where a stored property lies in its values: reading it there takes a tenth of the time that its
/// key path takes. Found out when it is first needed, for most expressions are only translated.
private final class StoredOffset: Sendable {
  private static var isUnknown: Int { -2 }
  private static var isNone: Int { -1 }

  private let known = Atomic<Int>(isUnknown)

  /// The offset; nil for what is computed.
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
  /// The element that a closure is given.
  package static func element(_ index: Int = 0) -> QueryExpression {
    QueryExpression(.element(index), depth: 1) { $0.element(index) }
  }
}

extension QueryExpression where Value: Sendable {
  /// A value that does not depend on the element.
  ///
  /// A point in time is rounded to the microsecond, as tables keep it.
  public init(_ constant: Value) {
    let constant = storedForm(of: constant)
    self.init(.constant(constant), depth: 1) { _ in constant }
  }
}

/// The elements that an expression is evaluated for, where they lie in memory.
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

  /// The scope of one element, which stays where it is meanwhile.
  init(_ element: UnsafeRawPointer) { self.init(first: element, second: nil) }

  private init(first: UnsafeRawPointer, second: UnsafeRawPointer?) {
    self.first = first
    self.second = second
  }

  /// The first or the second element. Expressions are made by the operators, which evaluate them
  /// for elements of the very types they were made for.
  func element<Element>(_ index: Int) -> Element {
    pointer(index).assumingMemoryBound(to: Element.self).pointee
  }

  /// A property that is stored at an offset in the first or the second element.
  func member<Member>(at offset: Int, ofElement index: Int) -> Member {
    (pointer(index) + offset).assumingMemoryBound(to: Member.self).pointee
  }

  private func pointer(_ index: Int) -> UnsafeRawPointer {
    index == 0 ? first : second.unsafelyUnwrapped
  }
}

extension QueryExpression {
  /// The expression as a function of an element.
  func function<Element>() -> @Sendable (Element) throws -> Value {
    { try ExpressionScope.evaluate(self, for: $0) }
  }
}
