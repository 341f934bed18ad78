#if Postgres
public import StoreEngine
internal import StoreSupport

extension ConnectionPool {
  /// Connects to a PostgreSQL server. The first connection is opened at once, so that an unusable
  /// address is reported here; others are opened when they are needed.
  ///
  /// ```swift
  /// let pool = try ConnectionPool(postgres: "postgresql://user@host/people")
  /// try await pool.withWriter { try $0.installFunctions() }
  /// ```
  ///
  /// Statements call functions in the schema `swift`. A store creates them by itself; a program
  /// without a store does so once, with a role that may create schemas.
  ///
  /// - Throws: `DatabaseError/cannotConnect(_:reason:)`.
  public convenience init(
    postgres address: String, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws {
    self.init(unconnected: address, configuration: configuration)
    try withWriter { _ in }
  }

  /// Connects to a PostgreSQL server without blocking the calling thread.
  public convenience init(
    postgres address: String, replicas: [String] = [],
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    self.init(unconnected: address, replicas: replicas, configuration: configuration)
    try await withWriter { _ in }
  }

  /// Creates a pool whose connections are opened when they are needed.
  ///
  /// - Parameter notice: called with a message when the primary server stands in for a replica.
  package convenience init(
    unconnected address: String, replicas: [String] = [], configuration: DatabaseConfiguration,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let reporting = Locked(())
    let opening: Opening = {
      try PostgresConnection(
        address, configuration: configuration, log: nil, reporting: reporting)
    }
    let log = CommitLog()
    let listening: Opening = {
      try PostgresConnection(address, configuration: configuration, log: log)
    }
    let count = max(1, configuration.readerCount)
    self.init(
      .postgres, path: PostgresConnection.name(of: address), configuration: configuration,
      log: log, writers: Array(repeating: opening, count: count),
      readers: Array(repeating: opening, count: count),
      observers: Array(repeating: opening, count: max(1, configuration.observerCount)),
      listening: listening,
      replicas: replicas.map { replica in
        Replica(path: PostgresConnection.name(of: replica), configuration: configuration) {
          position in
          try PostgresConnection.reading(
            replica, position, else: address, configuration: configuration, notice: notice)
        }
      })
  }
}
#endif
