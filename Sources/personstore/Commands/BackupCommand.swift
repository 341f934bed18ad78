internal import ArgumentParser
internal import People
internal import StoreSQLite

/// The command `personstore backup`.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies the store, as it is at one moment, while others go on using it.",
    discussion: "The copy is checked, and appears under its name only when it is complete.")

  @OptionGroup var store: StoreOptions

  @Argument(help: "The new file.", completion: .file())
  var destination: String

  @Flag(help: "Replace a file that exists.")
  var overwrite = false

  func validate() throws {
    if destination == "-" {
      throw ValidationError("A backup is a file; it cannot be written to the output.")
    }
  }

  func run() throws {
    let file = try store.database.file(instead: "A server is backed up with pg_dump.")
    try PersonStore.checkIdentity(path: file, configuration: store.database.configuration(.read))
    let connection = try SQLiteConnection(
      path: file, configuration: store.database.configuration(.read))
    var progress = Progress("copying")
    defer { progress.end() }
    try connection.backUp(to: destination, overwriting: overwrite) {
      progress.show($0.copied, of: $0.total)
    }
    progress.end()
    Terminal.say("\(file) copied to \(destination) in \(Numbers.seconds(progress.seconds))")
  }
}
