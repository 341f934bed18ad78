internal import Foundation

/// Hands batches of work from one thread to another, a few ahead of the receiver at most.
///
/// `@unchecked Sendable`: the variables are touched only with `condition` locked.
package final class Handover<Batch: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let condition = NSCondition()
  private var batches: [Batch] = []
  private var end: Result<Void, any Error>?
  private var isAbandoned = false

  /// - Parameter capacity: how many batches may wait.
  package init(capacity: Int) { self.capacity = capacity }

  /// Gives a batch; waits while too many are waiting. False when nobody wants it any more.
  package func give(_ batch: Batch) -> Bool {
    condition.withLock {
      while batches.count >= capacity, !isAbandoned { condition.wait() }
      guard !isAbandoned else { return false }
      batches.append(batch)
      condition.signal()
      return true
    }
  }

  /// Says that there are no more batches, or why.
  package func end(_ result: Result<Void, any Error>) {
    condition.withLock {
      end = result
      condition.signal()
    }
  }

  /// The next batch; nil at the end.
  package func take() throws -> Batch? {
    try condition.withLock {
      while batches.isEmpty, end == nil { condition.wait() }
      guard batches.isEmpty else {
        condition.signal()
        return batches.removeFirst()
      }
      try end?.get()
      return nil
    }
  }

  /// Says that no more batches are wanted.
  package func abandon() {
    condition.withLock {
      isAbandoned = true
      condition.signal()
    }
  }
}
