internal import Foundation
internal import LinqSQL
public import StoreSQLite

/// What is known about a store: its size, its contents, its schema and its engine.
public struct StoreInfo: Sendable, Hashable, Codable {
  /// A server that replays what this one commits.
  public struct Replica: Sendable, Hashable, Codable {
    /// Its address, or the name that it gives itself; empty if neither is known.
    public let name: String
    /// Its state as PostgreSQL names it, such as `streaming`; nil without the right to read it.
    public let state: String?
    /// The number of bytes of the log that it has not replayed yet; nil if unknown.
    public let lagBytes: Int?
  }

  /// The engine.
  public let engine: Engine
  /// The path of the file, or the address of the server without user and password.
  public let name: String
  /// The size of the database in bytes, without the log.
  public let bytes: Int
  /// The size of SQLite's write-ahead log in bytes; nil on a server.
  public let logBytes: Int?
  /// SQLite's journal mode; nil on a server.
  public let journalMode: String?
  /// The number of people.
  public let people: Int
  /// The number of groups.
  public let groups: Int
  /// The number of the last applied migration.
  public let migration: Int
  /// The number of migrations that are not applied.
  public let pendingMigrations: Int
  /// The version of SQLite or of the server.
  public let version: String
  /// A known defect of this version of SQLite; nil if there is none.
  public let defect: String?
  /// The servers that replay this one; empty for a file.
  public let replicas: [Replica]
}

extension PersonStore {
  /// Returns what is known about the store, in one snapshot.
  ///
  /// ```swift
  /// let info = try await store.info()
  /// print(info.people, info.bytes)  // 10000 1523712
  /// ```
  public func info() async throws -> StoreInfo { try await read { try Self.info($0) } }

  /// Returns what is known about the store, in one snapshot. Runs on the calling thread.
  public func info() throws -> StoreInfo { try read { try Self.info($0) } }

  private static func info(_ transaction: StoreTransaction) throws -> StoreInfo {
    let connection = transaction.connection
    let isFile = connection.engine.isInProcess
    let status = try migrator(for: connection.engine).status(on: connection)
    func text(_ sql: String) throws -> String {
      try connection.query(sql) { try $0.text(0) }.first ?? ""
    }
    return StoreInfo(
      engine: connection.engine, name: connection.path,
      bytes: isFile
        ? try bytes(ofFileOf: connection)
        : try connection.query("SELECT pg_database_size(current_database())") {
          Int(try $0.integer(0))
        }.first ?? 0,
      logBytes: isFile ? size(connection.path + "-wal") : nil,
      journalMode: isFile ? try text("PRAGMA journal_mode") : nil,
      people: try transaction.people.count(), groups: try transaction.groups.count(),
      migration: status.current, pendingMigrations: status.entries(.pending).count,
      version: isFile ? SQLiteConnection.libraryVersion : try text("SELECT version()"),
      defect: isFile ? SQLiteConnection.libraryDefect : nil,
      replicas: isFile ? [] : try replicas(of: connection))
  }

  private static func bytes(ofFileOf connection: Connection) throws -> Int {
    try connection.query(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    ) { Int(try $0.integer(0)) }.first ?? 0
  }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  private static func replicas(of connection: Connection) throws -> [StoreInfo.Replica] {
    try connection.query(
      """
      SELECT coalesce(host(client_addr), application_name, ''), state,
        CAST(pg_wal_lsn_diff(
          CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
          replay_lsn) AS bigint)
      FROM pg_stat_replication ORDER BY 1, pid
      """
    ) { row in
      StoreInfo.Replica(
        name: try row.text(0), state: row.isNull(1) ? nil : try row.text(1),
        lagBytes: row.isNull(2) ? nil : Int(try row.integer(2)))
    }
  }
}
