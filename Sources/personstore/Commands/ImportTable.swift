internal import ArgumentParser
internal import Foundation
internal import People
internal import StoreEngine
internal import StoreSQLite
internal import TableIO
internal import Tabular

/// The options of `personstore import` for a table of any kind.
struct ImportTable: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Import into this table instead of people. If it is not there, it is made: each column has \
      the type that all of its values have.
      """, valueName: "name"))
  var table: String?

  @Option(
    help: ArgumentHelp(
      "Write the statement that makes the table to this folder as its next migration.",
      valueName: "folder"),
    completion: .directory)
  var migrations: String?

  @Flag(
    help: """
      Check values by the types that the schema declares only, not by those that all stored values \
      have.
      """)
  var declaredTypes = false

  /// Throws for options without a table.
  func validate() throws {
    guard table == nil else {
      if table?.isEmpty == true { throw ValidationError("--table is the name of a table.") }
      return
    }
    if migrations != nil { throw ValidationError("--migrations is for --table.") }
    if declaredTypes { throw ValidationError("--declared-types is for --table.") }
  }
}

/// The import of a file into a table.
struct TableImport {
  let database: Database
  let file: String
  let table: String
  /// The folder for the migration; nil for none.
  let migrations: String?
  let options: TableImportOptions
  let isQuiet: Bool
  let isJSON: Bool
  /// The file for rejected rows.
  let rejects: String?

  func run() throws {
    _ = try database.file(instead: "A server has its own tools for tables.")
    let importer = try TableImporter(file, into: table, options)
    let rejections = try rejects.map { try RejectionReport(path: $0, besides: file) }
    var report = TableImportReport(table: table)
    do {
      try withConnection { connection in
        // A store has the tables of its migrations only.
        guard try PersonStore.migrator().status(on: connection).current == 0 else {
          throw ValidationError(
            "\(database.name) is a store of people: say another file for the table with --db.")
        }
        let plan = try importer.plan(on: connection)
        if !isQuiet, !isJSON { show(plan) }
        report.columns = TableImportReport.columns(of: plan)
        report.notes = plan.notes.map(\.description)
        let migration = try migrations.flatMap { folder in
          try plan.migration.map { try TableMigration($0, plan.table, in: folder, connection) }
        }
        report.migration = migration?.path
        if !options.isDryRun { try migration?.run(on: connection) }
        do {
          try load(importer, plan, into: connection, rejections, &report)
        } catch {
          migration?.takeBack(on: connection)
          throw error
        }
      }
    } catch let failure as RejectionReport.Failure {
      throw failure
    } catch {
      // The rejected rows are most useful when the import has failed.
      do { try rejections?.finish() } catch let failure { Terminal.say("personstore: \(failure)") }
      throw error
    }
    try finish(report)
  }

  /// Calls `body` with the database, or with an empty one in memory if nothing is to be stored in
  /// one that is not there.
  private func withConnection(_ body: (Connection) throws -> Void) throws {
    func open(_ connection: Connection) throws {
      defer { connection.close() }
      try body(connection)
    }
    if !options.isDryRun {
      try database.withConnectionToFill(body)
    } else if database.exists {
      try open(database.connection(.write))
    } else {
      try open(SQLiteConnection(path: ":memory:"))
    }
  }

  private func show(_ plan: TableImportPlan) {
    if let sql = plan.sql { Terminal.say(Terminal.printableLines(sql)) }
    for note in plan.notes { Terminal.say(note.description) }
  }

  private func load(
    _ importer: TableImporter, _ plan: TableImportPlan, into connection: Connection,
    _ rejections: RejectionReport?, _ report: inout TableImportReport
  ) throws {
    var progress = Progress("importing", isQuiet: isQuiet)
    var shown = 0
    defer { progress.end() }
    report.summary = try importer.load(plan, into: connection) { done, total in
      progress.show(done, of: total)
    } willCommit: {
      // The report is finished before the commit, so that no row is left out without being
      // reported.
      try rejections?.finish()
    } onRejection: { row in
      progress.end()
      shown += 1
      let isShown = options.isDryRun ? shown <= 10 : options.maximumRejections > 0
      if isShown, !isQuiet { Terminal.say("rejected: \(row)") }
      try rejections?.write(row)
    }
    report.seconds = progress.seconds
  }

  private func finish(_ report: TableImportReport) throws {
    guard options.isDryRun else {
      return try personstore.report("the import is stored") { try print(report) }
    }
    try print(report)
    try ImportCommand.endDryRun(
      rejected: report.summary.rejected, maximum: options.maximumRejections)
  }

  private func print(_ report: TableImportReport) throws {
    if isJSON { return try Output.write(json: report) }
    guard !isQuiet else { return }
    if let migration = report.migration {
      Terminal.say("\(options.isDryRun ? "would write" : "wrote") \(migration)")
    }
    Terminal.say((options.isDryRun ? "dry run, nothing stored: " : "") + report.text)
  }
}

/// What an import into a table has done, also as JSON.
struct TableImportReport: Encodable {
  struct Column: Encodable {
    let name: String
    let values: String
    let isOptional: Bool
  }

  let table: String
  var columns: [Column] = []
  /// What a reader of the file should know of its columns.
  var notes: [String] = []
  /// The file of the migration that made the table; nil if there is none.
  var migration: String?
  var summary = TableImportSummary()
  var seconds = 0.0

  init(table: String) { self.table = table }

  static func columns(of plan: TableImportPlan) -> [Column] {
    plan.columns.map { Column(name: $0.name, values: $0.values, isOptional: $0.isOptional) }
  }

  private enum CodingKeys: CodingKey { case table, columns, notes, migration, seconds }

  /// Encodes the numbers beside the rest.
  func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(table, forKey: .table)
    try container.encode(columns, forKey: .columns)
    try container.encode(notes, forKey: .notes)
    try container.encodeIfPresent(migration, forKey: .migration)
    try container.encode(seconds, forKey: .seconds)
  }

  /// The numbers as a line.
  var text: String {
    func count(_ number: Int, _ what: String) -> String? {
      number == 0 ? nil : "\(Numbers.grouped(number)) \(what)"
    }
    let parts = [
      "\(Numbers.grouped(summary.read)) read", "\(Numbers.grouped(summary.inserted)) inserted",
      count(summary.updated, "updated"), count(summary.skipped, "skipped"),
      count(summary.rejected, "rejected"), count(summary.emptyRows, "without any value"),
      count(summary.filledRows, "with fewer fields than columns"),
    ]
    return "\(table): \(parts.compactMap(\.self).joined(separator: ", ")) in "
      + "\(Numbers.seconds(seconds)), \(Numbers.rate(summary.read, in: seconds))"
  }
}
