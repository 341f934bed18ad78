internal import Synchronization

/// The form of an expression: what a translator reads, without the Swift types of its parts.
///
/// ```swift
/// // { $0.age < 40 }
/// // less(member(element(0), \Person.age), constant(40)): Bool
/// ```
package struct ExpressionNode: Sendable {
  /// What an expression is made of.
  package indirect enum Form: Sendable {
    /// The element that the closure is given: 0 the first, 1 the second of a closure with two.
    case element(Int)
    /// A property, a tuple's element or a group's member of another expression.
    case member(ExpressionNode, any AnyKeyPath & Sendable)
    /// A value that was captured or written down.
    case constant(any Sendable)
    /// An operation on other expressions.
    case operation(ExpressionOperation, [ExpressionNode])
    /// A function of the program's own.
    case function(any AnyQueryFunction, [ExpressionNode])
    /// One value from the elements of a group; `element(0)` in the last part is such an element.
    case aggregate(QueryAggregate, ExpressionNode, ExpressionNode)
  }

  /// What the expression is made of.
  package let form: Form

  /// The type of its value.
  package let type: Any.Type

  /// The number of levels of the tree.
  package let depth: Int

  /// What an expression may have at most: SQLite's own limit, and what can be released on every
  /// stack.
  package static var maximumDepth: Int { 1000 }

  /// An expression of a form, with a type.
  package init(form: Form, type: Any.Type) {
    let depth =
      switch form {
      case .element, .constant: 1
      case .member(let base, _): 1 + base.depth
      case .operation(_, let operands), .function(_, let operands):
        operands.reduce(1) { max($0, 1 + $1.depth) }
      case .aggregate(_, let group, let part): 1 + max(group.depth, part.depth)
      }
    self.init(form: form, type: type, depth: depth)
  }

  /// An expression whose number of levels is known: looking for it costs most of what building one
  /// does.
  init(form: Form, type: Any.Type, depth: Int) {
    self.form = form
    self.type = type
    self.depth = depth
    if depth > Self.shallowDepth { Self.hasDeep.store(true, ordering: .relaxed) }
  }

  /// A constant.
  package static func constant<Value: Sendable>(_ value: Value) -> ExpressionNode {
    ExpressionNode(form: .constant(value), type: Value.self, depth: 1)
  }

  /// Whether an expression has been built in this process whose depth may matter.
  static var someAreDeep: Bool { hasDeep.load(ordering: .relaxed) }

  private static let shallowDepth = 32
  private static let hasDeep = Atomic<Bool>(false)
}

extension ExpressionNode {
  /// Whether its evaluation may end in an error.
  package var canFail: Bool {
    switch form {
    case .element, .constant: false
    case .member(let base, _): base.canFail
    case .operation(let operation, let operands):
      operation.canFail || operands.contains(where: \.canFail)
    case .function: true
    case .aggregate(let aggregate, let group, let part):
      aggregate == .sum || aggregate == .average || group.canFail || part.canFail
    }
  }
}

extension ExpressionOperation {
  fileprivate var canFail: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder, .negate, .absolute,
      .truncatingRemainder, .integer:
      true
    default: false
    }
  }
}
