internal import LinqCore
internal import StoreEngine

/// A query that runs in another way, as a source of rows: nothing is put in place of its operators.
protocol WrappingNode<Element>: SourceNode {
  /// The query as it was.
  var query: any QueryNode<Element> { get }
}

extension WrappingNode {
  var `operator`: QueryOperator { query.operator }
}

/// A query in memory whose rows may have values that cannot be read. Such a value is an error where
/// it is evaluated: in an expression, in a closure of the program, or in a result.
final class DeferringNode<Element>: WrappingNode {
  let query: any QueryNode<Element>

  init(_ query: any QueryNode<Element>) { self.query = query }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    (run.session as? QuerySession)?.startDeferring()
    let run = QueryRun(session: run.session, policy: .memoryOnly)
    let next = try decided { try WholeElementsNode(query).pull(run) }
    return { try self.decided(next) }
  }

  /// Nothing else decides about an error of a statement.
  private func decided<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as ExpressionFailure { throw failure.error }
  }
}

/// The elements of a query, each of which is checked for values that could not be read, because
/// what follows needs all of its values.
final class WholeElementsNode<Element>: WrappingNode {
  let query: any QueryNode<Element>

  init(_ query: any QueryNode<Element>) { self.query = query }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try query.pull(run.needingWholeOthers(false))
    guard let unreadable = (run.session as? QuerySession)?.unreadable else { return next }
    return {
      // Another thread may pull the elements of a stream.
      if !unreadable.isEmpty { unreadable.attach() }
      guard let element = try next() else { return nil }
      if !unreadable.isEmpty { try unreadable.checkAll(of: element) }
      return element
    }
  }
}

/// An operator that needs each value of the elements of its other queries. The operators before it,
/// in a ``WholeElementsNode``, need not.
private final class WholeOthersNode<Element>: WrappingNode {
  let query: any QueryNode<Element>

  init(_ query: any QueryNode<Element>) { self.query = query }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    try query.pull(run.needingWholeOthers(true))
  }
}

extension QuerySession {
  /// Makes the rows of the run known whose values cannot be read.
  func startDeferring() { unreadable = unreadable ?? UnreadableValues() }
}

extension QueryRun {
  /// Returns the elements that an operator reads from another query. They are checked for values
  /// that could not be read if it needs each of their values.
  func checked<Element>(_ other: any QueryNode<Element>) -> any QueryNode<Element> {
    needsWholeOthers ? WholeElementsNode(other) : other
  }
}

extension QuerySession: QueryRunState {
  // A query of a sequence may read tables, too.
  func prepare<Element>(
    _ node: any QueryNode<Element>, in run: QueryRun
  ) -> any QueryNode<Element> {
    guard unreadable != nil else { return node }
    let chain = node.chain
    return run.checked(checkedChain(chain.dropFirst(), on: chain[0]).cast())
  }
}

/// Returns a chain of operators on other rows.
///
/// - Parameter times: gets the times of the rows and of each operator, if somebody asks for them.
func newChain(
  _ operators: some Sequence<any QueryNode>, on rows: any QueryNode, _ times: OperatorTimes? = nil
) -> any QueryNode {
  guard let times else { return operators.reduce(rows) { $1.withUpstream($0) } }
  let chain = operators.reduce(rows) { before, next in
    next.withUpstream(times.measuring(before, before: next.operator))
  }
  return times.measuring(chain, before: nil)
}

/// Returns a chain of operators on other rows. Where an operator needs each value of its elements,
/// they are checked for values that could not be read.
func checkedChain(
  _ operators: some Collection<any QueryNode>, on rows: any QueryNode, _ times: OperatorTimes? = nil
) -> any QueryNode {
  var current = rows
  var isSorting = false
  for (place, next) in operators.enumerated() {
    var needsWholes = false
    if let times { current = times.measuring(current, before: next.operator) }
    // A secondary sort continues the one before it, which gets the whole elements for both.
    if !(isSorting && next.operator.continuesSort) {
      let type = elementType(current)
      let sorts = operators.dropFirst(place + 1).lazy.map(\.operator).prefix { $0.continuesSort }
      needsWholes =
        next.operator.needsWholeElements(of: type)
        || next.operator.isSort && sorts.contains { $0.needsWholeElements(of: type) }
    }
    isSorting = next.operator.isSort
    current = next.withUpstream(needsWholes ? checkingElements(of: current) : current)
    if needsWholes, !next.others.isEmpty { current = checkingOthers(of: current) }
  }
  return times?.measuring(current, before: nil) ?? current
}

/// Returns the same query, each of whose elements is checked for values that could not be read.
private func checkingElements(of query: any QueryNode) -> any QueryNode {
  func open<Node: QueryNode>(_ node: Node) -> any QueryNode { WholeElementsNode(node) }
  return open(query)
}

/// Returns the same operator, which checks the elements of its other queries for such values.
private func checkingOthers(of query: any QueryNode) -> any QueryNode {
  func open<Node: QueryNode>(_ node: Node) -> any QueryNode { WholeOthersNode(node) }
  return open(query)
}
