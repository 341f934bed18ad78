internal import Foundation
internal import Linq

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
    _ chain: [any QueryNode], source: any SQLSource, policy: QueryPolicy
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    guard let shape = QueryShape(chain, policy: policy) else {
      let plan = PlannedQuery(SQLPlan(chain, source: source, policy: policy), chain)
      return (plan, plan.sql.values)
    }
    if let plan = lock.withLock({ plans[shape] }), let values = plan.values(of: shape.constants) {
      return (plan, values)
    }
    let plan = PlannedQuery(SQLPlan(chain, source: source, policy: policy), chain)
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
  /// The index that would serve it.
  let advice: IndexAdvice?
  /// The place in the chain of the last step that SQL does.
  let last: Int
  /// The places of the steps that memory does.
  let memory: [Int]
  /// The files whose programs were told of the plan.
  let told = NoticedShapes()
  /// The query that the plan was made for: its key paths are known by their addresses.
  private let chain: [any QueryNode]

  init(_ plan: SQLPlan, _ chain: [any QueryNode]) {
    sql = plan.statement.text()
    shape = plan.statement.shape
    group = plan.group
    operators = plan.operators
    advice = IndexAdvice(for: plan.statement)
    last = plan.last
    memory = plan.memory
    self.chain = chain
  }

  /// The values of the parameters for a query with these constants.
  func values(of constants: [any Sendable]) -> [any ColumnValue]? {
    guard !sql.slots.isEmpty else { return sql.values }
    var values = sql.values
    for (index, slot) in sql.slots.enumerated() {
      guard let slot else { continue }
      guard slot < constants.count, let value = constants[slot] as? any ColumnValue else {
        return nil
      }
      values[index] = value
    }
    return values
  }
}
