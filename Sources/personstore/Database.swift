internal import ArgumentParser
internal import Foundation
internal import Logging
internal import People
internal import StoreSQLite

#if Postgres
internal import PeoplePostgres
internal import StorePostgres
#endif

/// A database of a command: a file, or a server.
struct Database {
  /// The path of the file, or the address of the server.
  let address: String
  /// How long a command waits for each program that holds the lock or is in front.
  let timeout: Duration
  /// Files whose tables are read as those of the database.
  var attachedFiles: [String] = []

  /// Whether the database is on a server.
  var isOnServer: Bool { Engine(address: address) == .postgres }

  /// The name of the database in messages: the path, or the address without its password.
  var name: String {
    #if Postgres
    if isOnServer { return PostgresConnection.name(of: address) }
    #endif
    return address
  }

  /// Returns the path of the file, for a command that works on files only.
  ///
  /// - Parameter instead: what to do for a server, as a sentence.
  func file(instead: String) throws -> String {
    if isOnServer { throw ValidationError("This command is for files. \(instead)") }
    return address
  }

  /// Returns the configuration with which a command opens its file.
  func configuration(_ access: DatabaseConfiguration.Access) -> DatabaseConfiguration {
    var configuration = DatabaseConfiguration()
    configuration.access = access
    configuration.busyTimeout = timeout
    configuration.attachedFiles = attachedFiles
    let report = WaitReport()
    configuration.didWait = { report.show($0) }
    return configuration
  }

  /// Opens the store for a command that reads. The database must contain a store, and nothing is
  /// written to it.
  func openToRead() throws -> PersonStore {
    try open(configuration(.read))
  }

  /// Opens the store for a command that rolls back its changes. The file is neither created nor
  /// migrated.
  func openToTry() throws -> PersonStore {
    try open(configuration(.write), migrating: false)
  }

  /// Opens the store for a command that changes existing data. The file must exist.
  func openToChange() throws -> PersonStore {
    try open(configuration(.write))
  }

  /// Opens the store for a command that writes many rows. The file is created if it does not exist,
  /// and the cache is large enough for the pages of large indexes.
  func openToWrite() throws -> PersonStore {
    try open(configurationToFill)
  }

  /// The configuration of a command that writes many rows.
  var configurationToFill: DatabaseConfiguration {
    var configuration = configuration(.create)
    configuration.cacheKibibytes = 48 * 1024
    return configuration
  }

  private func open(
    _ configuration: DatabaseConfiguration, migrating: Bool = true
  ) throws -> PersonStore {
    // A service would log this; here `query --explain` shows it.
    let logger = Logger(label: "personstore") { _ in SwiftLogNoOpLogHandler() }
    guard isOnServer else {
      return try PersonStore(
        path: address, configuration: configuration, migrating: migrating, logger: logger)
    }
    #if Postgres
    return try PersonStore(
      postgres: address, configuration: configuration, migrating: migrating, logger: logger)
    #else
    throw Self.withoutServers
    #endif
  }

  /// Returns a connection to the database, outside of a store.
  func connection(_ access: DatabaseConfiguration.Access) throws -> Connection {
    let configuration = configuration(access)
    guard isOnServer else {
      return try SQLiteConnection(path: address, configuration: configuration)
    }
    #if Postgres
    return try PostgresConnection(address, configuration: configuration)
    #else
    throw Self.withoutServers
    #endif
  }

  /// Returns a pool of connections to the database, outside of a store.
  func pool(_ access: DatabaseConfiguration.Access) throws -> ConnectionPool {
    var configuration = configuration(access)
    configuration.worksWithoutFunctions = true
    guard isOnServer else {
      return try ConnectionPool(path: address, configuration: configuration)
    }
    #if Postgres
    return try ConnectionPool(postgres: address, configuration: configuration)
    #else
    throw Self.withoutServers
    #endif
  }

  #if !Postgres
  private static let withoutServers = ValidationError(
    "This program was built without PostgreSQL. Build it where libpq's development files are "
      + "installed (libpq-dev), with the trait Postgres.")
  #endif
}
