/// Gives the elements of a running query one after the other; nil at the end.
public typealias Pull<Element> = () throws -> Element?

/// One step of a query: a source, or an operator on another step.
///
/// The typed half runs in memory. The untyped half, ``step`` and ``upstream``, is what an engine
/// reads to do as much as it can by itself. A class: queries are made again for each call, and a
/// reference is all that they copy.
public protocol QueryNode<Element>: AnyObject, Sendable {
  /// What the step gives.
  associatedtype Element

  /// What the step does.
  var step: QueryStep { get }

  /// The step before; nil for a source.
  var upstream: (any QueryNode)? { get }

  /// The other queries that the step reads.
  var others: [any QueryNode] { get }

  /// The engine that the query's elements come from; nil where they are in memory.
  var engine: (any QueryEngine)? { get }

  /// What a source reads from, where that may change; nil for other steps.
  var origin: (any QueryOrigin)? { get }

  /// The same step on another one, which gives elements of the same type as the one before.
  func attached(to upstream: any QueryNode) -> any QueryNode<Element>

  /// Runs the step in memory.
  func pull(_ run: QueryRun) throws -> Pull<Element>

  /// Runs the step in memory and gives all its elements.
  func collect(_ run: QueryRun) throws -> [Element]

  /// What makes elements of the rows that an engine computes; nil where the step makes no elements
  /// of its own but hands on those of the step before.
  func reader<Columns: ElementColumns>(_ columns: inout Columns) -> ElementReader<Element>?

  /// Makes elements of several rows each; nil where an element is one row. `step` goes to the next
  /// row, and is false behind the last.
  func gather<Columns: ElementColumns>(
    _ columns: inout Columns, _ step: @escaping () throws -> Bool
  ) -> Pull<Element>?
}

extension QueryNode {
  /// None.
  public var others: [any QueryNode] { [] }

  /// That of the step before.
  public var engine: (any QueryEngine)? { upstream?.engine }

  /// None.
  public var origin: (any QueryOrigin)? { nil }

  /// One after the other.
  public func collect(_ run: QueryRun) throws -> [Element] { try Linq.collect(pull(run)) }

  /// Nil: most steps hand elements on.
  public func reader<Columns: ElementColumns>(
    _ columns: inout Columns
  ) -> ElementReader<Element>? { nil }

  /// Nil: an element is one row.
  public func gather<Columns: ElementColumns>(
    _ columns: inout Columns, _ step: @escaping () throws -> Bool
  ) -> Pull<Element>? { nil }
}

extension QueryNode {
  /// All steps, the source first.
  public var steps: [QueryStep] { (upstream?.steps ?? []) + [step] }

  /// The node as one of a known element type: whoever attaches a step to another node makes sure
  /// that the elements are of the same type, so the cast cannot fail.
  package func giving<Other>() -> any QueryNode<Other> {
    guard let node = self as? any QueryNode<Other> else {
      preconditionFailure("a step for \(Other.self) cannot follow one that gives \(Element.self)")
    }
    return node
  }
}

/// An operator on the elements of one step.
final class OperatorNode<Source, Element>: QueryNode {
  let source: any QueryNode<Source>
  let step: QueryStep
  let body: @Sendable (@escaping Pull<Source>) throws -> Pull<Element>

  init(
    source: any QueryNode<Source>, step: QueryStep,
    body: @escaping @Sendable (@escaping Pull<Source>) throws -> Pull<Element>
  ) {
    self.source = source
    self.step = step
    self.body = body
  }

  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    OperatorNode(source: upstream.giving(), step: step, body: body)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> { try body(source.pull(run)) }
}

/// An operator on the elements of two queries. The second is read when it is needed: as a whole, or
/// one element after the other.
final class CombiningNode<First, Second, Element>: QueryNode {
  let first: any QueryNode<First>
  let second: any QueryNode<Second>
  let step: QueryStep
  let body:
    @Sendable (@escaping Pull<First>, @escaping () throws -> Pull<Second>) throws -> Pull<Element>

  init(
    first: any QueryNode<First>, second: any QueryNode<Second>, step: QueryStep,
    body:
      @escaping @Sendable (@escaping Pull<First>, @escaping () throws -> Pull<Second>) throws ->
      Pull<Element>
  ) {
    self.first = first
    self.second = second
    self.step = step
    self.body = body
  }

  var upstream: (any QueryNode)? { first }
  var others: [any QueryNode] { [second] }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    CombiningNode(first: upstream.giving(), second: second, step: step, body: body)
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
    if case .combine(let combination, _, _) = step, combination.readsSecondFirst { return true }
    return second.engine == nil
  }

  /// The second query, such that nothing is evaluated for elements that nobody asks for (S36).
  private var partlyRead: any QueryNode<Second> { Query(second).take(.max).node }
}

extension Query {
  /// The query with an operator at its end.
  @usableFromInline func then<Next>(
    _ step: QueryStep,
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Next>
  ) -> Query<Next> {
    then(OperatorNode(source: node, step: step, body: body))
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
