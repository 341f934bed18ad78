internal import Foundation

/// A bounded queue between a thread that produces elements and a consumer that waits on a thread or
/// in a task.
///
/// `@unchecked Sendable`: the variables are accessed only while `condition` is locked, by `wait()`
/// and `ready()` too, which are called with the lock held. Continuations are resumed and closures
/// called after it is released. The elements are `Sendable`.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let lookahead: Int
  private let condition = NSCondition()
  /// The elements that wait; nil for those that are taken, so that nothing keeps them.
  private var elements: [Element?] = []
  /// The index of the next element.
  private var first = 0
  private var outcome: Result<Void, any Error>?
  private var isCancelled = false
  private var isAwaited = false
  private var waiting: CheckedContinuation<Element?, any Error>?
  private var stopProducing: (@Sendable () -> Void)?

  /// - Parameter lookahead: the number of elements that may wait for the consumer. With 0 there is
  ///   room only while the consumer waits.
  package init(lookahead: Int) { self.lookahead = lookahead }

  /// Sets what stops the producer while it is busy. Called once, when the queue is canceled.
  package func whenCanceled(_ stop: @escaping @Sendable () -> Void) {
    let isLate = condition.withLock {
      if !isCancelled { stopProducing = stop }
      return isCancelled
    }
    if isLate { stop() }
  }

  /// Blocks until there is room for an element. Returns false if the queue has been canceled, or if
  /// the work of the thread has to end.
  ///
  /// - Parameter isAhead: whether elements may wait for the consumer.
  package func waitForRoom(isAhead: Bool = true) -> Bool {
    let lookahead = isAhead ? lookahead : 0
    return condition.withLock {
      while !isCancelled, waiting == nil, !isAwaited, elements.count - first >= lookahead {
        guard wait() else { return false }
      }
      return !isCancelled
    }
  }

  /// Waits until something may have changed. Returns false if the work of the thread has to end.
  private func wait() -> Bool {
    guard Interruption.canBeRequested else {
      condition.wait()
      return true
    }
    _ = condition.wait(until: Date(timeIntervalSinceNow: 0.01))
    return !Interruption.isRequested
  }

  /// Adds an element. Call ``waitForRoom()`` first.
  package func enqueue(_ element: Element) {
    let continuation = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
      if let waiting {
        self.waiting = nil
        return waiting
      }
      guard !isCancelled else { return nil }
      isAwaited = false
      elements.append(element)
      condition.broadcast()
      return nil
    }
    continuation?.resume(returning: element)
  }

  /// Ends the sequence of elements, or fails it with an error.
  package func finish(_ result: Result<Void, any Error>) {
    let continuation = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
      outcome = result
      stopProducing = nil
      condition.broadcast()
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(with: result.map { nil })
  }

  /// Returns the next element, or nil at the end. Blocks until there is one, or until the work of
  /// the thread has to end.
  package func dequeue() throws -> Element? {
    try condition.withLock {
      while true {
        if let ready = self.ready() { return try ready.get() }
        isAwaited = true
        condition.broadcast()
        guard wait() else { throw CancellationError() }
      }
    }
  }

  /// Returns the next element, or nil at the end. Suspends until there is one.
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

  /// Cancels the queue, which ends the waiting on both sides and stops the producer. Elements that
  /// are not taken yet are gone.
  package func cancel() {
    let (continuation, stop) = condition.withLock {
      isCancelled = true
      (elements, first) = ([], 0)
      condition.broadcast()
      defer { (waiting, stopProducing) = (nil, nil) }
      return (waiting, stopProducing)
    }
    stop?()
    continuation?.resume(throwing: CancellationError())
  }

  /// Returns the next element or the end, if either is available.
  private func ready() -> Result<Element?, any Error>? {
    if first < elements.count, let element = elements[first] {
      elements[first] = nil
      first += 1
      if first == elements.count {
        elements.removeAll(keepingCapacity: true)
        first = 0
      } else if first > lookahead {
        elements.removeFirst(first)
        first = 0
      }
      condition.broadcast()
      return .success(element)
    }
    if isCancelled { return .failure(CancellationError()) }
    return outcome?.map { nil }
  }
}
