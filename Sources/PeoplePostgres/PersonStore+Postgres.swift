#if Postgres
internal import Foundation
public import LinqCore
internal import LinqSQL
public import Logging
public import People
internal import PostgresMigrations
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
  ///   - configuration: the configuration; `readerCount` is the number of connections that read,
  ///     and of those that write.
  ///   - migrating: whether the schema is brought up to date.
  ///   - policy: where the operators of the store's queries may run.
  ///   - logger: the logger to which the store reports actions of its own.
  ///   - sampling: selects queries that are verified while the program runs.
  /// - Throws: `DatabaseError.cannotConnect`, `MigrationError`.
  public convenience init(
    postgres address: String, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    migrating: Bool = true, policy: QueryPolicy = .automatic,
    logger: Logger = Logger(label: "personstore"), sampling: QuerySampling? = nil
  ) async throws {
    self.init(configuration, policy: policy, logger: logger, sampling: sampling) {
      ConnectionPool(unconnected: address, configuration: $0)
    }
    try await pool.withWriter { if migrating { try Self.migrate($0) } }
  }

  /// Connects to a PostgreSQL database on the calling thread; see the `async` form.
  public convenience init(
    postgres address: String, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    migrating: Bool = true, policy: QueryPolicy = .automatic,
    logger: Logger = Logger(label: "personstore"), sampling: QuerySampling? = nil
  ) throws {
    self.init(configuration, policy: policy, logger: logger, sampling: sampling) {
      ConnectionPool(unconnected: address, configuration: $0)
    }
    try pool.withWriter { if migrating { try Self.migrate($0) } }
  }

  private static func migrate(_ connection: Connection) throws {
    guard let connection = connection as? PostgresConnection else { return }
    try connection.createSwiftFunctions()
    try connection.transaction {
      _ = try connection.query("SELECT pg_advisory_xact_lock(8175321545)") { _ in }
      let isThere = try connection.query("SELECT to_regclass('person') IS NOT NULL") {
        try $0.integer(0) != 0
      }.contains(true)
      guard !isThere else { return }
      for file in PostgresMigrations.files where !file.name.hasSuffix(".down.sql") {
        try connection.execute(String(decoding: file.bytes, as: UTF8.self))
      }
    }
  }
}
#endif
