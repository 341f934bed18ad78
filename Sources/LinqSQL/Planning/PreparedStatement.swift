internal import LinqCore
internal import StoreSQLite

/// The statement of a prepared query. It runs with values for the parameters of the query.
struct PreparedStatement<Element: Sendable>: Sendable {
  private let engine: SQLiteEngine
  private let plan: PlannedQuery

  /// Prepares the statement of a query on a connection; nil if the query needs more than one
  /// statement.
  init?(_ query: Query<Element>) throws {
    guard let engine = query.node.engine as? SQLiteEngine, engine.source.sampling == nil,
      query.policy != .memoryOnly
    else { return nil }
    let plan = PlannedQuery(
      IndexedChain(query.node), source: engine.source, policy: query.policy)
    guard plan.memory.isEmpty else { return nil }
    try engine.connections.read { try $0.prepare(plan) }
    self.engine = engine
    self.plan = plan
  }

  /// Returns the elements for the values of the parameters; nil if an expression failed, so that
  /// memory decides.
  func elements(_ values: [any ColumnValue]) throws -> [Element]? {
    try engine.runStatement(of: plan, plan.values(ofPrepared: values)) { try $0.collect($1) }
  }

  /// Returns the elements without blocking the calling thread.
  func elements(_ values: [any ColumnValue]) async throws -> [Element]? {
    try await engine.runStatement(of: plan, plan.values(ofPrepared: values)) { try $0.collect($1) }
  }

  /// Returns the first element; nil if an expression failed.
  func first(_ values: [any ColumnValue]) throws -> First? {
    try engine.runStatement(of: plan, plan.values(ofPrepared: values)) {
      First(element: try $0.pull($1)())
    }
  }

  /// Returns the first element without blocking the calling thread.
  func first(_ values: [any ColumnValue]) async throws -> First? {
    try await engine.runStatement(of: plan, plan.values(ofPrepared: values)) {
      First(element: try $0.pull($1)())
    }
  }

  /// The first element, or nil if there is none.
  struct First: Sendable {
    let element: Element?
  }
}

extension Connection {
  /// Checks the declarations of a plan's tables and prepares its statement.
  fileprivate func prepare(_ plan: PlannedQuery) throws {
    try plan.checkDeclarations(on: self)
    try withStatement(plan.sql.text, registering: { try registerFunctions(of: plan.sql) }) { _ in }
  }
}
