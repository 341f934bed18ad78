internal import Dispatch
public import StoreEngine

extension ConnectionPool {
  /// Opens a file: one writer, and readers beside it. The writer is opened at once, so that an
  /// unusable file is reported here; readers are opened when they are needed. A database in memory
  /// (`:memory:`) has a single connection.
  ///
  /// ```swift
  /// let pool = try ConnectionPool(path: "people.db")
  /// ```
  ///
  /// - Throws: `DatabaseError`: `cannotOpen`, `notADatabase`, `busy`, `readOnly`.
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

  /// Creates a pool whose connections are opened when they are needed.
  package convenience init(unopened path: String, configuration: DatabaseConfiguration) {
    let (log, file) = (CommitLog(), OpenedFile(path))
    let writer: Opening = {
      try SQLiteConnection(
        path: path, configuration: configuration, role: .writer, log: log, file: file)
    }
    guard path != ":memory:" else {
      self.init(
        .sqlite, path: path, configuration: configuration, log: log, writers: [writer], readers: [],
        observers: [])
      return
    }
    var readerConfiguration = configuration
    if readerConfiguration.access == .create { readerConfiguration.access = .write }
    readerConfiguration.didCommit = nil
    readerConfiguration.willCommit = nil
    readerConfiguration.schemaMayHaveChanged = nil
    let settings = readerConfiguration
    let reader: Opening = {
      try SQLiteConnection(
        path: path, configuration: settings, role: .reader, log: log, file: file)
    }
    self.init(
      .sqlite, path: path, configuration: configuration, log: log, writers: [writer],
      readers: Array(repeating: reader, count: max(1, configuration.readerCount)),
      observers: Array(repeating: reader, count: max(1, configuration.observerCount)))
    file.whenReplaced { [weak self] in
      guard let self else { return }
      // A connection may have noticed it while the pool closes it.
      DispatchQueue.global().async { self.close(because: .replaced(path: path)) }
    }
  }
}

extension Connection {
  /// The connection as one of SQLite.
  ///
  /// - Throws: `DatabaseError/unsupported(_:engine:)` for a connection of another engine.
  package func sqlite(for purpose: String) throws -> SQLiteConnection {
    guard let connection = self as? SQLiteConnection else {
      throw DatabaseError.unsupported(purpose, engine: engine)
    }
    return connection
  }
}
