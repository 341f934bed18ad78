/// A query of a table or a sequence: a source and a chain of operators, which runs only when its
/// result is needed.
///
/// A query is a value. Each operator returns a new query. Nothing is evaluated until a terminal
/// (`toArray`, `first`, `count` …) runs the query, and each run evaluates it again.
///
/// ```swift
/// func withoutEmail(_ people: Query<Person>) -> Query<Person> {
///   people.where { $0.email == nil }
/// }
///
/// try await withoutEmail(store.people.query).count()
/// // SELECT count(*) FROM person WHERE email IS NULL
/// try withoutEmail(Query(array)).count()          // the same on an array
/// ```
public struct Query<Element>: Queryable, Sendable {
  /// The query itself.
  public var query: Query { self }

  /// The last operator.
  package let node: any QueryNode<Element>

  /// The policy that decides where the operators may run.
  public let policy: QueryPolicy

  /// The number of operators.
  let operatorCount: Int

  init(
    _ node: any QueryNode<Element>, policy: QueryPolicy = .automatic, operatorCount: Int = 0
  ) {
    self.node = node
    self.policy = policy
    self.operatorCount = operatorCount
  }

  /// Creates a query of the elements of a sequence, in its order.
  public init(_ elements: some Sequence<Element> & Sendable) {
    self.init(SequenceNode(elements: elements))
  }

  /// Creates a query of elements that are loaded again for each run.
  ///
  /// - Parameters:
  ///   - name: The name of the source in plans.
  ///   - origin: The source of the elements, if its contents may change.
  ///   - elements: Returns the elements. Its errors reach the caller of the query. It may block.
  package init(
    _ name: String, from origin: (any QueryOrigin)?,
    _ elements: @escaping @Sendable () throws -> [Element]
  ) {
    self.init(LoadedNode(name: name, origin: origin, elements: elements))
  }

  /// Creates a query of elements that are loaded again for each run.
  ///
  /// - Parameters:
  ///   - name: The name of the source in plans.
  ///   - elements: Returns the elements. Its errors reach the caller of the query. It may block.
  public init(_ name: String, _ elements: @escaping @Sendable () throws -> [Element]) {
    self.init(name, from: nil, elements)
  }

  /// Creates a query with a source that an engine provides.
  package init(source: any QueryNode<Element>) { self.init(source) }

  /// Returns the query with another operator at its end. If a closure of the operator recorded an
  /// error, each run of the new query throws it.
  func then<Next>(_ node: some QueryNode<Next>) -> Query<Next> {
    if let error = BuildFailures.take() {
      return Query<Next>(FailedNode(error), policy: policy)
    }
    if Next.self != Element.self, node.operator.traits.contains(.runsClosure),
      let mistake = mistake(ofElements: Next.self)
    {
      return Query<Next>(FailedNode(mistake), policy: policy)
    }
    guard operatorCount < ExpressionNode.maximumDepth else {
      let error = QueryError.tooDeep(limit: ExpressionNode.maximumDepth)
      return Query<Next>(FailedNode(error), policy: policy)
    }
    // Subqueries have operators of their own, which are counted when the depth is checked.
    let count =
      node.others.isEmpty
      ? operatorCount + 1 : Swift.max(operatorCount + 1, ChainDepth.uncounted)
    return Query<Next>(node, policy: policy, operatorCount: count)
  }
}

/// A type that chains of operators can start from: a query or a table of a store.
public protocol Queryable<Element>: BlockingQueryable {}

extension Queryable {
  /// Returns the same query with a policy that decides where its operators may run.
  ///
  /// ```swift
  /// try await people.where { $0.age < 40 }.policy(.requireSQL).toArray()
  /// ```
  public func policy(_ policy: QueryPolicy) -> Query<Element> {
    Query(query.node, policy: policy, operatorCount: query.operatorCount)
  }

  /// Returns the plan of the query without running it.
  public func plan() throws -> QueryPlan {
    try query.checkDepth()
    guard let engine = query.node.engine else {
      return QueryPlan(
        operators: query.node.operators.map {
          .init(name: $0.name, place: .memory(reason: "the source is a sequence in memory"))
        }, sql: nil)
    }
    return try engine.plan(query.node, policy: query.policy)
  }
}

/// A source of the elements of a sequence in memory.
private final class SequenceNode<Elements: Sequence & Sendable>: SourceNode {
  let elements: Elements

  init(elements: Elements) {
    self.elements = elements
  }

  var `operator`: QueryOperator { .sequence }

  func pull(_ run: QueryRun) -> Pull<Elements.Element> {
    LinqCore.pull(of: elements)
  }
}

/// A source of elements that are loaded for each run.
private final class LoadedNode<Element>: SourceNode {
  let name: String
  let origin: (any QueryOrigin)?
  let elements: @Sendable () throws -> [Element]

  init(
    name: String, origin: (any QueryOrigin)?, elements: @escaping @Sendable () throws -> [Element]
  ) {
    self.name = name
    self.origin = origin
    self.elements = elements
  }

  var `operator`: QueryOperator { .loaded(name) }

  func pull(_ run: QueryRun) throws -> Pull<Element> { LinqCore.pull(of: try elements()) }
}
