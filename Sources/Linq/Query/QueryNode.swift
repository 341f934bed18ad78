/// Gives the elements of a running query one after the other; nil at the end.
public typealias Pull<Element> = () throws -> Element?

/// One step of a query: a source, or an operator on another step.
///
/// The typed half runs in memory. The untyped half, ``step`` and ``upstream``, is what an engine
/// reads to do as much as it can by itself.
public protocol QueryNode<Element>: Sendable {
  /// What the step gives.
  associatedtype Element

  /// What the step does.
  var step: QueryStep { get }

  /// The step before; nil for a source.
  var upstream: (any QueryNode)? { get }

  /// The same step on another one, which gives elements of the same type as the one before.
  func attached(to upstream: any QueryNode) -> any QueryNode<Element>

  /// Runs the step in memory.
  func pull(_ run: QueryRun) throws -> Pull<Element>

  /// Makes an element of values that an engine has computed; nil where the step makes no elements of
  /// its own but hands on those of the step before.
  func element(from values: inout some ValueSource) throws -> Element?
}

extension QueryNode {
  /// Nil: most steps hand elements on.
  public func element(from values: inout some ValueSource) throws -> Element? { nil }
}

/// The values of an element that an engine has computed, one after the other.
public protocol ValueSource {
  /// The next value.
  mutating func next<Value>(_ type: Value.Type) throws -> Value
}

/// What one run of a query is about: the engine's state, for the sources that need it.
public struct QueryRun {
  /// What the engine keeps for the run, a connection for example; nil in memory.
  public let session: AnyObject?

  /// A run with an engine's state.
  public init(session: AnyObject? = nil) { self.session = session }
}

extension QueryNode {
  /// The engine that the query's elements come from; nil where they are in memory.
  var engine: (any QueryEngine)? {
    if case .table(let table) = step { return table.engine }
    return upstream?.engine
  }
}

/// A database that runs queries.
public protocol QueryEngine: Sendable {
  /// Runs a query without blocking the calling thread; `body` gets its elements.
  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (Pull<Element>) throws -> Result
  ) async throws -> Result

  /// Runs a query on the calling thread; `body` gets its elements.
  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy, _ body: (Pull<Element>) throws -> Result
  ) throws -> Result

  /// Says how a query would run.
  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan
}

/// A table of an engine, as a source of queries.
public protocol QueryTable: Sendable {
  /// The table's name.
  var name: String { get }

  /// The engine that has it.
  var engine: any QueryEngine { get }
}
