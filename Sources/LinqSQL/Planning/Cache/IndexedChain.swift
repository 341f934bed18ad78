internal import LinqCore

/// A query for the planner, whose constants are ``QueryConstant``s (``ChainReader``); or a part of
/// a declaration, whose constants are the same for all queries.
struct IndexedChain {
  /// The nodes, the source first.
  private(set) var nodes: [any QueryNode] = []
  /// The operators of the nodes.
  private(set) var operators: [QueryOperator] = []
  /// The other queries that each node reads.
  private(set) var others: [[IndexedChain]] = []

  init() {}

  /// Creates the chain of a query whose plan is not shared with other queries.
  init(_ node: any QueryNode, _ source: any SQLSource, _ policy: QueryPolicy) {
    var reader = ChainReader(source.connections, policy, PlanDependencies())
    self = reader.read(node) ?? IndexedChain()
  }

  /// Creates a chain with the constants as they are: those of other expressions may be numbered
  /// from 0.
  init(withoutIndices node: any QueryNode) {
    for node in node.chain {
      append(node, node.operator, node.others.map { IndexedChain(withoutIndices: $0) })
    }
  }

  /// Creates a chain with other operators on the same nodes.
  init(nodes: [any QueryNode], operators: [QueryOperator], others: [[IndexedChain]]) {
    self.nodes = nodes
    self.operators = operators
    self.others = others
  }

  mutating func append(
    _ node: any QueryNode, _ operator: QueryOperator, _ others: [IndexedChain]
  ) {
    nodes.append(node)
    operators.append(`operator`)
    self.others.append(others)
  }

  /// All operators except the sources, including those of the other queries.
  var allOperators: [QueryOperator] {
    Array(operators.dropFirst()) + others.joined().flatMap(\.allOperators)
  }

  /// The tables that the query reads, including those of the other queries.
  var sources: [any SQLSource] {
    ((nodes[0] as? any SQLSource).map { [$0] } ?? []) + others.joined().flatMap(\.sources)
  }
}

extension QueryNode {
  /// The nodes of the query, the source first.
  var chain: [any QueryNode] {
    var nodes: [any QueryNode] = [self]
    while let upstream = nodes[nodes.count - 1].upstream { nodes.append(upstream) }
    return nodes.reversed()
  }
}
