internal import ArgumentParser
internal import People
internal import StoreSQLite

/// The command `personstore check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Looks for faults in the file.",
    discussion: """
      Damage, references to rows that do not exist, a schema that is not what the migrations make, \
      text that is not UTF-8 or not in Unicode's composed form (NFC), ids so high that few are \
      left. --repair puts text into composed form, and gives people with too high an id the next \
      free one.

      Exit status: 0 all is well, 1 faults were found (and not all repaired).
      """)

  @OptionGroup var store: StoreOptions

  @Flag(help: "Mend text that is not in composed form, and ids that are too high.")
  var repair = false

  @Option(help: "The folder of migrations of your own, if the file has tables of theirs.")
  var folder: String?

  @Option(help: "The name under which the history of that folder is kept.")
  var set: String = "app"

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let store = try repair ? store.database.openToChange() : store.database.openToRead()
    defer { store.close() }
    let others = try folder.map { [try Migrator(Migration.load(folder: $0), set: set)] } ?? []
    // If the check cannot run, this must be known before anything is changed.
    if repair { _ = try store.check(with: others) }
    let repaired = repair ? try store.repair() : []
    let findings = try store.check(with: others)
    if repaired.isEmpty {
      try print(findings)
    } else {
      try report("\(Numbers.grouped(repaired.count)) faults are repaired") { try print(findings) }
    }
    if !json {
      for finding in repaired { Terminal.say("repaired \(finding)") }
      if findings.isEmpty { Terminal.say("\(self.store.database.name): all is well") }
      if !self.store.database.isOnServer, let defect = SQLiteConnection.libraryDefect {
        Terminal.say("note: SQLite \(SQLiteConnection.libraryVersion): \(defect)")
      }
    }
    guard findings.isEmpty else { throw Outcome.failed }
  }

  private func print(_ findings: [CheckFinding]) throws {
    if json { return try Output.write(json: findings) }
    for finding in findings {
      try Output.write(line: Terminal.printableLines("\(finding)", indent: "  "))
    }
  }
}
