internal import StoreSupport
internal import Synchronization

/// Errors recorded while the closures of operators are called. These closures cannot throw, so the
/// query that they belong to throws the error when it runs.
package enum BuildFailures {
  /// The number of recorded errors: normally 0.
  private static let count = Atomic<Int>(0)
  private static let failures = Locked<[ThreadIdentity: any Error & Sendable]>([:])

  /// Records an error of the closure that runs on this thread, if it is the first one.
  static func add(_ error: any Error & Sendable) {
    failures.withLock { failures in
      failures[.current] = failures[.current] ?? error
      count.store(failures.count, ordering: .releasing)
    }
  }

  /// Removes and returns the error of the closure that has just been called on this thread, if any.
  package static func take() -> (any Error & Sendable)? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    return failures.withLock { failures in
      defer { count.store(failures.count, ordering: .releasing) }
      return failures.removeValue(forKey: .current)
    }
  }
}

/// The source of a query that cannot run: every run, plan and report of it throws the error.
final class FailedNode<Element>: SourceNode {
  private let error: any Error & Sendable

  init(_ error: any Error & Sendable) { self.error = error }

  var `operator`: QueryOperator { .loaded("failed") }
  var engine: (any QueryEngine)? { FailedEngine(error: error) }
  var origin: (any QueryOrigin)? { engine }

  func pull(_ run: QueryRun) throws -> Pull<Element> { throw error }
}

/// The engine of a query that cannot run: every operation throws the error.
private struct FailedEngine: QueryEngine {
  let error: any Error & Sendable

  func isSame(as other: any QueryOrigin) -> Bool { other is FailedEngine }

  func observe<Element: Sendable>(_ query: Query<Element>) throws -> any QueryObserver<Element> {
    throw error
  }

  func run<Element, Result: Sendable>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result { throw error }

  func run<Element, Result>(
    _ node: any QueryNode<Element>, policy: QueryPolicy,
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result { throw error }

  func plan(_ node: any QueryNode, policy: QueryPolicy) throws -> QueryPlan { throw error }

  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) async throws -> QueryReport { throw error }

  func report<Element>(
    _ node: any QueryNode<Element>, policy: QueryPolicy
  ) throws -> QueryReport { throw error }

  func pull<Element>(_ node: any QueryNode<Element>, in run: QueryRun) throws -> Pull<Element> {
    throw error
  }
}
