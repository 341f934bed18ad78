internal import StoreSupport
internal import Synchronization

/// Another query inside an expression, which may depend on the elements around it.
package protocol AnySubquery: Sendable {
  /// Its last operator.
  var last: any QueryNode { get }

  /// The expressions of its operators.
  var expressions: [ExpressionNode] { get }

  /// Calls a closure with each of its expressions, in their order. Returns the subquery with the
  /// expressions that it returned; nil if none changes.
  func replacingExpressions(_ body: (ExpressionNode) -> ExpressionNode?) -> (any AnySubquery)?
}

extension AnySubquery {
  /// The depth of the subquery: that of its operators and of its deepest expression.
  package var depth: Int {
    last.operators.count + expressions.reduce(0) { max($0, $1.depth) }
  }
}

/// The value of a subquery in an expression.
package enum SubqueryResult: String, Sendable, Hashable, CaseIterable {
  /// An array of its elements.
  case elements
  /// Its only element, which an aggregate gives.
  case only
  /// Its first element, or nil if there is none.
  case first
  /// The rank of a window by the key of its last operator, a sort.
  case rank
  case denseRank
  case percentRank
}

/// A subquery with the type of its elements.
final class Subquery<Element>: AnySubquery {
  let node: any QueryNode<Element>
  /// Returns the query in memory, for the elements around it. The query must run before these
  /// elements are gone.
  let query: @Sendable (ExpressionScope) throws -> Query<Element>
  /// Returns what keeps the values that are the same for all elements around the subquery; nil if
  /// they may differ.
  private let kept: (@Sendable (ExpressionScope) throws -> KeptValues?)?
  /// The parameter of the next operator's closure, if it has been made already.
  private let parameter: ExpressionParameter?

  init(
    _ node: any QueryNode<Element>, parameter: ExpressionParameter? = nil,
    kept: (@Sendable (ExpressionScope) throws -> KeptValues?)? = nil,
    query: @escaping @Sendable (ExpressionScope) throws -> Query<Element>
  ) {
    self.node = node
    self.parameter = parameter
    self.kept = kept
    self.query = query
    SubqueryRun.areUsed.store(true, ordering: .relaxed)
  }

  var last: any QueryNode { node }

  var expressions: [ExpressionNode] { node.allExpressions }

  /// Changes nothing: an engine that changes expressions has a representation of its own.
  func replacingExpressions(_ body: (ExpressionNode) -> ExpressionNode?) -> (any AnySubquery)? {
    nil
  }

  /// Returns the subquery with an operator that has no expression.
  func then<Next>(
    _ operator: QueryOperator,
    inMemory: @escaping @Sendable (Query<Element>) throws -> Query<Next>
  ) -> Subquery<Next> {
    let query = query
    return Subquery<Next>(SubqueryNode(`operator`, on: node), kept: kept) {
      try inMemory(query($0))
    }
  }

  /// Returns the subquery with an operator that is only translated.
  ///
  /// - Parameter parameter: the parameter of the operator's closure.
  func then(_ operator: QueryOperator, of parameter: ExpressionParameter) -> Subquery<Element> {
    Subquery(SubqueryNode(`operator`, on: node, parameter: parameter), kept: kept, query: query)
  }

  /// Returns the subquery with an operator.
  ///
  /// - Parameters:
  ///   - body: the closure of the operator.
  ///   - operator: returns the operator with the expression of the closure.
  ///   - inMemory: returns the query with the same operator, given the closure as a function.
  func then<Value, Next>(
    _ body: (QueryExpression<Element>) -> QueryExpression<Value>,
    _ operator: (ExpressionNode) -> QueryOperator,
    inMemory:
      @escaping @Sendable (Query<Element>, @escaping @Sendable (Element) throws -> Value) throws ->
      Query<Next>
  ) -> Subquery<Next> {
    let parameter = closureParameter
    let value = QueryExpression(of: body, parameter)
    return then(value, of: parameter, `operator`, inMemory: inMemory)
  }

  /// The parameter of the next operator's closure.
  var closureParameter: ExpressionParameter { parameter ?? ExpressionParameter(.subquery) }

  /// Returns the subquery with an operator, whose closure has an expression for a parameter.
  func then<Value, Next>(
    _ expression: QueryExpression<Value>, of parameter: ExpressionParameter,
    _ operator: (ExpressionNode) -> QueryOperator,
    inMemory:
      @escaping @Sendable (Query<Element>, @escaping @Sendable (Element) throws -> Value) throws ->
      Query<Next>
  ) -> Subquery<Next> {
    let node = SubqueryNode<Next>(
      `operator`(expression.expressionNode), on: node, parameter: parameter)
    let isSame = kept != nil && expression.expressionNode.isComputed(fromOnly: parameter)
    let query = query
    return Subquery<Next>(node, kept: isSame ? kept : nil) { scope in
      try inMemory(query(scope)) { try scope.evaluate(expression, for: $0, as: parameter) }
    }
  }

  /// Returns the subquery with the parameter of its next operator's closure.
  func with(_ parameter: ExpressionParameter) -> Subquery {
    Subquery(node, parameter: parameter, kept: kept, query: query)
  }

  /// Returns a value of the query in memory. It is computed once if it is the same for all elements
  /// around the subquery.
  func value<Value>(
    in scope: ExpressionScope, _ make: (Query<Element>) throws -> Value
  ) throws -> Value {
    guard let kept = try kept?(scope) else { return try make(query(scope)) }
    return try kept.value(for: self) { try make(query(scope)) }
  }

  /// Calls a closure with each element in memory, and returns the error that ended them, if any.
  private func read(
    in scope: ExpressionScope, _ body: (Element) throws -> Void
  ) throws -> (any Error)? {
    try readUntilFailure({ try query(scope).node.pull(QueryRun()) }, body)
  }

  /// Returns whether a value is an element in memory. It is looked up in a set that is made once;
  /// nil if the elements may differ, or are not hashable.
  func hasKept(_ value: Element, in scope: ExpressionScope) throws -> Bool? {
    guard let type = Element.self as? any Hashable.Type, let kept = try kept?(scope) else {
      return nil
    }
    func has<Hashed: Hashable>(_: Hashed.Type) throws -> Bool? {
      guard let value = value as? Hashed else { return nil }
      let (elements, failure) = try kept.value(for: self) {
        var elements: Set<Hashed> = []
        let failure = try read(in: scope) { element in
          if let element = element as? Hashed { elements.insert(element) }
        }
        return (elements, failure)
      }
      if !elements.contains(value), let failure { throw failure }
      return elements.contains(value)
    }
    return try has(type)
  }
}

extension Subquery where Element: Sendable {
  /// The frame that the elements are; nil for other elements, and for all of a partition.
  var partOfPartition: WindowFrame<Element>? {
    guard case .elements(let array) = node.operator, let frame = WindowFrame<Element>(array),
      !frame.isPartition
    else { return nil }
    return frame
  }

  /// Returns the subquery with a condition. In memory, elements whose key must equal a value of the
  /// elements around the subquery are found by their key.
  ///
  /// - Parameter match: returns the key and the value, if they are known; otherwise the condition
  ///   is searched for them.
  func filtered(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>,
    match: (QueryExpression<Element>) -> KeyMatch? = { _ in nil }
  ) -> Subquery<Element> {
    let parameter = closureParameter
    let condition = QueryExpression(of: predicate, parameter)
    let filtered = then(condition, of: parameter, { .filter($0) }) { $0.where($1) }
    guard let kept, filtered.kept == nil,
      let match = match(.element(parameter)) ?? KeyMatch(condition.expressionNode, of: parameter)
    else { return filtered }
    let node = filtered.node
    return Subquery(node) { scope in
      guard let kept = try kept(scope) else { return try filtered.query(scope) }
      let (byKey, failure) = try kept.value(for: node) {
        var byKey: [AnyHashable: [Element]] = [:]
        let failure = try self.read(in: scope) { element in
          let key = try scope.evaluate(match.key, for: element, as: parameter)
          byKey[key, default: []].append(element)
        }
        return (byKey, failure)
      }
      // Without elements, a value that fails is not computed.
      let found = byKey.isEmpty ? nil : byKey[try match.value.expressionValue(scope)]
      return ReadElements(found ?? [], endedBy: failure).query.where {
        try scope.evaluate(condition, for: $0, as: parameter)
      }
    }
  }
}

extension Subquery {
  /// The array of the elements.
  var elements: QueryExpression<[Element]> {
    QueryExpression<[Element]>(.subquery(self, .elements)) { scope in
      try MemoryBudget.givingBack { try collect(self.query(scope).node.pull(QueryRun())) }
    }
  }
}

extension QueryExpression {
  /// Creates the value of a subquery that ends with an aggregate.
  init(only subquery: Subquery<Value>) {
    self.init(.subquery(subquery, .only)) { scope in
      try subquery.value(in: scope) { query in
        guard let value = try query.node.pull(QueryRun())() else { throw QueryError.noElements }
        return value
      }
    }
  }

  /// Creates the first element of a subquery.
  init<Element>(firstOf subquery: Subquery<Element>) where Value == Element? {
    let limited = subquery.then(.take(1)) { $0.take(1) }
    self.init(.subquery(limited, .first)) { scope in
      try limited.value(in: scope) { try $0.node.pull(QueryRun())() }
    }
  }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Returns the array, and the element that the closure of its next operator takes. The expression
  /// of the closure can be made before the operator.
  package func withElement() -> (
    array: QueryExpression<[Value.Element]>, element: QueryExpression<Value.Element>
  ) {
    let parameter = ExpressionParameter(.subquery)
    return (subquery.with(parameter).elements, .element(parameter))
  }

  /// The array as a subquery.
  var subquery: Subquery<Value.Element> {
    if case .subquery(let subquery, .elements) = expressionNode.form,
      let subquery = subquery as? Subquery<Value.Element>
    {
      return subquery
    }
    let value = expressionValue
    let frame = WindowFrame<Value.Element>(expressionNode)
    return Subquery(
      SubqueryNode(.elements(expressionNode), on: nil),
      kept: frame?.isPartition == true ? frame?.keptValues : nil
    ) { Query(try value($0).orderedElements) }
  }
}

/// An operator of a subquery. It is only translated: in memory, a subquery is evaluated by its
/// expression.
private final class SubqueryNode<Element>: QueryNode {
  let `operator`: QueryOperator
  let upstream: (any QueryNode)?
  let parameter: ExpressionParameter?

  /// - Parameter parameter: the parameter of the operator's closure, if it has one.
  init(
    _ operator: QueryOperator, on upstream: (any QueryNode)?,
    parameter: ExpressionParameter? = nil
  ) {
    self.operator = `operator`
    self.upstream = upstream
    self.parameter = parameter
  }

  var isPartOfSubquery: Bool { true }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    SubqueryNode(`operator`, on: upstream, parameter: parameter)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    preconditionFailure("a subquery is evaluated by its expression")
  }
}

extension QueryNode {
  /// The expressions of the operator.
  package var expressions: [ExpressionNode] { self.operator.expressions }

  /// The expressions of all operators, the source's first.
  package var allExpressions: [ExpressionNode] { (upstream?.allExpressions ?? []) + expressions }

  /// The subqueries of the operator's expressions.
  package var subqueries: [any QueryNode] {
    guard SubqueryRun.canExist else { return [] }
    var subqueries: [any QueryNode] = []
    for expression in expressions { expression.addSubqueries(to: &subqueries) }
    return subqueries
  }

  /// The other queries that the operator reads: those that it combines with its own, and the
  /// subqueries of its expressions.
  package var allOthers: [any QueryNode] { others + subqueries }
}

extension ExpressionNode {
  fileprivate func addSubqueries(to subqueries: inout [any QueryNode]) {
    if case .subquery(let subquery, _) = form { return subqueries.append(subquery.last) }
    for operand in operands { operand.addSubqueries(to: &subqueries) }
  }
}

/// The elements of the queries that subqueries read in memory. Each query is read once for a run.
package final class SubqueryRun {
  /// Whether this process has built a subquery.
  static let areUsed = Atomic<Bool>(false)

  /// Whether an expression can have a subquery: this process has built one.
  package static var canExist: Bool { areUsed.load(ordering: .relaxed) }

  // An expression is evaluated on the thread that pulls the elements of its query.
  private static let running = ThreadValue<SubqueryRun>()

  private let run: QueryRun
  private let values = KeptValues()

  private init(_ run: QueryRun) { self.run = run }

  /// The values that are made once for the run on this thread.
  static var kept: KeptValues? { running.value?.values }

  /// Forgets what has been read: the run on this thread begins again in another way.
  package static func restart() { running.value?.values.removeAll() }

  /// Returns the elements of a query, which are read once in the run on this thread.
  static func elements<Element: Sendable>(
    of node: any QueryNode<Element>
  ) throws -> Query<Element> {
    func read(_ run: QueryRun) throws -> ReadElements<Element> {
      try ReadElements { try run.pull(node) }
    }
    guard let current = running.value else { return try read(QueryRun()).query }
    return try current.values.value(for: node) { try read(current.run) }.query
  }

  /// Calls a function that evaluates expressions of a run on this thread.
  package static func during<Result>(
    _ run: QueryRun, _ body: () throws -> Result
  ) rethrows -> Result {
    guard canExist else { return try body() }
    return try running.during(
      SubqueryRun(QueryRun(session: run.session, policy: run.policy)), body)
  }
}
