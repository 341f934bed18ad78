internal import ArgumentParser
internal import People
internal import StoreSQLite
internal import StoreSupport
internal import Tabular

/// The command `personstore migrate`.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Brings the schema of the file up to date, or tells about it.",
    discussion: """
      Without --folder it is the store's own migrations, which every other command runs by itself. \
      With --folder it is a folder of yours, NNNN_name.sql with an optional NNNN_name.down.sql \
      each; their history is kept apart from the store's.
      """,
    subcommands: [
      Up.self, Down.self, To.self, Status.self, Verify.self, Baseline.self,
    ],
    defaultSubcommand: Up.self)

  // The options are repeated here, so that --folder can precede the subcommand.
  @OptionGroup var options: Options

  /// The options of all subcommands of `migrate`.
  struct Options: ParsableArguments {
    @OptionGroup var store: StoreOptions

    @Option(help: "A folder of migrations of your own.")
    var folder: String?

    @Option(help: "The name under which the history of that folder is kept.")
    var set: String = "app"

    func validate() throws {
      if set == "personstore" {
        throw ValidationError("--set personstore is the name of the store's own migrations.")
      }
    }

    func migrator() throws -> Migrator {
      guard let folder else {
        return try PersonStore.migrator(for: store.database.isOnServer ? .postgres : .sqlite)
      }
      return try Migrator(Migration.load(folder: folder), set: set)
    }

    /// Returns the migrators of the other sets whose tables are known.
    func others() throws -> [Migrator] {
      folder == nil
        ? [] : [try PersonStore.migrator(for: store.database.isOnServer ? .postgres : .sqlite)]
    }

    /// Runs files, or shows which ones would run.
    ///
    /// - Parameter isConfirmed: whether files may be taken back together with stored rows.
    ///   Otherwise the user is asked on a terminal, and elsewhere it is an error.
    func run(
      _ goal: MigrationGoal, isDryRun: Bool, isConfirmed: Bool = false, allowsLosses: Bool
    ) throws {
      var migrator = try migrator()
      migrator.allowsLosses = allowsLosses
      if folder == nil, !store.database.isOnServer,
        let id = PersonStore.foreignApplicationID(of: store.database.name)
      {
        throw ValidationError(
          "\(store.database.name) is marked as a database of another program "
            + "(application_id \(id)).")
      }
      let isNew = !store.database.exists
      // Nothing may have been applied, for whatever reason.
      defer { if isNew { store.database.removeUnused() } }
      try run(goal, migrator, isDryRun: isDryRun, isConfirmed: isConfirmed)
    }

    private func run(
      _ goal: MigrationGoal, _ migrator: Migrator, isDryRun: Bool, isConfirmed: Bool
    ) throws {
      let connection = try store.database.connection(isDryRun ? .read : .create)
      defer { connection.close() }
      if folder == nil { try PersonStore.checkHistory(migrator, on: connection) }
      if !isDryRun, !isConfirmed { try confirm(goal, migrator, connection) }
      let steps =
        try isDryRun
        ? migrator.dryRun(goal, on: connection)
        : migrator.run(goal, on: connection) { step in
          Terminal.say(
            "\(step.direction == .up ? "applied" : "took back") \(step.fileName)"
              + lost(step.losses, ", which lost "))
        }
      if isDryRun {
        for step in steps {
          Terminal.say("would run \(step.fileName)" + lost(step.losses, ", which loses "))
        }
      }
      if steps.isEmpty { Terminal.say("\(store.database.name): nothing to do") }
    }

    /// Returns what is lost as text; empty for nothing.
    private func lost(_ losses: [RowLoss], _ before: String) -> String {
      losses.isEmpty
        ? ""
        : before
          + losses.map { "\(Numbers.grouped($0.count)) \($0.what)" }.joined(separator: ", ")
    }

    /// Throws unless the user agrees to lose rows with the files that are to be taken back.
    private func confirm(
      _ goal: MigrationGoal, _ migrator: Migrator, _ connection: Connection
    ) throws {
      let takenBack = try migrator.plan(goal, migrator.status(on: connection))
        .filter { $0.direction == .down }
      guard !takenBack.isEmpty else { return }
      let rows = Int(try connection.rowCount())
      guard rows > 0 else { return }
      let files = takenBack.map(\.fileName).joined(separator: ", ")
      let losses = try migrator.losses(goal, on: connection)
      guard losses != [] else { return }
      let question =
        files
        + (losses.map { lost($0, " loses ") }
          ?? " may remove up to \(Numbers.grouped(rows)) rows")
        + " of \(store.database.name)"
      try Confirmation.ask(question)
    }
  }

  /// The option of the commands that run files.
  struct LossOptions: ParsableArguments {
    @Flag(
      help: """
        Let files lose indexes and triggers without saying so. For files that were applied \
        elsewhere and cannot change any more.
        """)
    var allowLosses = false
  }

  struct Up: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Applies what is pending.")
    @OptionGroup var options: Options
    @Flag(help: "Run on a copy; change nothing.") var dryRun = false
    @OptionGroup var losses: LossOptions

    func run() throws {
      try options.run(.up(), isDryRun: dryRun, allowsLosses: losses.allowLosses)
    }
  }

  struct Down: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes the last files back.",
      discussion: "What they made goes, with all that is stored in it. Make a backup first.")
    @OptionGroup var options: Options
    @Argument(help: "How many files.") var steps = 1
    @Flag(help: "Run on a copy; change nothing.") var dryRun = false
    @Flag(help: "Do not ask, even if rows are lost.") var yes = false
    @OptionGroup var losses: LossOptions

    func validate() throws {
      if steps < 1 { throw ValidationError("The number of files is 1 or more.") }
    }

    func run() throws {
      try options.run(
        .down(steps: steps), isDryRun: dryRun, isConfirmed: yes, allowsLosses: losses.allowLosses)
    }
  }

  struct To: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Applies files or takes them back until a number is the last one applied.")
    @OptionGroup var options: Options
    @Argument(help: "The number; 0 for none.") var number: Int
    @Flag(help: "Run on a copy; change nothing.") var dryRun = false
    @Flag(help: "Do not ask, even if rows are lost.") var yes = false
    @OptionGroup var losses: LossOptions

    func run() throws {
      try options.run(
        .to(number), isDryRun: dryRun, isConfirmed: yes, allowsLosses: losses.allowLosses)
    }
  }

  struct Status: ListingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows each file and whether it is applied.",
      discussion:
        "Exit status: 0 up to date, 3 files are pending, 1 a file was modified, is missing "
        + "or out of order.")
    @OptionGroup var options: Options
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let status = try options.migrator().status(on: options.store.database.connection(.read))
      if json {
        try Output.write(json: status)
      } else {
        let printer = try RowPrinter(
          [.init(heading: "file"), .init(heading: "state"), .init(heading: "applied at")],
          format: OutputFormat.chosen(nil))
        for entry in status.entries {
          try printer.print([
            .text(entry.fileName), .text(entry.state.rawValue),
            entry.appliedAt.map { .text($0) } ?? .null,
          ])
        }
        try printer.finish()
      }
      if status.hasProblem { throw Outcome.failed }
      if !status.isUpToDate { throw Outcome.pending }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compares the schema with the one that the applied files make.",
      discussion: "Exit status: 0 they are the same, 1 they differ.")
    @OptionGroup var options: Options

    func run() throws {
      let connection = try options.store.database.connection(.read)
      let others = try options.others()
      let (differences, unknown) = try options.migrator().verifyKnownSets(
        with: others, on: connection)
      for set in unknown {
        Terminal.say("the tables of the set \(set) are not compared: --folder and --set give it")
      }
      for difference in differences {
        try Output.write(line: Terminal.printableLines("\(difference)", indent: "  "))
      }
      guard differences.isEmpty else { throw Outcome.failed }
      Terminal.say("\(options.store.database.name): the schema is what the migrations make")
    }
  }

  struct Baseline: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes down files as applied without running them.",
      discussion: "For a database that had its schema before it had migrations.")
    @OptionGroup var options: Options
    @Argument(help: "The number of the last file that counts as applied.") var number: Int

    func run() throws {
      let connection = try options.store.database.connection(.write)
      for file in try options.migrator().baseline(at: number, on: connection) {
        Terminal.say("counts as applied: \(file)")
      }
    }
  }
}

extension Connection {
  /// The number of rows in all tables but the history of the migrations.
  fileprivate func rowCount() throws -> Int64 {
    let tables = try query(engine.listOfTables) { try $0.text(0) }
    return try tables.reduce(0) { sum, table in
      let name = table.enclosed(in: "\"")
      return try sum + (query("SELECT count(*) FROM \(name)") { try $0.integer(0) }.first ?? 0)
    }
  }
}
