internal import StoreSupport

extension Query {
  /// Runs the query in its engine, without blocking the calling thread.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Pull<Element>) throws -> Result
  ) async throws -> Result {
    try await runNode { node, run in try body(node.pull(run)) }
  }

  /// Returns all elements.
  func array() async throws -> [Element] where Element: Sendable {
    try await runNode { node, run in try node.collect(run) }
  }

  /// Returns all elements. Runs on the calling thread.
  func array() throws -> [Element] { try runNode { node, run in try node.collect(run) } }

  private func runNode<Result: Sendable>(
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result {
    try checkDepth()
    let mayBeDeep = mayBeDeep
    let checked: @Sendable (any QueryNode<Element>, QueryRun) throws -> Result = { node, run in
      // The depth is checked again, because the query may run on another thread.
      if mayBeDeep { try self.node.checkDepth() }
      return try body(node, run)
    }
    if let engine = node.engine { return try await engine.run(node, policy: policy, checked) }
    let inMemory = { @Sendable [node, policy] in
      let run = QueryRun(policy: policy)
      return try SubqueryRun.during(run) { try checked(node, run) }
    }
    // The sources of the query block while they are read.
    return node.origins.isEmpty
      ? try await Interruption.runInTask(inMemory)
      : try await Interruption.runOutsideOfTasks(inMemory)
  }

  private func runNode<Result>(
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    try checkDepth()
    if let engine = node.engine {
      return try engine.run(node, policy: policy, body)
    }
    let run = QueryRun(policy: policy)
    return try SubqueryRun.during(run) { try body(node, run) }
  }

  /// Runs the query on the calling thread.
  func run<Result>(_ body: (Pull<Element>) throws -> Result) throws -> Result {
    try runNode { node, run in try body(node.pull(run)) }
  }

  /// Runs a query with one element and returns the element.
  func value() async throws -> Element where Element: Sendable { try await run(Self.only) }

  /// Runs a query with one element on the calling thread and returns the element.
  func value() throws -> Element { try run(Self.only) }

  @Sendable private static func only(_ next: Pull<Element>) throws -> Element {
    guard let value = try next() else { throw QueryError.noElements }
    return value
  }
}
