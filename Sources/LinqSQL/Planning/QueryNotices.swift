public import LinqCore
internal import StoreEngine
internal import StoreSupport

/// A closure that is called, once for each plan, when a query runs in an unexpected way: when
/// operators run in memory, or when a table is scanned that an index would serve.
public typealias QueryNotice = @Sendable (_ message: String, _ plan: QueryPlan) -> Void

/// The plans for which notices have been sent.
final class NotifiedPlans: Sendable {
  /// The plans of all stores in the process.
  static let shared = NotifiedPlans()

  private static let capacity = 10_000
  private let plans = Locked<Set<String>>([])

  /// Records a plan, and returns whether it was not recorded before.
  func isNew(_ plan: String) -> Bool {
    plans.withLock { plans in
      // Programs that generate many queries receive a few notices twice.
      if plans.count >= Self.capacity { plans.removeAll() }
      return plans.insert(plan).inserted
    }
  }
}

extension PlannedQuery {
  /// Sends the notices about operators in memory when the plan runs for the first time.
  func tell(
    _ notice: QueryNotice, path: String, _ values: [any ColumnValue], on connection: Connection
  ) throws {
    // Most plans need no notice.
    guard !memory.isEmpty, notified.isNew(path), isNew(path, "") else { return }
    let plan = try describe(values, on: connection)
    for step in operators {
      // A chain is verified in memory by its meaning.
      guard case .memory(let reason) = step.place, step.name != QueryOperator.verify.name else {
        continue
      }
      notice("\(step.name) runs in memory: \(reason)", plan)
      if step.runsClosure { notice(Untranslatable.spellings, plan) }
    }
  }

  /// Sends the advice about an index when the statement has scanned a table for the first time.
  func advise(
    _ notice: QueryNotice, path: String, _ values: [any ColumnValue], on connection: Connection
  ) throws {
    guard !advice.isEmpty, advised.isNew(path), isNew(path, "advice") else { return }
    let plan = try describe(values, on: connection)
    // `tell` has sent the spellings with what runs in memory.
    for message in plan.advice where message != Untranslatable.spellings { notice(message, plan) }
  }

  /// The statement as plans show it.
  fileprivate var shownSQL: String? { hasStatement ? sql.text : nil }

  /// Returns whether a notice of a kind about this query has not been sent before.
  private func isNew(_ path: String, _ kind: String) -> Bool {
    let names = operators.map(\.name).joined(separator: ".")
    return NotifiedPlans.shared.isNew("\(path) \(shownSQL ?? "") \(names) \(kind)")
  }

  /// Sends a notice when the statement fails with an error of an expression for the first time.
  func tell(_ notice: QueryNotice, path: String, _ failure: any Error) {
    guard isNew(path, "failed") else { return }
    notice(
      "SQL could not decide (\(failure)), so the query ran in memory",
      QueryPlan(operators: operators, sql: shownSQL))
  }

  /// Sends a notice when all values of columns were read before the first result.
  func tell(_ notice: QueryNotice, path: String, longReads columns: [String]) {
    guard isNew(path, "columns") else { return }
    let (names, are) = (columns.joined(separator: ", "), columns.count == 1 ? "is" : "are")
    notice(
      "\(names) \(are) read as a whole, also after commits of other programs, because the schema "
        + "allows values that are not of the declared type; a STRICT table would not",
      QueryPlan(operators: operators, sql: shownSQL))
  }

  /// Sends a notice when closures of the query run statements for the first time.
  func tell(_ notice: QueryNotice, path: String, _ nested: NestedStatements) {
    guard let line = QueryReport.line(of: nested.counts), isNew(path, "nested") else { return }
    notice(line, QueryPlan(operators: operators, sql: shownSQL))
  }
}

extension PlannedQuery {
  /// Returns the description of the plan. It includes the advice about indexes only if SQLite's
  /// access path calls for it.
  func describe(_ values: [any ColumnValue], on connection: Connection) throws -> QueryPlan {
    let access = hasStatement ? try connection.access(of: self, values) : []
    func shown(_ sql: SQLText) throws -> String { try connection.chosenSQL(of: sql) ?? sql.text }
    return QueryPlan(
      operators: operators, sql: hasStatement ? try shown(sql) : nil,
      nestedSQL: checks.map(\.sql.text) + (try nested.flatMap(\.all).map { try shown($0.sql) }),
      access: access,
      advice: advice.compactMap { $0.message(for: access, on: connection) }
        + (operators.contains(where: \.runsClosure) ? [Untranslatable.spellings] : []))
  }
}

extension QueryPlan.Operator {
  /// Whether the operator runs in memory because its closure is not an expression.
  fileprivate var runsClosure: Bool { place == .memory(reason: Untranslatable.opaque.reason) }
}
