internal import LinqCore
internal import StoreSQLite
internal import StoreSupport
internal import Synchronization

/// The plans of queries by their keys: a query like one before is not translated again.
enum PlanCache {
  private static let capacity = 1000
  private static let plans = Locked<[PlanCacheKey: PlannedQuery]>([:])

  /// The plan of a query, made where no query with its key has one yet.
  static func plan(
    _ node: any QueryNode, source: any SQLSource, policy: QueryPolicy
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    let key = PlanCacheKey(node, source: source, policy: policy)
    if let key, let plan = plans.withLock({ $0[key] }), let values = plan.values(of: key.constants)
    {
      return (plan, values)
    }
    let plan = PlannedQuery(IndexedChain(node), source: source, policy: policy)
    guard let key else { return (plan, plan.sql.values) }
    assert(plan.values(of: key.constants) != nil, "constants have the indices that the key reads")
    plans.withLock { plans in
      // Only generated queries have so many keys.
      if plans.count >= capacity { plans.removeAll() }
      plans[key] = plan
    }
    return (plan, plan.sql.values)
  }
}

/// A plan for all queries with one key. It keeps no query and no database open.
final class PlannedQuery: Sendable {
  let sql: SQLText
  let projection: Projection
  /// Builds groups of the statement's rows, where it gives groups with items.
  let groupReader: (any AnyGroupReader)?
  let operators: [QueryPlan.Operator]
  /// Whether the statement may end in an error of an expression.
  let canFail: Bool
  /// The index that would serve it.
  let advice: IndexAdvice?
  /// The index in the chain of the last operator that SQL does.
  let last: Int
  /// The indices of the operators that memory does.
  let memory: [Int]
  /// The files whose programs were notified of the plan.
  let notified = NotifiedPlans()
  /// What makes parameters of the constants of a query with the same key.
  private let parameters: [Parameter]
  /// What the key knows by its address.
  private let keptSources: [TableIdentity]
  private let keptOperators: [QueryOperator]
  private let declarations: [DeclarationCheck]
  private let isChecked = Atomic<Bool>(false)

  init(_ chain: IndexedChain, source: any SQLSource, policy: QueryPolicy) {
    let planner = Planner(chain, source: source, policy: policy)
    sql = planner.statement.text()
    projection = planner.statement.projection
    groupReader = planner.groupReader
    operators = planner.operators
    canFail = planner.statement.canFail
    advice = IndexAdvice(for: planner.statement)
    last = planner.last
    memory = planner.memory
    parameters = zip(sql.constants, sql.values).enumerated().compactMap { index, parameter in
      let (constant, value) = parameter
      return constant.map { Parameter(index: index, constant: $0, value: value.makeCast()) }
    }
    let sources = chain.sources
    keptSources = sources.map(\.identity)
    keptOperators = chain.allOperators
    declarations = sources.filter { $0.connections.isSame(as: source.connections) }
      .map(\.checkDeclaration)
  }

  /// Throws unless the declarations of all tables fit the database. Before a statement is prepared;
  /// and for a new plan, whose text another declaration may have as well.
  func checkDeclarations(on connection: Connection) throws {
    var isComplete = true
    for check in declarations where try !check(connection) { isComplete = false }
    if isComplete { isChecked.store(true, ordering: .relaxed) }
  }

  /// Whether the declarations have been checked on a connection.
  var hasCheckedDeclarations: Bool { isChecked.load(ordering: .relaxed) }

  /// The values of the parameters for a query with these constants.
  func values(of constants: [any Sendable]) -> [any ColumnValue]? {
    var values = sql.values
    for parameter in parameters {
      guard parameter.constant < constants.count,
        let value = parameter.value(constants[parameter.constant])
      else { return nil }
      values[parameter.index] = value
    }
    return values
  }

  private struct Parameter {
    /// Its index among all parameters.
    let index: Int
    /// The index of its constant.
    let constant: Int
    /// The constant as a value for it; nil for one of another type.
    let value: @Sendable (any Sendable) -> (any ColumnValue)?
  }
}

extension ColumnValue {
  /// What casts to the type of this value: a cast to a protocol would look for a conformance each
  /// time.
  fileprivate func makeCast() -> @Sendable (any Sendable) -> (any ColumnValue)? {
    { $0 as? Self }
  }
}
