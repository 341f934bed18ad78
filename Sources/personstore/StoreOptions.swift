internal import ArgumentParser
internal import Foundation
internal import Logging
internal import People

/// Which file a command works on.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("db"), help: "The database file. (default: $PERSONSTORE_DB or people.db)")
  var path: String?

  @Option(help: "Seconds to wait for another program's lock.")
  var timeout: Double = 5

  /// The file.
  var file: String {
    path ?? ProcessInfo.processInfo.environment["PERSONSTORE_DB"].flatMap { $0.isEmpty ? nil : $0 }
      ?? "people.db"
  }

  func validate() throws {
    guard timeout >= 0, timeout <= 86_400 else {
      throw ValidationError("--timeout is a number of seconds from 0 to 86400.")
    }
  }

  /// How a command opens its file.
  func configuration(_ access: DatabaseConfiguration.Access) -> DatabaseConfiguration {
    var configuration = DatabaseConfiguration()
    configuration.access = access
    configuration.busyTimeout = .seconds(timeout)
    return configuration
  }

  /// The store, for a command that reads: nothing is written to the file, which must hold a store.
  func openToRead() throws -> PersonStore {
    try open(configuration(.read))
  }

  /// The store, for a command that undoes what it writes: the file is neither made nor migrated.
  func openToTry() throws -> PersonStore {
    try open(configuration(.write), migrating: false)
  }

  /// The store, for a command that changes what is there. The file must exist.
  func openToChange() throws -> PersonStore {
    try open(configuration(.write))
  }

  /// The store, for a command that writes much: made where there is none, with memory for the pages
  /// of large indexes.
  func openToWrite() throws -> PersonStore {
    var configuration = configuration(.create)
    configuration.cacheKibibytes = 48 * 1024
    return try open(configuration)
  }

  private func open(
    _ configuration: DatabaseConfiguration, migrating: Bool = true
  ) throws -> PersonStore {
    // What a service would log, `query --explain` tells here.
    let logger = Logger(label: "personstore") { _ in SwiftLogNoOpLogHandler() }
    return try PersonStore(
      path: file, configuration: configuration, migrating: migrating, logger: logger)
  }
}
