internal import Foundation
internal import Linq
internal import SQLite
internal import Synchronization

/// The plans of queries by their shape: a query like one before is not translated again.
///
/// `@unchecked Sendable`: the variables are touched only with `lock` held.
final class PlanCache: @unchecked Sendable {
  /// The plans of this program.
  static let shared = PlanCache()

  private static let capacity = 1000
  private let lock = NSLock()
  private var plans: [QueryShape: PlannedQuery] = [:]

  /// The plan of a query, made where no query of its shape has one yet.
  func plan(
    _ node: any QueryNode, source: any SQLSource, policy: QueryPolicy
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    let shape = QueryShape(node, source: source, policy: policy)
    if let shape, let plan = lock.withLock({ plans[shape] }),
      let values = plan.values(of: shape.constants)
    {
      return (plan, values)
    }
    let plan = PlannedQuery(node, source: source, policy: policy, skip: shape?.skip)
    guard let shape else { return (plan, plan.sql.values) }
    precondition(plan.serves(shape), "a plan for any number of skip has one number in it")
    lock.withLock {
      // Nobody has so many shapes of queries, unless they are made of chance.
      if plans.count >= Self.capacity { plans.removeAll() }
      plans[shape] = plan
    }
    return (plan, plan.sql.values)
  }
}

/// A plan for all queries of one shape.
final class PlannedQuery: Sendable {
  let sql: SQLText
  let shape: Shape
  let group: (any QueryNode)?
  let operators: [QueryPlan.Operator]
  /// Whether the statement may end in an error of an expression.
  let canFail: Bool
  /// The index that would serve it.
  let advice: IndexAdvice?
  /// The place in the chain of the last step that SQL does.
  let last: Int
  /// The places of the steps that memory does.
  let memory: [Int]
  /// The files whose programs were told of the plan.
  let told = NoticedShapes()
  /// What makes parameters of the constants of a query of the same shape.
  private let parameters: [Parameter]
  /// The table and the steps that the plan was made for: their objects are known by their
  /// addresses.
  private let identity: TableIdentity
  private let steps: [QueryStep]
  private let declarations: [DeclarationCheck]
  private let isChecked = Atomic<Bool>(false)

  init(
    _ node: any QueryNode, source: any SQLSource, policy: QueryPolicy, skip: QueryShape.Skip?
  ) {
    let chain = node.chain
    let plan = SQLPlan(chain, source: source, policy: policy, skip: skip)
    sql = plan.statement.text()
    shape = plan.statement.shape.detached
    group = plan.group?.detached
    operators = plan.operators
    canFail = plan.statement.canFail
    advice = IndexAdvice(for: plan.statement)
    last = plan.last
    memory = plan.memory
    parameters = zip(sql.slots, sql.values).enumerated().compactMap { index, parameter in
      let (slot, value) = parameter
      return slot.map { Parameter(index: index, slot: $0, value: value.makeCast()) }
    }
    identity = source.identity
    steps = chain.dropFirst().map(\.step)
    declarations = node.declarations(in: source.place)
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

  /// Whether it is a plan for all queries of a shape: a `skip` of any number is a parameter, or is
  /// left to memory.
  func serves(_ shape: QueryShape) -> Bool {
    guard let skip = shape.skip, shape.leavesSkipOpen else { return true }
    return parameters.contains { $0.slot == skip.slot } || memory.contains(skip.step)
  }

  /// The values of the parameters for a query with these constants.
  func values(of constants: [any Sendable]) -> [any ColumnValue]? {
    var values = sql.values
    for parameter in parameters {
      guard parameter.slot < constants.count,
        let value = parameter.value(constants[parameter.slot])
      else { return nil }
      values[parameter.index] = value
    }
    return values
  }

  private struct Parameter {
    /// Its number among all parameters.
    let index: Int
    /// The number of its constant.
    let slot: Int
    /// The constant as a value for it; nil for one of another type.
    let value: @Sendable (any Sendable) -> (any ColumnValue)?
  }
}

extension QueryNode {
  /// The checks of all tables of one database that the chain reads.
  fileprivate func declarations(in place: QueryPlace) -> [DeclarationCheck] {
    if let source = self as? any SQLSource {
      return source.place.isSame(as: place) ? [source.checkDeclaration] : []
    }
    return (upstream?.declarations(in: place) ?? [])
      + others.flatMap { $0.declarations(in: place) }
  }
}

extension ColumnValue {
  /// What casts to the type of this value: a cast to a protocol would look for a conformance each
  /// time.
  fileprivate func makeCast() -> @Sendable (any Sendable) -> (any ColumnValue)? {
    { $0 as? Self }
  }
}
