internal import LinqCore

/// A subquery whose constants are numbered with those of the query around it.
struct IndexedSubquery: AnySubquery {
  let chain: IndexedChain

  var last: any QueryNode { chain.nodes[chain.nodes.count - 1] }

  var expressions: [ExpressionNode] { chain.operators.flatMap(\.expressions) }

  func replacingExpressions(_ body: (ExpressionNode) -> ExpressionNode?) -> (any AnySubquery)? {
    let operators = chain.operators.map { $0.replacingExpressions(body) ?? $0 }
    return IndexedSubquery(
      chain: IndexedChain(nodes: chain.nodes, operators: operators, others: chain.others))
  }
}

extension AnySubquery {
  /// The nodes and the operators of the subquery, the source first. One that is no part of a query
  /// belongs to a declaration or to a new value of a row.
  var chain: IndexedChain {
    (self as? IndexedSubquery)?.chain ?? IndexedChain(withoutIndices: last)
  }
}
