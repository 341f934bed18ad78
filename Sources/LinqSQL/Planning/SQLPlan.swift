internal import Linq

/// A query divided in two: what one SQL statement does, and the steps that run in memory behind it.
struct SQLPlan {
  /// The statement of the first part.
  private(set) var statement: SelectStatement
  /// The last step of the first part: the statement gives its elements.
  private(set) var last: any QueryNode
  /// The steps in memory, in their order.
  private(set) var memory: [any QueryNode] = []
  private(set) var operators: [QueryPlan.Operator] = []
  /// The step that makes groups of the statement's rows, if one does.
  private(set) var group: (any QueryNode)?

  private let source: any SQLSource

  /// Divides a query whose source is a table.
  init(_ query: any QueryNode, source: any SQLSource, policy: QueryPolicy) {
    self.source = source
    statement = source.statement
    let nodes = query.chain
    last = nodes[0]
    operators.append(.init(name: nodes[0].step.name, place: .sql))
    for (index, node) in nodes.enumerated().dropFirst() {
      do throws(Untranslatable) {
        if policy == .memoryOnly { throw Untranslatable(reason: "the policy is memory only") }
        try add(node, rest: nodes[(index + 1)...].map(\.step))
      } catch {
        memory.append(node)
        operators.append(.init(name: node.step.name, place: .memory(reason: error.reason)))
      }
    }
    if case .group(_, _, _, let node) = statement.shape {
      group = node
      statement = statement.withItems()
    }
  }

  /// Throws where a step would run in memory.
  func requireSQL() throws {
    for step in operators {
      guard case .memory(let reason) = step.place else { continue }
      throw QueryError.wouldRunInMemory(operator: step.name, reason: reason)
    }
  }

  private mutating func add(
    _ node: any QueryNode, rest: [QueryStep]
  ) throws(Untranslatable) {
    try checkMove(of: node)
    var changed = statement
    try changed.apply(node, on: source)
    if changed.canFail, !statement.canFail {
      guard memory.isEmpty else {
        throw Untranslatable(reason: "it can fail, and follows where, which runs in memory")
      }
    }
    if changed.canFail, rest.stopsEarly, !changed.readInOrder() {
      throw Untranslatable(reason: "it can fail, and an operator behind it limits the elements")
    }
    statement = changed
    operators.insert(
      .init(name: node.step.name, place: .sql, movedBefore: memory.map(\.step.name)),
      at: operators.count - memory.count)
    if memory.isEmpty { last = node }
  }

  /// A step may come before filters in memory where the laws allow it: other filters, sorts, the
  /// opposite order.
  private func checkMove(of node: any QueryNode) throws(Untranslatable) {
    for waiting in memory {
      guard case .filter = waiting.step else {
        throw Untranslatable(reason: "it follows \(waiting.step.name), which runs in memory")
      }
    }
    guard !memory.isEmpty else { return }
    switch node.step {
    case .filter, .sort, .reverse: return
    default: throw Untranslatable(reason: "it follows where, which runs in memory")
    }
  }
}

extension [QueryStep] {
  /// Whether a step leaves out elements that the steps before it then need not make: in memory nobody
  /// would evaluate them (S36). A step that needs all elements before it gives the first stands between.
  var stopsEarly: Bool {
    for step in self {
      switch step {
      case .take, .takeWhile, .aggregate(.any, _), .memory("zip"), .memory("sequenceEqual"):
        return true
      case .sort, .reverse, .group, .aggregate, .takeLast, .skipLast, .join, .memory("shuffle"):
        return false
      default: continue
      }
    }
    return false
  }
}

extension SelectStatement {
  /// Makes the statement read its rows in the order of the elements, one after the other, so that
  /// nothing is evaluated for those that nobody asks for; false where it cannot.
  fileprivate mutating func readInOrder() -> Bool {
    guard case .table(let name, _) = source, sorts.isEmpty, grouping == nil else { return false }
    source = .table(name, isScanned: true)
    return true
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
