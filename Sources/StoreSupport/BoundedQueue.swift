internal import Foundation

/// A bounded queue between a thread that produces elements and a consumer, which waits on a thread
/// or in a task.
///
/// `@unchecked Sendable`: the variables are touched only with `condition` locked.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let lookahead: Int
  private let condition = NSCondition()
  private var elements: [Element] = []
  /// The index of the next element.
  private var first = 0
  private var outcome: Result<Void, any Error>?
  private var isCancelled = false
  private var isAwaited = false
  private var waiting: CheckedContinuation<Element?, any Error>?

  /// - Parameter lookahead: how many elements may wait for the consumer. With 0 there is room only
  ///   while the consumer waits.
  package init(lookahead: Int) { self.lookahead = lookahead }

  /// Blocks until there is room for an element; false when the consumer wants no more.
  package func waitForRoom() -> Bool {
    condition.withLock {
      while !isCancelled, waiting == nil, !isAwaited, elements.count - first >= lookahead {
        condition.wait()
      }
      return !isCancelled
    }
  }

  /// Adds an element, for which there is room.
  package func enqueue(_ element: Element) {
    let continuation = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
      if let waiting {
        self.waiting = nil
        return waiting
      }
      isAwaited = false
      elements.append(element)
      condition.broadcast()
      return nil
    }
    continuation?.resume(returning: element)
  }

  /// Ends the elements, or says why there are no more.
  package func finish(_ result: Result<Void, any Error>) {
    let continuation = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
      outcome = result
      condition.broadcast()
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(with: result.map { nil })
  }

  /// Returns the next element, or nil at the end; blocks until there is one.
  package func dequeue() throws -> Element? {
    try condition.withLock {
      while true {
        if let ready = self.ready() { return try ready.get() }
        isAwaited = true
        condition.broadcast()
        condition.wait()
      }
    }
  }

  /// Returns the next element, or nil at the end.
  package func next() async throws -> Element? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = condition.withLock { () -> Result<Element?, any Error>? in
          if let ready = self.ready() { return ready }
          waiting = continuation
          condition.broadcast()
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the waiting on both sides: no more elements are wanted.
  package func cancel() {
    let continuation = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
      isCancelled = true
      condition.broadcast()
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// The next element or the end, where either is there.
  private func ready() -> Result<Element?, any Error>? {
    if first < elements.count {
      let element = elements[first]
      first += 1
      if first == elements.count {
        elements.removeAll(keepingCapacity: true)
        first = 0
      }
      condition.broadcast()
      return .success(element)
    }
    if isCancelled { return .failure(CancellationError()) }
    return outcome?.map { nil }
  }
}
