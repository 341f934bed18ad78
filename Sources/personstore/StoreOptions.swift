internal import ArgumentParser
internal import Foundation

/// The options that select the database of a command.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("db"),
    help: """
      The database: a file, or a server's address (postgresql://user@host/database). (default: \
      $PERSONSTORE_DB or people.db)
      """,
    completion: .file())
  var path: String?

  @Option(help: "Seconds to wait for each program that holds the lock or is in front.")
  var timeout: Double = 5

  /// The database that the options select.
  var database: Database {
    let address =
      path ?? ProcessInfo.processInfo.environment["PERSONSTORE_DB"].flatMap {
        $0.isEmpty ? nil : $0
      }
      ?? "people.db"
    return Database(address: address, timeout: .seconds(timeout))
  }

  func validate() throws { try Self.check(timeout: timeout) }

  /// Throws for a timeout that is out of range.
  static func check(timeout: Double) throws {
    guard timeout >= 0, timeout <= 86_400 else {
      throw ValidationError("--timeout is a number of seconds from 0 to 86400.")
    }
  }
}
