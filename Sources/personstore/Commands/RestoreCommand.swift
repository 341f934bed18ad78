internal import ArgumentParser
internal import People
internal import StoreSQLite

/// The command `personstore restore`.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replaces the content of the store with that of a backup, while others use it.",
    discussion: """
      The backup is checked first, and stays as it is. Others see the store as before until all of \
      the backup is there; if this fails or is interrupted, they go on with it. A backup of an \
      older version is migrated.

        personstore restore people-2024-05-01.db --overwrite

      A backup that is copied over the file with cp or mv, while a program has the file open or a \
      file with -wal is beside it, damages the store.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The backup.", completion: .file())
  var backup: String

  @Flag(help: "Replace the content of a store that exists.")
  var overwrite = false

  func run() throws {
    let file = try store.database.file(instead: "A server is restored with pg_restore.")
    // It must be a store that this version can read.
    let source = Database(address: backup, timeout: store.database.timeout)
    try source.openToRead().pool.closeAndWait()
    if store.database.exists {
      try checkTarget(file)
      guard overwrite else { throw BackupError.fileExists(file) }
    }
    var progress = Progress("restoring")
    defer { progress.end() }
    try SQLiteConnection.restore(
      file, from: backup, configuration: store.database.configuration(.create)
    ) {
      progress.show($0.copied, of: $0.total)
    }
    progress.end()
    let restored = try store.database.openToChange()
    defer { restored.close() }
    let count = try restored.people.count()
    Terminal.say(
      """
      \(file) has the content of \(backup), \(Numbers.people(count)), after \
      \(Numbers.seconds(progress.seconds))
      """)
  }

  /// Throws if the file is no store. One that is damaged is no target either, because others may go
  /// on using it.
  private func checkTarget(_ file: String) throws {
    do {
      try PersonStore.checkIdentity(path: file, configuration: store.database.configuration(.read))
    } catch let error as DatabaseError where error.isDamage {
      throw DamagedTarget(path: file, error: error)
    }
  }
}

/// The file whose content is to be replaced cannot be opened.
private struct DamagedTarget: Error, CustomStringConvertible {
  let path: String
  let error: DatabaseError

  var description: String {
    """
    \(error). End the programs that use it, move it away with the files \(path)-wal and \
    \(path)-shm, and run this again
    """
  }
}

extension DatabaseError {
  fileprivate var isDamage: Bool {
    switch self {
    case .corrupt, .notADatabase: true
    default: false
    }
  }
}
