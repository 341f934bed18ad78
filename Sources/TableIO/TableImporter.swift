internal import LinqModels
package import StoreEngine
internal import StoreSupport
package import Tabular

/// Imports a file into a table of SQLite, which is made for it if it is not there.
///
/// ```swift
/// let importer = try TableImporter("titanic.csv", into: "passenger", TableImportOptions())
/// let plan = try importer.plan(on: connection)
/// print(plan.sql ?? "")      // CREATE TABLE passenger ("PassengerId" INTEGER PRIMARY KEY, …
/// try importer.load(plan, into: connection) { print($0) }
/// // INSERT INTO passenger ("PassengerId", …) VALUES (?, …)
/// ```
///
/// The types of a new table's columns are those that all fields have, so the file is read twice.
/// Memory does not grow with the file, but for a column with the name of a key whose values do not
/// increase: the first million of them is compared.
package struct TableImporter {
  private let file: RereadableFile
  private let table: String
  private let options: TableImportOptions

  /// - Parameter path: the file, or `-` for the standard input.
  package init(_ path: String, into table: String, _ options: TableImportOptions) throws {
    file = try RereadableFile(path)
    self.table = table
    self.options = options
  }

  /// Reads what decides about the columns: the whole file if the table is new, or the schema of the
  /// table and what is stored in it.
  ///
  /// - Parameter connection: the database; nil for an empty one.
  package func plan(on connection: Connection?) throws -> TableImportPlan {
    guard table.lowercased() != "schema_migration" else {
      throw TableImportError.unreadable(
        table: table, reason: "it is the name of the history of migrations")
    }
    guard let connection else { return try planForNewTable() }
    let schema = try SchemaDefinitions(connection)
    let stored = schema.tables.first { $0.table.name.lowercased() == table.lowercased() }
    guard let definition = stored else {
      // The schema leaves out virtual tables, and what belongs to them.
      guard try !connection.hasTable(table) else {
        throw TableImportError.unreadable(table: table, reason: "it is a virtual table, or of one")
      }
      return try planForNewTable()
    }
    guard definition.table.kind != .view else { throw TableImportError.isView(table) }
    let name = definition.table.name
    let model = try DatabaseModel(schema, on: connection, tables: [name]) { _ in
      !options.goesByDeclaredTypes
    }
    guard let columns = model.tables.first else {
      throw TableImportError.unreadable(
        table: name, reason: model.notes.joined(separator: "; "))
    }
    let names = try columnsOfFile()
    try options.check(columns: names)
    let target = try TableTarget(definition, columns, names, options)
    return TableImportPlan(target: target, design: nil)
  }

  private func planForNewTable() throws -> TableImportPlan {
    let profile = try FileProfile(file.source, options) {
      TableDesign.isCandidate($0, at: $1, of: table)
    }
    try options.check(columns: profile.names)
    guard !profile.columns.isEmpty else { throw TableImportError.noColumns(try file.source().name) }
    let design = TableDesign(table, profile, options)
    return TableImportPlan(target: TableTarget(design, options), design: design)
  }

  private func columnsOfFile() throws -> [String] {
    let reader = try openRecords(file.source(), options: options.reader)
    if reader.format.hasHeader { return reader.columns }
    while try reader.next() != nil {}
    return reader.columns
  }

  /// Stores the rows in one transaction, after it has made the table if there is none yet: all rows
  /// that are not rejected, or none.
  ///
  /// - Parameters:
  ///   - onProgress: called every few hundred rows with the number of bytes read so far, and the
  ///     total number if it is known.
  ///   - onRejection: called for each rejected row, in the order of the file.
  ///   - willCommit: called before the commit. An error that it throws ends the import.
  package func load(
    _ plan: TableImportPlan, into connection: Connection,
    onProgress: (_ bytes: Int, _ total: Int?) -> Void = { _, _ in },
    willCommit: () throws -> Void = {}, onRejection: (RejectedRow) throws -> Void
  ) throws -> TableImportSummary {
    let source = try file.source()
    let size = source.size
    let parsing = try RowParsing(source, options, plan.target)
    do {
      return try store(plan, parsing, into: connection, { onProgress($0, size) }, onRejection) {
        try willCommit()
        if options.isDryRun { throw DryRun(summary: $0) }
      }
    } catch let dryRun as DryRun<TableImportSummary> {
      return dryRun.summary
    }
  }

  private func store(
    _ plan: TableImportPlan, _ parsing: RowParsing, into connection: Connection,
    _ onProgress: (Int) -> Void, _ onRejection: (RejectedRow) throws -> Void,
    _ willCommit: (TableImportSummary) throws -> Void
  ) throws -> TableImportSummary {
    try connection.transaction {
      if let sql = plan.sql, try !connection.hasTable(plan.target.table) {
        try connection.execute(sql)
      }
      // Storing cannot be parallelized: SQLite has one writer.
      let reading = try BackgroundProducer<RowBatch>(lookahead: 4) { give in
        var parsing = parsing
        try parsing.parse(give)
      }
      defer { reading.stop() }
      let summary = try connection.withStatement(plan.target.insertSQL(options.onConflict)) {
        statement in
        var run = TableImportRun(plan.target, options, connection)
        try run.begin()
        while let batch = try reading.next() {
          try run.store(batch, statement, onRejection)
          onProgress(batch.bytesRead)
        }
        try run.end()
        return run.summary
      }
      try willCommit(summary)
      return summary
    }
  }
}

extension Connection {
  fileprivate func hasTable(_ name: String) throws -> Bool {
    try !query(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", [.text(name)]
    ) { _ in true }.isEmpty
  }
}

/// What an import does: the columns that get values, and the table that it makes.
package struct TableImportPlan: Sendable {
  let target: TableTarget
  let design: TableDesign?

  /// The statement that creates the table; nil if it is there.
  package var sql: String? { design?.sql }
  /// The statements that make the table and take it back; nil if it is there.
  package var migration: TableStatements? {
    design.map { TableStatements(up: $0.sql, down: $0.downSQL) }
  }
  /// What a reader of the file should know.
  package var notes: [ColumnNote] { design?.notes ?? [] }
  /// The name of the table.
  package var table: String { target.table }
  /// The columns that get values, and what their values are.
  package var columns: [(name: String, values: String, isOptional: Bool)] {
    target.columns.map { ($0.name, $0.expected, $0.isOptional) }
  }
}

/// The statements that make a table and take it back.
package struct TableStatements: Sendable {
  package let up: String
  package let down: String
}

/// What an import has done.
package struct TableImportSummary: Sendable, Encodable {
  /// The number of rows of the file.
  package internal(set) var read = 0
  package internal(set) var inserted = 0
  package internal(set) var updated = 0
  /// The number of rows that were left out because a stored row has their key.
  package internal(set) var skipped = 0
  package internal(set) var rejected = 0
  /// The number of rows without any value.
  package internal(set) var emptyRows = 0
  /// The number of rows with fewer fields than columns.
  package internal(set) var filledRows = 0

  package init() {}
}
