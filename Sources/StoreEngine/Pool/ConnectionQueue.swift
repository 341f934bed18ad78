internal import Dispatch
internal import StoreSupport

/// Connections that are borrowed by one user at a time, in the order of the requests.
///
/// Threads wait by blocking and tasks by suspending; both wait in one queue.
package final class ConnectionQueue: Sendable {
  package typealias Wake = @Sendable (Result<PooledConnection, any Error>) -> Void

  private struct State {
    /// The connection that was returned last is borrowed first, because its page cache is warm.
    var idle: [PooledConnection]
    var waiters: [(ticket: Int, wake: Wake)] = []
    /// When a connection was last returned.
    var lastReturn = ContinuousClock.now
    var nextTicket = 0
    /// The tickets of tasks that were canceled before they entered the queue.
    var cancelled: Set<Int> = []
    /// Why the queue is closed.
    var closing: DatabaseError?
    var whenAllAreBack: [@Sendable () -> Void] = []
  }

  private let connections: [PooledConnection]
  private let path: String
  private let timeout: Duration
  private let waited: (@Sendable (Duration) -> Void)?
  private let state: Locked<State>

  /// - Parameters:
  ///   - timeout: how long to wait while no connection is returned.
  ///   - waited: called with the time that a request has waited, unless it did not have to.
  package init(
    connections: [PooledConnection], path: String, timeout: Duration,
    waited: (@Sendable (Duration) -> Void)? = nil
  ) {
    self.connections = connections
    self.path = path
    self.timeout = timeout
    self.waited = waited
    state = Locked(State(idle: connections.reversed()))
  }

  /// Creates a queue of connections of a pool, which are opened when they are needed.
  convenience init(
    _ label: String, _ openings: [ConnectionPool.Opening], path: String,
    _ configuration: DatabaseConfiguration
  ) {
    self.init(
      connections: openings.map { PooledConnection(path: path, label: label, $0) }, path: path,
      timeout: configuration.connectionTimeout, waited: configuration.waited)
  }

  /// Borrows a connection, and blocks the thread until one is free, or until its work has to end.
  package func takeBlocking() throws -> PooledConnection {
    // Usually all connections are free, and waiting is not needed.
    let idle = state.withLock { state in
      state.closing != nil || state.idle.count < connections.count ? nil : state.idle.popLast()
    }
    if let idle { return idle }
    let ready = DispatchSemaphore(value: 0)
    let slot = Locked<Result<PooledConnection, any Error>?>(nil)
    let ticket = newTicket()
    take(ticket: ticket, on: .current) { result in
      slot.withLock { $0 = result }
      ready.signal()
    }
    if Interruption.canBeRequested {
      // A connection that was given meanwhile is returned by the caller.
      defer { forget(ticket) }
      while ready.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
        if Interruption.isRequested { cancel(ticket) }
      }
    } else {
      ready.wait()
    }
    guard let result = slot.withLock({ $0 }) else { throw DatabaseError.closed(path: path) }
    return try result.get()
  }

  /// Borrows a connection if one is free; returns nil otherwise.
  func takeIdle() -> PooledConnection? {
    state.withLock { $0.closing == nil ? $0.idle.popLast() : nil }
  }

  /// Runs work with a connection, on the connection's own thread, while the task suspends.
  /// Canceling the task ends the waiting, or interrupts the work.
  ///
  /// Once a connection is borrowed, the work needs no other thread to finish: tasks that wait for a
  /// thread hold no connection. So threads may block until they get one.
  package func run<Value: Sendable>(
    reading: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let ticket = newTicket()
    let interruption = Interruption()
    // A cancellation after the connection was borrowed leaves its ticket there.
    defer { forget(ticket) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        take(ticket: ticket, on: nil) { [self] result in
          switch result {
          case .failure(let error): continuation.resume(throwing: error)
          case .success(let connection):
            connection.runOnWorker(interruption, reading: reading, body) { [self] result in
              give(connection)
              continuation.resume(with: result)
            }
          }
        }
      }
    } onCancel: {
      interruption.request()
      cancel(ticket)
    }
  }

  /// Returns a connection, which the next waiter gets.
  package func give(_ connection: PooledConnection) {
    let actions: [@Sendable () -> Void] = state.withLock { state in
      if !state.waiters.isEmpty {
        state.lastReturn = .now
        let next = state.waiters.removeFirst()
        return [{ next.wake(.success(connection)) }]
      }
      state.idle.append(connection)
      guard state.idle.count == connections.count else { return [] }
      defer { state.whenAllAreBack = [] }
      return state.whenAllAreBack
    }
    for action in actions { action() }
  }

  /// Rejects all current waiters and all later requests.
  func close(because error: DatabaseError) {
    let waiters = state.withLock { state in
      if state.closing == nil { state.closing = error }
      defer { state.waiters = [] }
      return state.waiters.map(\.wake)
    }
    for wake in waiters { wake(.failure(error)) }
  }

  /// Calls `body` once the closed queue is drained: all connections have been returned, and none
  /// can be borrowed any more.
  func whenAllAreBack(_ body: @escaping @Sendable ([PooledConnection]) -> Void) {
    let connections = connections
    let areBack = state.withLock { state in
      let areBack = state.idle.count == connections.count
      if !areBack { state.whenAllAreBack.append { body(connections) } }
      return areBack
    }
    if areBack { body(connections) }
  }

  /// Interrupts the asynchronous work of all connections.
  func interrupt() {
    for connection in connections { connection.interrupt() }
  }

  /// The number of threads and tasks that wait.
  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Returns whether a thread is using one of the connections.
  func isUsed(by thread: ThreadIdentity) -> Bool {
    connections.contains { $0.user == thread }
  }

  /// Returns the connection with which a thread is reading.
  func connection(readBy thread: ThreadIdentity) -> PooledConnection? {
    connections.first { $0.isRead(by: thread) }
  }

  private func forget(_ ticket: Int) {
    _ = state.withLock { $0.cancelled.remove(ticket) }
  }

  private func newTicket() -> Int {
    state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
  }

  private func take(ticket: Int, on thread: ThreadIdentity?, _ wake: @escaping Wake) {
    let answer: Result<PooledConnection, any Error>? = state.withLock { state in
      if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
      if let error = state.closing { return .failure(error) }
      // A thread that has borrowed one of them already would wait for itself.
      if let thread, state.idle.count < connections.count, isUsed(by: thread) {
        return .failure(DatabaseError.nestedAccess)
      }
      if let connection = state.idle.popLast() { return .success(connection) }
      state.waiters.append((ticket, measured(wake)))
      return nil
    }
    if let answer { wake(answer) } else { expire(ticket, since: .now, after: timeout) }
  }

  /// Returns the same closure, which tells how long it was not called.
  private func measured(_ wake: @escaping Wake) -> Wake {
    guard let waited else { return wake }
    let start = ContinuousClock.now
    return { result in
      waited(.now - start)
      wake(result)
    }
  }

  /// Ends the waiting of a request after a time in which no connection was returned.
  private func expire(_ ticket: Int, since start: ContinuousClock.Instant, after pause: Duration) {
    let deadline = DispatchTime.now() + pause / .seconds(1)
    DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
      guard let self else { return }
      var rest = Duration.zero
      let wake: Wake? = state.withLock { state in
        guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else {
          return nil
        }
        rest = max(start, state.lastReturn) + timeout - .now
        return rest > .zero ? nil : state.waiters.remove(at: index).wake
      }
      if rest > .zero { return expire(ticket, since: start, after: rest) }
      wake?(.failure(DatabaseError.noConnection(path: path, count: connections.count)))
    }
  }

  private func cancel(_ ticket: Int) {
    let wake: Wake? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else {
        state.cancelled.insert(ticket)
        return nil
      }
      return state.waiters.remove(at: index).wake
    }
    wake?(.failure(CancellationError()))
  }
}
