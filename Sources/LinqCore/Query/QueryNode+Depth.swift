internal import StoreSupport

extension Query {
  /// Throws an error if the chain and its expressions are nested so deeply that running them would
  /// overflow the stack of the calling thread.
  package func checkDepth() throws {
    if mayBeDeep { try node.checkDepth() }
  }

  /// Whether the depth must be checked, which is not needed for most queries.
  var mayBeDeep: Bool { operatorCount >= ChainDepth.uncounted || ExpressionNode.someAreDeep }
}

/// Not a static member of `Query`, because each call would look up the metadata of that generic
/// type.
enum ChainDepth {
  /// The number of operators from which the depth is checked.
  static var uncounted: Int { 33 }
}

extension QueryNode {
  /// Throws an error if the chain and its expressions are nested so deeply that running them would
  /// overflow the stack of the calling thread.
  func checkDepth() throws {
    var operators = 0
    var deepest = 0
    var rest: [any QueryNode] = [self]
    while let node = rest.popLast() {
      operators += 1
      deepest = max(deepest, node.operator.depth)
      if let upstream = node.upstream { rest.append(upstream) }
      rest += node.allOthers
    }
    guard StackSpace.allows(levels: operators + deepest) else {
      throw QueryError.tooDeep(limit: StackSpace.levels)
    }
  }
}

extension QueryOperator {
  /// The depth of its deepest expression.
  package var depth: Int {
    var depth = 0
    forEachExpression { depth = max(depth, $0.depth) }
    return depth
  }
}
