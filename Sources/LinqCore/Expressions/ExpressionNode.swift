internal import Synchronization

/// The syntax tree of an expression, which translators read. It does not have the Swift types of
/// its parts as generic parameters. It is a class because each operator copies it several times.
///
/// ```swift
/// // { $0.age < 40 }
/// // less(member(element, \Person.age), constant(40)): Bool
/// ```
package final class ExpressionNode: Sendable {
  /// The kind of an expression, with its operands. Cases with existentials are indirect, so that a
  /// copy of any case only retains objects.
  package enum Form: Sendable {
    /// The parameter of a closure.
    case element(ExpressionParameter)
    /// A property of another expression, an element of a tuple or a member of a group.
    case member(ExpressionNode, any AnyKeyPath & Sendable)
    /// A captured value or a literal.
    indirect case constant(any Sendable)
    /// A value that is given for each run of a prepared query, with its index.
    case parameter(Int)
    /// An operation on other expressions.
    case operation(ExpressionOperation, [ExpressionNode])
    /// A call of a custom function.
    indirect case function(any AnyQueryFunction, [ExpressionNode])
    /// A tuple of other expressions, and what builds it from their values.
    indirect case tuple([ExpressionNode], any AnyElementBuilder)
    /// The elements of another query, or a value that is computed from them.
    indirect case subquery(any AnySubquery, SubqueryResult)
  }

  /// The kind of the expression, with its operands.
  package let form: Form

  /// The type of the expression's value.
  package let type: Any.Type

  /// The depth of the tree.
  package let depth: Int

  /// The number of its parts. One that is used twice counts twice: those who read the tree meet it
  /// twice.
  package let size: Int

  /// The elements that the expression is computed from.
  let dependence: Dependence

  /// The offset of the property that the expression is, if it is one.
  let offset = StoredOffset()

  /// The element that the expression is computed from: of several, that of the outermost closure;
  /// nil if it is an element, or computed from none. The form keeps it. A reference that is counted
  /// would need more stack to release a deep tree.
  unowned(unsafe) let source: ExpressionNode?

  /// Of a member, or another value that may be nil: 1 if it is a part of another expression. Of an
  /// element: how many such values of it are not (``UnusedReads``).
  let unused: Atomic<Int>

  /// The maximum depth of an expression: the limit of SQLite, and a depth that can be deallocated
  /// on every stack.
  package static var maximumDepth: Int { 1000 }

  /// The maximum size of an expression. Each `map` of the result of a `map` doubles it.
  package static var maximumSize: Int { 20_000 }

  /// Creates an expression of a kind, with a type.
  package init(form: Form, type: Any.Type) {
    var (depth, size, dependence) = (1, 1, Dependence.none)
    var source: ExpressionNode?
    var isRead = false
    switch form {
    case .element(let parameter): dependence = Dependence(parameter)
    case .constant, .parameter: break
    case .member(let base, _):
      (depth, size, dependence) = (1 + base.depth, 1 + base.size, base.dependence)
      (source, isRead) = (base.elementOrSource, true)
      base.noteUse()
    case .operation(_, let operands), .function(_, let operands), .tuple(let operands, _):
      for operand in operands {
        depth = max(depth, 1 + operand.depth)
        size += operand.size
        dependence.add(operand.dependence)
        source = Self.outermost(source, operand.elementOrSource)
        operand.noteUse()
      }
    case .subquery(let subquery, _):
      (depth, dependence) = (1 + subquery.depth, .several)
      for expression in subquery.expressions {
        size += expression.size
        source = Self.outermost(source, expression.elementOrSource)
        expression.noteUse()
      }
    }
    self.form = form
    self.type = type
    self.depth = depth
    self.size = size
    self.dependence = dependence
    self.source = source
    if let source {
      isRead = isRead || UnusedReads.isOptional(type)
      unused = Atomic(isRead ? 0 : UnusedReads.notCounted)
      if isRead { UnusedReads.note(self, of: source) }
    } else {
      unused = Atomic(0)
    }
    if depth > Self.shallowDepth { Self.hasDeep.store(true, ordering: .relaxed) }
  }

  /// Returns a constant.
  package static func constant<Value: Sendable>(_ value: Value) -> ExpressionNode {
    ExpressionNode(form: .constant(value), type: Value.self)
  }

  /// Whether this process has built an expression deep enough for its depth to be checked.
  static var someAreDeep: Bool { hasDeep.load(ordering: .relaxed) }

  private static let shallowDepth = 32
  private static let hasDeep = Atomic<Bool>(false)
}

extension ExpressionNode {
  /// The expressions that this one is made of.
  package var operands: [ExpressionNode] {
    switch form {
    case .element, .constant, .parameter: []
    case .member(let base, _): [base]
    case .operation(_, let operands), .function(_, let operands), .tuple(let operands, _): operands
    case .subquery(let subquery, _): subquery.expressions
    }
  }

  /// Calls a closure with each of the operands, in their order, without making an array of them.
  package func forEachOperand(_ body: (ExpressionNode) -> Void) {
    switch form {
    case .element, .constant, .parameter: break
    case .member(let base, _): body(base)
    case .operation(_, let operands), .function(_, let operands), .tuple(let operands, _):
      for operand in operands { body(operand) }
    case .subquery(let subquery, _): subquery.expressions.forEach(body)
    }
  }

  /// Calls a closure with each of the operands, in their order. Returns the expression with the
  /// operands that it returned; nil if it returned none.
  ///
  /// - Parameter body: returns nil for an operand that stays as it is.
  package func replacingOperands(
    _ body: (ExpressionNode) -> ExpressionNode?
  ) -> ExpressionNode? {
    let form: Form? =
      switch form {
      case .element, .constant, .parameter: nil
      case .member(let base, let keyPath): body(base).map { .member($0, keyPath) }
      case .operation(let operation, let operands):
        operands.replacingElements(body).map { .operation(operation, $0) }
      case .function(let function, let arguments):
        arguments.replacingElements(body).map { .function(function, $0) }
      case .tuple(let parts, let builder):
        parts.replacingElements(body).map { .tuple($0, builder) }
      case .subquery(let subquery, let result):
        subquery.replacingExpressions(body).map { .subquery($0, result) }
      }
    return form.map { ExpressionNode(form: $0, type: type) }
  }

  /// Whether the value depends on the parameter of the closure.
  package var dependsOnElement: Bool {
    if case .element = form { return true }
    return operands.contains(where: \.dependsOnElement)
  }

  /// Returns whether the value depends on no other element than that of a parameter.
  package func isComputed(fromOnly parameter: ExpressionParameter) -> Bool {
    if case .element(let other) = form { return other == parameter }
    if case .subquery = form { return false }
    return operands.allSatisfy { $0.isComputed(fromOnly: parameter) }
  }

  /// Whether the evaluation of the expression may throw an error.
  package var canFail: Bool {
    let isFailing =
      switch form {
      case .operation(let operation, _): operation.canFail
      case .function(let function, _): function.canFail
      case .subquery(let subquery, _): subquery.last.hasFailingOperator
      case .element, .member, .constant, .parameter, .tuple: false
      }
    return isFailing || operands.contains(where: \.canFail)
  }
}

extension QueryNode {
  /// Whether an operator of the query may fail, apart from its expressions.
  fileprivate var hasFailingOperator: Bool {
    if case .aggregate(let aggregate, _) = self.operator, aggregate.canFail { return true }
    return upstream?.hasFailingOperator == true
      || others.contains { other in
        other.hasFailingOperator || other.allExpressions.contains(where: \.canFail)
      }
  }
}

extension QueryAggregate {
  fileprivate var canFail: Bool {
    switch self {
    case .sum, .average, .median, .percentile, .standardDeviation, .populationStandardDeviation:
      true
    case .count, .any, .min, .max, .joined: false
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
