internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

/// A prepared statement of SQLite.
final class SQLiteStatement: Statement {
  let handle: OpaquePointer

  // One thread at a time uses a statement, and no access of these variables encloses another one.
  @exclusivity(unchecked) private var texts = BoundTexts()
  @exclusivity(unchecked) private var changeMark = 0
  /// Whether a transaction was open when the run began.
  @exclusivity(unchecked) private var wasInTransaction = false
  private let recorder: ChangeRecorder?
  private let authorizer: StatementAuthorizer
  /// What the statement does.
  let actions: StatementActions
  /// Whether the statement changes more than rows.
  private let changesMore: Bool
  private let isWriting: Bool
  /// Whether the statement sees the file: `BEGIN` without a lock, `COMMIT` and the like do not.
  private let seesFile: Bool

  /// - Parameter actions: what SQLite has said of it when it was prepared.
  init(
    _ handle: OpaquePointer, connection: SQLiteConnection, _ actions: StatementActions
  ) {
    self.handle = handle
    recorder = connection.changeRecorder
    authorizer = connection.authorizer
    isWriting = sqlite3_stmt_readonly(handle) == 0
    seesFile = isWriting || !actions.controlsTransaction
    // What EXPLAIN shows is not done.
    let runs = sqlite3_stmt_isexplain(handle) == 0
    self.actions = runs ? actions : StatementActions()
    changesMore =
      runs
      && (actions.changesFiles
        || isWriting && (actions.changesMoreThanRows || actions.changesTemporarySchema))
    super.init(
      sql: sqlite3_sql(handle).map { String(cString: $0) } ?? "",
      parameterCount: Int(sqlite3_bind_parameter_count(handle)), connection: connection)
    setColumnCount(Int(sqlite3_column_count(handle)))
    causes(self.actions.triggered)
  }

  private func causes(_ writes: [TriggeredWrite]) {
    state.pointee.triggeredWrites = writes
    state.pointee.causesWrites = !writes.isEmpty
    state.pointee.changesOwnRows = nil
  }

  deinit {
    sqlite3_finalize(handle)
    texts.deallocate()
  }

  /// The connection while the statement may run.
  private var owner: SQLiteConnection? {
    // A statement is only created with a connection of this class.
    state.pointee.connection.map { unsafeDowncast($0, to: SQLiteConnection.self) }
  }

  override func step() throws -> Bool {
    let isFirst = state.pointee.rowNumber == 0
    if isFirst { try begin() }
    let callCount = authorizer.callCount
    let code = sqlite3_step(handle)
    if isFirst {
      if callCount != authorizer.callCount { somethingWasPrepared() }
      if seesFile, code == SQLITE_ROW || code == SQLITE_DONE { try checkSchema() }
    }
    guard code == SQLITE_ROW else { return try end(code) }
    // SQLite has prepared the statement again if the schema has changed.
    if isFirst { setColumnCount(Int(sqlite3_column_count(handle))) }
    csqlite_read_row(handle, cells, Int32(truncatingIfNeeded: columnCount))
    state.pointee.rowNumber &+= 1
    return true
  }

  override func reset() {
    let code = rewind()
    guard let owner else { return }
    // This is not the code of the last step: that one has been reported, and the statement was
    // reset then.
    if code != SQLITE_OK {
      let failure = owner.failure(code, sql: sql)
      state.pointee.failure = recorder?.takeVeto() ?? failure
    }
    owner.writingMayHaveEnded()
    owner.state.pointee.functionFailure = nil
    recorder?.deliver()
  }

  override func insertRow(key given: Int64?) throws -> Int64? {
    guard let owner else { throw DatabaseError.statementNotLent(sql: sql) }
    let previous = owner.lastInsertedKey
    // It is still there afterwards if the statement leaves the row out. SQLite never chooses it.
    let mark = given == .min ? Int64.max : .min
    owner.lastInsertedKey = mark
    do {
      try run()
    } catch {
      owner.lastInsertedKey = previous
      throw error
    }
    let stored = owner.lastInsertedKey
    if stored != mark { return stored }
    // Later readers must still see the key that was really inserted last.
    owner.lastInsertedKey = previous
    return nil
  }

  override var scanStepCount: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  override var isReadOnly: Bool { !isWriting }

  private func begin() throws {
    try throwFailure()
    guard let owner else { throw DatabaseError.statementNotLent(sql: sql) }
    // SQLite itself refuses what the readers of a file write.
    if isWriting, owner.state.pointee.onlyReads, !actions.asksForSetting, owner.path == ":memory:" {
      throw DatabaseError.readOnly(
        path: owner.path,
        EngineError(
          extendedCode: SQLITE_READONLY, message: "attempt to write a readonly database", sql: sql))
    }
    state.pointee.wasStopped = false
    try owner.statementBegins(self)
    wasInTransaction = owner.isInTransaction
    if let recorder {
      changeMark = recorder.mark
      if changesMore { recorder.moreThanRowsMayChange(actions) }
    }
  }

  /// Called if SQLite has prepared something during a step: this statement once more, because the
  /// schema has changed, or others inside it.
  private func somethingWasPrepared() {
    let heard = authorizer.take()
    guard isWriting else { return }
    causes(state.pointee.triggeredWrites + heard.triggered)
    owner?.schemaMayHaveChanged()
  }

  /// Throws ``OtherSchema`` if the statement relies on another schema than the one that it has
  /// found.
  private func checkSchema() throws {
    guard let owner else { return }
    owner.noteSchema()
    guard state.pointee.reliesOnSchema, !isWriting,
      state.pointee.schemaNumber != owner.state.pointee.schemaNumber
    else { return }
    rewind()
    throw OtherSchema()
  }

  private func end(_ code: Int32) throws -> Bool {
    guard code == SQLITE_DONE else { throw failed(code) }
    if state.pointee.rowNumber > 0 { forgetRow() }
    owner?.writingMayHaveEnded()
    recorder?.statementEnded(actions, since: changeMark)
    if changesMore {
      owner?.hasChangedSchema = true
      owner?.forgetSchema()
      owner?.schemaMayHaveChanged()
    }
    if actions.undoesChanges { owner?.changesWereUndone() }
    if let owner, owner.hasChangedSchema, !owner.isInTransaction { owner.hasChangedSchema = false }
    return false
  }

  /// Returns the error of a step, or of binding a value before it, and resets the statement.
  private func failed(_ code: Int32, isRunning: Bool = true) -> any Error {
    guard let owner else { return DatabaseError.statementNotLent(sql: sql) }
    if owner.state.pointee.functionFailure != nil {
      // Work that was asked to end does not fail: memory would have decided whether it does.
      state.pointee.wasStopped = !Interruption.isRequested
      if !state.pointee.wasStopped {
        owner.state.pointee.functionFailure = DatabaseError.interrupted(sql: sql)
      }
    }
    let failure = owner.failure(code, sql: sql, statement: handle)
    let error = recorder?.takeVeto() ?? failure
    if isRunning, isWriting {
      recorder?.statementFailed(
        since: changeMark, isConstraint: code & 0xFF == SQLITE_CONSTRAINT)
    }
    rewind()
    if isWriting { owner.endSnapshotLeftOpen() }
    // Some errors, such as a full disk, roll the transaction back.
    if wasInTransaction, !owner.isInTransaction { owner.changesWereUndone() }
    owner.writingMayHaveEnded()
    owner.state.pointee.functionFailure = nil
    return error
  }

  @discardableResult
  private func rewind() -> Int32 {
    let code = sqlite3_reset(handle)
    // The parameters point to the texts, so they are cleared first.
    sqlite3_clear_bindings(handle)
    texts.removeAll()
    if state.pointee.rowNumber > 0 { forgetRow() }
    return code
  }

  /// The memory of a row is SQLite's, and is not valid any more.
  private func forgetRow() {
    state.pointee.rowNumber = 0
    cells.update(repeating: Cell(.null), count: columnCount)
  }

  // Binding.

  override func bindNull(at parameter: Int) throws {
    try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: parameter &+ 1)))
  }

  override func bind(_ value: Int64, at parameter: Int) throws {
    try check(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: parameter &+ 1), value))
  }

  override func bind(_ value: Double, at parameter: Int) throws {
    // SQLite would store NULL.
    guard !value.isNaN else {
      throw DatabaseError.notANumber(column: nil, parameter: parameter)
    }
    try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: parameter &+ 1), value))
  }

  override func bind(bytes: UnsafeRawBufferPointer, asText isText: Bool, at parameter: Int) {
    let index = Int32(truncatingIfNeeded: parameter &+ 1)
    let address = texts.add(bytes)
    let count = UInt64(truncatingIfNeeded: bytes.count)
    let code =
      isText
      ? csqlite_bind_text_static(handle, index, address.assumingMemoryBound(to: CChar.self), count)
      : csqlite_bind_blob_static(handle, index, address, count)
    // This cannot throw: the next step does.
    if code != SQLITE_OK { state.pointee.failure = failed(code, isRunning: false) }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw failed(code, isRunning: false) }
  }

  // Names.

  override func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(truncatingIfNeeded: column)).map { String(cString: $0) }
      ?? "column \(column + 1)"
  }

  override func origin(of column: Int) -> (table: String?, column: String?) {
    let index = Int32(truncatingIfNeeded: column)
    return (
      sqlite3_column_table_name(handle, index).map { String(cString: $0) },
      sqlite3_column_origin_name(handle, index).map { String(cString: $0) }
    )
  }

  override func textIsMissing() -> any Error {
    failed(SQLITE_NOMEM, isRunning: state.pointee.rowNumber > 0)
  }
}

extension SQLiteStatement {
  /// Prepares the first statement of a text, and returns it with the length of its text in bytes.
  /// The statement is nil for white space and comments, and the result is nil at the end of the
  /// text.
  ///
  /// The text should end with a NUL. Otherwise SQLite copies the whole text each time, which is
  /// quadratic for a script of many statements.
  static func prepare(
    _ text: UnsafeRawBufferPointer, on connection: SQLiteConnection, persistent: Bool = false
  ) throws -> (statement: SQLiteStatement?, length: Int)? {
    guard let start = text.bindMemory(to: CChar.self).baseAddress else { return nil }
    var handle: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    connection.waiting.clear()
    connection.authorizer.begin()
    let code = sqlite3_prepare_v3(
      connection.handle, start, Int32(clamping: text.count),
      persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &handle, &tail)
    let actions = connection.authorizer.take()
    guard code == SQLITE_OK else { throw connection.failure(code, sql: excerpt(text)) }
    let length = tail.map { start.distance(to: $0) } ?? text.count
    let statement = handle.map { SQLiteStatement($0, connection: connection, actions) }
    // SQLite stops at a NUL, and would silently skip the rest.
    if length < text.count - 1, text[length] == 0 {
      throw DatabaseError.failed(
        EngineError(extendedCode: SQLITE_ERROR, message: "NUL in the SQL", sql: excerpt(text)))
    }
    return statement == nil && length == 0 ? nil : (statement, length)
  }

  /// Prepares a text that must consist of one statement.
  static func single(_ sql: String, on connection: SQLiteConnection) throws -> SQLiteStatement {
    try sql.utf8CString.withUnsafeBytes { text in
      guard case (let statement?, let length)? = try prepare(text, on: connection, persistent: true)
      else { throw DatabaseError.noStatement(sql: sql) }
      var rest = UnsafeRawBufferPointer(rebasing: text[length...])
      while let (other, length) = try prepare(rest, on: connection) {
        guard other == nil else { throw DatabaseError.moreThanOneStatement(sql: sql) }
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
      }
      return statement
    }
  }

  /// Returns the text for an error, shortened if it is a long script.
  private static func excerpt(_ text: UnsafeRawBufferPointer) -> String {
    let end = text.last == 0 ? text.count - 1 : text.count
    let limit = 2000
    let shown = String(decoding: text[..<min(end, limit)], as: UTF8.self)
    return end > limit ? shown + "…" : shown
  }
}
