internal import LinqCore
internal import StoreEngine

// What a query tells about itself: its plan, without running it, and a report of a run.

extension DatabaseEngine {
  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan {
    var (plan, values) = divide(node, policy)
    return try connections.read { connection in
      if !isFitting(plan, values, on: connection) {
        (plan, values) = divide(node, policy, usingSubstrings: false)
      }
      var described = try plan.describe(values, on: connection)
      described.parallelism = parallelism(of: node, plan, policy)
      return described
    }
  }

  /// Returns the description of a plan that is kept for many runs.
  func describe(_ plan: PlannedQuery) throws -> QueryPlan {
    try connections.read { try plan.describe(plan.values, on: $0) }
  }

  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) async throws -> QueryReport {
    let times = OperatorTimes()
    let planned = try plannedRun(node, policy, times: times)
    await completeWords(for: planned.plan)
    return try await connections.read { try report(planned, policy, times, on: $0) }
  }

  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) throws -> QueryReport {
    let times = OperatorTimes()
    let planned = try plannedRun(node, policy, times: times)
    completeWords(for: planned.plan)
    return try connections.read { try report(planned, policy, times, on: $0) }
  }

  private func report<Element>(
    _ planned: PlannedRun<Element>, _ policy: QueryPolicy, _ times: OperatorTimes,
    on connection: Connection
  ) throws -> QueryReport {
    try connection.withCurrentSchema { try reportOnce(planned, policy, times, on: connection) }
  }

  private func reportOnce<Element>(
    _ planned: PlannedRun<Element>, _ policy: QueryPolicy, _ times: OperatorTimes,
    on connection: Connection
  ) throws -> QueryReport {
    let planned = try fitted(planned, policy, on: connection)
    let plan = try planned.plan.describe(planned.values, on: connection)
    let session = QuerySession(connection: connection, from: connections)
    let (elements, nested) = try NestedStatements.recording {
      try connection.snapshot {
        let run = QueryRun(session: session, policy: policy)
        return try SubqueryRun.during(run) {
          try elementCount(node(of: planned, on: connection).pull(run))
        }
      }
    }
    let failure = session.failures.first.map { "\($0)" }
    // Those in memory come last. Where memory has decided, another run has given the elements.
    let inMemory = failure == nil ? times.operators : []
    let inSQL = [Duration?](repeating: nil, count: plan.operators.count - inMemory.count)
    return QueryReport(
      plan: plan, parameters: planned.plan.shownValues(planned.values).map(describe),
      rowsScanned: connection.engine.countsScannedRows ? session.rowsScanned : nil,
      rowsCrossed: session.rowsCrossed, elementCount: elements,
      failure: failure, nestedStatements: nested.counts,
      statementTime: failure == nil && planned.plan.hasStatement ? times.statement : nil,
      operatorTimes: inSQL + inMemory)
  }

  /// Returns the text of a parameter's value. An optional has the text of its value, or `nil`.
  private func describe(_ value: any ColumnValue) -> String {
    guard let optional = value as? any OptionalValue else { return "\(value)" }
    return optional.text
  }
}
