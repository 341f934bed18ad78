extension Query {
  /// Runs the query where its source is, without blocking the calling thread.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Pull<Element>) throws -> Result
  ) async throws -> Result {
    if let engine = node.engine { return try await engine.run(node, policy: policy, body) }
    return try body(node.pull(QueryRun()))
  }

  /// Runs the query on the calling thread.
  func run<Result>(_ body: (Pull<Element>) throws -> Result) throws -> Result {
    if let engine = node.engine { return try engine.run(node, policy: policy, body) }
    return try body(node.pull(QueryRun()))
  }
}
