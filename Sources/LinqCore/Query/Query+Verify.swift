extension Queryable where Element: Sendable {
  /// Runs the query as it would run and once more in memory only, both on one state of the
  /// database, and throws the first difference. The promise of this library is that there is none;
  /// a translation of a computed property is a promise of the program's own.
  ///
  /// ```swift
  /// try await store.people.where { $0.fullName.hasPrefix("A") }.verify()
  /// ```
  ///
  /// - Throws: ``QueryDifference``, and the error of the query itself where both ways end in the
  ///   same.
  public func verify() async throws { try await verification.value().get() }

  /// Runs the query both ways; on the calling thread.
  public func verify() throws { try verification.value().get() }

  private var verification: Query<Result<Void, any Error>> {
    query.then(VerifyNode(source: query.node, original: query.node))
  }
}

/// The query whose one element is the outcome of running another one both ways.
func verification(of node: any QueryNode) -> any QueryNode<Result<Void, any Error>> {
  func open<Source: QueryNode>(_ source: Source) -> any QueryNode<Result<Void, any Error>> {
    VerifyNode<Source.Element>(source: source, original: source)
  }
  return open(node)
}

/// A query gave something else in memory than in SQL.
public struct QueryDifference: Error, Sendable, Hashable, CustomStringConvertible {
  /// The position of the first element that differs; the number of elements before the error where
  /// one of the ways ended in an error.
  public let index: Int
  /// What the query gave there as it was planned; nil for the end.
  public let planned: String?
  /// What it gave in memory; nil for the end.
  public let inMemory: String?

  /// A difference from its parts.
  public init(index: Int, planned: String?, inMemory: String?) {
    self.index = index
    self.planned = planned
    self.inMemory = inMemory
  }

  /// Where the two ways differ.
  public var description: String {
    "element \(index) differs: \(planned ?? "the end") as planned, "
      + "\(inMemory ?? "the end") in memory"
  }
}

private final class VerifyNode<Source>: QueryNode {
  typealias Element = Result<Void, any Error>

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
      let planned = outcome { try run.pull(original) }
      let memory = outcome {
        try QueryRun(session: run.session, policy: .memoryOnly).pull(original)
      }
      for index in 0..<max(planned.count, memory.count) {
        let (left, right) = (planned.element(index), memory.element(index))
        guard left == right else {
          return .failure(QueryDifference(index: index, planned: left, inMemory: right))
        }
      }
      return planned.error.map { .failure($0) } ?? .success(())
    }
  }

  /// The elements, written out, and the error that came after them.
  private func outcome(_ make: () throws -> Pull<Source>) -> Outcome {
    var outcome = Outcome()
    do {
      let next = try make()
      while let element = try next() { outcome.elements.append(String(reflecting: element)) }
    } catch {
      // How far a query came before it failed is no part of its result.
      outcome = Outcome(error: error)
    }
    return outcome
  }

  private struct Outcome {
    var elements: [String] = []
    var error: (any Error)?

    var count: Int { elements.count + (error == nil ? 0 : 1) }

    func element(_ index: Int) -> String? {
      index < elements.count ? elements[index] : error.map { "error: \($0)" }
    }
  }
}
