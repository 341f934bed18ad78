internal import LinqCore
internal import StoreEngine

/// A query in memory whose rows may have values that cannot be read. Such a value is an error where
/// it is evaluated: in an expression, in a closure of the program, or in a result.
final class DeferringNode<Element>: QueryNode {
  private let query: any QueryNode<Element>

  init(_ query: any QueryNode<Element>) { self.query = query }

  var `operator`: QueryOperator { query.operator }
  var upstream: (any QueryNode)? { nil }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> { self }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    (run.session as? QuerySession)?.startDeferring()
    let run = QueryRun(session: run.session, policy: .memoryOnly)
    let next = try decided { try WholeElementsNode(query, others: []).pull(run) }
    return { try self.decided(next) }
  }

  /// Nothing else decides about an error of a statement.
  private func decided<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as ExpressionFailure { throw failure.error }
  }
}

/// The elements of a query, each of which is checked for values that could not be read, because
/// what follows needs all of its values.
final class WholeElementsNode<Element>: QueryNode {
  private let query: any QueryNode<Element>
  private let wholes: [any QueryNode]

  /// - Parameter others: other queries whose elements are to be checked as well.
  init(_ query: any QueryNode<Element>, others: [any QueryNode]) {
    self.query = query
    wholes = others
  }

  var `operator`: QueryOperator { query.operator }
  var upstream: (any QueryNode)? { nil }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> { self }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    guard let session = run.session as? QuerySession, let unreadable = session.unreadable else {
      return try query.pull(run)
    }
    session.wholeQueries.formUnion(wholes.map { ObjectIdentifier($0) })
    let next = try query.pull(run)
    return {
      // Another thread may pull the elements of a stream.
      if !unreadable.isEmpty { unreadable.attach() }
      guard let element = try next() else { return nil }
      if !unreadable.isEmpty { try unreadable.checkAll(of: element) }
      return element
    }
  }
}

extension QuerySession {
  /// Makes the rows of the run known whose values cannot be read.
  func startDeferring() { unreadable = unreadable ?? UnreadableValues() }

  /// Returns a part of a run with values that could not be read. Its elements are checked for them
  /// if each of their values is needed.
  ///
  /// - Parameter node: the query as it was written.
  func checking<Element>(
    _ part: any QueryNode<Element>, of node: any QueryNode, in run: QueryRun
  ) -> any QueryNode<Element> {
    // A subquery may be of the very query whose elements are needed elsewhere.
    guard !run.isOfSubquery, needsWholeElements(of: node) else { return part }
    return WholeElementsNode(part, others: [])
  }

  /// Returns whether each value of the elements of a query is needed.
  private func needsWholeElements(of query: any QueryNode) -> Bool {
    wholeQueries.contains(ObjectIdentifier(query))
      || query.upstream.map { wholeQueries.contains(ObjectIdentifier($0)) } == true
  }
}

extension QuerySession: QueryRunState {
  // A query of a sequence may read tables, too.
  func prepare<Element>(
    _ node: any QueryNode<Element>, in run: QueryRun
  ) -> any QueryNode<Element> {
    guard unreadable != nil else { return node }
    let chain = node.chain
    return checking(checkedChain(chain.dropFirst(), on: chain[0]).cast(), of: node, in: run)
  }
}

/// Returns a chain of operators on other rows.
func newChain(
  _ operators: some Sequence<any QueryNode>, on rows: any QueryNode
) -> any QueryNode {
  operators.reduce(rows) { $1.withUpstream($0) }
}

/// Returns a chain of operators on other rows. Where an operator needs each value of its elements,
/// they are checked for values that could not be read.
func checkedChain(
  _ operators: some Collection<any QueryNode>, on rows: any QueryNode
) -> any QueryNode {
  var current = rows
  var isSorting = false
  for (place, next) in operators.enumerated() {
    // A secondary sort continues the one before it, which gets the whole elements for both.
    if !(isSorting && next.operator.continuesSort) {
      let type = elementType(current)
      let sorts = operators.dropFirst(place + 1).lazy.map(\.operator).prefix { $0.continuesSort }
      if next.operator.needsWholeElements(of: type)
        || next.operator.isSort && sorts.contains(where: { $0.needsWholeElements(of: type) })
      {
        current = checkingWholeElements(of: current, others: next.others)
      }
    }
    isSorting = next.operator.isSort
    current = next.withUpstream(current)
  }
  return current
}

/// Returns the same query, each of whose elements is checked for values that could not be read.
private func checkingWholeElements(
  of query: any QueryNode, others: [any QueryNode]
) -> any QueryNode {
  func open<Node: QueryNode>(_ node: Node) -> any QueryNode {
    WholeElementsNode<Node.Element>(node, others: others)
  }
  return open(query)
}
