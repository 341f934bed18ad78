internal import LinqCore

/// The error of an expression that a statement ended in. It may concern an element that the chain
/// in memory never reaches, or come before the error that memory meets first.
struct ExpressionFailure: Error {
  let error: any Error
}

/// A planned query whose statement may end in an error of an expression: then memory decides (S38).
/// The whole chain runs in memory, in the same snapshot, and its outcome is the query's.
final class DecidedNode<Element>: QueryNode {
  private let planned: any QueryNode<Element>
  private let inMemory: @Sendable () -> any QueryNode<Element>

  /// - Parameters:
  ///   - planned: the query as it was planned.
  ///   - inMemory: makes the query as it runs in memory.
  init(
    _ planned: any QueryNode<Element>,
    orElse inMemory: @escaping @Sendable () -> any QueryNode<Element>
  ) {
    self.planned = planned
    self.inMemory = inMemory
  }

  var `operator`: QueryOperator { planned.operator }
  var upstream: (any QueryNode)? { nil }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> { self }

  func collect(_ run: QueryRun) throws -> [Element] {
    do {
      return try planned.collect(run)
    } catch let failure as ExpressionFailure {
      note(failure, run)
      return try inMemory().collect(run)
    }
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    var next = try planned.pull(run)
    var count = 0
    var isDecided = false
    return { [self] in
      do {
        // Elements have been given, and the statement may still fail.
        if count == 1, !isDecided { try (run.session as? QuerySession)?.keepSnapshot() }
        let element = try next()
        count += 1
        return element
      } catch let failure as ExpressionFailure where !isDecided {
        isDecided = true
        note(failure, run)
        next = try inMemory().pull(run)
        // The order is total: these are the elements that were given already.
        for _ in 0..<count { _ = try next() }
        return try next()
      }
    }
  }

  private func note(_ failure: ExpressionFailure, _ run: QueryRun) {
    (run.session as? QuerySession)?.failures.append(failure.error)
  }
}
