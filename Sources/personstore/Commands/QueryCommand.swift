internal import ArgumentParser
internal import LinqText
internal import People
internal import Tabular

/// The command `personstore query`.
struct QueryCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Asks with a chain of operators, written as in Swift.",
    discussion: """
      A chain begins with people (which may be left out) or groups:

        personstore query 'where { $0.email != nil }.sort(\\.surname).select { ($0.name, $0.age) }'
        personstore query 'countBy { $0.surname }.sortDescending { $0.1 }.take(10)'
        personstore query 'groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }'
        personstore query --explain 'where { ($0.age ?? 0) < 30 }.count()'
        personstore query --chain report.chain --param year=1900

      A database of another program has a source for each of its tables and views, with the types \
      that `personstore generate` finds, and relations from its foreign keys. It is only read:

        personstore query --db chinook.db \
          'Invoice.where { $0.Total > 10 }.countBy { $0.customer.Country }'

      A file is a source with its name, or with one that is given; so are several, with or without \
      a database:

        personstore query --file titanic.csv 'titanic.where { ($0.Age ?? 0) > 60 }'
        personstore query --db shop.db --file eu=members.json \
          'customers.join(eu, on: { $0.country }, equals: { $0.code }).count()'

      A chain may end in a change of people. On a terminal you are asked first; elsewhere --yes is \
      needed:

        personstore query 'where { $0.age == nil }.delete()' --dry-run
        personstore query 'where { $0.age == 0 }.update { $0.set(\\.surname, to: "King") }'

      A parameter $year is a literal of the type that its place expects: a number, a text, a day, \
      true, false or nil; in quotes ('"1900"') it is a text. It is never a part of the chain.

      As much of it as possible runs in SQL, the rest in memory, with the same result; a closure \
      { inMemory(…) } runs in memory, to see what that costs. In JSON, infinities are the texts \
      "inf" and "-inf", because JSON has no such numbers. Exit status: 2 \
      for a chain that is not well formed (with a caret under the mistake), 1 for an error while \
      it runs.
      """)

  /// The option that selects where operators run.
  enum Path: String, CaseIterable, ExpressibleByArgument {
    case auto, sql, memory, verify

    var policy: QueryPolicy {
      switch self {
      case .auto, .verify: .automatic
      case .sql: .requireSQL
      case .memory: .memoryOnly
      }
    }
  }

  /// The formats of the result.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, bars, plain, csv, json, ndjson

    var output: OutputFormat { OutputFormat(rawValue: rawValue) ?? .table }
  }

  @OptionGroup var store: StoreOptions

  @Argument(help: "The chain, or - to read it from the input.")
  var chain: String?

  @Option(
    name: .customLong("chain"), help: "Read the chain from this file.", completion: .file())
  var chainFile: String?

  @Option(
    help: ArgumentHelp(
      """
      A CSV, TSV, JSON, NDJSON or vCard file whose rows are a source; its types are found as \
      personstore import --table finds them. May be repeated.
      """, valueName: "[name=]file"), completion: .file())
  var file: [String] = []

  @Option(
    name: .customLong("param"),
    help: ArgumentHelp(
      "Give a value to $name in the chain. May be repeated.", valueName: "name=value"))
  var parameters: [String] = []

  @Option(
    help: """
      Where it runs: auto (in SQL as far as possible), sql (an error otherwise), memory, verify \
      (both ways; a difference is an error).
      """)
  var path = Path.auto

  @Flag(help: "Print what runs where and why, the SQL, and how many rows are read.")
  var explain = false

  @Option(
    help: """
      The format; bars for pairs of a label and a number. (default: table on a terminal, with bars \
      for up to 60 such pairs, else plain)
      """)
  var format: Format?

  @Flag(
    name: .customLong("safe-csv"),
    help: "Mark texts in CSV that a spreadsheet would take for formulas with an apostrophe.")
  var safeCSV = false

  @Flag(help: "Of a chain that changes people, tell how many; change nothing.")
  var dryRun = false

  @Flag(help: "Do not ask before people are changed.")
  var yes = false

  func validate() throws {
    guard (chain == nil) != (chainFile == nil) else {
      throw ValidationError(
        chain == nil
          ? "Missing expected argument '<chain>': a chain, - for the input, or --chain with a file."
          : "A chain and --chain exclude each other.")
    }
    _ = try ChainParameters(parameters)
  }

  func run() throws {
    let text = try chainFile.map { try ChainText(file: $0) } ?? ChainText(argument: chain ?? "-")
    let parameters = try ChainParameters(parameters)
    let files = try file.isEmpty ? nil : FileTables(file, for: text)
    func ask(_ form: TextForm) throws {
      let parsed = try form.parse(text, parameters)
      try checkReading()
      try show(parsed)
    }
    if let files, self.store.path == nil {
      return try files.ask(besides: nil) { try ask(TextForm(sources: $0)) }
    }
    let database = files?.attached(to: self.store.database) ?? self.store.database
    let store: PersonStore
    do {
      store = try database.openToRead()
    } catch let error as StoreError where error.isOfAnotherProgram {
      // A chain that names no table is one of people.
      guard text.namesSource else { throw error }
      return try AnyDatabase(database: database, files: files).ask(text, ask)
    }
    defer { store.close() }
    if let files {
      let tables = try store.read {
        try $0.connection.query($0.connection.engine.listOfTables) { try $0.text(0) }
      }
      let sources = store.textForm.sources
      return try files.ask(besides: (store.pool, tables + sources.map(\.name))) {
        try ask(TextForm(sources: sources + $0))
      }
    }
    guard try !change(text, parameters, as: store) else { return }
    let parsed = try store.textForm.parse(text, parameters)
    try store.read { try UnknownAttributes.tell(in: text.text, in: $0) }
    try show(parsed)
  }

  /// Throws for options of chains that change people.
  private func checkReading() throws {
    guard !yes, !dryRun else {
      throw ValidationError("--yes and --dry-run are for chains that end in update or delete.")
    }
  }

  /// Prints the result of a chain, or what runs where.
  private func show(_ parsed: ParsedChain) throws {
    if path == .verify { try parsed.verify() }
    guard explain else {
      return try QueryPrinter(
        parsed, policy: path.policy, format: OutputFormat.chosen(format?.output), bars: bars,
        isSafe: safeCSV
      ).run()
    }
    let report = try parsed.report(policy: path.policy)
    if format == .json || format == .ndjson {
      try Output.write(json: ReportJSON(report))
    } else {
      try Output.write(line: Terminal.printableLines(report.description))
    }
  }

  /// Changes the people of a chain that ends in an update or a deletion.
  ///
  /// - Parameter store: the open store, which tells what the chain is. It is closed before a
  ///   change.
  /// - Returns: false for a chain that only reads.
  private func change(
    _ text: ChainText, _ parameters: ChainParameters, as store: PersonStore
  ) throws -> Bool {
    guard let change = try store.textForm.change(text, parameters) else {
      _ = try store.textForm.parse(text, parameters)
      try checkReading()
      return false
    }
    guard !explain, path == .auto, format == nil, !safeCSV else {
      throw ValidationError(
        "--explain, --path, --format and --safe-csv are for chains that only read.")
    }
    // Only the last connection that closes can clean up, and one that reads does not.
    store.close()
    // The change that was read from the first connection belongs to it.
    func parsed(_ transaction: StoreTransaction) throws -> ParsedChange<Person> {
      try UnknownAttributes.tell(in: text.text, in: transaction)
      return try transaction.textForm.change(text, parameters) ?? change
    }
    try PeopleChange(
      database: self.store.database, verb: change.isDeletion ? "deleted" : "changed",
      isDryRun: dryRun,
      isConfirmed: yes
    ).run({ try parsed($0).rows }, { try parsed($0).run() })
    return true
  }

  private var bars: QueryPrinter.Bars {
    switch format {
    case nil: .whenPossible
    case .bars: .always
    default: .never
    }
  }
}
