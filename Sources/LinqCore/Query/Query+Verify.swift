internal import StoreSupport

extension Queryable where Element: Sendable {
  /// Runs the query as planned and again in memory only, both on the same state of the database,
  /// and throws the first difference. The library guarantees that there is none, except that the
  /// SQL translation of a computed property is the responsibility of the program.
  ///
  /// ```swift
  /// try await store.people.where { $0.fullName.hasPrefix("A") }.verify()
  /// ```
  ///
  /// The policy ``QueryPolicy/allowFallback(maxRows:)`` limits the number of elements too: all of
  /// them are kept for the comparison.
  ///
  /// - Throws: ``QueryDifference``, or the error of the query if it throws the same error both
  ///   ways.
  public func verify() async throws { try await verification().value().get() }

  /// Runs the query both ways on the calling thread and throws the first difference.
  public func verify() throws { try verification().value().get() }

  private func verification() throws -> Query<Verification> {
    var query = query
    if query.policy == .requireSQL {
      try plan().operators.requireSQL()
      // The comparison itself is no SQL.
      query = query.policy(.automatic)
    }
    return query.then(VerifyNode(source: query.node, original: query.node))
  }
}

/// Returns a query whose one element is the outcome of running another query both ways.
func verification(of node: any QueryNode) -> any QueryNode<Verification> {
  func open<Source: QueryNode>(_ source: Source) -> any QueryNode<Verification> {
    VerifyNode<Source.Element>(source: source, original: source)
  }
  return open(node)
}

/// A difference between the results of a query as planned and in memory.
public struct QueryDifference: Error, Sendable, Hashable, CustomStringConvertible {
  /// The index of the first element that differs, or 0 if one of the runs threw an error.
  public let index: Int
  /// The element at the index in the planned run, or nil at the end.
  public let planned: String?
  /// The element at the index in the run in memory, or nil at the end.
  public let inMemory: String?

  /// Creates a difference.
  public init(index: Int, planned: String?, inMemory: String?) {
    self.index = index
    self.planned = planned
    self.inMemory = inMemory
  }

  /// A description of the difference.
  public var description: String {
    "element \(index) differs: \(planned ?? "the end") as planned, "
      + "\(inMemory ?? "the end") in memory"
  }
}

/// The outcome of running a query both ways.
package enum Verification {
  case same
  /// A difference, or the error of the query.
  case different(any Error)

  package func get() throws { if case .different(let error) = self { throw error } }
}

private final class VerifyNode<Source>: QueryNode {
  typealias Element = Verification

  let source: any QueryNode<Source>
  let original: any QueryNode<Source>

  init(source: any QueryNode<Source>, original: any QueryNode<Source>) {
    self.source = source
    self.original = original
  }

  var `operator`: QueryOperator { .verify }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    VerifyNode(source: upstream.cast(), original: original)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    once { [self] in
      var limit = Int.max
      if let maxRows = run.policy.maxRows { limit = maxRows }
      let planned = try outcome(limit) { try run.pull(original) }
      let memory = try outcome(limit) {
        try QueryRun(session: run.session, policy: .memoryOnly).pull(original)
      }
      if let error = planned.error as? any RunEndingError, error.isDecidedInMemory {
        return memory.error.map { .different($0) } ?? .same
      }
      for index in 0..<max(planned.count, memory.count) {
        guard !planned.isSame(as: memory, at: index) else { continue }
        return .different(
          QueryDifference(
            index: index, planned: planned.text(index), inMemory: memory.text(index)))
      }
      return planned.error.map { .different($0) } ?? .same
    }
  }

  /// Runs a query and returns the elements, or the error that it threw.
  ///
  /// - Parameter limit: the number of elements that may be compared.
  private func outcome(_ limit: Int, _ make: () throws -> Pull<Source>) throws -> Outcome {
    var outcome = Outcome()
    do {
      let next = try make()
      while outcome.count <= limit, let element = try next() {
        outcome.elements.append(element)
      }
    } catch {
      // Where a run was asked to end is no result.
      try Interruption.check()
      // How many elements a query returned before it failed is not a part of its result.
      outcome = Outcome(error: error)
    }
    guard outcome.count <= limit else { throw QueryError.tooManyRows(limit: limit) }
    return outcome
  }

  private struct Outcome {
    var elements: [Source] = []
    var error: (any Error)?

    var count: Int { elements.count + (error == nil ? 0 : 1) }

    func text(_ index: Int) -> String? {
      index < elements.count ? String(reflecting: elements[index]) : error.map { "error: \($0)" }
    }

    func isSame(as other: Outcome, at index: Int) -> Bool {
      guard index < elements.count, index < other.elements.count else {
        return text(index) == other.text(index)
      }
      return areSame(elements[index], other.elements[index])
    }
  }
}
