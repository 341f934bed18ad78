internal import Foundation
internal import StoreSupport
internal import Synchronization

/// One writer and several readers on one database file, for any number of threads and tasks.
///
/// Reads run in a snapshot. They do not wait for the writer, and the writer does not wait for them
/// (write-ahead log). Writes run one at a time, each in a transaction. Every method exists twice:
/// the `async` one never blocks a thread of Swift's concurrency pool, and canceling its task
/// interrupts the statement; the synchronous one runs on the calling thread, for scripts.
///
/// ```swift
/// let pool = try ConnectionPool(path: "people.db")
/// try await pool.write { try $0.run("DELETE FROM person WHERE age > ?", [120]) }
/// let count = try await pool.read {
///   try $0.query("SELECT count(*) FROM person") { try $0.integer(0) }
/// }
/// ```
public final class ConnectionPool: Sendable {
  /// The path of the file, or `:memory:` for a database in memory, which has a single connection.
  public let path: String

  /// The configuration with which the file is opened.
  public let configuration: DatabaseConfiguration

  /// The engine of the database.
  public let engine: Engine

  /// The recent commits, for observers.
  package let log: CommitLog

  /// Whether one connection does everything.
  package let isSingle: Bool

  /// The connections for snapshots at a known position of the commit log. They are none of the
  /// readers, because they wait for the writer, which may wait for a reader.
  let observing: ConnectionQueue

  /// The connection that listens for commits of all processes, on a server.
  let listening: ConnectionQueue?

  /// The task that polls for commits of other processes, or listens for them.
  let polling = Locked<Task<Void, any Error>?>(nil)

  /// The servers that repeat the commits of this database.
  let replicas: [Replica]

  /// The pool that this one reads for, if it only reads (``reading(_:)``). It owns the connections.
  package let base: ConnectionPool?

  /// The work that runs and that no caller waits for, by its names.
  let maintenance = Locked<[String: Maintenance]>([:])
  /// What keeps the parts of the database that belong to changed rows, by their names.
  let maintainers = Locked<[String: @Sendable (Connection) throws -> Bool]>([:])

  private let turns = Atomic<Int>(0)
  private let writers: ConnectionQueue
  let readers: ConnectionQueue
  /// Opens a reader; nil if one connection does everything.
  private let openReader: Opening?
  /// The readers of pools that read with connections of their own.
  private let separate = Locked<(queues: [ConnectionQueue], closing: DatabaseError?)>(([], nil))
  /// Whether all connections are closed. The lock is held while they are being closed.
  private let isClosed = Locked(false)

  /// Opens a connection of the pool.
  package typealias Opening = @Sendable () throws -> Connection

  /// Creates a pool that opens its connections when they are needed.
  ///
  /// - Parameters:
  ///   - path: the name of the database.
  ///   - log: the log to which the writers append their commits.
  ///   - openings: how each of the writers, readers, the connections of observers and the one that
  ///     listens is opened. The writers are used for everything if there are no readers.
  ///   - replicas: the servers that repeat the commits of this database.
  package init(
    _ engine: Engine, path: String, configuration: DatabaseConfiguration, log: CommitLog,
    writers: [Opening], readers: [Opening], observers: [Opening], listening: Opening? = nil,
    replicas: [Replica] = []
  ) {
    self.engine = engine
    self.path = path
    self.configuration = configuration
    self.log = log
    func queue(_ label: String, _ openings: [Opening]) -> ConnectionQueue {
      ConnectionQueue(label, openings, path: path, configuration)
    }
    self.writers = queue("writer", writers)
    self.readers = readers.isEmpty ? self.writers : queue("reader", readers)
    observing = observers.isEmpty ? self.writers : queue("observers", observers)
    self.listening = listening.map { queue("listener", [$0]) }
    self.replicas = replicas
    isSingle = observers.isEmpty
    openReader = readers.first
    base = nil
    log.setQuestion { [weak self] in self?.askWriter() ?? false }
  }

  /// Creates a pool that reads with connections of another one.
  init(readingFor base: ConnectionPool, with readers: ConnectionQueue?) {
    engine = base.engine
    path = base.path
    configuration = base.configuration
    log = base.log
    isSingle = base.isSingle
    observing = base.observing
    listening = base.listening
    writers = base.writers
    self.readers = readers ?? base.readers
    openReader = base.openReader
    replicas = []
    self.base = base
  }

  deinit { close() }

  /// Calls `body` with a reader in one snapshot: what it reads does not change while it runs.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await withReader { connection in try connection.snapshot { try body(connection) } }
  }

  /// Calls `body` with a reader in one snapshot, on the calling thread.
  public func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try withReader { connection in try connection.snapshot { try body(connection) } }
  }

  /// Calls `body` with a writer in one transaction: all of its changes are stored or, if it throws,
  /// none of them.
  ///
  /// - Parameters:
  ///   - attempts: how often `body` is called again if another transaction has used the same rows
  ///     at the same time (``DatabaseError/conflict(_:)``). That happens on servers only, where
  ///     several transactions write at once.
  ///   - body: writes. What it does outside of the database is done once for each attempt.
  @discardableResult
  public func write<Value: Sendable>(
    retrying attempts: Int = 0, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await withWriter { connection in
      try connection.transaction(retrying: attempts) { try body(connection) }
    }
  }

  /// Calls `body` with a writer in one transaction, on the calling thread.
  @discardableResult
  public func write<Value>(
    retrying attempts: Int = 0, _ body: (Connection) throws -> Value
  ) throws -> Value {
    try withWriter { connection in
      try connection.transaction(retrying: attempts) { try body(connection) }
    }
  }

  /// The number of attempts of the library's own transactions.
  package static let attempts = 50

  /// Calls `body` with a reader, without beginning a transaction. This is for a single statement,
  /// which is a snapshot of its own.
  public func withReader<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await readers.run(reading: true, body)
  }

  /// Calls `body` with a reader on the calling thread, without beginning a transaction. Inside
  /// another read of the same thread it is the same reader, which sees the same state.
  public func withReader<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    if let reader = readers.connection(readBy: .current) { return try reader.runInside(body) }
    let reader = try readers.takeBlocking()
    defer { readers.give(reader) }
    return try reader.run(reading: true, body)
  }

  /// Calls `body` with the writer, without beginning a transaction: for migrations, `VACUUM` and
  /// the like.
  @discardableResult
  public func withWriter<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try checkWrites()
    return try await writers.run { [self] connection in
      defer { maintainIfChanged(by: connection) }
      return try body(connection)
    }
  }

  /// Calls `body` with the writer on the calling thread, without beginning a transaction.
  @discardableResult
  public func withWriter<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try checkWrites()
    let writer = try writers.takeBlocking()
    defer { writers.give(writer) }
    return try writer.run { connection in
      defer { maintainIfChanged(by: connection) }
      return try body(connection)
    }
  }

  /// Returns whose turn it is to read: each replica in order.
  func nextReplica(of count: Int) -> Int {
    turns.wrappingAdd(1, ordering: .relaxed).oldValue % count
  }

  /// Returns readers beside the others, which are closed with the pool; nil if one connection does
  /// everything.
  func addReaders(_ count: Int) -> ConnectionQueue? {
    guard let openReader else { return nil }
    let openings = Array(repeating: openReader, count: max(1, count))
    let queue = ConnectionQueue("separate reader", openings, path: path, configuration)
    let closing = separate.withLock { separate in
      separate.queues.append(queue)
      return separate.closing
    }
    if let closing { queue.close(because: closing) }
    return queue
  }

  /// Records commits of other processes, if the writer is free; returns false otherwise.
  private func askWriter() -> Bool {
    guard let writer = writers.takeIdle() else { return false }
    defer { writers.give(writer) }
    do { try writer.run { try $0.noteOtherCommits() } } catch { return false }
    return true
  }

  private func checkWrites() throws {
    guard base != nil else { return }
    throw DatabaseError.readOnly(
      path: path, EngineError(extendedCode: 8, message: "this is a view that only reads"))
  }

  /// Rejects new work, lets running work finish, and closes the file in the background.
  ///
  /// `closeAndWait()` also waits until the file is closed. Call that one before the program exits.
  public func close() { close(because: nil) {} }

  /// Rejects new work, waits until running work has finished, and closes the file.
  ///
  /// Canceling the task interrupts the asynchronous work that still runs, streams among it, which
  /// ends with `CancellationError`; a transaction is rolled back.
  public func closeAndWait() async {
    let interrupt: @Sendable () -> Void = { [queues, base] in
      // The connections of a view belong to the pool that it was made from.
      if base == nil { for queue in queues { queue.interrupt() } }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        close { continuation.resume() }
        if Task.isCancelled { interrupt() }
      }
    } onCancel: {
      interrupt()
    }
  }

  /// Rejects new work, blocks the thread until running work has finished, and closes the file.
  ///
  /// Inside a read or a write of the same thread, which would wait for itself, this does not wait
  /// and is the same as ``close()``.
  public func closeAndWait() {
    let thread = ThreadIdentity.current
    let queues = [readers, writers] + replicas.map(\.readers) + separate.withLock { $0.queues }
    if base != nil || queues.contains(where: { $0.isUsed(by: thread) }) { return close() }
    // The connections are closed on this thread, so that the file is closed even if no thread can
    // be started.
    let drained = DispatchSemaphore(value: 0)
    let connections = Locked<[PooledConnection]>([])
    whenDrained { all in
      connections.withLock { $0 = all }
      drained.signal()
    }
    drained.wait()
    Self.close(connections.withLock { $0 }, isClosed)
  }

  /// Closes the pool. Each later use ends with an error.
  package func close(because error: DatabaseError) { close(because: error) {} }

  private func close(because error: DatabaseError? = nil, then done: @escaping @Sendable () -> Void)
  {
    let isClosed = isClosed
    // The connections of a view belong to the pool that it was made from.
    if base != nil || isClosed.withLock({ $0 }) { return done() }
    whenDrained(because: error) { connections in
      let close: @Sendable () -> Void = {
        Self.close(connections, isClosed)
        done()
      }
      // Closing writes to the disk, so it does not run on the thread that returned the last
      // connection, if possible.
      do { try BackgroundThread.start(close) } catch { close() }
    }
  }

  private static func close(_ connections: [PooledConnection], _ isClosed: Locked<Bool>) {
    isClosed.withLock { isClosed in
      for connection in connections { connection.close() }
      isClosed = true
    }
  }

  private static func whenAllAreBack(
    _ queues: ArraySlice<ConnectionQueue>, _ connections: [PooledConnection],
    _ body: @escaping @Sendable ([PooledConnection]) -> Void
  ) {
    guard let queue = queues.first else { return body(connections) }
    queue.whenAllAreBack { whenAllAreBack(queues.dropFirst(), connections + $0, body) }
  }

  /// All connections. The writer comes last, because it alone writes the log back into the file.
  private var queues: [ConnectionQueue] {
    replicas.map(\.readers) + separate.withLock { $0.queues }
      + [readers, observing, listening, writers].compactMap { $0 }
  }

  /// Rejects new work, and calls `body` with all connections once the pool is drained.
  private func whenDrained(
    because error: DatabaseError? = nil, _ body: @escaping @Sendable ([PooledConnection]) -> Void
  ) {
    let closing = error ?? .closed(path: path)
    separate.withLock { $0.closing = closing }
    let queues = queues
    for queue in queues { queue.close(because: closing) }
    polling.withLock { $0?.cancel() }
    log.observers.close(because: error)
    Self.whenAllAreBack(queues[...], [], body)
  }
}
