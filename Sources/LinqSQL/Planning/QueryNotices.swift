public import LinqCore
internal import StoreSQLite
internal import StoreSupport

/// Is called, once for each plan, with what a program should know of how a query runs: that
/// operators run in memory, that a table is read as a whole where an index would serve.
public typealias QueryNotice = @Sendable (_ message: String, _ plan: QueryPlan) -> Void

/// The plans that programs were notified of.
final class NotifiedPlans: Sendable {
  /// Those of this program.
  static let shared = NotifiedPlans()

  private static let capacity = 10_000
  private let plans = Locked<Set<String>>([])

  /// Whether a plan was not seen before.
  func isNew(_ plan: String) -> Bool {
    plans.withLock { plans in
      // Programs with generated queries see a few notices twice.
      if plans.count >= Self.capacity { plans.removeAll() }
      return plans.insert(plan).inserted
    }
  }
}

extension PlannedQuery {
  /// Tells what is to be said of the plan, the first time that it runs.
  func tell(_ notice: QueryNotice, path: String, access: () throws -> [String]) throws {
    // Most plans need no notice.
    guard !memory.isEmpty || advice != nil, notified.isNew(path) else { return }
    guard
      NotifiedPlans.shared.isNew(path + sql.text + operators.map(\.name).joined(separator: "."))
    else { return }
    let reasons = operators.compactMap { step -> String? in
      guard case .memory(let reason) = step.place else { return nil }
      return "\(step.name) runs in memory: \(reason)"
    }
    guard !reasons.isEmpty || advice != nil else { return }
    let plan = QueryPlan(operators: operators, sql: sql.text, access: try access(), advice: advice)
    for message in reasons + plan.advice { notice(message, plan) }
  }

  /// Tells, the first time, that the statement ended in an error of an expression.
  func tell(_ notice: QueryNotice, path: String, _ failure: any Error) {
    guard NotifiedPlans.shared.isNew(path + sql.text + " failed") else { return }
    notice(
      "the statement ended in an error (\(failure)), and the query ran in memory",
      QueryPlan(operators: operators, sql: sql.text))
  }
}

extension QueryPlan {
  /// A plan with the advice for the way in which SQLite finds the rows.
  init(operators: [Operator], sql: String, access: [String], advice: IndexAdvice?) {
    let messages = advice?.message(for: access).map { [$0] } ?? []
    self.init(operators: operators, sql: sql, access: access, advice: messages)
  }
}
