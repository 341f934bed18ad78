/// A question to a table or to a sequence: a source and a chain of operators, run only when an
/// answer is asked for.
///
/// A query is a value. Each operator makes a new one; nothing happens until a terminal (`toArray`,
/// `first`, `count` …) runs it, and each run is a fresh one.
///
/// ```swift
/// func adults(_ people: Query<Person>) -> Query<Person> { people.where { $0.age >= 18 } }
///
/// try await adults(store.people.query).count()       // SELECT count(*) FROM person WHERE age >= ?
/// try adults(Query(array)).count()                    // the same on an array
/// ```
public struct Query<Element>: Queryable, Sendable {
  /// The query itself.
  public var query: Query { self }

  /// The last step.
  package let node: any QueryNode<Element>

  /// Where its operators may run.
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

  /// A query of the elements of a sequence, in its order.
  public init(_ elements: some Sequence<Element> & Sendable) {
    self.init(SequenceNode(elements: elements))
  }

  /// A query of elements that are made anew for each run.
  ///
  /// - Parameters:
  ///   - name: what plans call the source.
  ///   - origin: what the elements are read from, where that may change.
  ///   - elements: gives the elements; what it throws reaches the caller of the query. It may
  ///     block.
  package init(
    _ name: String, from origin: (any QueryOrigin)?,
    _ elements: @escaping @Sendable () throws -> [Element]
  ) {
    self.init(LoadedNode(name: name, origin: origin, elements: elements))
  }

  /// A query of elements that are loaded anew for each run.
  ///
  /// - Parameters:
  ///   - name: the name of the source in plans.
  ///   - elements: returns the elements; what it throws reaches the caller of the query. It may
  ///     block.
  public init(_ name: String, _ elements: @escaping @Sendable () throws -> [Element]) {
    self.init(name, from: nil, elements)
  }

  /// A query whose source is an engine's.
  package init(source: any QueryNode<Element>) { self.init(source) }

  /// The query with another step at its end. Where something went wrong in a closure of the step,
  /// each run of the query is an error.
  func then<Next>(_ node: some QueryNode<Next>) -> Query<Next> {
    if let error = BuildFailures.take() {
      return Query<Next>(FailedNode(error), policy: policy)
    }
    guard operatorCount < ExpressionNode.maximumDepth else {
      let error = QueryError.tooDeep(limit: ExpressionNode.maximumDepth)
      return Query<Next>(FailedNode(error), policy: policy)
    }
    // Other queries have operators of their own, which are counted where that matters.
    let count =
      node.others.isEmpty
      ? operatorCount + 1 : Swift.max(operatorCount + 1, ChainDepth.uncounted)
    return Query<Next>(node, policy: policy, operatorCount: count)
  }
}

/// Something that can be asked with a chain of operators: a query, a table of a store.
public protocol Queryable<Element>: BlockingQueryable {}

extension Queryable {
  /// The same query, whose operators may run only where a policy allows.
  ///
  /// ```swift
  /// try await people.where { $0.age < 40 }.policy(.requireSQL).toArray()
  /// ```
  public func policy(_ policy: QueryPolicy) -> Query<Element> {
    Query(query.node, policy: policy, operatorCount: query.operatorCount)
  }

  /// Says how the query would run, without running it.
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

/// The elements of a sequence in memory.
private final class SequenceNode<Elements: Sequence & Sendable>: QueryNode {
  let elements: Elements

  init(elements: Elements) {
    self.elements = elements
  }

  var `operator`: QueryOperator { .sequence }
  var upstream: (any QueryNode)? { nil }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Elements.Element> { self }

  func pull(_ run: QueryRun) -> Pull<Elements.Element> {
    var iterator = elements.makeIterator()
    return { iterator.next() }
  }
}

/// Elements that are made for each run.
private final class LoadedNode<Element>: QueryNode {
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
  var upstream: (any QueryNode)? { nil }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> { self }

  func pull(_ run: QueryRun) throws -> Pull<Element> { LinqCore.pull(of: try elements()) }
}
