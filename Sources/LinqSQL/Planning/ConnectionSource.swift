internal import Foundation
internal import StoreEngine

/// The connections that a query may use: the readers of a pool, or the connection of a transaction.
enum ConnectionSource: Sendable {
  case pool(ConnectionPool)
  case transaction(TransactionConnection)

  /// The path of the database file.
  var path: String {
    switch self {
    case .pool(let pool): pool.path
    case .transaction(let transaction): transaction.path
    }
  }

  /// The engine of the database.
  var engine: Engine {
    switch self {
    case .pool(let pool): pool.engine
    case .transaction(let transaction): transaction.engine
    }
  }

  /// The pool, or the connection of the transaction.
  var identity: AnyObject {
    switch self {
    case .pool(let pool): pool
    case .transaction(let transaction): transaction.identity
    }
  }

  /// Returns whether queries of both sources can be combined in one statement.
  func isSame(as other: ConnectionSource) -> Bool { identity === other.identity }

  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    switch self {
    case .pool(let pool): try pool.withReader(body)
    case .transaction(let transaction): try body(try transaction.connection)
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    switch self {
    case .pool(let pool): try await pool.withReader(body)
    case .transaction(let transaction): try body(try transaction.connection)
    }
  }

  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    switch self {
    case .pool(let pool): return try pool.write(retrying: ConnectionPool.attempts, body)
    case .transaction(let transaction):
      let connection = try transaction.connection
      return try connection.transaction { try body(connection) }
    }
  }

  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    switch self {
    case .pool(let pool): return try await pool.write(retrying: ConnectionPool.attempts, body)
    case .transaction(let transaction):
      let connection = try transaction.connection
      return try connection.transaction { try body(connection) }
    }
  }
}

/// The connection of a transaction, in queries that do not outlive it.
///
/// `@unchecked Sendable`: all properties are constant, and `connection` throws on other threads
/// than the one that runs the transaction. `identity` is only compared.
final class TransactionConnection: @unchecked Sendable {
  let path: String
  let engine: Engine
  private let thread = Thread.current
  private let stored: Connection

  init(_ connection: Connection) {
    stored = connection
    path = connection.path
    engine = connection.engine
  }

  /// The connection.
  ///
  /// - Throws: `DatabaseError.transactionEnded` on another thread.
  var connection: Connection {
    get throws(DatabaseError) {
      guard Thread.current === thread else { throw .transactionEnded(path: path) }
      return stored
    }
  }

  var identity: AnyObject { stored }
}
