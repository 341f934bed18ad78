internal import ArgumentParser
internal import Foundation
internal import Logging
internal import People

/// The options that select the file of a command.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("db"), help: "The database file. (default: $PERSONSTORE_DB or people.db)")
  var path: String?

  @Option(help: "Seconds to wait for each program that holds the lock or is in front.")
  var timeout: Double = 5

  /// The path of the file.
  var file: String {
    path ?? ProcessInfo.processInfo.environment["PERSONSTORE_DB"].flatMap { $0.isEmpty ? nil : $0 }
      ?? "people.db"
  }

  func validate() throws {
    guard timeout >= 0, timeout <= 86_400 else {
      throw ValidationError("--timeout is a number of seconds from 0 to 86400.")
    }
  }

  /// Returns the configuration with which a command opens its file.
  func configuration(_ access: DatabaseConfiguration.Access) -> DatabaseConfiguration {
    var configuration = DatabaseConfiguration()
    configuration.access = access
    configuration.busyTimeout = .seconds(timeout)
    let report = WaitReport()
    configuration.didWait = { report.show($0) }
    return configuration
  }

  /// Opens the store for a command that reads. The file must contain a store, and nothing is
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
    var configuration = configuration(.create)
    configuration.cacheKibibytes = 48 * 1024
    return try open(configuration)
  }

  private func open(
    _ configuration: DatabaseConfiguration, migrating: Bool = true
  ) throws -> PersonStore {
    // A service would log this; here `query --explain` shows it.
    let logger = Logger(label: "personstore") { _ in SwiftLogNoOpLogHandler() }
    return try PersonStore(
      path: file, configuration: configuration, migrating: migrating, logger: logger)
  }
}
