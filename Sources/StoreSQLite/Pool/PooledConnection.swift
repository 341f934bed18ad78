internal import Dispatch
internal import StoreSupport
internal import Synchronization

/// A place in a pool: a connection, opened when it is first used, and the thread for its async
/// work.
///
/// `@unchecked Sendable`: ``ConnectionQueue`` lends it to one user at a time, and handing it over
/// goes through that queue's lock, so `connection` is never touched by two threads at once. It is
/// closed only when it has come back for good.
final class PooledConnection: @unchecked Sendable {
  private let path: String
  private let configuration: DatabaseConfiguration
  private let role: Connection.Role
  private let log: CommitLog?
  private let interruption = Interruption()
  private let userNumber = Atomic<UInt>(0)
  private let isReading = Atomic<Bool>(false)
  // A serial queue with threads of its own: work that blocks never holds up Swift's own threads.
  private let worker: DispatchQueue
  private var connection: Connection?

  /// - Parameter log: where the connection's commits go, for a writer.
  init(
    path: String, configuration: DatabaseConfiguration, role: Connection.Role, log: CommitLog? = nil
  ) {
    self.path = path
    self.log = log
    self.configuration = configuration
    self.role = role
    worker = DispatchQueue(label: "sqlite \(role)")
  }

  /// The thread that uses the connection now.
  var user: ThreadIdentity? {
    let number = userNumber.load(ordering: .acquiring)
    return number == 0 ? nil : ThreadIdentity(number: number)
  }

  /// Whether a thread reads with the connection now.
  func isRead(by thread: ThreadIdentity) -> Bool {
    user == thread && isReading.load(ordering: .acquiring)
  }

  /// Runs work inside the reading that this thread does with the connection.
  func runInside<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    guard let connection else { throw DatabaseError.closed(path: path) }
    return try body(connection)
  }

  /// Runs work on this thread.
  func run<Value>(
    reading: Bool = false, _ body: (Connection) throws -> Value
  ) throws -> Value {
    isReading.store(reading, ordering: .releasing)
    userNumber.store(ThreadIdentity.current.number, ordering: .releasing)
    defer { userNumber.store(0, ordering: .releasing) }
    let connection = try open()
    let value: Value
    do {
      value = try body(connection)
    } catch {
      undoTransaction(of: connection)
      throw error
    }
    if undoTransaction(of: connection) { throw DatabaseError.transactionLeftOpen(path: path) }
    return value
  }

  /// Undoes a transaction that a user has left open; false where none is. The next user's writes
  /// would become a part of it, and might never be committed.
  @discardableResult
  private func undoTransaction(of connection: Connection) -> Bool {
    guard connection.isInTransaction else { return false }
    connection.rollBack()
    if connection.isInTransaction { connection.close() }
    return true
  }

  /// Runs work on the connection's own thread, and hands over its result.
  func runOnWorker<Value>(
    _ job: Job, reading: Bool, _ body: @escaping @Sendable (Connection) throws -> Value,
    then done: @escaping @Sendable (sending Result<Value, any Error>) -> Void
  ) {
    worker.async { [self] in
      done(job.run(interruption) { try run(reading: reading, body) })
    }
  }

  /// Opens the connection if need be.
  private func open() throws -> Connection {
    if let connection, connection.isOpen { return connection }
    let opened = try Connection(
      path: path, configuration: configuration, role: role, interruption: interruption,
      log: log)
    connection = opened
    return opened
  }

  /// Closes the connection, if it was ever opened.
  func close() {
    if role == .writer, configuration.access != .read { connection?.optimize() }
    connection?.close()
    connection = nil
  }
}
