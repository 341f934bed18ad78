/// A database that runs queries.
package protocol QueryEngine: QueryOrigin {
  /// Runs a query without blocking the calling thread; `body` gets the node that gives its
  /// elements.
  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result

  /// Runs a query on the calling thread; `body` gets the node that gives its elements.
  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result

  /// Says how a query would run.
  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan

  /// Runs a query and says how it ran.
  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) throws -> QueryReport

  /// Runs a query as a part of a run that is under way, in its snapshot where that is possible.
  func pull<Element>(_ node: any QueryNode<Element>, in run: QueryRun) throws -> Pull<Element>
}

/// A table of an engine, as a source of queries.
package protocol QueryTable: Sendable {
  /// The table's name.
  var name: String { get }
}

/// What one run of a query is about: the engine's state, for the sources that need it.
package struct QueryRun {
  /// What the engine keeps for the run, a connection for example; nil in memory.
  package let session: AnyObject?

  /// Where operators may run.
  package let policy: QueryPolicy

  /// A run with an engine's state.
  package init(session: AnyObject? = nil, policy: QueryPolicy = .automatic) {
    self.session = session
    self.policy = policy
  }

  /// Runs a second query within this run.
  func pull<Element>(_ node: any QueryNode<Element>) throws -> Pull<Element> {
    if let engine = node.engine { return try engine.pull(node, in: self) }
    return try node.pull(self)
  }
}
