internal import Dispatch

/// A thread that produces elements while a consumer uses those before them.
///
/// ```swift
/// let lines = try BackgroundProducer<String>(lookahead: 4) { give in
///   while let line = readLine(), give(line) {}
/// }
/// defer { lines.stop() }
/// while let line = try lines.next() { print(line) }
/// ```
package final class BackgroundProducer<Element: Sendable> {
  private let queue: BoundedQueue<Element>
  private let finished = DispatchSemaphore(value: 0)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - lookahead: the number of elements that may wait for the consumer.
  ///   - produce: gives the elements. What it uses belongs to the thread until ``stop()``. It ends
  ///     when an element is not wanted. Its error is that of ``next()``.
  package init(
    lookahead: Int, _ produce: @escaping (_ give: (Element) -> Bool) throws -> Void
  ) throws {
    let queue = BoundedQueue<Element>(lookahead: lookahead)
    self.queue = queue
    // Nothing else calls it, nor uses what it captures before stop() has waited.
    nonisolated(unsafe) let produce = produce
    try BackgroundThread.start { [finished] in
      queue.finish(
        Result {
          try produce { element in
            guard queue.waitForRoom() else { return false }
            queue.enqueue(element)
            return true
          }
        })
      finished.signal()
    }
  }

  /// Returns the next element; nil at the end.
  package func next() throws -> Element? { try queue.dequeue() }

  /// Stops the thread and waits for it.
  package func stop() {
    queue.cancel()
    finished.wait()
  }
}
