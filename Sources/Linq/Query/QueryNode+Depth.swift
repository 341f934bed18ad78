internal import StoreSupport

extension Query {
  /// Throws where the chain and its expressions are nested so deeply that running them would
  /// overflow the stack of the calling thread.
  package func checkDepth() throws {
    if mayBeDeep { try node.checkDepth() }
  }

  /// Whether its depth has to be looked at: that of most queries has not.
  var mayBeDeep: Bool { operatorCount >= ChainDepth.uncounted || ExpressionNode.someAreDeep }
}

/// Not a member of `Query`, whose type would be looked up for it at each call.
enum ChainDepth {
  /// As many operators as have to be looked at.
  static var uncounted: Int { 33 }
}

extension QueryNode {
  /// Throws where the chain and its expressions are nested so deeply that running them would
  /// overflow the stack of the calling thread.
  func checkDepth() throws {
    var operators = 0
    var deepest = 0
    var rest: [any QueryNode] = [self]
    while let node = rest.popLast() {
      operators += 1
      deepest = max(deepest, node.step.depth)
      if let upstream = node.upstream { rest.append(upstream) }
      rest += node.others
    }
    guard StackSpace.allows(levels: operators + deepest) else {
      throw QueryError.tooDeep(limit: StackSpace.levels)
    }
  }
}

extension QueryStep {
  /// The number of levels of its deepest expression.
  package var depth: Int {
    switch self {
    case .filter(let node), .takeWhile(let node), .skipWhile(let node), .sort(let node, _, _):
      node?.depth ?? 0
    case .select(let nodes): nodes?.reduce(0) { max($0, $1.depth) } ?? 0
    case .group(let key, let element): max(key?.depth ?? 0, element?.depth ?? 0)
    case .distinct(let key), .aggregate(_, let key), .combine(_, _, let key): key.depth
    case .join(let join): max(join.outerKey?.depth ?? 0, join.innerKey?.depth ?? 0)
    case .sequence, .table, .reverse, .take, .skip, .takeLast, .skipLast, .index, .memory: 0
    }
  }
}

extension QueryKey {
  fileprivate var depth: Int {
    if case .expression(let node) = self { node.depth } else { 0 }
  }
}
