internal import ArgumentParser
internal import People

/// The command `personstore copy`.
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies all people and groups to another database, a file or a server.",
    discussion: """
      Keys stay the same. The source is read as it is at one moment; the destination is created if \
      it does not exist, and must be empty. A copy that was interrupted goes on when the command \
      runs again. In the end everything is compared. Tables of your own are not copied.

        personstore copy --from people.db --to postgresql://user@host/people
      """)

  @Option(help: "The database to copy: a file, or a server's address.")
  var from: String

  @Option(help: "The database to copy to.")
  var to: String

  @Option(help: "Seconds to wait for each program that holds the lock or is in front.")
  var timeout: Double = 5

  func validate() throws {
    try StoreOptions.check(timeout: timeout)
    if from == to { throw ValidationError("--from and --to are the same database.") }
  }

  func run() throws {
    let source = Database(address: from, timeout: .seconds(timeout))
    let destination = Database(address: to, timeout: .seconds(timeout))
    let original = try source.openToRead()
    defer { original.close() }
    let copy = try destination.openToWrite()
    defer { copy.close() }
    var progress = Progress("copying")
    defer { progress.end() }
    var total = 0
    let before = try original.copy(to: copy) { state in
      total = state.total
      progress.show(state.done, of: state.total)
    }
    progress.end()
    let seconds = progress.seconds
    copy.finishSearchIndex()
    if before > 0 { Terminal.say("\(Numbers.grouped(before)) rows were there already") }
    Terminal.say(
      """
      \(Numbers.grouped(total)) people and groups of \(source.name) are in \(destination.name), \
      compared row by row, in \(Numbers.seconds(seconds))
      """)
  }
}
