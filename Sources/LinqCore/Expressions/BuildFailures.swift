internal import StoreSupport
internal import Synchronization

/// What went wrong while closures of operators were called: they cannot throw, so the query that
/// they are for is an error when it runs.
package enum BuildFailures {
  /// How many there are: as a rule none.
  private static let count = Atomic<Int>(0)
  private static let failures = Locked<[ThreadIdentity: any Error & Sendable]>([:])

  /// Notes what went wrong in the closure that runs on this thread.
  static func add(_ error: any Error & Sendable) {
    failures.withLock { failures in
      failures[.current] = error
      count.store(failures.count, ordering: .releasing)
    }
  }

  /// What went wrong in the closure that has just been called on this thread.
  package static func take() -> (any Error & Sendable)? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    return failures.withLock { failures in
      defer { count.store(failures.count, ordering: .releasing) }
      return failures.removeValue(forKey: .current)
    }
  }
}

/// The source of a query that cannot run: every run, plan and report of it is an error.
final class FailedNode<Element>: QueryNode {
  private let error: any Error & Sendable

  init(_ error: any Error & Sendable) { self.error = error }

  var `operator`: QueryOperator { .loaded("failed") }
  var upstream: (any QueryNode)? { nil }
  var engine: (any QueryEngine)? { FailedEngine(error: error) }
  var origin: (any QueryOrigin)? { engine }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> { self }

  func pull(_ run: QueryRun) throws -> Pull<Element> { throw error }
}

/// Runs nothing.
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
  ) throws -> QueryReport { throw error }

  func pull<Element>(_ node: any QueryNode<Element>, in run: QueryRun) throws -> Pull<Element> {
    throw error
  }
}
