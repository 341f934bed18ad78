internal import Linq

/// A query divided in two: what one SQL statement does, and the steps that run in memory behind it.
struct SQLPlan {
  /// The statement of the first part.
  private(set) var statement: SelectStatement
  /// The step whose elements the statement gives.
  private(set) var origin: any QueryNode
  /// The steps in memory, in their order.
  private(set) var memory: [any QueryNode] = []
  private(set) var operators: [QueryPlan.Operator] = []

  /// Divides a query whose source is a table.
  init(_ query: any QueryNode, source: any SQLSource, policy: QueryPolicy) {
    statement = source.statement
    let nodes = query.chain
    origin = nodes[0]
    operators.append(.init(name: nodes[0].step.name, place: .sql))
    for node in nodes.dropFirst() { add(node, isMemoryOnly: policy == .memoryOnly) }
  }

  private mutating func add(_ node: any QueryNode, isMemoryOnly: Bool) {
    do throws(Untranslatable) {
      if isMemoryOnly { throw Untranslatable(reason: "the policy is memory only") }
      try checkMove(of: node)
      var changed = statement
      try changed.apply(node)
      statement = changed
      if case .select = node.step { origin = node }
      if case .aggregate = node.step { origin = node }
      operators.insert(
        .init(name: node.step.name, place: .sql, movedBefore: memory.map(\.step.name)),
        at: operators.count - memory.count)
    } catch {
      memory.append(node)
      operators.append(.init(name: node.step.name, place: .memory(reason: error.reason)))
    }
  }

  /// A step may come before filters in memory where the laws allow it: other filters, sorts, the
  /// opposite order. What is translated so far cannot fail, so it does not matter for which elements it
  /// is evaluated (S36).
  private func checkMove(of node: any QueryNode) throws(Untranslatable) {
    for waiting in memory {
      guard case .filter = waiting.step else {
        throw Untranslatable(reason: "it follows \(waiting.step.name), which runs in memory")
      }
    }
    guard !memory.isEmpty else { return }
    switch node.step {
    case .filter, .sort, .reverse: return
    default:
      throw Untranslatable(reason: "it follows where, which runs in memory")
    }
  }
}

extension QueryNode {
  /// The steps from the source on.
  var chain: [any QueryNode] {
    var nodes: [any QueryNode] = [self]
    while let upstream = nodes[nodes.count - 1].upstream { nodes.append(upstream) }
    return nodes.reversed()
  }
}
