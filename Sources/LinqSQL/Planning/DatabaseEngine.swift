internal import LinqCore
internal import StoreEngine

/// Runs queries that read tables of a database: on SQLite, on a server, and in memory where SQL
/// cannot or must not decide.
struct DatabaseEngine: QueryEngine {
  /// The table that the query begins with, or the first one that a query of a sequence reads.
  let source: any SQLSource

  var connections: ConnectionSource { source.connections }

  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result {
    let planned = try plannedRun(node, policy)
    await completeWords(for: planned.plan)
    return try await connections.read {
      let result = try run(planned, policy, on: $0, body)
      try sample(node, policy, on: $0)
      return result
    }
  }

  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let planned = try plannedRun(node, policy)
    completeWords(for: planned.plan)
    return try connections.read {
      let result = try run(planned, policy, on: $0, body)
      try sample(node, policy, on: $0)
      return result
    }
  }

  /// Runs a query on a connection and returns its elements.
  func collect<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy, on connection: Connection
  ) throws -> [Element] {
    try run(plannedRun(node, policy), policy, on: connection) { node, run in try node.collect(run) }
  }

  /// Runs the statement of a plan. Throws ``ExpressionFailure`` if an expression of it fails.
  func run<Element, Result>(
    _ plan: PlannedQuery, _ values: [any ColumnValue],
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let planned = PlannedRun(RowsNode<Element>(plan: plan, values: values, limit: nil))
    completeWords(for: plan)
    return try connections.read { try run(planned, .requireSQL, on: $0, body) }
  }

  /// Runs the statement of a plan without blocking the calling thread.
  func run<Element, Result: Sendable>(
    _ plan: PlannedQuery, _ values: [any ColumnValue],
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result {
    await completeWords(for: plan)
    return try await connections.read { connection in
      let planned = PlannedRun(RowsNode<Element>(plan: plan, values: values, limit: nil))
      return try run(planned, .requireSQL, on: connection, body)
    }
  }

  /// Gives the advice about a plan without operators in memory that is kept for many runs.
  func tell(of plan: PlannedQuery) throws {
    guard let notice = source.notice else { return }
    try connections.read { connection in
      try plan.advise(notice, path: connections.path, plan.values, on: connection)
    }
  }

  /// Runs a query in SQL and in memory and compares the results, if sampling selects it.
  private func sample(
    _ node: any QueryNode, _ policy: QueryPolicy, on connection: Connection
  ) throws {
    guard let sampling = source.sampling, !policy.isInMemory else { return }
    try sampling.verify(node) { verification in
      let planned = try plannedRun(verification, .automatic)
      try execute(planned, .automatic, on: connection) { node, run in
        _ = try node.pull(run)()?.get()
      }
    } plan: {
      let (plan, values) = divide(node, policy)
      return try plan.describe(values, on: connection)
    }
  }

  func pull<Element>(_ node: any QueryNode<Element>, in run: QueryRun) throws -> Pull<Element> {
    if let session = run.session as? QuerySession, session.connections.isSame(as: connections) {
      guard session.unreadable != nil else {
        let part = try plannedRun(node, run.policy, isPart: true)
        let planned = try fitted(part, run.policy, on: session.connection)
        return try self.node(of: planned, on: session.connection).pull(run)
      }
      let (plan, values) = divide(node, .memoryOnly)
      let part = runnable(node, plan, values, limit: nil)
      return try run.checked(part).pull(run)
    }
    // The outer query reads another file or a sequence, so the elements are collected first.
    var elements = try self.run(node, policy: run.policy) { node, run in
      try node.collect(run)
    }.makeIterator()
    return { elements.next() }
  }

  private func run<Element, Result>(
    _ planned: PlannedRun<Element>, _ policy: QueryPolicy, on connection: Connection,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    try connection.withCurrentSchema { try runOnce(planned, policy, on: connection, body) }
  }

  private func runOnce<Element, Result>(
    _ planned: PlannedRun<Element>, _ policy: QueryPolicy, on connection: Connection,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let planned = try fitted(planned, policy, on: connection)
    if planned.plan.hasStatement { NestedStatements.record(planned.plan.sql.text) }
    guard let notice = source.notice, !policy.isInMemory else {
      return try execute(planned, policy, on: connection, body)
    }
    try planned.plan.tell(notice, path: connections.path, planned.values, on: connection)
    guard !planned.plan.memory.isEmpty else {
      return try execute(planned, policy, on: connection, notice: notice, body)
    }
    let (result, nested) = try NestedStatements.recording {
      try execute(planned, policy, on: connection, notice: notice, body)
    }
    planned.plan.tell(notice, path: connections.path, nested)
    return result
  }

  private func execute<Element, Result>(
    _ planned: PlannedRun<Element>, _ policy: QueryPolicy, on connection: Connection,
    notice: QueryNotice? = nil, _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let session = QuerySession(connection: connection, from: connections)
    let run = QueryRun(session: session, policy: policy)
    defer {
      if let notice, let failure = session.failures.first {
        planned.plan.tell(notice, path: connections.path, failure)
      }
    }
    // Operators in memory may read other queries, and all of them must see one state (S32).
    let result: Result
    let node = divided(
      node(of: planned, on: connection), planned.division, on: connection)
    if planned.plan.memory.isEmpty {
      defer { session.endSnapshot() }
      result = try within(run, on: connection) { try body(node, run) }
    } else {
      result = try connection.snapshot { try within(run, on: connection) { try body(node, run) } }
    }
    if let notice, !connection.longReads.isEmpty {
      planned.plan.tell(notice, path: connections.path, longReads: connection.longReads.sorted())
      connection.longReads = []
    }
    if let notice, session.rowsScanned > 0 {
      try planned.plan.advise(notice, path: connections.path, planned.values, on: connection)
    }
    return result
  }

  /// Calls a closure that reads the elements of a run.
  private func within<Result>(
    _ run: QueryRun, on connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    let configuration = connection.configuration
    guard let limit = configuration.memoryLimit, let longest = configuration.longestText else {
      return try MemoryBudget.givingBack { try SubqueryRun.during(run, body) }
    }
    do {
      return try MemoryBudget.during(limit, longestText: longest) {
        try SubqueryRun.during(run, body)
      }
    } catch DatabaseError.failed(let error) where error.isOfTooLongText {
      // A value or the statement is longer than the connection allows.
      throw QueryError.tooMuchMemory(limit: limit)
    }
  }

  /// A query with its plan, ready to run.
  struct PlannedRun<Element> {
    let plan: PlannedQuery
    let values: [any ColumnValue]
    let node: any QueryNode<Element>
    /// The query that memory runs where it has to decide; nil if it never has to.
    var query: (any QueryNode<Element>)?
    var limit: Int?
    var isPart = false
    /// Whether memory must not decide.
    var requiresSQL = false
    /// Gets the times of the steps, if somebody asks for them.
    var times: OperatorTimes?
    /// What several connections read parts of; nil for one connection.
    var division: Division?

    /// Creates a query that runs as it is planned.
    init(_ rows: RowsNode<Element>) { self.init(rows, rows.plan, rows.values) }

    init(
      _ node: any QueryNode<Element>, _ plan: PlannedQuery, _ values: [any ColumnValue]
    ) {
      self.node = node
      self.plan = plan
      self.values = values
    }
  }

  /// Returns a query as it runs on a connection.
  func node<Element>(
    of planned: PlannedRun<Element>, on connection: Connection
  ) -> any QueryNode<Element> {
    guard let query = planned.query, planned.plan.mayFail(on: connection) else {
      return planned.node
    }
    let (limit, isPart) = (planned.limit, planned.isPart)
    return DecidedNode(
      planned.node, canFail: planned.plan.canFail, isPart: isPart, requiresSQL: planned.requiresSQL
    ) {
      let (plan, values) = divide(query, .memoryOnly)
      let inMemory = runnable(query, plan, values, limit: limit)
      return isPart ? inMemory : DeferringNode(inMemory)
    }
  }

  /// Returns the query with the operators that were pushed down replaced by the rows of the
  /// statement.
  ///
  /// - Parameters:
  ///   - isPart: whether another query of the same run reads it.
  ///   - usingSubstrings: whether its statement may ask an index of substrings.
  ///   - times: gets the times of the steps.
  func plannedRun<Element>(
    _ node: any QueryNode<Element>, _ policy: QueryPolicy, isPart: Bool = false,
    usingSubstrings: Bool = true, times: OperatorTimes? = nil
  ) throws -> PlannedRun<Element> {
    let (plan, values) = divide(node, policy, usingSubstrings: usingSubstrings)
    if policy == .requireSQL { try plan.operators.requireSQL() }
    let limit = policy.maxRows
    let isLimited = policy.isInMemory || !plan.memory.isEmpty
    let rows = runnable(node, plan, values, limit: isLimited ? limit : nil, times)
    if policy.isInMemory {
      return PlannedRun(isPart ? rows : DeferringNode(rows), plan, values)
    }
    var planned = PlannedRun(rows, plan, values)
    (planned.query, planned.limit, planned.isPart) = (node, limit, isPart)
    planned.requiresSQL = policy == .requireSQL
    planned.times = times
    if policy.readers > 1, !isPart { planned.division = try? division(of: node, plan, policy) }
    return planned
  }

  private func runnable<Element>(
    _ node: any QueryNode<Element>, _ plan: PlannedQuery, _ values: [any ColumnValue], limit: Int?,
    _ times: OperatorTimes? = nil
  ) -> any QueryNode<Element> {
    // Casts between these types are slow, and a chain without operators in memory needs none.
    if plan.memory.isEmpty, times == nil {
      return RowsNode(plan: plan, values: values, limit: limit)
    }
    times?.restart()
    let chain = node.chain
    let rows =
      plan.hasStatement
      ? rowsNode(of: plan, values, last: chain[plan.last], limit: limit) : chain[0]
    let operators = plan.memory.map { chain[$0] }
    // Only where everything runs in memory, rows may have values that could not be read.
    let current =
      plan.last == 0
      ? checkedChain(operators, on: rows, times) : newChain(operators, on: rows, times)
    guard let result = current as? any QueryNode<Element> else {
      preconditionFailure("a query of \(Element.self) was planned as another one")
    }
    return result
  }

  func divide(
    _ node: any QueryNode, _ policy: QueryPolicy, usingSubstrings: Bool = true
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    PlanCache.plan(node, source: source, policy: policy, usingSubstrings: usingSubstrings)
  }
}
