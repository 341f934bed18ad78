#if Postgres
internal import Foundation
public import LinqCore
internal import LinqSQL
public import Logging
public import People
internal import StorePostgres
public import StoreEngine

extension PersonStore {
  /// Connects to a PostgreSQL database, and brings its schema up to date.
  ///
  /// ```swift
  /// let store = try await PersonStore(postgres: "postgresql://user@host/people")
  /// ```
  ///
  /// - Parameters:
  ///   - address: the address in each form that `libpq` knows: URLs, `key=value` lists, several
  ///     hosts, TLS.
  ///   - replicas: the addresses of servers that repeat its commits, for `reading(_:)`. They may be
  ///     missing at times.
  ///   - configuration: the configuration; `readerCount` is the number of connections that read,
  ///     and of those that write.
  ///   - migrating: whether the schema is brought up to date.
  ///   - policy: where the operators of the store's queries may run.
  ///   - logger: the logger to which the store reports actions of its own.
  ///   - sampling: selects queries that are verified while the program runs.
  /// - Throws: `DatabaseError.cannotConnect`; `StoreError` for a database whose schema is newer
  ///   than this version of the library, or older if it is not to be migrated; `MigrationError`.
  public convenience init(
    postgres address: String, replicas: [String] = [],
    configuration: DatabaseConfiguration = DatabaseConfiguration(), migrating: Bool = true,
    policy: QueryPolicy = .automatic, logger: Logger = Logger(label: "personstore"),
    sampling: QuerySampling? = nil
  ) async throws {
    self.init(configuration, policy: policy, logger: logger, sampling: sampling) {
      Self.pool(address, replicas, $0, logger)
    }
    try await pool.withWriter { [self] in try prepare($0, migrating: migrating) }
  }

  /// Connects to a PostgreSQL database on the calling thread; see the `async` form.
  public convenience init(
    postgres address: String, replicas: [String] = [],
    configuration: DatabaseConfiguration = DatabaseConfiguration(), migrating: Bool = true,
    policy: QueryPolicy = .automatic, logger: Logger = Logger(label: "personstore"),
    sampling: QuerySampling? = nil
  ) throws {
    self.init(configuration, policy: policy, logger: logger, sampling: sampling) {
      Self.pool(address, replicas, $0, logger)
    }
    try pool.withWriter { try prepare($0, migrating: migrating) }
  }

  private static func pool(
    _ address: String, _ replicas: [String], _ configuration: DatabaseConfiguration,
    _ logger: Logger
  ) -> ConnectionPool {
    ConnectionPool(unconnected: address, replicas: replicas, configuration: configuration) {
      logger.notice("replica: \($0)")
    }
  }
}
#endif
