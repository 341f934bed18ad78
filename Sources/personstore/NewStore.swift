internal import Foundation
internal import People
internal import StoreSQLite
internal import StoreSupport

extension Database {
  /// Calls `body` with the store of a command that writes many rows, all or none.
  ///
  /// A file that does not exist yet gets its name when `body` has returned: a command that fails,
  /// or is killed, leaves no file.
  func withStoreToWrite<Result>(_ body: (PersonStore) throws -> Result) throws -> Result {
    try withFileToFill { file in
      let database = file.map { Database(address: $0.partial, timeout: timeout) } ?? self
      let store = try database.openToWrite()
      defer { store.close() }
      return try body(store)
    }
  }

  /// Calls `body` with a connection to the file, outside of a store, for a command that writes many
  /// rows, all or none.
  func withConnectionToFill<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withFileToFill { file in
      let connection =
        try file?.connection(configurationToFill)
        ?? SQLiteConnection(path: address, configuration: configurationToFill)
      defer { connection.close() }
      return try body(connection)
    }
  }

  /// Calls `body` with the new file that gets the name of the database afterwards; nil if the
  /// database is there.
  private func withFileToFill<Result>(
    _ body: (UnfinishedDatabase?) throws -> Result
  ) throws -> Result {
    guard !isOnServer, !address.isEmpty, address != ":memory:", !exists else {
      return try body(nil)
    }
    let file = UnfinishedDatabase(address, isOverwriting: false)
    defer { file.cleanUp() }
    do {
      try file.create(isPrivate: false)
    } catch is BackupError {
      // Opening the file tells why it cannot be created.
      return try body(nil)
    }
    let result = try body(file)
    do {
      try file.finish()
    } catch BackupError.fileExists {
      throw CreatedMeanwhile(path: address)
    }
    return result
  }

  /// Whether there is something under the name of the file, also a symbolic link to nothing.
  var exists: Bool { FileStatus(link: address) != nil }

  /// Removes the file if it has no tables and no other program has it open.
  func removeUnused() {
    guard !isOnServer, exists else { return }
    var configuration = configuration(.write)
    configuration.busyTimeout = .zero
    configuration.didWait = nil
    guard let connection = try? SQLiteConnection(path: address, configuration: configuration) else {
      return
    }
    defer { connection.close() }
    func isEmpty() -> Bool {
      (try? connection.query("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) }) == [0]
    }
    // Only the only connection can leave the mode with a log.
    guard isEmpty(),
      (try? connection.query("PRAGMA journal_mode = DELETE") { try $0.text(0) }) == ["delete"],
      (try? connection.execute("BEGIN EXCLUSIVE")) != nil, isEmpty()
    else { return }
    unlink(address)
  }
}

/// Another program has created the file that a command was filling under another name.
private struct CreatedMeanwhile: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "\(path) was created by another program meanwhile; nothing was stored. Try it again"
  }
}
