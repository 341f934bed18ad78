internal import StoreSupport
internal import Synchronization

// An expression is never nil, and no `Int`: a closure that tests it for that, such as
// `[$0.home, $0.away].compactMap { $0 }` or a function with a parameter `T?` or `Any`, gets an
// answer about the expression, and the value has no part in what the closure returns. So a value
// that may be nil and is read for nothing is an error.
//
// Other members may be read for nothing: `let name = $0.name; return words.allSatisfy { name … }`,
// or `[$0.name, $0.surname][column]`. They are an error where the closure returns a value of the
// program beside expressions, which they may have led to.

extension ExpressionNode {
  /// Notes that the expression is a part of another one, or the value of a closure.
  package func noteUse() {
    guard unused.load(ordering: .relaxed) == 0, let source else { return }
    unused.store(1, ordering: .relaxed)
    source.addUnused(-1)
  }

  fileprivate func addUnused(_ change: Int) {
    // One thread builds an expression, so nothing is lost between the two.
    unused.store(unused.load(ordering: .relaxed) &+ change, ordering: .relaxed)
  }

  /// The element that the expression is, or is computed from.
  var elementOrSource: ExpressionNode? { if case .element = form { self } else { source } }

  /// Returns the element of the outer one of two closures.
  static func outermost(_ left: ExpressionNode?, _ right: ExpressionNode?) -> ExpressionNode? {
    guard let left, let right, left !== right, case .element(let parameter) = left.form,
      case .element(let other) = right.form
    else { return left ?? right }
    // The closures are numbered in the order in which they begin.
    return abs(other.closure) < abs(parameter.closure) ? right : left
  }

  /// Whether the value of a closure has a part that is a value of the program: a part of a tuple,
  /// or an operand of `&&` or `||`.
  var hasPlainPart: Bool {
    switch form {
    case .tuple(let parts, _), .operation(.and, let parts), .operation(.or, let parts),
      .operation(.not, let parts):
      parts.contains { part in if case .constant = part.form { true } else { part.hasPlainPart } }
    default: false
    }
  }
}

/// The values that a closure reads, recorded when it is called once more.
package enum UnusedReads {
  /// Of an expression that is not counted, in place of 0 or 1.
  static let notCounted = 2

  /// The number of elements whose values are recorded: normally 0.
  private static let count = Atomic<Int>(0)
  private static let reads = Locked<[ObjectIdentifier: [ExpressionNode]]>([:])

  /// Records an error if a closure has read a value of its parameter that may be nil, or any other
  /// beside a value of the program that it returns, and that is no part of another expression.
  ///
  /// - Parameters:
  ///   - element: the parameter with which the closure was called.
  ///   - hasPlainPart: whether the closure also returns a value of the program.
  ///   - again: the parameter for another call.
  ///   - closure: calls the closure, and notes the use of its values.
  package static func check<Element>(
    of element: QueryExpression<Element>, hasPlainPart: @autoclosure () -> Bool = false,
    again: @autoclosure () -> QueryExpression<Element> = .element(),
    _ closure: (QueryExpression<Element>) -> Void
  ) {
    guard element.expressionNode.unused.load(ordering: .relaxed) != 0 else { return }
    let (again, hasPlainPart) = (again(), hasPlainPart())
    let values = recording(ObjectIdentifier(again.expressionNode)) { closure(again) }
    let isUnused = values.contains { value in
      value.unused.load(ordering: .relaxed) == 0 && (hasPlainPart || isOptional(value.type))
    }
    if isUnused { BuildFailures.add(ExpressionError.describedExpression) }
  }

  /// Calls a closure, and returns the values of an element that it reads.
  private static func recording(
    _ element: ObjectIdentifier, _ body: () -> Void
  ) -> [ExpressionNode] {
    reads.withLock { reads in
      reads[element] = []
      count.store(reads.count, ordering: .relaxed)
    }
    body()
    return reads.withLock { reads in
      defer { count.store(reads.count, ordering: .relaxed) }
      return reads.removeValue(forKey: element) ?? []
    }
  }

  /// Notes that a value of an element has been read.
  static func note(_ value: ExpressionNode, of element: ExpressionNode) {
    element.addUnused(1)
    guard count.load(ordering: .relaxed) > 0 else { return }
    reads.withLock { $0[ObjectIdentifier(element)]?.append(value) }
  }

  /// Returns whether values of a type may be nil.
  static func isOptional(_ type: Any.Type) -> Bool {
    // The first word of a type is its kind. A cast to `any ExpressibleByNilLiteral.Type` takes a
    // hundred times as long, and each part of an expression asks.
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == optionalKind
  }

  private static let optionalKind =
    unsafeBitCast(Int?.self as Any.Type, to: UnsafePointer<UInt>.self).pointee
}
