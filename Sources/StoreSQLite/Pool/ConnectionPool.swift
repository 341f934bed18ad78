internal import Foundation
internal import StoreSupport

/// One writer and several readers on one database file, for any number of threads and tasks.
///
/// Reads run in a snapshot and do not wait for the writer, nor the writer for them (write-ahead
/// log). Writes come one at a time, each a transaction. Every method comes twice: `async`,
/// which never blocks a thread of Swift's concurrency pool and whose cancellation interrupts the
/// statement; and synchronous, which runs on the calling thread, for scripts.
///
/// ```swift
/// let pool = try ConnectionPool(path: "people.db")
/// try await pool.write { try $0.run("DELETE FROM person WHERE age > ?", [120]) }
/// let count = try await pool.read {
///   try $0.query("SELECT count(*) FROM person") { try $0.integer(0) }
/// }
/// ```
public final class ConnectionPool: Sendable {
  /// The file, or `:memory:` for a database in memory, which has one connection for all.
  public let path: String

  /// How the file is opened.
  public let configuration: DatabaseConfiguration

  /// The latest commits, for those who observe them.
  let log = CommitLog()

  /// The connection for snapshots at a known place among the commits. Not one of the readers: it
  /// waits for the writer, who may wait for a reader.
  let observing: ConnectionQueue

  /// What asks for commits by other processes.
  let polling = Locked<Task<Void, any Error>?>(nil)

  private let writers: ConnectionQueue
  private let readers: ConnectionQueue
  /// Whether all connections are closed; locked while they are being closed.
  private let isClosed = Locked(false)

  /// Opens a file. The writer is opened at once, so that a file that cannot be used is known at
  /// once; readers when they are needed.
  ///
  /// - Throws: ``DatabaseError``: `cannotOpen`, `notADatabase`, `busy`, `readOnly`.
  public convenience init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws {
    self.init(unopened: path, configuration: configuration)
    try withWriter { _ in }
  }

  /// Opens a file without blocking the calling thread.
  public convenience init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    self.init(unopened: path, configuration: configuration)
    try await withWriter { _ in }
  }

  private init(unopened path: String, configuration: DatabaseConfiguration) {
    self.path = path
    self.configuration = configuration
    let writer = PooledConnection(
      path: path, configuration: configuration, role: .writer, log: log)
    writers = ConnectionQueue(connections: [writer], path: path)
    guard path != ":memory:" else {
      readers = writers
      observing = writers
      return
    }
    var readerConfiguration = configuration
    if readerConfiguration.access == .create { readerConfiguration.access = .write }
    readerConfiguration.didCommit = nil
    readerConfiguration.willCommit = nil
    let readerSettings = readerConfiguration
    readers = ConnectionQueue(
      connections: (0..<max(1, configuration.readerCount)).map { _ in
        PooledConnection(path: path, configuration: readerSettings, role: .reader)
      }, path: path)
    observing = ConnectionQueue(
      connections: [PooledConnection(path: path, configuration: readerSettings, role: .reader)],
      path: path)
  }

  deinit { close() }

  /// Reads in one snapshot: what `body` sees does not change while it runs.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await withReader { connection in try connection.snapshot { try body(connection) } }
  }

  /// Reads in one snapshot, on the calling thread.
  public func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try withReader { connection in try connection.snapshot { try body(connection) } }
  }

  /// Writes in one transaction: all of it is stored, or, when `body` throws, none of it.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Writes in one transaction, on the calling thread.
  @discardableResult
  public func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Lends a reader without beginning a transaction: for one statement, which is a snapshot of its
  /// own.
  public func withReader<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await readers.run(reading: true, body)
  }

  /// Lends a reader without beginning a transaction, on the calling thread. Inside another read of
  /// the same thread it is the same reader, which sees the same state.
  public func withReader<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    if let reader = readers.connection(readBy: .current) { return try reader.runInside(body) }
    let reader = try readers.takeBlocking()
    defer { readers.give(reader) }
    return try reader.run(reading: true, body)
  }

  /// Lends the writer without beginning a transaction: for migrations, `VACUUM` and the like.
  @discardableResult
  public func withWriter<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await writers.run(body)
  }

  /// Lends the writer without beginning a transaction, on the calling thread.
  @discardableResult
  public func withWriter<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    let writer = try writers.takeBlocking()
    defer { writers.give(writer) }
    return try writer.run(body)
  }

  /// Turns away new work, lets running work end, and closes the file in the background.
  ///
  /// `closeAndWait()` also waits for it, which a program does before it ends.
  public func close() { close {} }

  /// Turns away new work, waits for running work to end, and closes the file.
  public func closeAndWait() async {
    await withCheckedContinuation { continuation in
      close { continuation.resume() }
    }
  }

  /// Turns away new work, blocks the thread until running work has ended, and closes the file.
  ///
  /// Inside a read or a write, which would wait for itself, it is ``close()``.
  public func closeAndWait() {
    let thread = ThreadIdentity.current
    if readers.isUsed(by: thread) || writers.isUsed(by: thread) { return close() }
    // On this thread: where no other one can be started, the file is closed all the same.
    let drained = DispatchSemaphore(value: 0)
    let connections = Locked<[PooledConnection]>([])
    whenDrained { all in
      connections.withLock { $0 = all }
      drained.signal()
    }
    drained.wait()
    Self.close(connections.withLock { $0 }, isClosed)
  }

  private func close(then done: @escaping @Sendable () -> Void) {
    let isClosed = isClosed
    if isClosed.withLock({ $0 }) { return done() }
    whenDrained { connections in
      let close: @Sendable () -> Void = {
        Self.close(connections, isClosed)
        done()
      }
      // Not on the thread that returned the last one, if possible: closing writes to the disk.
      do { try BackgroundThread.start(close) } catch { close() }
    }
  }

  private static func close(_ connections: [PooledConnection], _ isClosed: Locked<Bool>) {
    isClosed.withLock { isClosed in
      for connection in connections { connection.close() }
      isClosed = true
    }
  }

  /// Turns away new work, and calls `body` with all connections once running work has ended; the
  /// writer comes last: it alone writes the log back into the file.
  private func whenDrained(_ body: @escaping @Sendable ([PooledConnection]) -> Void) {
    let (writers, observing) = (writers, observing)
    readers.close()
    observing.close()
    writers.close()
    log.observers.close()
    readers.whenAllAreBack { readers in
      observing.whenAllAreBack { observing in
        writers.whenAllAreBack { writers in body(readers + observing + writers) }
      }
    }
  }
}
