import Hummingbird
import NIOCore
import People
import ServiceLifecycle
import Synchronization

/// A stream of events about live queries: the result of each, and then what changes in it.
///
/// A client that reads slowly gets fewer events, each with all that has changed since the one
/// before: states that nobody waits for are not kept.
final class LiveStream: Sendable {
  private struct Followed {
    /// No other query of the stream has it, also none of the same name.
    let number: Int
    let chain: String
    let columns: [String]
    /// The id of the last state that the client knows.
    let known: String?
    /// Held while the query is open.
    let place: Subscriptions.Place?
    var run: Task<Void, Never>?
    /// The state of the last event.
    var before: [ResultValue]?
    /// The state for which there is no event yet.
    var state: [ResultValue]?
    /// What has ended the query.
    var failure: (any Error)?
    /// Whether the query is among those that have something new.
    var isNew = false
  }

  private struct State {
    var queries: [String: Followed] = [:]
    var lastNumber = 0
    /// The names of the queries that may have something new, in order.
    var news: [String] = []
    var isOver = false
  }

  private let policy: QueryPolicy
  private let limit: Int
  private let state = Mutex(State())
  /// Something is new, or it is time for a heartbeat.
  private let signals: AsyncThrowingStream<Void, any Error>
  private let signal: AsyncThrowingStream<Void, any Error>.Continuation

  /// - Parameter limits: the rows above which a query ends, and those that it may read into memory.
  init(_ limits: ServiceLimits) {
    (policy, limit) = (.allowFallback(maxRows: limits.rowsInMemory), limits.rows)
    (signals, signal) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Follows a chain. A query that has the name ends.
  ///
  /// - Parameters:
  ///   - known: the id of the last state that the client knows.
  ///   - place: what the query holds while it is open.
  func follow(_ chain: ParsedChain, as name: String, known: String?, place: Subscriptions.Place?) {
    let (policy, limit) = (policy, limit)
    start(name, chain.text, chain.columns, known: known, place: place) { stream, number in
      Task(executorPreference: WorkThreads.events) {
        do {
          for try await value in chain.states(policy: policy, limit: limit) {
            stream.change(name, number) { $0.state = value }
          }
          // The store is closed, unless the query was ended.
          if stream.isOpen(name, number) { stream.signal.finish() }
        } catch {
          stream.change(name, number) { $0.failure = error }
        }
      }
    }
  }

  /// Tells that a query cannot be followed. A query that has the name ends.
  func refuse(_ chain: String, as name: String, _ problem: Problem) {
    let number = start(name, chain)
    change(name, number) { $0.failure = problem }
  }

  /// Ends a query, if there is one with the name.
  func end(_ name: String) {
    let ended = state.withLock { $0.queries.removeValue(forKey: name) }
    ended?.run?.cancel()
  }

  /// Takes a query, and returns its number; 0 if the stream has ended.
  ///
  /// - Parameter run: starts the task that follows it.
  @discardableResult private func start(
    _ name: String, _ chain: String, _ columns: [String] = [], known: String? = nil,
    place: Subscriptions.Place? = nil,
    _ run: (LiveStream, Int) -> Task<Void, Never>? = { _, _ in nil }
  ) -> Int {
    let (number, before) = state.withLock { state -> (Int, Followed?) in
      guard !state.isOver else { return (0, nil) }
      state.lastNumber += 1
      let query = Followed(
        number: state.lastNumber, chain: chain, columns: columns, known: known, place: place)
      return (state.lastNumber, state.queries.updateValue(query, forKey: name))
    }
    before?.run?.cancel()
    guard number > 0 else { return 0 }
    let task = run(self, number)
    let isOpen = state.withLock { state in
      guard state.queries[name]?.number == number else { return false }
      state.queries[name]?.run = task
      return true
    }
    if !isOpen { task?.cancel() }
    return number
  }

  private func isOpen(_ name: String, _ number: Int) -> Bool {
    state.withLock { $0.queries[name]?.number == number }
  }

  /// Notes what is new of a query, unless it has ended.
  private func change(_ name: String, _ number: Int, _ body: (inout Followed) -> Void) {
    let isOpen = state.withLock { state in
      guard var query = state.queries[name], query.number == number else { return false }
      body(&query)
      if !query.isNew { state.news.append(name) }
      query.isNew = true
      state.queries[name] = query
      return true
    }
    if isOpen { signal.yield() }
  }

  /// Writes events until the client goes away or the service stops; those of one query also until
  /// that has failed.
  ///
  /// - Parameters:
  ///   - form: the form of the events.
  ///   - connection: the connection of the client.
  func write(
    _ form: LiveEvent.Form, to writer: inout any ResponseBodyWriter,
    for connection: ClientConnection?
  ) async throws {
    // The client closes its connection, or is found to be out of reach when something is written.
    let watch = connection?.whenClosed { [signal] in signal.finish(throwing: CancellationError()) }
    let heartbeats = Task { [signal] in
      while true {
        try await Task.sleep(for: .seconds(15))
        signal.yield()
      }
    }
    defer {
      withExtendedLifetime(watch) {}
      heartbeats.cancel()
      close()
    }
    if case .shared(let id) = form {
      try await writer.write(ByteBuffer(string: LiveEvent.opening(id)))
    }
    for try await _ in signals.cancelOnGracefulShutdown() {
      let names = state.withLock { state in
        defer { state.news = [] }
        return state.news
      }
      if names.isEmpty { try await writer.write(ByteBuffer(string: LiveEvent.heartbeat)) }
      for name in names {
        for event in try news(of: name) {
          let text = await withTaskExecutorPreference(WorkThreads.events) { event.text(form) }
          try await writer.write(ByteBuffer(string: text))
          if case .single = form, event.isLast { return }
        }
      }
    }
    try await writer.write(ByteBuffer(string: LiveEvent.end))
  }

  /// Takes what is new of a query.
  ///
  /// - Throws: what ends the whole stream.
  private func news(of name: String) throws -> [LiveEvent] {
    let query = state.withLock { state -> Followed? in
      guard let query = state.queries[name] else { return nil }
      if query.failure != nil {
        state.queries[name] = nil
      } else {
        state.queries[name]?.before = query.state ?? query.before
        state.queries[name]?.state = nil
        state.queries[name]?.isNew = false
      }
      return query
    }
    guard let query else { return [] }
    var events: [LiveEvent] = []
    if let state = query.state {
      let content =
        query.before.map { LiveEvent.Content.changes(from: $0, to: state) }
        ?? .result(state, columns: query.columns, known: query.known)
      events.append(LiveEvent(query: name, content))
    }
    if let failure = query.failure {
      if failure is CancellationError { throw failure }
      let problem = Problem(failure, chain: query.chain)
      problem.count()
      events.append(LiveEvent(query: name, .problem(problem)))
    }
    return events
  }

  /// Ends all queries.
  private func close() {
    let ended = state.withLock { state in
      state.isOver = true
      defer { state.queries = [:] }
      return state.queries.values
    }
    for query in ended { query.run?.cancel() }
    signal.finish()
  }
}
