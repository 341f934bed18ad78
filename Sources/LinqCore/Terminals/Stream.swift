internal import StoreSupport

extension Queryable where Element: Sendable {
  /// The elements as an asynchronous sequence, one at a time and without storing them.
  ///
  /// ```swift
  /// for try await person in store.people.where { $0.age < 40 }.stream() { print(person.name) }
  /// ```
  ///
  /// Rows are read on demand (up to 255 rows ahead if no closure of the program runs for them), all
  /// in the same state of the database. Leaving the loop ends the reading.
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
    private let channel: StreamChannel<Element>

    fileprivate init(_ query: Query<Element>) {
      do {
        try query.checkDepth()
      } catch {
        channel = StreamChannel(lookahead: 0)
        channel.queue.finish(.failure(error))
        return
      }
      // Rows are read ahead only if no closure of the program runs for them.
      let runsClosures = query.node.operators.contains { $0.traits.contains(.runsClosure) }
      let channel = StreamChannel<Element>(lookahead: runsClosures ? 0 : 255)
      self.channel = channel
      // The run ends when the iterator is deallocated, because that deallocates the channel.
      let queue = channel.queue
      if query.node.engine != nil {
        Task {
          do {
            try await query.run { next in
              while queue.waitForRoom(), let element = try next() { queue.enqueue(element) }
            }
            queue.finish(.success(()))
          } catch {
            queue.finish(.failure(error))
          }
        }
      } else {
        // No engine runs the query asynchronously, so it runs on its own thread, which may block.
        do {
          try BackgroundThread.start {
            do {
              try query.run { next in
                while queue.waitForRoom(), let element = try next() { queue.enqueue(element) }
              }
              queue.finish(.success(()))
            } catch {
              queue.finish(.failure(error))
            }
          }
        } catch {
          queue.finish(.failure(error))
        }
      }
    }

    /// Returns the next element, or nil at the end.
    public func next() async throws -> Element? { try await channel.queue.next() }
  }
}

/// Owns the queue of a run and cancels it when the consumer releases the iterator.
private final class StreamChannel<Element: Sendable>: Sendable {
  let queue: BoundedQueue<Element>

  init(lookahead: Int) { queue = BoundedQueue(lookahead: lookahead) }

  deinit { queue.cancel() }
}
