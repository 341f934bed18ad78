internal import LinqCore

/// The times of the steps of the run of a report: of the statement, and of the operators in memory.
///
/// Other runs measure nothing. `@unchecked Sendable`: a run takes place on one thread, and what it
/// has measured is read after it.
final class OperatorTimes: @unchecked Sendable {
  /// The time of the statement, and then of each operator in memory, with all before it; nil for a
  /// sort that a secondary one continues, with which it runs.
  @exclusivity(unchecked) private var totals: [Duration?] = []

  /// Returns the steps before an operator as a node that measures them.
  ///
  /// - Parameter next: the operator; nil after the last one.
  func measuring(_ node: any QueryNode, before next: QueryOperator?) -> any QueryNode {
    guard next?.continuesSort != true else {
      totals.append(nil)
      return node
    }
    totals.append(.zero)
    let step = totals.count - 1
    func open<Node: QueryNode>(_ node: Node) -> any QueryNode {
      TimedNode(node, times: self, step: step)
    }
    return open(node)
  }

  /// Forgets the steps of a run that does not take place.
  func restart() { totals = [] }

  /// The time of the statement with the making of elements.
  var statement: Duration { totals.first.flatMap { $0 } ?? .zero }

  /// The time of each operator in memory, without those before it.
  var operators: [Duration?] {
    var before = statement
    return totals.dropFirst().map { total in
      guard let total else { return nil }
      defer { before = total }
      return max(.zero, total - before)
    }
  }

  fileprivate func measure<Result>(_ step: Int, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer { totals[step] = (totals[step] ?? .zero) + (ContinuousClock.now - start) }
    return try body()
  }
}

/// The elements of a query, which are measured while they are read.
private final class TimedNode<Element>: WrappingNode {
  let query: any QueryNode<Element>
  private let times: OperatorTimes
  private let step: Int

  init(_ query: any QueryNode<Element>, times: OperatorTimes, step: Int) {
    (self.query, self.times, self.step) = (query, times, step)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try times.measure(step) { try query.pull(run) }
    return { [times, step] in try times.measure(step, next) }
  }
}
