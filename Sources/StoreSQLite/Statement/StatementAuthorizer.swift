internal import CStoreSQLite
internal import StoreEngine

/// Hears what SQLite says of the statements that it prepares.
///
/// SQLite prepares a statement again inside `step` when the schema has changed, and virtual tables
/// prepare statements of their own there. So what it says belongs to a statement only while that
/// one is being prepared: ``begin()`` and ``take()`` enclose that.
final class StatementAuthorizer {
  private let handle: OpaquePointer
  private var actions = StatementActions()
  /// Whether the hooks that report changed rows are installed.
  var hasHooks = false
  /// Whether a statement that deletes rows was prepared without hooks. It may empty a table as a
  /// whole, and report no row even with the hooks that are installed later.
  private var mayEmptyTables = false
  /// The number of calls, which tells that SQLite has prepared something.
  private(set) var callCount = 0

  init(handle: OpaquePointer) {
    self.handle = handle
    install()
  }

  /// Installs the authorizer, after which SQLite prepares all statements again before they run.
  private func install() {
    // SQLite receives the object unretained. The connection and its statements retain it while
    // SQLite can call it.
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, cause in
        guard let context else { return SQLITE_OK }
        return Unmanaged<StatementAuthorizer>.fromOpaque(context).takeUnretainedValue()
          .note(action, first, second, database, cause)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Called when hooks are installed: statements that could pass them by are prepared again.
  func hooksAreInstalled() {
    hasHooks = true
    guard mayEmptyTables else { return }
    mayEmptyTables = false
    install()
  }

  /// Whether to note the tables that statements read.
  var notesReads = false

  /// Called before a statement is prepared.
  func begin() {
    actions = StatementActions()
    if notesReads { actions.reads = [] }
  }

  /// Returns what has been heard since ``begin()``, and forgets it.
  func take() -> StatementActions {
    defer { actions = StatementActions() }
    return actions
  }

  private func note(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?, _ cause: UnsafePointer<CChar>?
  ) -> Int32 {
    callCount &+= 1
    switch action {
    case SQLITE_READ:
      if let first { actions.noteRead(first, in: database) }
    case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE: break
    case SQLITE_TRANSACTION:
      actions.controlsTransaction = true
      if let first, sqlite3_stricmp(first, "ROLLBACK") == 0 { actions.undoesChanges = true }
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      if action == SQLITE_DELETE, !hasHooks { mayEmptyTables = true }
      if let first {
        actions.noteWrite(action, first, action == SQLITE_UPDATE ? second : nil, cause)
      }
      // SQLite deletes all rows of a table one by one if it hears this. It would not drop a table.
      if action == SQLITE_DELETE, hasHooks, !ChangeHooks.tellsValues, !actions.isSchemaChange(first)
      {
        return SQLITE_IGNORE
      }
    case SQLITE_SAVEPOINT:
      actions.controlsTransaction = true
      if let first, let second {
        actions.savepoint = SavepointCommand(operation: first, name: second)
        if case .rollBack? = actions.savepoint { actions.undoesChanges = true }
      }
    case SQLITE_ATTACH, SQLITE_DETACH: actions.changesFiles = true
    case SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_TRIGGER,
      SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_TEMP_VIEW:
      actions.changesTemporarySchema = true
    case SQLITE_DROP_TABLE, SQLITE_DROP_VTABLE:
      actions.dropsTable = true
      actions.changesMoreThanRows = true
    // Of what is not known, everything is assumed.
    default:
      actions.changesMoreThanRows = true
      if action == SQLITE_PRAGMA, second == nil { actions.asksForSetting = true }
    }
    return SQLITE_OK
  }
}

/// What a statement does.
struct StatementActions {
  /// The command of a savepoint.
  var savepoint: SavepointCommand?
  /// Whether it begins or ends a transaction, or a part of one.
  var controlsTransaction = false
  /// Whether it rolls back a transaction, or a part of one.
  var undoesChanges = false
  /// Whether it changes something of the main file that no hook reports, such as the schema.
  var changesMoreThanRows = false
  /// Whether it is a `PRAGMA` without a value. SQLite counts some of these among what writes.
  var asksForSetting = false
  /// Whether it changes the schema of the connection's temporary tables.
  var changesTemporarySchema = false
  /// Whether it changes which files the connection sees.
  var changesFiles = false
  /// Whether it drops a table. SQLite may delete its rows first, for foreign keys, or not.
  var dropsTable = false
  /// The rows that triggers and foreign keys write.
  private(set) var triggered: [TriggeredWrite] = []
  /// The tables and views that it reads, if they are wanted, each with its database if that is
  /// known.
  var reads: [(database: String?, name: String)]?
  /// The table that the statement itself writes.
  private var target: String?

  mutating func noteRead(_ table: UnsafePointer<CChar>, in database: UnsafePointer<CChar>?) {
    reads?.append((database.map { String(cString: $0) }, String(cString: table)))
  }

  mutating func noteWrite(
    _ action: Int32, _ table: UnsafePointer<CChar>, _ column: UnsafePointer<CChar>?,
    _ cause: UnsafePointer<CChar>?
  ) {
    let table = String(cString: table)
    guard let target, cause != nil || action != SQLITE_UPDATE || table != target else {
      // The statement's own table, and the columns that it sets.
      target = target ?? table
      return
    }
    triggered.append(TriggeredWrite(table: table, column: column.map { String(cString: $0) }))
  }

  /// Returns whether a deletion belongs to a change of the schema, which is a table too.
  func isSchemaChange(_ table: UnsafePointer<CChar>?) -> Bool {
    guard !dropsTable, !changesMoreThanRows, !changesTemporarySchema, let table else { return true }
    return sqlite3_stricmp(table, "sqlite_master") == 0
      || sqlite3_stricmp(table, "sqlite_temp_master") == 0
  }
}
