#if Postgres
internal import Foundation
internal import StoreEngine

/// A row that a transaction writes with its commit. If the connection ends before the answer of the
/// server, the row says whether the transaction is stored, after a failover too. The number of a
/// transaction would not: a server that was promoted, or that crashed, may use it again.
struct CommitMark {
  /// What has become of a transaction.
  enum Outcome {
    case stored
    case notStored
    case unknown
  }

  fileprivate let session: Int64
  fileprivate let number: Int64

  /// The statement that writes the row.
  var insertion: String {
    "INSERT INTO swift.commit_mark (session, number) VALUES (\(session), \(number))"
  }

  /// Finds out whether the transaction is stored, on another connection.
  ///
  /// - Parameters:
  ///   - address: the address of the server.
  ///   - process: the server's process that ran the transaction. It is ended if it still runs,
  ///     because it may commit until then.
  ///   - timeout: how long to try, at least ten seconds: that is time for a failover.
  func outcome(address: String, process: Int32, _ timeout: Duration) -> Outcome {
    let deadline = ContinuousClock.now + max(timeout, .seconds(10))
    repeat {
      if let connection = try? PostgresConnection(address),
        let isStored = try? isStored(process: process, on: connection)
      {
        return isStored ? .stored : .notStored
      }
      usleep(100_000)
    } while ContinuousClock.now < deadline
    return .unknown
  }

  /// Returns whether the transaction is stored; nil while that is not certain.
  private func isStored(process: Int32, on connection: PostgresConnection) throws -> Bool? {
    // In this order: the process could commit after the row was looked for.
    let running = try connection.query(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid = \(process) AND datname = current_database()
      """
    ) { try $0.integer(0) }
    // A replica may not have the row yet.
    let stored = try connection.query(
      """
      SELECT EXISTS (
        SELECT FROM swift.commit_mark WHERE session = \(session) AND number = \(number))
      WHERE NOT pg_is_in_recovery()
      """
    ) { try $0.integer(0) != 0 }.first
    return stored == true ? true : running.isEmpty ? stored : nil
  }
}

/// The marks of a connection.
struct CommitMarks {
  private let session = Int64.random(in: .min ... .max)
  private var number: Int64 = 0
  /// Whether the database has the table of marks; nil before that is known.
  private var isSupported: Bool?

  /// Returns the mark of the next transaction; nil for a database without the functions of the
  /// library.
  mutating func next(on connection: PostgresConnection) throws -> CommitMark? {
    // A table that is missing is asked for again: another program may create it meanwhile.
    if isSupported != true {
      isSupported =
        try connection.configuration.access != .read
        && connection.query("SELECT to_regclass('swift.commit_mark') IS NOT NULL") {
          try $0.integer(0) != 0
        } == [true]
    }
    guard isSupported == true else { return nil }
    number += 1
    // A mark is not needed after the answer to its commit. The first commit of a connection
    // counts, so that short connections clear up, too.
    if number % 10_000 == 1 {
      try connection.execute(
        "DELETE FROM swift.commit_mark WHERE written_at < now() - interval '1 hour'")
    }
    return CommitMark(session: session, number: number)
  }

  /// Statements that create the table of marks. It has no index, and is small.
  static let sql = """
    CREATE TABLE IF NOT EXISTS swift.commit_mark (
      session bigint NOT NULL,
      number bigint NOT NULL,
      written_at timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT, INSERT, DELETE ON swift.commit_mark TO PUBLIC;
    """
}
#endif
