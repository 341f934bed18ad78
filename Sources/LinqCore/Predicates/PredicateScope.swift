internal import Foundation

/// What the parts of a predicate of Foundation become: expressions without values. Foundation
/// itself evaluates the predicate in memory.
struct PredicateScope {
  /// What each variable stands for.
  private var variables: [PredicateExpressions.VariableID: ExpressionNode] = [:]
  /// The expressions that are given for the variables of the whole predicate.
  private var inputs: [PredicateExpressions.VariableID: any Sendable] = [:]
  private var inputNodes: [ExpressionNode] = []
  /// The optionals that are not nil where the part is evaluated.
  private var present: [ExpressionNode] = []
  private let reads = Reads()

  /// The members of the inputs that the predicate reads.
  private final class Reads {
    var evaluations: [@Sendable (ExpressionScope) throws -> Void] = []
  }

  /// Gives an expression for a variable of the whole predicate.
  mutating func bind<Value>(
    _ variable: PredicateExpressions.Variable<Value>, to input: QueryExpression<Value>
  ) {
    variables[variable.key] = input.expressionNode
    inputs[variable.key] = input
    inputNodes.append(input.expressionNode)
  }

  /// Returns the scope of a closure in the predicate.
  func binding<Value>(
    _ variable: PredicateExpressions.Variable<Value>, to node: ExpressionNode
  ) -> PredicateScope {
    var scope = self
    scope.variables[variable.key] = node
    return scope
  }

  /// Returns the scope of a part that is evaluated only where a condition is true, or false.
  func evaluated(where condition: Any, is truth: Bool) -> PredicateScope {
    var scope = self
    scope.present += notNil(where: condition, is: truth)
    return scope
  }

  /// Returns optionals that are not nil where a condition is true, or false.
  func notNil(where condition: Any, is truth: Bool) -> [ExpressionNode] {
    (condition as? any PredicateCondition)?.notNil(where: truth, in: self) ?? []
  }

  /// Returns whether an optional is known not to be nil.
  func isPresent(_ optional: ExpressionNode) -> Bool {
    present.contains { $0.isSameProperty(as: optional) }
  }

  /// Returns the expression of a part; nil if it cannot be converted.
  func node(of part: Any) -> ExpressionNode? {
    (part as? any PredicatePart)?.node(in: self)
  }

  /// Returns the expression of a variable.
  func node(of variable: PredicateExpressions.VariableID) -> ExpressionNode? {
    variables[variable]
  }

  /// Returns a member of a part.
  func member<Root: PredicateExpression, Value>(
    _ keyPath: any KeyPath<Root.Output, Value> & Sendable, of root: Root
  ) -> ExpressionNode? {
    let node: ExpressionNode
    if let variable = root as? PredicateExpressions.Variable<Root.Output>,
      let input = inputs[variable.key] as? QueryExpression<Root.Output>
    {
      let member = input[dynamicMember: keyPath]
      reads.evaluations.append { _ = try member.expressionValue($0) }
      node = member.expressionNode
    } else {
      guard let base = self.node(of: root) else { return nil }
      node = ExpressionNode(form: .member(base, keyPath), type: Value.self)
    }
    // Nothing but the predicate has seen the member, so it is a part of it, whatever becomes of it.
    node.noteUse()
    return node
  }

  /// Returns the expression of the whole predicate.
  ///
  /// - Parameter evaluate: returns its value in memory.
  func expression<Value>(
    of whole: Any, evaluate: @escaping @Sendable (ExpressionScope) throws -> Value
  ) -> QueryExpression<Value> {
    guard let node = node(of: whole) else {
      let function = UnconvertedPredicate(argumentCount: inputNodes.count, resultType: Value.self)
      return QueryExpression(.function(function, inputNodes), value: evaluate)
    }
    let evaluations = reads.evaluations
    return QueryExpression(node: node) { scope in
      // A value that could not be read is an error here, too.
      if UnreadableValues.areKnown { for evaluation in evaluations { try evaluation(scope) } }
      return try evaluate(scope)
    }
  }
}

/// A part of a predicate that can be converted.
protocol PredicatePart {
  /// Returns the expression of the part; nil if something in it has none.
  func node(in scope: PredicateScope) -> ExpressionNode?
}

/// A condition that tells which optionals are not nil.
protocol PredicateCondition {
  /// Returns optionals that are not nil where the condition is true, or false.
  func notNil(where truth: Bool, in scope: PredicateScope) -> [ExpressionNode]
}

/// A predicate that has a part without an expression. It runs in memory.
private struct UnconvertedPredicate: AnyQueryFunction {
  let name = "evaluate"
  let argumentCount: Int
  let resultType: Any.Type
  let identity: (any AnyObject & Sendable)? = Identity()
  var call: FunctionCall? { nil }

  private final class Identity: Sendable {}
}

extension ExpressionNode {
  /// Returns whether both are the same property of the same element.
  fileprivate func isSameProperty(as other: ExpressionNode) -> Bool {
    switch (form, other.form) {
    case (.element(let own), .element(let others)): own == others
    case (.member(let base, let keyPath), .member(let otherBase, let otherKeyPath)):
      keyPath == otherKeyPath && base.isSameProperty(as: otherBase)
    case (.operation(.unwrapped, let operands), .operation(.unwrapped, let others)):
      operands[0].isSameProperty(as: others[0])
    default: false
    }
  }
}
