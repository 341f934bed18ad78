public import CStoreSQLite

/// A prepared statement: values go in with `bind`, rows come out with ``step()``.
///
/// Parameters and columns are counted from 0. Reading is strict: a column of another type than
/// asked for, or NULL where the type has no nil, is an error that names table, column and row.
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

  /// The number of columns in its rows; 0 for a statement that gives none.
  ///
  /// A change of the schema can change it, so ask after the first ``step()``.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The number of parameters.
  public let parameterCount: Int

  @usableFromInline package let handle: OpaquePointer

  /// The connection while the statement may run; nil while the connection keeps it, so that the two
  /// do not hold each other for ever.
  var connection: Connection?

  // After a constant pointer: a variable of a class costs an exclusivity check at each access.
  @usableFromInline let texts: UnsafeMutablePointer<BoundTexts>

  /// The number of the current row; 0 before the first and after the last.
  @usableFromInline var rowNumber = 0

  /// Where the statement goes back to, while it is borrowed.
  var slot: StatementCache.Slot?

  /// Whether the last run ended in an error that a Swift function threw.
  public private(set) var wasStoppedByFunction = false

  /// What a call that cannot throw left for the next one that can.
  var failure: (any Error)?

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

  /// Moves to the next row; false when there is none.
  @inlinable public func step() throws -> Bool {
    if rowNumber == 0 { try begin() }
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW else { return try end(code) }
    rowNumber &+= 1
    return true
  }

  /// Runs the statement to its end and makes it ready for new values.
  public func run() throws {
    while try step() {}
    try finish()
  }

  /// Makes the statement ready to run again. It forgets its values: bind all of them anew.
  ///
  /// A writing statement whose rows (`RETURNING`) were not all read is completed by this. Where
  /// that fails, the next ``step()`` throws.
  public func reset() {
    let code = rewind()
    guard let connection else { return }
    // Not the code of the last step, which has been reported and taken back already.
    if code != SQLITE_OK { failure = connection.failure(code, sql: sql) }
    connection.functionFailure = nil
    recorder?.deliver()
  }

  /// Resets the statement and throws what that, or a call before it, left.
  func finish() throws {
    reset()
    try throwFailure()
  }

  /// Ends the loan of the statement, and gives what that, or a call before it, left.
  func takeBack() -> (any Error)? {
    reset()
    defer {
      failure = nil
      connection = nil
      slot = nil
    }
    return failure
  }

  /// How many steps from one row to the next the statement has made, in all its runs, without an
  /// index that would have led to the rows.
  public var scanStepCount: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  /// Whether the statement only reads.
  public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  @usableFromInline func begin() throws {
    try throwFailure()
    guard let connection else { throw DatabaseError.statementNotLent(sql: sql) }
    wasStoppedByFunction = false
    try connection.statementBegins(sql)
    if let recorder { changeMark = recorder.mark }
  }

  @usableFromInline func end(_ code: Int32) throws -> Bool {
    guard code == SQLITE_DONE else { throw failed(code) }
    rowNumber = 0
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
    connection.functionFailure = nil
    return error
  }

  @discardableResult
  private func rewind() -> Int32 {
    let code = sqlite3_reset(handle)
    // Before the texts go: the parameters point to them.
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
  /// Prepares the first statement of a text. Gives it and the length of its text in bytes; no
  /// statement for white space and comments; nil at the end.
  ///
  /// The text may end in a NUL. It should: without it SQLite copies the whole text each time, which
  /// is quadratic for a script of many statements.
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
    // SQLite stops at a NUL and would leave out what follows without a word.
    if length < text.count - 1, text[length] == 0 {
      throw DatabaseError.failed(
        SQLiteError(extendedCode: SQLITE_ERROR, message: "NUL in the SQL", sql: excerpt(text)))
    }
    return statement == nil && length == 0 ? nil : (statement, length)
  }

  /// Prepares a text that must be one statement.
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

  /// The text for an error: that of one statement, but only the beginning of a long script.
  private static func excerpt(_ text: UnsafeRawBufferPointer) -> String {
    let end = text.last == 0 ? text.count - 1 : text.count
    let limit = 2000
    let shown = String(decoding: text[..<min(end, limit)], as: UTF8.self)
    return end > limit ? shown + "…" : shown
  }
}
