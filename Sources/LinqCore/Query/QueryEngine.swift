/// A database that runs queries.
package protocol QueryEngine: QueryOrigin {
  /// Runs a query without blocking the calling thread. Passes `body` the node that returns the
  /// elements.
  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result

  /// Runs a query on the calling thread. Passes `body` the node that returns the elements.
  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result

  /// Returns the plan of a query.
  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan

  /// Runs a query without blocking the calling thread and returns a report of the run.
  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) async throws -> QueryReport

  /// Runs a query on the calling thread and returns a report of the run.
  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) throws -> QueryReport

  /// Runs a query as a part of a run in progress, in its snapshot if possible.
  func pull<Element>(_ node: any QueryNode<Element>, in run: QueryRun) throws -> Pull<Element>
}

/// A table of an engine, as a source of queries.
package protocol QueryTable: Sendable {
  /// The table's name.
  var name: String { get }

  /// The identity of the table's declaration: one object for all of its copies.
  var declaration: AnyObject { get }

  /// The property that is the key of the rows; nil for a key of several properties.
  var keyPath: (any AnyKeyPath & Sendable)? { get }

  /// The identity of the table's database; nil if it is that of the query around it.
  var database: AnyObject? { get }
}

/// The state that an engine keeps for one run, such as a connection.
package protocol QueryRunState: AnyObject {
  /// Returns a query of elements in memory as the run needs it.
  func prepare<Element>(
    _ node: any QueryNode<Element>, in run: QueryRun
  ) -> any QueryNode<Element>
}

/// One run of a query, with the state of the engine for the sources that need it.
package struct QueryRun {
  /// The state that the engine keeps for the run; nil in memory.
  package let session: (any QueryRunState)?

  /// The policy that decides where operators may run.
  package let policy: QueryPolicy

  /// Whether each value of the elements is needed that an operator reads from its other queries.
  package private(set) var needsWholeOthers = false

  /// Creates a run with the state of an engine.
  package init(session: (any QueryRunState)? = nil, policy: QueryPolicy = .automatic) {
    self.session = session
    self.policy = policy
  }

  /// Returns the run for an operator that needs each value of the elements of its other queries,
  /// or for one that does not.
  package func needingWholeOthers(_ needs: Bool) -> QueryRun {
    var run = self
    run.needsWholeOthers = needs
    return run
  }

  /// Runs another query within this run.
  func pull<Element>(_ node: any QueryNode<Element>) throws -> Pull<Element> {
    if let engine = node.engine { return try engine.pull(node, in: self) }
    return try (session?.prepare(node, in: self) ?? node).pull(self)
  }
}
