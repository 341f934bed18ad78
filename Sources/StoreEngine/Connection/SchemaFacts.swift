internal import StoreSupport

/// What a connection has found out about the schema, and about the stored values that it allows.
/// It holds for one schema, and is dropped as a whole when the schema changes: there is no other
/// place for what depends on it.
package struct SchemaFacts {
  /// The texts of the table declarations that have been found to fit the schema.
  private var declarations: Set<String> = []
  /// The tables of these declarations, by their names in lower case.
  private var tables: [String: StoredTable] = [:]
  /// The names of the tables whose rows others store: views, and tables with rules.
  private var indirectTables: Set<String> = []
  /// The names of the tables with triggers, for an engine that does not tell them of a statement.
  private var triggeredTables: Set<String> = []

  /// For tables with texts, the state of the database in which other programs' texts were checked,
  /// and the key of a row with a text that SQL would compare in another way than Swift, with what
  /// is wrong with it.
  package var checkedTexts:
    [(table: String, version: DatabaseVersion, faulty: (row: Int64, finding: String)?)] = []
  /// What has been found out about the stored values of tables, by the numbers of their
  /// declarations.
  package var checkedValues: [Int: CheckedValues] = [:]
  /// The numbers of the declarations that can read every value that the schema allows.
  package var readableTables = NumberSet()

  init() {}

  /// Returns whether a declaration of a table has been found to fit the schema.
  package func hasCompared(_ declaration: String) -> Bool { declarations.contains(declaration) }

  /// Records that a declaration of a table fits the schema.
  package mutating func setCompared(_ declaration: String, _ table: StoredTable) {
    declarations.insert(declaration)
    let name = table.name.lowercased()
    tables[name] = table
    if table.isIndirect { indirectTables.insert(name) }
    if table.hasTriggers { triggeredTables.insert(name) }
  }

  /// Returns a table, of which a declaration was found to fit; nil if none was.
  package func comparedTable(named name: String) -> StoredTable? { tables[name.lowercased()] }

  /// Returns whether triggers or rules store the rows of a table, of which a declaration was found
  /// to fit: whether it is a view.
  package func isIndirect(_ table: String) -> Bool {
    !indirectTables.isEmpty && indirectTables.contains(table.lowercased())
  }

  /// Returns whether a table, of which a declaration was found to fit, has triggers that the
  /// engine does not tell of a statement.
  fileprivate func hasTriggers(_ table: String) -> Bool {
    !triggeredTables.isEmpty && triggeredTables.contains(table.lowercased())
  }
}

/// The schema is not the one that a statement was chosen for. The run begins again
/// (``Connection/withCurrentSchema(_:)``).
package struct OtherSchema: Error {
  package init() {}
}

extension Connection {
  /// Returns whether a table, of which a declaration was found to fit, has triggers that the
  /// engine does not tell of a statement.
  @usableFromInline package final func hasTriggers(_ table: String) -> Bool {
    facts.hasTriggers(table)
  }

  /// Forgets what was found out about a schema that is not the current one any more.
  package final func forgetSchema() {
    facts = SchemaFacts()
    // Declarations are checked again before a statement is prepared.
    statements.removeAll()
    state.pointee.schemaNumber &+= 1
  }

  /// Calls a closure that reads, and again if its first statement was chosen for another schema.
  package final func withCurrentSchema<Result>(_ body: () throws -> Result) throws -> Result {
    // Each time, another connection has changed the schema meanwhile.
    for _ in 1...100 {
      do { return try body() } catch is OtherSchema { try Interruption.check() }
    }
    throw DatabaseError.failed(
      EngineError(extendedCode: 17, message: "the schema has changed again and again"))
  }

  /// Called by an engine with untyped columns when a statement has undone changes: rows that were
  /// gone are there again, and the same version of the database may have other ones.
  package final func changesWereUndone() {
    undoCount &+= 1
    if hasChangedSchema { forgetSchema() }
  }
}

/// What a connection has found out about the stored values of a table.
package struct CheckedValues {
  /// The columns in which the schema allows values that the declaration cannot read.
  package let exposed: Set<String>
  /// The state of the database in which values were read.
  package var version: DatabaseVersion?
  /// The columns whose values all could be read.
  package var readable: Set<String> = []
  /// The columns with values that could not be read, and the error of one of them.
  package var failures: [String: any Error] = [:]
  /// Returns whether the readable columns have values that can be read in changed rows; nil if the
  /// changes of the table are not reported.
  package var areReadable: ((ArraySlice<RowChange>) -> Bool)?
  /// The position of the log up to which the readable columns have been followed.
  package var position: CommitLog.Position?
  /// The changes of the open transaction that have been followed.
  package var uncommitted = UncommittedChanges.Mark()
  /// How often changes had been undone when values were read among uncommitted changes; nil if all
  /// were read as they were committed. An undone change may bring back a row that was not read.
  package var undoCount: Int?

  package init(exposed: Set<String>) { self.exposed = exposed }
}
