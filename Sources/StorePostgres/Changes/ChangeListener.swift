#if Postgres
internal import CStorePostgres
internal import Foundation
internal import StoreEngine
internal import StoreSupport

/// Appends the commits of all programs to the commit log of a pool, on a connection of its own.
///
/// Changes are recorded while a listener has the observers' lock. The others ask for it again and
/// again, in case its owner ends.
///
/// A snapshot of the server says which transactions have been read. Transactions that were running
/// when a listener got the lock may have changed rows without recording them, so the state counts
/// as unknown once more when they have ended.
struct ChangeListener {
  private let log: CommitLog
  private var changes = RecordedChanges()
  /// The snapshot that sees all transactions that have been read.
  private var snapshot: String
  private var lastReading = ContinuousClock.now
  /// When changes were last pruned; nil at the beginning, when those of earlier programs are there.
  private var lastPruning: ContinuousClock.Instant?
  /// The triggers that record changes, and the names, the columns and the storage of their tables.
  /// A table that is replaced by another one loses its triggers, and `ALTER TABLE` can rewrite rows
  /// without them.
  private var tables: String?
  private var lastLook = ContinuousClock.now
  /// The number of a transaction that began after the observation did, while earlier ones may be
  /// running.
  private var firstRecorded: UInt64?
  /// Whether this listener has the lock.
  private var isOwner = false

  /// Begins to observe the database.
  ///
  /// - Parameter isAgain: whether the pool was observing before, on a connection that was lost.
  init(_ log: CommitLog, isAgain: Bool, on connection: PostgresConnection) throws {
    self.log = log
    try connection.execute("LISTEN \(ChangeFunctions.channel)")
    snapshot = ""
    try acquireLock(on: connection)
    let state = try Self.state(of: connection)
    snapshot = state.snapshot
    if let number = firstRecorded, state.first >= number { firstRecorded = nil }
    tables = try Self.tables(on: connection)
    if isAgain { log.append(nil) }
  }

  /// Takes the lock, unless another listener has it.
  private mutating func acquireLock(on connection: PostgresConnection) throws {
    // A trigger shares the lock for a moment to find out whether it has an owner
    // (`swift.is_observed`). A request that does not wait would fail then.
    try connection.execute("SET lock_timeout = '50ms'")
    do {
      _ = try connection.query(
        "SELECT pg_advisory_lock(\(ChangeFunctions.observersKey))"
      ) { _ in }
    } catch DatabaseError.busy {
      return
    }
    isOwner = true
    firstRecorded = try connection.query("SELECT CAST(pg_current_xact_id() AS text)") {
      UInt64(try $0.text(0)) ?? 0
    }.first
  }

  /// Waits for commits for about a second at most, and appends them to the log.
  mutating func readCommits(on connection: PostgresConnection) throws {
    // While earlier transactions may be running, their ends are not announced.
    let wait = Duration.milliseconds(firstRecorded == nil ? 1000 : 20)
    let isAnnounced = try connection.waitForNotification(wait)
    // A process that was stopped may have missed changes that are not in the log any more.
    if ContinuousClock.now - lastReading > .seconds(Self.keptSeconds / 2) { log.append(nil) }
    lastReading = .now
    try lookAtTables(on: connection)
    if !isOwner {
      try acquireLock(on: connection)
      // Changes may not have been recorded meanwhile.
      if isOwner { log.append(nil) }
    }
    guard isAnnounced || firstRecorded != nil else { return try prune(connection) }
    let (first, transactions, tables) = try connection.snapshot {
      let state = try Self.state(of: connection)
      let transactions = try changes.changes(since: snapshot, on: connection)
      snapshot = state.snapshot
      return (state.first, transactions, try Self.tables(on: connection))
    }
    if !areOthers(tables) {
      for transaction in transactions { log.append(transaction) }
    }
    if let number = firstRecorded, first >= number {
      firstRecorded = nil
      log.append(nil)
    }
  }

  /// Looks once a second whether changes are recorded of other tables.
  private mutating func lookAtTables(on connection: PostgresConnection) throws {
    guard ContinuousClock.now - lastLook > .seconds(1) else { return }
    lastLook = .now
    _ = areOthers(try Self.tables(on: connection))
  }

  /// Returns whether the tables are others than before. The state counts as unknown then.
  private mutating func areOthers(_ current: String?) -> Bool {
    guard current != tables else { return false }
    tables = current
    SchemaWatch.noteChange()
    log.append(nil)
    return true
  }

  private static func tables(on connection: PostgresConnection) throws -> String? {
    try connection.query(
      """
      SELECT CAST(hashtextextended(
        concat(
          string_agg(
            concat(
              c.oid, c.relname, ' ', c.relfilenode, ' ', t.ctid, t.xmin, ' ',
              (SELECT string_agg(
                 concat(attnum, attname, ' ', atttypid, ' ', atttypmod, ' ', attcollation),
                 ' ' ORDER BY attnum)
               FROM pg_attribute
               WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped)),
            ' ' ORDER BY t.oid), '; ',
          (SELECT string_agg(concat(inhparent, ' ', inhrelid), ' ' ORDER BY inhparent, inhrelid)
           FROM pg_inherits)), 0) AS text)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgname ~ '^swift_'
      """
    ) { try $0.text(0) }.first
  }

  /// Ends the observation. The notification wakes the other listeners, one of which takes the lock.
  func stop(on connection: PostgresConnection) throws {
    try connection.execute(
      """
      UNLISTEN \(ChangeFunctions.channel);
      SELECT pg_advisory_unlock(\(ChangeFunctions.observersKey));
      NOTIFY \(ChangeFunctions.channel)
      """)
  }

  /// The time for which changes are kept for other programs.
  private static let keptSeconds = 300

  private mutating func prune(_ connection: PostgresConnection) throws {
    if let lastPruning, ContinuousClock.now - lastPruning <= .seconds(60) { return }
    lastPruning = .now
    try connection.run(
      """
      DELETE FROM swift.row_change
      WHERE recorded_at < now() - interval '\(Self.keptSeconds) seconds'
      """)
  }

  /// Returns the current snapshot, and the number of the first transaction that may be running.
  private static func state(
    of connection: PostgresConnection
  ) throws -> (snapshot: String, first: UInt64) {
    let states = try connection.query(
      """
      SELECT CAST(s AS text), CAST(pg_snapshot_xmin(s) AS text) FROM pg_current_snapshot() s
      """
    ) { row in
      (try row.text(0), UInt64(try row.text(1)) ?? 0)
    }
    return states[0]
  }
}

extension PostgresConnection {
  /// Waits until the server announces changes, and returns whether it has.
  fileprivate func waitForNotification(_ timeout: Duration) throws -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
      guard PQconsumeInput(handle) == 1 else { throw connectionFailure(sql: nil) }
      var isAnnounced = false
      while let notification = PQnotifies(handle) {
        PQfreemem(notification)
        isAnnounced = true
      }
      if isAnnounced { return true }
      if Interruption.isRequested { throw DatabaseError.interrupted(sql: nil) }
      guard ContinuousClock.now < deadline else { return false }
      var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      poll(&socket, 1, 20)
    }
  }
}
#endif
