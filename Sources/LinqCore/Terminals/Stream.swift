internal import StoreSupport

extension Queryable where Element: Sendable {
  /// The elements as an asynchronous sequence, one at a time and without storing them.
  ///
  /// ```swift
  /// for try await person in store.people.where { $0.id > 40 }.stream() { print(person.name) }
  /// ```
  ///
  /// Rows are read on demand (up to 255 rows ahead if no closure of the program runs for them), all
  /// in the same state of the database. Leaving the loop ends the reading at once, and so does
  /// canceling its task, which throws `CancellationError`.
  public func stream() -> QueryStream<Element> { QueryStream(query) }
}

/// The elements of a query as an asynchronous sequence. Each iteration runs the query anew.
public struct QueryStream<Element: Sendable>: AsyncSequence, Sendable {
  private let query: Query<Element>

  init(_ query: Query<Element>) { self.query = query }

  /// Starts a run of the query.
  public func makeAsyncIterator() -> Iterator { Iterator(query) }

  /// A run of the query.
  public struct Iterator: AsyncIteratorProtocol {
    private let production: Production<Element>

    fileprivate init(_ query: Query<Element>) { production = Production(of: query) }

    /// Returns the next element, or nil at the end.
    public func next() async throws -> Element? { try await production.queue.next() }
  }
}

/// The run that produces the elements of a stream. It lives as long as the iterator that consumes
/// them: without it, or when the consumer's task is canceled, the run is interrupted.
private final class Production<Element: Sendable>: Sendable {
  let queue: BoundedQueue<Element>

  init(of query: Query<Element>) {
    // Rows are read ahead only if no closure of the program runs for them.
    let runsClosures = query.node.operators.contains { $0.traits.contains(.runsClosure) }
    queue = BoundedQueue(lookahead: runsClosures ? 0 : 255)
    do {
      try query.checkDepth()
      try start(query)
    } catch {
      queue.finish(.failure(error))
    }
  }

  deinit { queue.cancel() }

  private func start(_ query: Query<Element>) throws {
    let queue = queue
    let produce: @Sendable (Pull<Element>) throws -> Void = { next in
      let budget = MemoryBudget.current
      while queue.waitForRoom(isAhead: budget?.hasRoomAhead ?? true) {
        guard let element = try next() else { return }
        queue.enqueue(element)
      }
      // Without this, a run that was interrupted would look like one that is complete.
      try Interruption.check()
    }
    guard query.node.engine == nil else {
      let task = Task {
        do {
          try await query.run(produce)
          queue.finish(.success(()))
        } catch {
          queue.finish(.failure(error))
        }
      }
      return queue.whenCanceled { task.cancel() }
    }
    // No engine runs the query asynchronously, so it runs on its own thread, which may block.
    let interruption = Interruption()
    queue.whenCanceled { interruption.request() }
    try BackgroundThread.start { queue.finish(interruption.run { try query.run(produce) }) }
  }
}
