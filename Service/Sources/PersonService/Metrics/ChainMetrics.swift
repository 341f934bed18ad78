import Metrics
import People

/// Counts chains and times them, by where their operators ran.
enum ChainMetrics {
  /// Records a chain that was run to its end.
  ///
  /// - Parameter duration: the time from the start to the last row that was sent.
  static func record(_ plan: QueryPlan, _ duration: Duration) {
    // The first one is the table.
    let operators = plan.operators.dropFirst()
    let inMemory = operators.count { $0.place != .sql }
    let place = inMemory == 0 ? "sql" : inMemory == operators.count ? "memory" : "both"
    Metrics.Timer(label: "personservice_chain_seconds", dimensions: [("place", place)])
      .record(duration: duration)
    if inMemory > 0 { Counter(label: "personservice_chain_fallbacks_total").increment() }
  }
}

extension Problem {
  /// Counts the problem by its kind, such as `busy` or `too-slow`.
  func count() {
    Counter(label: "personservice_problems_total", dimensions: [("kind", kind)]).increment()
  }
}
