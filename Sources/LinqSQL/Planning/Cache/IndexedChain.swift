internal import LinqCore

/// A constant of a query, with its index among all constants of the query. Queries that share a
/// plan differ only in the values of their constants.
struct IndexedConstant: Sendable {
  let value: any Sendable
  let index: Int
}

/// A query whose constants are numbered in the order in which ``PlanCacheKey`` reads them, or a
/// part of a declaration, whose constants are the same for all queries.
struct IndexedChain {
  /// The nodes, the source first.
  let nodes: [any QueryNode]
  /// The operators of the nodes, with indices on their constants.
  let operators: [QueryOperator]
  /// The other queries that each node reads.
  let others: [[IndexedChain]]

  init(_ node: any QueryNode) {
    var next = 0
    self.init(node) { $0.indexingConstants(&next) }
  }

  /// Creates a chain whose constants have no indices: other expressions may number theirs from 0.
  init(withoutIndices node: any QueryNode) { self.init(node) { $0 } }

  /// Creates a chain with other operators on the same nodes.
  init(nodes: [any QueryNode], operators: [QueryOperator], others: [[IndexedChain]]) {
    self.nodes = nodes
    self.operators = operators
    self.others = others
  }

  fileprivate init(_ node: any QueryNode, _ index: (ExpressionNode) -> ExpressionNode) {
    nodes = node.chain
    var operators: [QueryOperator] = []
    var others: [[IndexedChain]] = []
    for node in nodes {
      var indexed = node.operator
      indexed.forEachExpression { $0 = index($0) }
      operators.append(indexed)
      others.append(node.others.map { IndexedChain($0, index) })
    }
    self.operators = operators
    self.others = others
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

extension ExpressionNode {
  /// The value of the constant, if the expression is one.
  var constant: (any Sendable)? {
    guard case .constant(let value) = form else { return nil }
    return (value as? IndexedConstant)?.value ?? value
  }

  /// Returns the expression with an index on each constant.
  fileprivate func indexingConstants(_ next: inout Int) -> ExpressionNode {
    switch form {
    case .constant(let value):
      defer { next += 1 }
      return ExpressionNode(
        form: .constant(IndexedConstant(value: value, index: next)), type: type)
    case .subquery(let subquery, let result):
      let chain = IndexedChain(subquery.last) { $0.indexingConstants(&next) }
      return ExpressionNode(
        form: .subquery(IndexedSubquery(chain: chain), result), type: type)
    default: return mapOperands { $0.indexingConstants(&next) }
    }
  }
}
