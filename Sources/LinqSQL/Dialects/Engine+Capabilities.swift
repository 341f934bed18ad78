package import StoreEngine

// What engines can and cannot do, by names. No other file asks which engine it is; how each writes
// SQL is in its dialect.

extension Engine {
  // MARK: Values

  /// Whether the words for searches are a column of their table. In SQLite they have tables of
  /// their own (``SearchIndex``).
  var keepsWordsInRows: Bool { self == .postgres }

  /// Whether a column holds values of its type alone. In SQLite a column may hold any value, which
  /// is checked where it is read.
  var hasTypedColumns: Bool { self == .postgres }

  /// Whether constraints keep all texts in canonical form. In SQLite tables count the changes that
  /// others made (``TextVersion``).
  package var keepsCanonicalText: Bool { self == .postgres }

  /// Whether a text can have a NUL.
  var storesNUL: Bool { self == .sqlite }

  /// Whether a floating-point number keeps the sign of zero.
  var storesNegativeZero: Bool { self == .postgres }

  /// Whether equal texts are the same text, whatever the collation of their column.
  var tellsTextsApart: Bool { self == .postgres }

  /// Whether names of columns that differ in case alone are one name.
  var ignoresCaseOfNames: Bool { self == .sqlite }

  // MARK: Evaluation

  /// Whether SQL can call functions of Swift.
  var callsSwift: Bool { self == .sqlite }

  /// Whether functions end statements for texts and numbers that memory must decide about.
  var leavesValuesToMemory: Bool { self == .postgres }

  /// Whether a condition may be decided before rows are read: by a constant in it, or by a subquery
  /// without rows.
  var decidesConditionsEarly: Bool { self == .postgres }

  /// Whether an update may evaluate subqueries of its condition after it has changed rows.
  var readsOwnUpdates: Bool { self == .sqlite }

  /// Whether a statement costs no more than its work, because the engine is in the process.
  package var isInProcess: Bool { self == .sqlite }

  /// Whether several connections can read parts of one statement's rows. A server divides its work
  /// itself.
  var dividesReads: Bool { self == .sqlite }

  /// Whether statements tell how many rows they visited.
  var countsScannedRows: Bool { self == .sqlite }

  // MARK: Writing

  /// Whether rows have numbers that the connection tells after an insertion. A server returns the
  /// key.
  var hasRowIDs: Bool { self == .sqlite }

  /// Whether a sequence chooses the keys for all clients.
  package var hasSequences: Bool { self == .postgres }

  /// Whether a statement inserts many rows at once.
  package var batchesInserts: Bool { self == .postgres }

  /// Whether `INSERT` may have several clauses for conflicts.
  var joinsConflictClauses: Bool { self == .sqlite }

  /// Whether `RETURNING` gives the numbers of a REAL column as integers if they are whole.
  var returnsWholeNumbers: Bool { self == .sqlite }

  /// Whether a view is changed by its triggers, of which no statement tells the rows.
  var writesViewsByTriggers: Bool { self == .sqlite }

  // MARK: Observing

  /// Whether connections hear of every row that changes. A server records those of chosen tables.
  var hasRowHooks: Bool { self == .sqlite }

  /// Whether a changed row has the old values of columns that were added with a default.
  var knowsValuesOfAddedColumns: Bool { self == .postgres }

  // MARK: Lists of one value for each engine

  #if Postgres
  static let all: [Engine] = [.sqlite, .postgres]
  #else
  static let all: [Engine] = [.sqlite]
  #endif

  /// The index of the engine in such a list.
  var index: Int { self == .sqlite ? 0 : 1 }
}
