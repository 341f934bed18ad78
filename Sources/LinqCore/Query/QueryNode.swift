internal import StoreSupport

/// Returns the next element of a running query, or nil at the end.
///
/// Work in memory loops over pulls. Those that begin a chain, ``pull(of:)`` and the rows of an
/// engine, throw if the run has to end, so each loop over a pull ends then. A loop over a
/// collection does not, so it is written with one of the functions of `StoreSupport` that check,
/// such as `mapUnlessInterrupted`.
@usableFromInline package typealias Pull<Element> = () throws -> Element?

/// A node of a query: a source, or an operator on the elements of another node.
///
/// The typed members run in memory. An engine reads the untyped members, ``operator`` and
/// ``upstream``, to execute as much as it can in SQL. Nodes are classes because queries are built
/// again for each call, and copying one copies only a reference.
package protocol QueryNode<Element>: AnyObject, Sendable {
  /// The type of the elements.
  associatedtype Element

  /// The operation of the node.
  var `operator`: QueryOperator { get }

  /// The node that it reads its elements from; nil for a source.
  var upstream: (any QueryNode)? { get }

  /// The parameter of its closure, if it is an operator of a subquery with one.
  var parameter: ExpressionParameter? { get }

  /// Whether it is an operator of a subquery, whose expressions may have elements around it.
  var isPartOfSubquery: Bool { get }

  /// The other queries that it combines with its own.
  var others: [any QueryNode] { get }

  /// The engine that runs the query; nil if only memory does.
  var engine: (any QueryEngine)? { get }

  /// The origin of a source whose contents may change; nil for other nodes.
  var origin: (any QueryOrigin)? { get }

  /// Returns the same operator with another upstream, whose elements are of the same type.
  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element>

  /// Starts a run in memory and returns a pull of its elements.
  func pull(_ run: QueryRun) throws -> Pull<Element>

  /// Runs in memory and returns all elements.
  func collect(_ run: QueryRun) throws -> [Element]

  /// Builds the elements from the columns that an engine computes; nil if the operator does not
  /// build elements.
  var elementBuilder: (any AnyElementBuilder)? { get }

  /// Builds the elements from several rows each; nil if an element is one row.
  var groupReader: (any AnyGroupReader)? { get }

  /// Makes the elements from those for consecutive parts of the rows; nil if that takes all rows.
  var merging: PartMerging<Element>? { get }
}

extension QueryNode {
  /// The default is nil.
  package var parameter: ExpressionParameter? { nil }

  /// The default is an operator of a query.
  package var isPartOfSubquery: Bool { false }

  /// The default is no other queries.
  package var others: [any QueryNode] { [] }

  /// The engine of the upstream node. A query of a sequence in memory has the engine of the first
  /// table that an operator reads.
  package var engine: (any QueryEngine)? {
    if let engine = upstream?.engine { return engine }
    return isOfSequence ? allOthers.lazy.compactMap(\.engine).first : nil
  }

  /// Whether it is an operator on the elements of a sequence in memory.
  private var isOfSequence: Bool {
    guard var source = upstream else { return false }
    while let upstream = source.upstream { source = upstream }
    if case .sequence = source.operator { return true }
    return false
  }

  /// The default is no origin.
  package var origin: (any QueryOrigin)? { nil }

  /// Collects the elements of ``pull(_:)``.
  package func collect(_ run: QueryRun) throws -> [Element] { try LinqCore.collect(pull(run)) }

  /// The default is no builder.
  package var elementBuilder: (any AnyElementBuilder)? { nil }

  /// The default is nil: an element is one row.
  package var groupReader: (any AnyGroupReader)? { nil }
}

extension QueryNode {
  /// All operators, the source first.
  package var operators: [QueryOperator] { (upstream?.operators ?? []) + [self.operator] }

  /// Casts the node to one with a known element type. The caller guarantees that the elements are
  /// of that type, so the cast cannot fail.
  package func cast<Other>() -> any QueryNode<Other> {
    guard let node = self as? any QueryNode<Other> else {
      preconditionFailure("a query of \(Element.self) was used as one of \(Other.self)")
    }
    return node
  }
}

/// A node that reads its elements from no other one.
package protocol SourceNode<Element>: QueryNode {}

extension SourceNode {
  package var upstream: (any QueryNode)? { nil }

  package func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> { self }
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

/// An operator on the elements of two queries. The second query is run only when it is needed. It
/// is read completely or one element at a time, depending on the operator.
final class CombiningNode<First, Second, Element>: QueryNode {
  let first: any QueryNode<First>
  let second: any QueryNode<Second>
  let `operator`: QueryOperator
  let elementBuilder: (any AnyElementBuilder)?
  let body:
    @Sendable (@escaping Pull<First>, @escaping () throws -> Pull<Second>) throws -> Pull<Element>

  /// Creates an operator.
  ///
  /// - Parameter builder: the builder of the elements, if the operator makes other ones.
  init(
    _ operator: QueryOperator, _ first: any QueryNode<First>, _ second: any QueryNode<Second>,
    builder: ElementBuilder<Element>? = nil,
    body:
      @escaping @Sendable (@escaping Pull<First>, @escaping () throws -> Pull<Second>) throws ->
      Pull<Element>
  ) {
    self.first = first
    self.second = second
    self.operator = `operator`
    elementBuilder = builder
    self.body = body
  }

  var upstream: (any QueryNode)? { first }
  var others: [any QueryNode] { [second] }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    CombiningNode(
      `operator`, upstream.cast(), second, builder: elementBuilder as? ElementBuilder<Element>,
      body: body)
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

  /// Whether the second query is always read to its end.
  private var readsAll: Bool {
    if case .combine(let combination, _) = `operator`, combination.readsSecondFirst { return true }
    return second.engine == nil
  }

  /// The second query, changed so that elements that are not pulled are not evaluated (S36).
  private var partlyRead: any QueryNode<Second> { Query(second).take(.max).node }
}

extension Query {
  /// Returns the query with an operator at its end.
  func then<Next>(
    _ operator: QueryOperator,
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Next>
  ) -> Query<Next> {
    then(OperatorNode(`operator`, on: node, body: body))
  }
}

/// Returns a pull that is created when the first element is pulled.
func deferred<Element>(_ make: @escaping () throws -> Pull<Element>) -> Pull<Element> {
  var pull: Pull<Element>?
  return {
    if let pull { return try pull() }
    let made = try make()
    pull = made
    return try made()
  }
}

/// Returns a pull of the elements of a sequence.
func pull<Elements: Sequence>(of elements: Elements) -> Pull<Elements.Element> {
  var iterator = InterruptibleIterator(elements.makeIterator())
  return { try iterator.next() }
}

/// Returns a pull of the elements of all sequences that a closure makes, one after the other.
func flattening<Element, Values: Sequence>(
  _ next: @escaping Pull<Element>, _ values: @escaping (Element) throws -> Values
) -> Pull<Values.Element> {
  var state = (iterator: Values.Iterator?.none, check: InterruptionCheck())
  return {
    while true {
      try state.check()
      if let value = state.iterator?.next() { return value }
      guard let element = try next() else { return nil }
      state.iterator = try values(element).makeIterator()
    }
  }
}

/// Returns the number of elements of a pull.
@Sendable package func elementCount<Element>(_ next: Pull<Element>) throws -> Int {
  var count = 0
  while try next() != nil { count += 1 }
  return count
}

/// Returns all elements of a pull.
package func collect<Element>(_ next: Pull<Element>) throws -> [Element] {
  var elements: [Element] = []
  var meter = MemoryMeter<Element>()
  while let element = try next() {
    try meter.keep(element)
    elements.append(element)
  }
  return elements
}
