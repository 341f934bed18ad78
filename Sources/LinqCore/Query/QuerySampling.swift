internal import StoreSupport

/// Verifies a sample of a program's queries while the program runs. One of every `interval` runs is
/// repeated both as planned and in memory, and a difference is reported.
///
/// ```swift
/// let store = try await PersonStore(
///   path: "people.db",
///   sampling: QuerySampling(oneIn: 10_000) { difference, plan in
///     logger.critical("\(difference)\n\(plan)")
///   })
/// ```
///
/// A sampled query takes three times as long, and its Swift closures are called again. For other
/// queries, the only cost is a counter. Queries inside transactions are not sampled.
public final class QuerySampling: Sendable {
  private let interval: Int
  private let report: @Sendable (_ difference: QueryDifference, _ plan: QueryPlan) -> Void
  private let count = Locked(0)

  /// Creates a sampling.
  ///
  /// - Parameters:
  ///   - interval: One of every `interval` runs is verified; 1 verifies all.
  ///   - report: Called with each difference. The library guarantees that there is none, except
  ///     that the SQL translation of a computed property is the responsibility of the program.
  public init(
    oneIn interval: Int,
    report: @escaping @Sendable (_ difference: QueryDifference, _ plan: QueryPlan) -> Void
  ) {
    precondition(interval > 0, "one in \(interval)")
    self.interval = interval
    self.report = report
  }

  /// Verifies a query if its turn has come.
  ///
  /// - Parameters:
  ///   - node: The query.
  ///   - run: Runs the query that verifies it.
  ///   - plan: Returns the plan for a report.
  package func verify(
    _ node: any QueryNode, run: (any QueryNode<Verification>) throws -> Void,
    plan: () throws -> QueryPlan
  ) throws {
    let isDue = count.withLock { count in
      count = (count + 1) % interval
      return count == 0
    }
    guard isDue else { return }
    do {
      try run(verification(of: node))
    } catch let difference as QueryDifference {
      report(difference, try plan())
    }
  }
}
