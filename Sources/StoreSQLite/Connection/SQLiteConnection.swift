internal import CStoreSQLite
public import StoreEngine
internal import StoreSupport

/// A connection to a SQLite file, used by one thread at a time.
///
/// ```swift
/// let connection = try SQLiteConnection(path: "people.db")
/// try connection.run("DELETE FROM person WHERE age > ?", [120])
/// let ages = try connection.query("SELECT age FROM person ORDER BY id") { try $0.integer(0) }
/// ```
public final class SQLiteConnection: Connection {
  /// SQLite's handle. It stays valid until ``close()``.
  let handle: OpaquePointer

  /// The time that the running statement has waited for a lock.
  let waiting: LockWait

  /// Hears what the statements do that are prepared.
  let authorizer: StatementAuthorizer

  /// The identities of the registered functions, by their names in lower case.
  @exclusivity(unchecked) var functions: [String: (any AnyObject & Sendable)?] = [:]
  @exclusivity(unchecked) var changeRecorder: ChangeRecorder?
  /// The queue of the connections that write to the file, once this one has written.
  @exclusivity(unchecked) var writeQueue: WriteQueue?
  /// Whether this connection is the one that may write.
  @exclusivity(unchecked) var hasTurn = false
  /// Whether this connection waits in a queue before it writes.
  @exclusivity(unchecked) private(set) var isQueued = false
  /// Whether a log that exists when the connection closes can only have been created by readers.
  private let leavesNoLog: Bool

  /// The schema of the file, as it was last seen.
  private let schema: FileSchema

  let role: Role
  /// The file; nil for a database in memory, an unfinished copy, and a file that does not change.
  let file: OpenedFile?
  /// Whether ``file`` counts this connection.
  @exclusivity(unchecked) var isInOpenedFile = false

  /// Opens a file; `:memory:` is a new database in memory.
  ///
  /// - Throws: `DatabaseError`: `cannotOpen`, `notADatabase`, `busy`, `readOnly`.
  public convenience init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws {
    try self.init(path: path, configuration: configuration, role: .writer)
  }

  init(
    path: String, configuration: DatabaseConfiguration, role: Role,
    log: CommitLog? = nil, file: OpenedFile? = nil, isImmutable: Bool = false
  ) throws {
    try file?.opens()
    // Without a name SQLite creates a temporary file, which only a copy may be.
    if !path.isEmpty || role != .copy {
      try OpenFailure.check(path: path, access: configuration.access)
    }
    var opened: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch configuration.access {
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .write: flags |= SQLITE_OPEN_READWRITE
    case .read: flags |= SQLITE_OPEN_READONLY
    }
    // SQLite would take a name with this prefix for a URI.
    var name = path.hasPrefix("file:") ? "./\(path)" : path
    // SQLite would create an empty log to read a file that has none.
    let isImmutable =
      isImmutable
      || configuration.access == .read && OpenFailure.isOnReadOnlyFileSystem(path)
        && !Self.companionIsThere(path)
    if isImmutable {
      flags |= SQLITE_OPEN_URI
      name = Self.immutableName(of: name)
    }
    leavesNoLog =
      configuration.access == .read && role == .writer && !isImmutable && path != ":memory:"
      && !Self.companionIsThere(path)
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message =
        opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      let systemError = opened.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(opened)
      throw DatabaseError.cannotOpen(
        path: path,
        reason: OpenFailure(
          EngineError(extendedCode: code, message: message, systemError: systemError), path: path))
    }
    handle = opened
    authorizer = StatementAuthorizer(handle: opened)
    schema = FileSchema(handle: opened)
    self.role = role
    let isWatched = path != ":memory:" && role != .copy && !isImmutable
    self.file = isWatched ? file ?? OpenedFile(path) : nil
    waiting = LockWait(timeout: configuration.busyTimeout)
    super.init(database: path, configuration)
    commits = log
    installHandlers()
    if let didWait = configuration.didWait {
      waiting.report = { [unowned self] in didWait(conflict(sql: $0.sql)) }
    }
    do {
      isQueued = try configure(role)
      try self.file?.opened(by: self)
      // A connection that takes the place of a closed one.
      changeRecorder?.noteOtherCommits()
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Finalizes all statements and closes the file. A later use of the connection is an error
  /// (`DatabaseError/closed(path:)`).
  ///
  /// A transaction that is still open is rolled back. A statement that is still borrowed keeps the
  /// file open until it is returned.
  public override func close() {
    guard isOpen else { return }
    // A statement that is still borrowed would keep the transaction's locks.
    if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    state.pointee.isOpen = false
    statements.removeAll()
    changeRecorder?.close()
    schema.close()
    file?.closes(self)
    sqlite3_close_v2(handle)
    leaveQueue()
    writeQueue = nil
    if leavesNoLog { Self.removeEmptyLog(of: path) }
  }

  /// Closes the file. The last connection writes the log back and removes it.
  func closeRemovingLog() {
    // A connection takes part in the log only after its first read.
    _ = try? run("SELECT count(*) FROM main.sqlite_schema")
    _ = csqlite_db_config_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    close()
  }

  /// Returns the collation of a column; nil if there is no such table or column.
  package func collation(of column: String, in table: String) -> String? {
    var collation: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      handle, nil, table, column, nil, &collation, nil, nil, nil)
    return code == SQLITE_OK ? collation.map { String(cString: $0) } : nil
  }

  /// Checks whether a statement may begin to run, and prepares the connection for it.
  func statementBegins(_ statement: SQLiteStatement) throws {
    try checkOpen()
    try file?.lookNowAndThen(by: self)
    waiting.clear()
    if !state.pointee.openReads.isEmpty, !statement.isReadOnly {
      for read in state.pointee.openReads.take() { read.readToEnd() }
    }
    if let commits, sqlite3_txn_state(handle, "main") == SQLITE_TXN_NONE {
      positionBeforeSnapshot = commits.position
    }
    changeRecorder?.statementBegins()
    if Interruption.isRequested { throw DatabaseError.interrupted(sql: statement.sql) }
    if state.pointee.requiresTransaction, !isInTransaction {
      throw DatabaseError.transactionEnded(path: path)
    }
    if isQueued, !hasTurn, !statement.isReadOnly {
      try waitForTurn(sql: statement.sql)
      // The commit of a transaction looks at the file.
      guard statement.sql != Self.beginning else { return }
      do { try file?.lookBeforeCommit(by: self) } catch {
        leaveQueue()
        throw error
      }
    }
  }

  /// Called after the first step of a statement, which sees the current state of the file.
  func noteSchema() { if schema.hasChanged() { forgetSchema() } }

  /// Called after a statement that may have changed the schema, or has found it changed.
  func schemaMayHaveChanged() { configuration.schemaMayHaveChanged?(self) }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed; 0 on a closed connection.
  public override var changedRowCount: Int { isOpen ? Int(sqlite3_changes64(handle)) : 0 }

  /// The number of rows that all statements of the connection have changed, with those of triggers.
  public override var totalChangedRowCount: Int {
    isOpen ? Int(sqlite3_total_changes64(handle)) : 0
  }

  /// Whether SQLite protects its schema and the tables of virtual ones.
  public override var isDefensive: Bool {
    get { isOpen && csqlite_db_config_get(handle, SQLITE_DBCONFIG_DEFENSIVE) != 0 }
    set {
      if isOpen { _ = csqlite_db_config_set(handle, SQLITE_DBCONFIG_DEFENSIVE, newValue ? 1 : 0) }
    }
  }

  /// The key of the last row inserted on this connection. To find out whether an INSERT leaves its
  /// row out, set this to 0 first: it is still 0 afterwards if it does.
  public override var lastInsertedKey: Int64 {
    get { isOpen ? sqlite3_last_insert_rowid(handle) : 0 }
    set { if isOpen { sqlite3_set_last_insert_rowid(handle, newValue) } }
  }

  /// SQLite.
  public override var engine: Engine { .sqlite }

  /// Closes the connection when its pool is closed. The writer updates statistics first.
  public override func retire() {
    if role == .writer, configuration.access != .read { optimize() }
    close()
  }

  /// Runs any number of statements without parameters, and discards the rows that they return.
  ///
  /// SQLite's own parser finds where each statement ends; the text is not split at semicolons.
  public override func execute(_ sql: String) throws {
    try forEachStatement(in: sql) { statement in
      while try statement.step() {}
    }
  }

  @discardableResult
  public override func run(_ sql: String, _ values: [Value] = []) throws -> Int {
    try withStatement(sql) { statement in
      try statement.bind(values)
      let before = sqlite3_total_changes64(handle)
      while try statement.step() {}
      // A statement that changes no rows leaves SQLite's count as it was.
      return isOpen && sqlite3_total_changes64(handle) != before ? changedRowCount : 0
    }
  }

  public override func prepare(_ sql: String) throws -> Statement {
    try SQLiteStatement.single(sql, on: self)
  }

  /// Begins a transaction that writes.
  private static let beginning = "BEGIN IMMEDIATE"

  public override func begin(writes: Bool) throws { try run(writes ? Self.beginning : "BEGIN") }

  public override func commit() throws {
    if hasTurn { try file?.lookBeforeCommit(by: self) }
    try super.commit()
  }

  public override func outcome(of error: any Error) -> any Error { certainOutcome(of: error) }

  public override func beginSnapshot() throws {
    _ = try query("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in }
  }

  public override func access(
    of sql: String, _ bind: (Statement) throws -> Void
  ) throws -> [String] {
    try withStatement("EXPLAIN QUERY PLAN " + sql) { statement in
      try bind(statement)
      var lines: [String] = []
      while try statement.step() { lines.append(try statement.text(3)) }
      return lines
    }
  }

  public override func register(_ function: ScalarFunction) throws { try create(function) }

  public override func register(_ function: AggregateFunction) throws { try create(function) }

  public override func hasFunction(_ name: String) -> Bool {
    functions[name.lowercased()] != nil
  }

  public override func hasFunction(_ name: String, _ identity: AnyObject?) -> Bool {
    functions[name.lowercased()].map { $0 === identity } ?? false
  }

  public override func storedTable(named name: String) throws -> StoredTable? {
    try schema(of: name)
  }

  public override var changesOpenReads: Bool { !onlyReads }

  public override func referencedColumns(of table: String) throws -> Set<String> {
    try columnsNamedByForeignKeys(of: table)
  }

  public override func tableDefinitions(
    _ unreadable: (_ table: String, _ error: any Error) -> Void
  ) throws -> [TableDefinition] { try definitionsOfTables(unreadable) }

  public override func tables(readBy sql: String) throws -> Set<String>? {
    try checkOpen()
    authorizer.notesReads = true
    defer { authorizer.notesReads = false }
    let statement = try sql.utf8CString.withUnsafeBytes {
      try SQLiteStatement.prepare($0, on: self)
    }
    guard let read = statement?.statement?.actions.reads,
      read.allSatisfy({ $0.database.map { $0 == "main" } ?? true })
    else { return nil }
    var tables: Set<String> = []
    for name in Set(read.map(\.name)) {
      switch try schema(of: name)?.kind {
      case .table?: tables.insert(name)
      case .view?: break
      case .other?, nil: return nil
      }
    }
    return tables
  }

  public override func startObserving() { changeRecorder?.startObserving() }

  public override func noteOtherCommits() throws {
    try file?.lookNowAndThen(by: self)
    changeRecorder?.noteOtherCommits()
  }

  /// The state of the database that the last statement saw; nil if SQLite does not tell.
  public override var databaseVersion: DatabaseVersion? {
    guard isOpen, let committed = schema.fileState else { return nil }
    return DatabaseVersion(
      of: self, committed: UInt64(committed), changes: sqlite3_total_changes64(handle))
  }

  /// Updates the statistics of SQLite's query planner if they are out of date.
  ///
  /// The best time is before closing. A failure affects only speed, and is not reported.
  public func optimize() {
    try? execute("PRAGMA analysis_limit = 400; PRAGMA optimize;")
  }

  /// Whether a transaction is open.
  public override var isInTransaction: Bool { isOpen && sqlite3_get_autocommit(handle) == 0 }

  /// SQLite's version, for example `3.40.1`.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// A known defect of this SQLite that concerns files which other programs write too; nil for a
  /// version without one.
  ///
  /// Connections of this library do not cause it, because only one of them writes or copies the log
  /// at a time.
  package static var libraryDefect: String? {
    // 3.51.3 mended it, and two older lines were mended too.
    let version = sqlite3_libversion_number()
    let isMended =
      version >= 3_051_003 || (3_050_007..<3_051_000).contains(version)
      || (3_044_006..<3_045_000).contains(version)
    return isMended
      ? nil
      : "before 3.51.3, other programs that write the file at the same time may damage it"
  }
}
