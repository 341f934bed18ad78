internal import Foundation
internal import StoreSupport

extension Queryable where Element: Sendable {
  /// The elements one after the other, as they come, without keeping them.
  ///
  /// ```swift
  /// for try await person in store.people.where { $0.age < 40 }.stream() { print(person.name) }
  /// ```
  ///
  /// Rows are read when they are asked for (a few ahead where no closure of the program would run
  /// for them), all in one state of the database. Leaving the loop ends the reading.
  public func stream() -> QueryStream<Element> { QueryStream(query) }
}

/// The elements of a query as an asynchronous sequence. Each iteration runs the query anew.
public struct QueryStream<Element: Sendable>: AsyncSequence, Sendable {
  private let query: Query<Element>

  init(_ query: Query<Element>) { self.query = query }

  /// Begins a run of the query.
  public func makeAsyncIterator() -> Iterator { Iterator(query) }

  /// A run of the query.
  public struct Iterator: AsyncIteratorProtocol {
    private let channel: StreamChannel<Element>

    fileprivate init(_ query: Query<Element>) {
      do {
        try query.checkDepth()
      } catch {
        channel = StreamChannel(capacity: 1)
        channel.writer.end(error)
        return
      }
      // Rows are read ahead only where no closure of the program runs for them.
      let runsClosures = query.node.operators.contains { $0.traits.contains(.runsClosure) }
      let channel = StreamChannel<Element>(capacity: runsClosures ? 1 : 256)
      self.channel = channel
      // The channel's end, when the iterator goes, ends the run.
      let writer = channel.writer
      if query.node.engine != nil {
        Task {
          do {
            try await query.run { next in
              while writer.waitForRoom(), let element = try next() { writer.give(element) }
            }
            writer.end(nil)
          } catch {
            writer.end(error)
          }
        }
      } else {
        // In memory nothing waits: a thread of its own may block.
        do {
          try BackgroundThread.start {
            do {
              try query.run { next in
                while writer.waitForRoom(), let element = try next() { writer.give(element) }
              }
              writer.end(nil)
            } catch {
              writer.end(error)
            }
          }
        } catch {
          writer.end(error)
        }
      }
    }

    /// The next element; nil at the end.
    public func next() async throws -> Element? { try await channel.writer.take() }
  }
}

/// Ends a run when nobody reads it any more.
private final class StreamChannel<Element: Sendable>: Sendable {
  let writer: StreamBuffer<Element>

  init(capacity: Int) { writer = StreamBuffer(capacity: capacity) }

  deinit { writer.abandon() }
}

/// Elements between the thread that reads them and the task that wants them.
///
/// `@unchecked Sendable`: the variables are touched only with `condition` locked.
private final class StreamBuffer<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let condition = NSCondition()
  private var elements: [Element] = []
  private var first = 0
  private var outcome: Result<Void, any Error>?
  private var isAbandoned = false
  private var waiting: CheckedContinuation<Element?, any Error>?

  init(capacity: Int) { self.capacity = capacity }

  /// Blocks until an element is wanted, or may be read ahead; false when nobody reads any more.
  func waitForRoom() -> Bool {
    condition.withLock {
      while !isAbandoned, waiting == nil, elements.count - first >= capacity - 1 {
        condition.wait()
      }
      return !isAbandoned
    }
  }

  func give(_ element: Element) {
    let continuation = condition.withLock {
      () -> CheckedContinuation<Element?, any Error>? in
      if let waiting {
        self.waiting = nil
        return waiting
      }
      elements.append(element)
      return nil
    }
    continuation?.resume(returning: element)
  }

  func end(_ error: (any Error)?) {
    let continuation = condition.withLock {
      () -> CheckedContinuation<Element?, any Error>? in
      outcome = error.map { .failure($0) } ?? .success(())
      defer { waiting = nil }
      return waiting
    }
    if let error {
      continuation?.resume(throwing: error)
    } else {
      continuation?.resume(returning: nil)
    }
  }

  func take() async throws -> Element? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = condition.withLock { () -> Result<Element?, any Error>? in
          if first < elements.count {
            defer {
              first += 1
              if first == elements.count {
                elements.removeAll(keepingCapacity: true)
                first = 0
              }
              condition.signal()
            }
            return .success(elements[first])
          }
          if isAbandoned { return .failure(CancellationError()) }
          if let outcome { return outcome.map { nil } }
          waiting = continuation
          condition.signal()
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  func abandon() {
    condition.withLock {
      isAbandoned = true
      condition.broadcast()
    }
  }

  private func cancel() {
    let continuation = condition.withLock {
      () -> CheckedContinuation<Element?, any Error>? in
      isAbandoned = true
      condition.broadcast()
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(throwing: CancellationError())
  }
}
