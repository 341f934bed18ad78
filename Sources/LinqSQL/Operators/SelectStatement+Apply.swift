internal import LinqCore

extension SelectStatement {
  /// Adds an operator to the statement, or throws the reason why it cannot be pushed down. The file
  /// named after each operator contains its translation.
  ///
  /// - Parameters:
  ///   - index: the operator's index in the chain.
  ///   - chain: the query.
  ///   - source: the table that the query begins with.
  mutating func apply(
    _ index: Int, of chain: IndexedChain, _ source: any SQLSource
  ) throws(Untranslatable) {
    let (next, node) = (chain.operators[index], chain.nodes[index])
    let isBlocking = next.traits.contains(.blocking)
    try checkSize(of: next)
    if !next.traits.contains(.givesPrefix) { evaluateElements() }
    try prepareReferences(for: next)
    defer { place.isReferenced = false }
    if projection.isGroup { try checkGroups(before: next) }
    if projection.hasNestedElements { try Self.checkArrays(before: next) }
    if next.comparesElements(of: elementType(chain.nodes[index - 1])),
      projection.hasRowsOfOwnEquality
    {
      throw Untranslatable(reason: "it compares rows with an == of their own")
    }
    if isBlocking { block() }
    switch next {
    case .filter(let condition): try filter(condition)
    case .compacted: try compact(node)
    case .select(let values): try select(values, node)
    case .sort(let key, let isDescending, let isSecondary):
      var followsSort = false
      if case .sort = chain.operators[index - 1] { followsSort = true }
      try sort(key, isDescending: isDescending, continues: isSecondary && followsSort)
    case .reverse: reverseOrder()
    case .take(let count): take(count)
    case .takeComputed(let count): try take(count)
    case .skip(let count): try skip(count)
    case .takeLast(let count): fromTheEnd { $0.take(count) }
    case .skipLast(let count): fromTheEnd { $0.offset = .number(count) }
    case .takeWhile(let condition): try split(condition, isTake: true)
    case .skipWhile(let condition): try split(condition, isTake: false)
    case .index: try number(node)
    case .pairwise: pair(node)
    case .windows(let key): try makeWindows(key, index, of: chain)
    case .chunk(let size): try chunk(size, node)
    case .chunked(let condition): try chunk(by: condition, node)
    case .distinct(let key): try distinct(key)
    case .group(let key, let element): try group(key, element, node)
    case .aggregate(let aggregate, let key): try self.aggregate(aggregate, key)
    case .combine(let combination, let key):
      try combine(combination, try other(chain.others[index][0], source), key)
    case .prepend: try prepend(try other(chain.others[index][0], source))
    case .defaultIfEmpty: try useIfEmpty(try other(chain.others[index][0], source))
    case .zip:
      try pairInOrder(node, try source.statement(of: chain.others[index][0], place.context))
    case .join(let join):
      try self.join(join, node, try source.statement(of: chain.others[index][0], place.context))
    case .selectMany(let array): try flatten(array, source)
    case .expand(let array, let key): try expand(array, key: key, node, source)
    case .sequence, .loaded, .table, .elements, .ofType, .shuffle, .aggregateBy, .verify, .build:
      throw Untranslatable(reason: "\(next.name) runs in memory always")
    }
    // The keys of the operator may fail as well.
    if isBlocking { block() }
    // An operator that nests the statement leaves no groups to read values of.
    guard !projection.isGroup || grouping != nil else {
      throw Untranslatable(reason: "it follows groups with items that are limited")
    }
  }

  /// Returns the statement of a second query with the same elements.
  private func other(
    _ chain: IndexedChain, _ source: any SQLSource
  ) throws(Untranslatable) -> SelectStatement {
    if chain.operators.count == 1, case .sequence = chain.operators[0] {
      return try SelectStatement(chain.nodes[0], like: self)
    }
    return try source.statement(of: chain, place.context)
  }

  /// Throws unless an operator can follow elements with arrays of rows, which are only built when
  /// they are read.
  private static func checkArrays(before next: QueryOperator) throws(Untranslatable) {
    switch next {
    case .filter, .compacted, .select, .selectMany, .sort, .reverse, .take, .takeComputed, .skip,
      .takeLast, .skipLast,
      .aggregate(.count, .element), .aggregate(.any, .element):
      break
    default: throw Untranslatable(reason: "it follows arrays of rows")
    }
  }

  func translator() -> Translator {
    Translator(projection: projection, place: place, sourceName: referenceName)
  }

  static func expression(
    _ expression: ExpressionNode?
  ) throws(Untranslatable) -> ExpressionNode {
    guard let expression else { throw Untranslatable.opaque }
    return expression
  }

  /// Returns the builder of a node's elements.
  static func builder(of node: any QueryNode) -> any AnyElementBuilder {
    guard let builder = node.elementBuilder else {
      preconditionFailure("\(node.operator.name) builds no elements")
    }
    return builder
  }
}

func elementType(_ node: any QueryNode) -> Any.Type {
  func open<Node: QueryNode>(_ node: Node) -> Any.Type { Node.Element.self }
  return open(node)
}
