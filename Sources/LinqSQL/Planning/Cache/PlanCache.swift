internal import LinqCore
internal import StoreEngine
internal import StoreSupport
internal import Synchronization

/// A cache of plans by the keys of their queries. Queries with the same key are translated only
/// once.
enum PlanCache {
  private static let capacity = 1000
  private static let plans = Locked<[PlanCacheKey: PlannedQuery]>([:])

  /// Returns the plan of a query and the values of its parameters, making the plan if the cache has
  /// none for its key.
  static func plan(
    _ node: any QueryNode, source: any SQLSource, policy: QueryPolicy
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    let key = PlanCacheKey(node, source: source, policy: policy)
    if let key, let plan = plans.withLock({ $0[key] }), let values = plan.values(of: key.constants)
    {
      return (plan, values)
    }
    let plan = PlannedQuery(IndexedChain(node), source: source, policy: policy)
    guard let key else { return (plan, plan.values) }
    assert(plan.values(of: key.constants) != nil, "constants have the indices that the key reads")
    plans.withLock { plans in
      // Only programs that generate queries have this many keys.
      if plans.count >= capacity { plans.removeAll(keepingCapacity: true) }
      plans[key] = plan
    }
    return (plan, plan.values)
  }
}

/// A plan for all queries with one key. It keeps neither a query nor a database alive.
final class PlannedQuery: Sendable {
  let sql: SQLText
  let statementText: StatementText
  let projection: Projection
  /// The group reader that builds groups from the statement's rows, if its elements are groups with
  /// items.
  let groupReader: (any AnyGroupReader)?
  let operators: [QueryPlan.Operator]
  /// The statements that read the arrays of rows in the elements.
  let nested: [NestedPlan]
  /// The values of the parameters of all statements, the main one first.
  let values: [any ColumnValue]
  /// Whether the statement may fail with an error of an expression.
  let canFail: Bool
  /// The tables with texts that the statement depends on and that other programs may have written.
  let texts: [TextVersion]
  /// Whether memory may have to decide (S38).
  var isDecided: Bool { canFail || !texts.isEmpty }
  /// The indexes that would serve the statements.
  let advice: [IndexAdvice]
  /// The index of the last operator before those in memory.
  let last: Int
  /// The indices of the operators that run in memory.
  let memory: [Int]
  /// The paths of the databases for which the notices of the plan have been considered.
  let notified = NotifiedPlans()
  let advised = NotifiedPlans()
  /// The parameters whose values are constants of the query.
  private let parameters: [Parameter]
  /// The key identifies these objects by address, which must not be used for others.
  private let keptSources: [TableIdentity]
  private let keptOperators: [QueryOperator]
  private let declarations: [DeclarationCheck]
  private let isChecked = Atomic<Bool>(false)

  init(_ chain: IndexedChain, source: any SQLSource, policy: QueryPolicy) {
    let planner = Planner(chain, source: source, policy: policy)
    let engine = source.connections.engine
    var valueCount = 0
    (sql, nested, projection) = NestedPlan.write(
      planner.statement, engine.dialect, &valueCount)
    statementText = StatementText(sql.text)
    let statements = [sql] + nested.flatMap(\.all).map(\.sql)
    values = statements.flatMap(\.values)
    groupReader = planner.groupReader
    operators = planner.operators
    canFail =
      planner.statement.canFail || engine == .postgres && statements.contains(where: \.mayFail)
    advice = IndexAdvice.all(for: planner.statement)
    last = planner.last
    memory = planner.memory
    parameters = zip(statements.flatMap(\.constants), values).enumerated().compactMap {
      index, parameter in
      let (constant, value) = parameter
      return constant.map { Parameter(index: index, constant: $0, value: value.makeCast()) }
    }
    let sources = chain.sources + planner.context.sources
    keptSources = sources.map(\.identity)
    keptOperators = chain.allOperators
    let tables = sources.filter { $0.connections.isSame(as: source.connections) }
    declarations = tables.map(\.checkDeclaration)
    // On a server, constraints keep texts of other programs in canonical form.
    let versions = engine == .sqlite ? tables.compactMap(\.textVersion) : []
    texts = versions.filter { text in
      planner.statement.depends(on: text.columns) || statements.count > 1
    }
  }

  /// Throws ``ExpressionFailure`` if a text that the statement depends on is not in canonical form.
  func checkTexts(on connection: Connection) throws {
    for text in texts { try text.check(on: connection) }
  }

  /// Throws unless the declarations of all tables fit the database. This runs before a statement is
  /// prepared, and before the first run of a plan, because another declaration may lead to the same
  /// SQL text.
  func checkDeclarations(on connection: Connection) throws {
    var isComplete = true
    for check in declarations where try !check(connection) { isComplete = false }
    if isComplete { isChecked.store(true, ordering: .relaxed) }
  }

  /// Whether the check of the declarations has been completed on a connection.
  var hasCheckedDeclarations: Bool { isChecked.load(ordering: .relaxed) }

  /// Returns the values of the parameters for a query with these constants; nil if a constant does
  /// not have the expected type.
  func values(of constants: [any Sendable]) -> [any ColumnValue]? {
    var values = values
    for parameter in parameters {
      guard parameter.constant < constants.count,
        let value = parameter.value(constants[parameter.constant])
      else { return nil }
      values[parameter.index] = value
    }
    return values
  }

  private struct Parameter {
    /// The index of the parameter.
    let index: Int
    /// The index of the constant.
    let constant: Int
    /// Casts the constant to the type of the parameter; nil if it has another type.
    let value: @Sendable (any Sendable) -> (any ColumnValue)?
  }
}

extension ColumnValue {
  /// Returns a closure that casts to the type of this value. A cast to the protocol would look up
  /// the conformance each time.
  fileprivate func makeCast() -> @Sendable (any Sendable) -> (any ColumnValue)? {
    { $0 as? Self }
  }
}
