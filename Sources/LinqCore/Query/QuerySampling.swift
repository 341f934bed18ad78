internal import StoreSupport

/// Verifies some of a program's queries while it runs: one run of so many is done once more, both
/// as it was planned and in memory, and a difference is reported.
///
/// ```swift
/// let store = try await PersonStore(
///   path: "people.db",
///   sampling: QuerySampling(oneIn: 10_000) { difference, plan in
///     logger.critical("\(difference)\n\(plan)")
///   })
/// ```
///
/// The query whose turn it is takes three times as long, and its closures of Swift are called
/// again. Other queries pay for counting only. Queries inside transactions are left alone.
public final class QuerySampling: Sendable {
  private let interval: Int
  private let report: @Sendable (_ difference: QueryDifference, _ plan: QueryPlan) -> Void
  private let count = Locked(0)

  /// A sampling.
  ///
  /// - Parameters:
  ///   - interval: each run with this number is verified; 1 for all.
  ///   - report: is told each difference. The promise of this library is that there is none; a
  ///     translation of a computed property is a promise of the program's own.
  public init(
    oneIn interval: Int,
    report: @escaping @Sendable (_ difference: QueryDifference, _ plan: QueryPlan) -> Void
  ) {
    precondition(interval > 0, "one in \(interval)")
    self.interval = interval
    self.report = report
  }

  /// Verifies a query where it is its turn.
  ///
  /// - Parameters:
  ///   - node: the query.
  ///   - run: runs what verifies it.
  ///   - plan: gives the plan, for a report.
  package func verify(
    _ node: any QueryNode, run: (any QueryNode<Result<Void, any Error>>) throws -> Void,
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
