#if Postgres
internal import StoreEngine

extension PostgresConnection {
  /// Connects to a replica or, where that fails or the replica has lost commits that readers rely
  /// on, for ten seconds to the primary server.
  static func reading(
    _ replica: String, _ position: LogPosition, else primary: String,
    configuration: DatabaseConfiguration, notice: @Sendable (String) -> Void
  ) throws -> PostgresConnection {
    var configuration = configuration
    configuration.access = .read
    do {
      let connection = try PostgresConnection(replica, configuration: configuration)
      if try connection.hasReached(position) { return connection }
      notice("\(connection.path) is behind its readers; the primary server stands in")
      connection.close()
    } catch let error as DatabaseError {
      notice("\(error); the primary server stands in")
    }
    let connection = try PostgresConnection(primary, configuration: configuration)
    connection.substituteEnd = .now + .seconds(10)
    return connection
  }

  /// A commit that has returned is flushed, unless the database has turned that off.
  func positionOfLog() throws -> LogPosition? {
    try query(
      """
      SELECT CAST(CASE
        WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
        WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
        ELSE pg_current_wal_flush_lsn() END AS text)
      """
    ) { LogPosition(try $0.text(0)) }.first ?? nil
  }

  /// Returns whether the server has repeated the commits before a position, or is a primary one.
  func hasRepeated(_ position: LogPosition) throws -> Bool {
    guard substituteEnd == nil else {
      throw DatabaseError.cannotConnect(path, reason: "the primary server stands in for a replica")
    }
    return try query(
      """
      SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= CAST(CAST(? AS text) AS pg_lsn)
      """, [.text(position.description)]
    ) { try $0.integer(0) != 0 } == [true]
  }
}
#endif
