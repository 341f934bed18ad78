/// Returns the next element of a running query; nil at the end.
@usableFromInline package typealias Pull<Element> = () throws -> Element?

/// One operator of a query: a source, or an operator on the elements of another node.
///
/// The typed half runs in memory. The untyped half, ``operator`` and ``upstream``, is what an
/// engine reads to do as much as it can by itself. A class: queries are made again for each call,
/// and a reference is all that they copy.
package protocol QueryNode<Element>: AnyObject, Sendable {
  /// The type of the elements.
  associatedtype Element

  /// What the node does.
  var `operator`: QueryOperator { get }

  /// The node whose elements it reads; nil for a source.
  var upstream: (any QueryNode)? { get }

  /// The other queries that it reads.
  var others: [any QueryNode] { get }

  /// The engine that the query's elements come from; nil where they are in memory.
  var engine: (any QueryEngine)? { get }

  /// What a source reads from, where that may change; nil for other nodes.
  var origin: (any QueryOrigin)? { get }

  /// Returns the same operator on another node, whose elements are of the same type.
  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element>

  /// Runs in memory.
  func pull(_ run: QueryRun) throws -> Pull<Element>

  /// Runs in memory and returns all elements.
  func collect(_ run: QueryRun) throws -> [Element]

  /// Builds the elements from the columns that an engine computes; nil where the operator builds no
  /// elements of its own.
  var elementBuilder: (any AnyElementBuilder)? { get }

  /// Builds the elements from several rows each; nil where an element is one row.
  var groupReader: (any AnyGroupReader)? { get }
}

extension QueryNode {
  /// Reads no other queries.
  package var others: [any QueryNode] { [] }

  /// The engine of the upstream node.
  package var engine: (any QueryEngine)? { upstream?.engine }

  /// Has no origin of its own.
  package var origin: (any QueryOrigin)? { nil }

  /// Collects what ``pull(_:)`` gives.
  package func collect(_ run: QueryRun) throws -> [Element] { try LinqCore.collect(pull(run)) }

  /// Builds no elements of its own.
  package var elementBuilder: (any AnyElementBuilder)? { nil }

  /// Gives one element of each row.
  package var groupReader: (any AnyGroupReader)? { nil }
}

extension QueryNode {
  /// All operators, the source first.
  package var operators: [QueryOperator] { (upstream?.operators ?? []) + [self.operator] }

  /// The node as one of a known element type: the caller knows that the elements are of that type,
  /// so the cast cannot fail.
  package func cast<Other>(to type: Other.Type = Other.self) -> any QueryNode<Other> {
    guard let node = self as? any QueryNode<Other> else {
      preconditionFailure("a query of \(Element.self) was used as one of \(Other.self)")
    }
    return node
  }
}

/// An operator on the elements of one query.
final class OperatorNode<Source, Element>: QueryNode {
  let source: any QueryNode<Source>
  let `operator`: QueryOperator
  let body: @Sendable (@escaping Pull<Source>) throws -> Pull<Element>

  init(
    _ operator: QueryOperator, on source: any QueryNode<Source>,
    body: @escaping @Sendable (@escaping Pull<Source>) throws -> Pull<Element>
  ) {
    self.source = source
    self.operator = `operator`
    self.body = body
  }

  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    OperatorNode(`operator`, on: upstream.cast(), body: body)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> { try body(source.pull(run)) }
}

/// An operator on the elements of two queries. The second is read when it is needed: as a whole, or
/// one element after the other.
final class CombiningNode<First, Second, Element>: QueryNode {
  let first: any QueryNode<First>
  let second: any QueryNode<Second>
  let `operator`: QueryOperator
  let body:
    @Sendable (@escaping Pull<First>, @escaping () throws -> Pull<Second>) throws -> Pull<Element>

  init(
    _ operator: QueryOperator, _ first: any QueryNode<First>, _ second: any QueryNode<Second>,
    body:
      @escaping @Sendable (@escaping Pull<First>, @escaping () throws -> Pull<Second>) throws ->
      Pull<Element>
  ) {
    self.first = first
    self.second = second
    self.operator = `operator`
    self.body = body
  }

  var upstream: (any QueryNode)? { first }
  var others: [any QueryNode] { [second] }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    CombiningNode(`operator`, upstream.cast(), second, body: body)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let first = try first.pull(run)
    var combined: Pull<Element>?
    return { [self] in
      if let combined { return try combined() }
      let made = try body(first) { [self] in try run.pull(readsAll ? second : partlyRead) }
      combined = made
      return try made()
    }
  }

  /// Whether the second query is read to its end in any case.
  private var readsAll: Bool {
    if case .combine(let combination, _) = `operator`, combination.readsSecondFirst { return true }
    return second.engine == nil
  }

  /// The second query, such that nothing is evaluated for elements that are not asked for (S36).
  private var partlyRead: any QueryNode<Second> { Query(second).take(.max).node }
}

extension Query {
  /// The query with an operator at its end.
  func then<Next>(
    _ operator: QueryOperator,
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Next>
  ) -> Query<Next> {
    then(OperatorNode(`operator`, on: node, body: body))
  }
}

/// A pull that is made when the first element is asked for.
func deferred<Element>(_ make: @escaping () throws -> Pull<Element>) -> Pull<Element> {
  var pull: Pull<Element>?
  return {
    if let pull { return try pull() }
    let made = try make()
    pull = made
    return try made()
  }
}

/// A pull of elements that are there already.
func pull<Elements: Sequence>(of elements: Elements) -> Pull<Elements.Element> {
  var iterator = elements.makeIterator()
  return { iterator.next() }
}

/// All elements of a pull.
func collect<Element>(_ next: Pull<Element>) throws -> [Element] {
  var elements: [Element] = []
  while let element = try next() { elements.append(element) }
  return elements
}
