internal import People

/// The report of a query as JSON.
struct ReportJSON: Encodable {
  private let operators: [Operator]
  private let sql: String?
  private let parameters: [String]
  private let access: [String]
  private let advice: [String]
  private let rowsScanned: Int?
  private let rowsCrossed: Int
  private let elements: Int
  private let failure: String?

  private struct Operator: Encodable {
    let name: String
    let place: String
    let reason: String?
    let movedBefore: [String]
  }

  init(_ report: QueryReport) {
    operators = report.plan.operators.map { step in
      var reason: String?
      if case .memory(let found) = step.place { reason = found }
      return Operator(
        name: step.name, place: reason == nil ? "sql" : "memory", reason: reason,
        movedBefore: step.movedBefore)
    }
    sql = report.plan.sql
    parameters = report.parameters
    access = report.plan.access
    advice = report.plan.advice
    rowsScanned = report.rowsScanned
    rowsCrossed = report.rowsCrossed
    elements = report.elementCount
    failure = report.failure
  }
}
