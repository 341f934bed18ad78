import People

/// The plan of a chain as JSON.
struct PlanBody: Encodable {
  /// An operator of the chain.
  struct Operator: Encodable {
    let name: String
    /// `sql` or `memory`.
    let place: String
    /// Why it runs in memory.
    let reason: String?
    /// The operators in front of which it runs in SQL.
    let movedBefore: [String]
  }

  let operators: [Operator]
  let sql: String?
  /// How the database finds the rows.
  let access: [String]
  /// Indexes that would help.
  let advice: [String]

  init(_ plan: QueryPlan) {
    operators = plan.operators.map { step in
      var reason: String?
      if case .memory(let found) = step.place { reason = found }
      return Operator(
        name: step.name, place: reason == nil ? "sql" : "memory", reason: reason,
        movedBefore: step.movedBefore)
    }
    (sql, access, advice) = (plan.sql, plan.access, plan.advice)
  }
}

/// The report of a run as JSON.
struct ReportBody: Encodable {
  let plan: PlanBody
  let parameters: [String]
  /// The rows that the database visited one at a time; null where it does not count them.
  let rowsScanned: Int?
  /// The rows that reached memory.
  let rowsCrossed: Int
  let elements: Int
  /// Why SQL could not decide, and memory did.
  let failure: String?
  /// The time of the statement; null if memory has decided.
  let statementSeconds: Double?
  /// The time of each operator of the plan; null for those in SQL.
  let operatorSeconds: [Double?]

  init(_ report: QueryReport) {
    plan = PlanBody(report.plan)
    parameters = report.parameters
    (rowsScanned, rowsCrossed) = (report.rowsScanned, report.rowsCrossed)
    (elements, failure) = (report.elementCount, report.failure)
    statementSeconds = report.statementTime.map { $0 / .seconds(1) }
    operatorSeconds = report.operatorTimes.map { time in time.map { $0 / .seconds(1) } }
  }
}
