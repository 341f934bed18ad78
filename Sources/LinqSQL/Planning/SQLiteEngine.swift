internal import Linq
internal import SQLite

/// Runs queries on the tables of a SQLite file.
struct SQLiteEngine: QueryEngine {
  let pool: ConnectionPool

  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (Pull<Element>) throws -> Result
  ) async throws -> Result {
    let prepared = try prepare(node, policy)
    return try await pool.withReader { connection in
      try body(prepared.pull(QueryRun(session: connection)))
    }
  }

  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy, _ body: (Pull<Element>) throws -> Result
  ) throws -> Result {
    let prepared = try prepare(node, policy)
    return try pool.withReader { connection in
      try body(prepared.pull(QueryRun(session: connection)))
    }
  }

  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan {
    let (plan, _) = try divide(node, policy)
    let sql = plan.statement.text()
    var result = QueryPlan(operators: plan.operators, sql: sql.text)
    result.access = try pool.withReader { connection in
      try connection.withStatement("EXPLAIN QUERY PLAN " + sql.text) { statement in
        try bind(sql.values, to: statement)
        var lines: [String] = []
        while try statement.step() { lines.append(try statement.text(3)) }
        return lines
      }
    }
    return result
  }

  /// The query with the part that SQL does replaced by the rows of its statement.
  private func prepare<Element>(
    _ node: any QueryNode<Element>, _ policy: QueryPolicy
  ) throws -> any QueryNode<Element> {
    let (plan, source) = try divide(node, policy)
    if policy == .requireSQL {
      for step in plan.operators {
        guard case .memory(let reason) = step.place else { continue }
        throw QueryError.wouldRunInMemory(operator: step.name, reason: reason)
      }
    }
    var limit: Int?
    if case .allowFallback(let maxRows) = policy, !plan.memory.isEmpty { limit = maxRows }
    var current = source.rows(
      of: plan.statement.text(), for: plan.origin, shape: plan.statement.shape, limit: limit)
    for step in plan.memory { current = step.attached(to: current) }
    guard let result = current as? any QueryNode<Element> else {
      preconditionFailure("a query of \(Element.self) was planned as another one")
    }
    return result
  }

  private func divide(
    _ node: any QueryNode, _ policy: QueryPolicy
  ) throws -> (SQLPlan, any SQLSource) {
    guard let source = node.chain.first as? any SQLSource else {
      preconditionFailure("the engine was given a query of another one")
    }
    return (SQLPlan(node, source: source, policy: policy), source)
  }
}

/// Binds the values of a statement.
func bind(_ values: [any ColumnValue], to statement: Statement) throws {
  var writer = RowWriter(statement)
  for value in values { try value.write(to: &writer) }
}
