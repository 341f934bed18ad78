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

  /// Returns whether each value of the elements of a query is needed.
  func needsWholeElements(of query: any QueryNode) -> Bool {
    wholeQueries.contains(ObjectIdentifier(query))
      || query.upstream.map { wholeQueries.contains(ObjectIdentifier($0)) } == true
  }
}

/// Returns the same query, each of whose elements is checked for values that could not be read.
func checkingWholeElements(
  of query: any QueryNode, others: [any QueryNode] = []
) -> any QueryNode {
  func open<Node: QueryNode>(_ node: Node) -> any QueryNode {
    WholeElementsNode<Node.Element>(node, others: others)
  }
  return open(query)
}
