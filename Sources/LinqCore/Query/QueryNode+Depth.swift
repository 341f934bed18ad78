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
      deepest = max(deepest, node.operator.depth)
      if let upstream = node.upstream { rest.append(upstream) }
      rest += node.others
    }
    guard StackSpace.allows(levels: operators + deepest) else {
      throw QueryError.tooDeep(limit: StackSpace.levels)
    }
  }
}

extension QueryOperator {
  /// The number of levels of its deepest expression.
  package var depth: Int {
    var depth = 0
    var copy = self
    copy.forEachExpression { depth = max(depth, $0.depth) }
    return depth
  }
}
