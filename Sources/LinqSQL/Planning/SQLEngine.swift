internal import LinqCore
internal import StoreEngine

/// Runs queries on the tables of a SQLite file.
struct SQLEngine: QueryEngine {
  /// The table that the query begins with.
  let source: any SQLSource

  var connections: ConnectionSource { source.connections }

  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result {
    let prepared = try prepare(node, policy)
    return try await connections.read {
      let result = try run(prepared, policy, on: $0, body)
      try sample(node, policy, on: $0)
      return result
    }
  }

  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let prepared = try prepare(node, policy)
    return try connections.read {
      let result = try run(prepared, policy, on: $0, body)
      try sample(node, policy, on: $0)
      return result
    }
  }

  /// Runs a query on a connection and returns its elements.
  func collect<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy, on connection: Connection
  ) throws -> [Element] {
    try run(prepare(node, policy), policy, on: connection) { node, run in try node.collect(run) }
  }

  /// Runs the statement of a plan. Throws ``ExpressionFailure`` if an expression of it fails.
  func run<Element, Result>(
    _ plan: PlannedQuery, _ values: [any ColumnValue],
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let prepared = Prepared(RowsNode<Element>(plan: plan, values: values, limit: nil))
    return try connections.read { try run(prepared, .requireSQL, on: $0, body) }
  }

  /// Runs the statement of a plan without blocking the calling thread.
  func run<Element, Result: Sendable>(
    _ plan: PlannedQuery, _ values: [any ColumnValue],
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result {
    try await connections.read { connection in
      let prepared = Prepared(RowsNode<Element>(plan: plan, values: values, limit: nil))
      return try run(prepared, .requireSQL, on: connection, body)
    }
  }

  /// Gives the advice about a plan without operators in memory that is kept for many runs.
  func tell(of plan: PlannedQuery) throws {
    guard let notice = source.notice else { return }
    try connections.read { connection in
      try plan.advise(notice, path: connections.path) {
        try connection.access(of: plan, plan.values)
      }
    }
  }

  /// Runs a query in SQL and in memory and compares the results, if sampling selects it.
  private func sample(
    _ node: any QueryNode, _ policy: QueryPolicy, on connection: Connection
  ) throws {
    guard let sampling = source.sampling, policy != .memoryOnly else { return }
    try sampling.verify(node) { verification in
      let prepared = try prepare(verification, .automatic)
      try execute(prepared, .automatic, on: connection) { node, run in
        _ = try node.pull(run)()?.get()
      }
    } plan: {
      let (plan, values) = divide(node, policy)
      return try describe(plan, values, on: connection)
    }
  }

  func pull<Element>(_ node: any QueryNode<Element>, in run: QueryRun) throws -> Pull<Element> {
    if let session = run.session as? QuerySession, session.connections.isSame(as: connections) {
      guard session.unreadable != nil else {
        let prepared = try prepare(node, run.policy, isPart: true)
        return try self.node(of: prepared, on: session.connection).pull(run)
      }
      let (plan, values) = divide(node, .memoryOnly)
      let part = runnable(node, plan, values, limit: nil)
      return try session.checking(part, of: node, in: run).pull(run)
    }
    // The outer query reads another file or a sequence, so the elements are collected first.
    var elements = try self.run(node, policy: run.policy) { node, run in
      try node.collect(run)
    }.makeIterator()
    return { elements.next() }
  }

  private func run<Element, Result>(
    _ prepared: Prepared<Element>, _ policy: QueryPolicy, on connection: Connection,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    NestedStatements.record(prepared.plan.sql.text)
    guard let notice = source.notice, policy != .memoryOnly else {
      return try execute(prepared, policy, on: connection, body)
    }
    try prepared.plan.tell(notice, path: connections.path) {
      try connection.access(of: prepared.plan, prepared.values)
    }
    guard !prepared.plan.memory.isEmpty else {
      return try execute(prepared, policy, on: connection, notice: notice, body)
    }
    let (result, nested) = try NestedStatements.recording {
      try execute(prepared, policy, on: connection, notice: notice, body)
    }
    prepared.plan.tell(notice, path: connections.path, nested)
    return result
  }

  private func execute<Element, Result>(
    _ prepared: Prepared<Element>, _ policy: QueryPolicy, on connection: Connection,
    notice: QueryNotice? = nil, _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result {
    let session = QuerySession(connection: connection, from: connections)
    let run = QueryRun(session: session, policy: policy)
    defer {
      if let notice, let failure = session.failures.first {
        prepared.plan.tell(notice, path: connections.path, failure)
      }
    }
    // Operators in memory may read other queries, and all of them must see one state (S32).
    let result: Result
    let node = node(of: prepared, on: connection)
    if prepared.plan.memory.isEmpty {
      defer { session.endSnapshot() }
      result = try SubqueryRun.during(run) { try body(node, run) }
    } else {
      result = try connection.snapshot { try SubqueryRun.during(run) { try body(node, run) } }
    }
    if let notice, !connection.longReads.isEmpty {
      prepared.plan.tell(notice, path: connections.path, longReads: connection.longReads.sorted())
      connection.longReads = []
    }
    if let notice, session.rowsScanned > 0 {
      try prepared.plan.advise(notice, path: connections.path) {
        try connection.access(of: prepared.plan, prepared.values)
      }
    }
    return result
  }

  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan {
    let (plan, values) = divide(node, policy)
    return try connections.read { try describe(plan, values, on: $0) }
  }

  /// Returns the description of a plan that is kept for many runs.
  func describe(_ plan: PlannedQuery) throws -> QueryPlan {
    try connections.read { try describe(plan, plan.values, on: $0) }
  }

  private func describe(
    _ plan: PlannedQuery, _ values: [any ColumnValue], on connection: Connection
  ) throws -> QueryPlan {
    plan.describe(access: try connection.access(of: plan, values))
  }

  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) async throws -> QueryReport {
    let prepared = try prepare(node, policy)
    return try await connections.read { try report(prepared, policy, on: $0) }
  }

  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) throws -> QueryReport {
    let prepared = try prepare(node, policy)
    return try connections.read { try report(prepared, policy, on: $0) }
  }

  private func report<Element>(
    _ prepared: Prepared<Element>, _ policy: QueryPolicy, on connection: Connection
  ) throws -> QueryReport {
    let plan = try describe(prepared.plan, prepared.values, on: connection)
    let session = QuerySession(connection: connection, from: connections)
    let (elements, nested) = try NestedStatements.recording {
      try connection.snapshot {
        let run = QueryRun(session: session, policy: policy)
        return try SubqueryRun.during(run) {
          try elementCount(node(of: prepared, on: connection).pull(run))
        }
      }
    }
    return QueryReport(
      plan: plan, parameters: prepared.values.map(describe),
      rowsScanned: connection.engine.countsScannedRows ? session.rowsScanned : nil,
      rowsCrossed: session.rowsCrossed, elementCount: elements,
      failure: session.failures.first.map { "\($0)" }, nestedStatements: nested.counts)
  }

  /// Returns the text of a parameter's value. An optional has the text of its value, or `nil`.
  private func describe(_ value: any ColumnValue) -> String {
    guard let optional = value as? any OptionalValue else { return "\(value)" }
    return optional.text
  }

  /// A query that is ready to run.
  private struct Prepared<Element> {
    let plan: PlannedQuery
    let values: [any ColumnValue]
    let planned: any QueryNode<Element>
    /// The query that memory runs where it has to decide; nil if it never has to.
    var query: (any QueryNode<Element>)?
    var limit: Int?
    var isPart = false

    /// Creates a query that runs as it is planned.
    init(_ rows: RowsNode<Element>) { self.init(rows, rows.plan, rows.values) }

    init(
      _ planned: any QueryNode<Element>, _ plan: PlannedQuery, _ values: [any ColumnValue]
    ) {
      self.planned = planned
      self.plan = plan
      self.values = values
    }
  }

  /// Returns a query as it runs on a connection.
  private func node<Element>(
    of prepared: Prepared<Element>, on connection: Connection
  ) -> any QueryNode<Element> {
    guard let query = prepared.query, prepared.plan.mayFail(on: connection) else {
      return prepared.planned
    }
    let (limit, isPart) = (prepared.limit, prepared.isPart)
    return DecidedNode(prepared.planned, canFail: prepared.plan.canFail, isPart: isPart) {
      let (plan, values) = divide(query, .memoryOnly)
      let inMemory = runnable(query, plan, values, limit: limit)
      return isPart ? inMemory : DeferringNode(inMemory)
    }
  }

  /// Returns the query with the operators that were pushed down replaced by the rows of the
  /// statement.
  ///
  /// - Parameter isPart: whether another query of the same run reads it.
  private func prepare<Element>(
    _ node: any QueryNode<Element>, _ policy: QueryPolicy, isPart: Bool = false
  ) throws -> Prepared<Element> {
    let (plan, values) = divide(node, policy)
    if policy == .requireSQL { try plan.operators.requireSQL() }
    var limit: Int?
    if case .allowFallback(let maxRows) = policy { limit = maxRows }
    let planned = runnable(node, plan, values, limit: plan.memory.isEmpty ? nil : limit)
    if policy == .memoryOnly {
      return Prepared(isPart ? planned : DeferringNode(planned), plan, values)
    }
    var prepared = Prepared(planned, plan, values)
    (prepared.query, prepared.limit, prepared.isPart) = (node, limit, isPart)
    return prepared
  }

  private func runnable<Element>(
    _ node: any QueryNode<Element>, _ plan: PlannedQuery, _ values: [any ColumnValue], limit: Int?
  ) -> any QueryNode<Element> {
    // Casts between these types are slow, and a chain without operators in memory needs none.
    if plan.memory.isEmpty { return RowsNode(plan: plan, values: values, limit: limit) }
    let chain = node.chain
    let rows = rowsNode(of: plan, values, last: chain[plan.last], limit: limit)
    let operators = plan.memory.map { chain[$0] }
    // Only where everything runs in memory, rows may have values that could not be read.
    let current = plan.last == 0 ? checkedChain(operators, on: rows) : newChain(operators, on: rows)
    guard let result = current as? any QueryNode<Element> else {
      preconditionFailure("a query of \(Element.self) was planned as another one")
    }
    return result
  }

  private func divide(
    _ node: any QueryNode, _ policy: QueryPolicy
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    PlanCache.plan(node, source: source, policy: policy)
  }
}

/// The state of one run of a query.
final class QuerySession {
  let connection: Connection
  let connections: ConnectionSource
  /// The number of rows that statements have returned.
  var rowsCrossed = 0
  /// The number of rows that SQLite visited in table scans.
  var rowsScanned = 0
  private var keepsSnapshot = false
  /// The errors that ended statements, before the query ran in memory.
  var failures: [any Error] = []
  /// The stored values that could not be read; nil as long as such a value is an error at once.
  var unreadable: UnreadableValues?
  /// The queries whose elements are needed with all of their values.
  var wholeQueries: Set<ObjectIdentifier> = []

  init(connection: Connection, from connections: ConnectionSource) {
    self.connection = connection
    self.connections = connections
  }

  /// Keeps the snapshot of a running statement until the session ends.
  func keepSnapshot() throws {
    guard !connection.isInTransaction else { return }
    try connection.begin(writes: false)
    keepsSnapshot = true
  }

  func endSnapshot() {
    if keepsSnapshot { connection.rollBack() }
    keepsSnapshot = false
  }
}

extension Connection {
  /// Registers the functions that a statement calls.
  func registerFunctions(of sql: SQLText) throws {
    guard engine.callsSwift else { return }
    try registerLinqFunctions()
    for (name, function) in sql.functions { try register(function, as: name) }
    for encoding in sql.encodings { try register(encoding) }
  }
}

extension Connection {
  /// Returns the lines of the engine's query plan for the statements of a plan.
  fileprivate func access(
    of plan: PlannedQuery, _ values: [any ColumnValue]
  ) throws -> [String] {
    var lines = try access(of: plan.sql, values.prefix(plan.sql.parameters.count))
    for nested in plan.nested.flatMap(\.all) {
      lines += try access(of: nested.sql, nested.values(among: values))
    }
    return lines
  }

  private func access(
    of sql: SQLText, _ values: ArraySlice<any ColumnValue>
  ) throws -> [String] {
    do {
      try registerFunctions(of: sql)
    } catch is ExpressionFailure {
      return []  // The statement cannot run, so memory decides.
    }
    return try access(of: sql.text) { statement in
      // The plan does not depend on the values that a prepared query is given later, and a server
      // reads no text with a NUL.
      try bind(
        values.map { value in
          if let text = value as? String, text.utf8.contains(0) { return "" }
          if let parameter = value as? PreparedParameter { return parameter.placeholder }
          // Memory decides about a value that no column holds.
          return storedValue(value) == nil ? Int64?.none : value
        }, to: statement)
    }
  }
}

/// Binds values to the parameters of a statement.
func bind(_ values: some Sequence<any ColumnValue>, to statement: Statement) throws {
  var writer = RowWriter(statement)
  for value in values { try value.write(to: &writer) }
}
