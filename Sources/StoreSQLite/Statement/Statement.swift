public import CStoreSQLite

/// A prepared statement. `bind` sets the values of its parameters, and ``step()`` advances to its
/// next row.
///
/// Parameters and columns are counted from 0. Reading is strict: a column of an unexpected type, or
/// NULL for a type without nil, is an error that names the table, the column and the row.
///
/// ```swift
/// try connection.withStatement("SELECT name, age FROM person WHERE age < ?") { statement in
///   try statement.bind(40, at: 0)
///   while try statement.step() { print(try statement.text(0), try statement.integer(1)) }
/// }
/// ```
public final class Statement {
  /// The SQL text of this statement alone.
  public let sql: String

  /// The number of columns in its rows; 0 for a statement that returns none.
  ///
  /// A change of the schema can change it, so read it after the first ``step()``.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The number of parameters.
  public let parameterCount: Int

  @usableFromInline package let handle: OpaquePointer

  // One thread at a time uses a statement, and no access of these variables encloses another one.

  /// The connection while the statement may run. It is nil while the statement is in the
  /// connection's cache, to avoid a retain cycle.
  @exclusivity(unchecked) var connection: Connection?

  // This is a constant pointer, because a variable of a class costs an exclusivity check at each
  // access.
  @usableFromInline let texts: UnsafeMutablePointer<BoundTexts>

  /// The number of the current row; 0 before the first and after the last.
  @exclusivity(unchecked) @usableFromInline var rowNumber = 0

  /// The slot of the cache to which a borrowed statement returns.
  @exclusivity(unchecked) var slot: StatementCache.Slot?

  /// Whether the last run ended with an error that a Swift function threw.
  @exclusivity(unchecked) public private(set) var wasStoppedByFunction = false

  /// The error of a call that cannot throw, for the next one that can.
  @exclusivity(unchecked) var failure: (any Error)?

  private let recorder: ChangeRecorder?
  private let savepoint: SavepointCommand?
  private var changeMark = 0

  init(_ handle: OpaquePointer, connection: Connection) {
    self.handle = handle
    self.connection = connection
    texts = .allocate(capacity: 1)
    texts.initialize(to: BoundTexts())
    recorder = connection.changeRecorder
    savepoint = connection.changeRecorder?.takePreparedSavepoint()
    sql = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
  }

  deinit {
    sqlite3_finalize(handle)
    texts.pointee.deallocate()
    texts.deinitialize(count: 1)
    texts.deallocate()
  }

  /// Advances to the next row, and returns false if there is none.
  @inlinable public func step() throws -> Bool {
    if rowNumber == 0 { try begin() }
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW else { return try end(code) }
    rowNumber &+= 1
    return true
  }

  /// Runs the statement to its end, and resets it for new values.
  public func run() throws {
    while try step() {}
    try finish()
  }

  /// Resets the statement, so that it can run again. Its values are cleared, so bind all of them
  /// again.
  ///
  /// This completes a writing statement whose rows (`RETURNING`) were not all read. If that fails,
  /// the next ``step()`` throws.
  public func reset() {
    let code = rewind()
    guard let connection else { return }
    // This is not the code of the last step: that one has been reported, and the statement was
    // reset then.
    if code != SQLITE_OK { failure = connection.failure(code, sql: sql) }
    connection.writingMayHaveEnded()
    connection.functionFailure = nil
    recorder?.deliver()
  }

  /// Resets the statement, and throws the error of that or of an earlier call.
  func finish() throws {
    reset()
    try throwFailure()
  }

  /// Resets a statement that is returned, and returns the error of that or of an earlier call, if
  /// any.
  func takeBack() -> (any Error)? {
    reset()
    defer {
      failure = nil
      connection = nil
      slot = nil
    }
    return failure
  }

  /// The number of steps from row to row in full table scans, in all runs of the statement.
  public var scanStepCount: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  /// Whether the statement only reads.
  public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  @usableFromInline func begin() throws {
    try throwFailure()
    guard let connection else { throw DatabaseError.statementNotLent(sql: sql) }
    wasStoppedByFunction = false
    try connection.statementBegins(self)
    if let recorder { changeMark = recorder.mark }
  }

  @usableFromInline func end(_ code: Int32) throws -> Bool {
    guard code == SQLITE_DONE else { throw failed(code) }
    rowNumber = 0
    connection?.writingMayHaveEnded()
    recorder?.statementEnded(savepoint)
    return false
  }

  @usableFromInline func failed(_ code: Int32) -> any Error {
    guard let connection else { return DatabaseError.statementNotLent(sql: sql) }
    wasStoppedByFunction = connection.functionFailure != nil
    let failure = connection.failure(code, sql: sql, statement: handle)
    let error = recorder?.takeVeto() ?? failure
    if !isReadOnly { recorder?.statementFailed(since: changeMark) }
    rewind()
    connection.writingMayHaveEnded()
    connection.functionFailure = nil
    return error
  }

  @discardableResult
  private func rewind() -> Int32 {
    let code = sqlite3_reset(handle)
    // The parameters point to the texts, so they are cleared first.
    sqlite3_clear_bindings(handle)
    texts.pointee.removeAll()
    rowNumber = 0
    return code
  }

  private func throwFailure() throws {
    if let failure {
      self.failure = nil
      throw failure
    }
  }
}

extension Statement {
  /// Prepares the first statement of a text, and returns it with the length of its text in bytes.
  /// The statement is nil for white space and comments, and the result is nil at the end of the
  /// text.
  ///
  /// The text should end with a NUL. Otherwise SQLite copies the whole text each time, which is
  /// quadratic for a script of many statements.
  static func prepare(
    _ text: UnsafeRawBufferPointer, on connection: Connection, persistent: Bool = false
  ) throws -> (statement: Statement?, length: Int)? {
    guard let start = text.bindMemory(to: CChar.self).baseAddress else { return nil }
    var handle: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    connection.waiting.clear()
    let code = sqlite3_prepare_v3(
      connection.handle, start, Int32(clamping: text.count),
      persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &handle, &tail)
    guard code == SQLITE_OK else { throw connection.failure(code, sql: excerpt(text)) }
    let length = tail.map { start.distance(to: $0) } ?? text.count
    let statement = handle.map { Statement($0, connection: connection) }
    // SQLite stops at a NUL, and would silently skip the rest.
    if length < text.count - 1, text[length] == 0 {
      throw DatabaseError.failed(
        SQLiteError(extendedCode: SQLITE_ERROR, message: "NUL in the SQL", sql: excerpt(text)))
    }
    return statement == nil && length == 0 ? nil : (statement, length)
  }

  /// Prepares a text that must consist of one statement.
  static func single(_ sql: String, on connection: Connection) throws -> Statement {
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
