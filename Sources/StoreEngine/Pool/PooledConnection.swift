internal import Dispatch
internal import StoreSupport
internal import Synchronization

/// A connection of a pool, which is opened when it is first used, and the queue for its
/// asynchronous work.
///
/// `@unchecked Sendable`: `connection` alone is neither constant nor atomic nor locked. Only the
/// user accesses it: the connection is borrowed from a ``ConnectionQueue`` by one user at a time,
/// and passing it on involves the lock of that queue. ``runInside(_:)`` is called by the thread
/// that is the user (``isRead(by:)``), and ``close()`` after the queue has been drained.
package final class PooledConnection: @unchecked Sendable {
  private let path: String
  private let opening: ConnectionPool.Opening
  private let userNumber = Atomic<UInt>(0)
  private let isReading = Atomic<Bool>(false)
  // A serial dispatch queue: work that blocks never holds up the threads of Swift's concurrency
  // pool.
  private let worker: DispatchQueue
  private var connection: Connection?
  /// The asynchronous work that is running.
  private let running = Locked<Interruption?>(nil)

  package init(path: String, label: String, _ opening: @escaping ConnectionPool.Opening) {
    self.path = path
    self.opening = opening
    worker = DispatchQueue(label: label)
  }

  /// The thread that is using the connection.
  var user: ThreadIdentity? {
    let number = userNumber.load(ordering: .acquiring)
    return number == 0 ? nil : ThreadIdentity(number: number)
  }

  /// Returns whether a thread is reading with the connection.
  func isRead(by thread: ThreadIdentity) -> Bool {
    user == thread && isReading.load(ordering: .acquiring)
  }

  /// Runs work inside the current read of this thread.
  func runInside<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    guard let connection else { throw DatabaseError.closed(path: path) }
    return try body(connection)
  }

  /// Runs work on the calling thread.
  func run<Value>(
    reading: Bool = false, _ body: (Connection) throws -> Value
  ) throws -> Value {
    isReading.store(reading, ordering: .releasing)
    userNumber.store(ThreadIdentity.current.number, ordering: .releasing)
    defer { userNumber.store(0, ordering: .releasing) }
    let value: Value
    let connection: Connection
    do {
      connection = try open()
      connection.state.pointee.onlyReads = reading
    } catch {
      throw Self.outcome(of: error)
    }
    do {
      value = try body(connection)
    } catch {
      undoTransaction(of: connection)
      throw Self.outcome(of: error)
    }
    if undoTransaction(of: connection) { throw DatabaseError.transactionLeftOpen(path: path) }
    return value
  }

  /// Returns the error of work, given the one that ended it: that of a run that was asked to end is
  /// the same whatever it was doing.
  private static func outcome(of error: any Error) -> any Error {
    guard Interruption.isRequested else { return error }
    switch error {
    case DatabaseError.interrupted, DatabaseError.connectionLost: return CancellationError()
    default: return error
    }
  }

  /// Rolls back a transaction that a user has left open, and returns whether there was one.
  /// Otherwise the writes of the next user would become a part of it, and might never be committed.
  @discardableResult
  private func undoTransaction(of connection: Connection) -> Bool {
    guard connection.isInTransaction else { return false }
    connection.rollBack()
    if connection.isInTransaction { connection.close() }
    return true
  }

  /// Runs work on the connection's own thread, and passes its result to `done`.
  func runOnWorker<Value>(
    _ interruption: Interruption, reading: Bool,
    _ body: @escaping @Sendable (Connection) throws -> Value,
    then done: @escaping @Sendable (sending Result<Value, any Error>) -> Void
  ) {
    worker.async { [self] in
      running.withLock { $0 = interruption }
      let result = interruption.run { try run(reading: reading, body) }
      running.withLock { $0 = nil }
      done(result)
    }
  }

  /// Interrupts the asynchronous work of the connection, if there is any.
  func interrupt() { running.withLock { $0?.request() } }

  /// Returns the connection, and opens it if needed.
  private func open() throws -> Connection {
    if let connection, connection.isUsable {
      try connection.noteOtherSchema()
      // It is closed if the question has found that the server is gone.
      if connection.isOpen { return connection }
    }
    let opened = try opening()
    connection = opened
    return opened
  }

  /// Closes the connection, if it was ever opened.
  func close() {
    connection?.retire()
    connection = nil
  }
}
