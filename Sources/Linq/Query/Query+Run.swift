extension Query {
  /// Runs the query where its source is, without blocking the calling thread.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Pull<Element>) throws -> Result
  ) async throws -> Result {
    if let engine = node.engine { return try await engine.run(node, policy: policy, body) }
    return try body(node.pull(QueryRun(policy: policy)))
  }

  /// Runs the query on the calling thread.
  func run<Result>(_ body: (Pull<Element>) throws -> Result) throws -> Result {
    if let engine = node.engine { return try engine.run(node, policy: policy, body) }
    return try body(node.pull(QueryRun(policy: policy)))
  }

  /// Runs a query of one element.
  func value() async throws -> Element where Element: Sendable { try await run(Self.only) }

  /// Runs a query of one element, on the calling thread.
  func value() throws -> Element { try run(Self.only) }

  @Sendable private static func only(_ next: Pull<Element>) throws -> Element {
    guard let value = try next() else { throw QueryError.noElements }
    return value
  }
}
