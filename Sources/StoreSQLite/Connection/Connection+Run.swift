internal import CStoreSQLite

extension Connection {
  /// Runs any number of statements without parameters, and discards the rows that they return.
  ///
  /// SQLite's own parser finds where each statement ends; the text is not split at semicolons.
  public func execute(_ sql: String) throws {
    try forEachStatement(in: sql) { statement in
      while try statement.step() {}
    }
  }

  /// Prepares the statements of an SQL text one at a time, and calls `body` with each.
  ///
  /// A statement is prepared only after the previous one has run, so it can use what that one
  /// created.
  func forEachStatement(in sql: String, _ body: (Statement) throws -> Void) throws {
    try checkOpen()
    try sql.utf8CString.withUnsafeBytes { text in
      var rest = text
      while let (statement, length) = try Statement.prepare(rest, on: self) {
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        guard let statement else { continue }
        try body(statement)
        try checkOpen()
      }
    }
  }

  /// Runs one statement with values for its parameters, and returns the number of rows that it
  /// changed. That is 0 for a statement other than INSERT, UPDATE or DELETE.
  @discardableResult
  public func run(_ sql: String, _ values: [Value] = []) throws -> Int {
    try withStatement(sql) { statement in
      try statement.bind(values)
      let before = sqlite3_total_changes64(handle)
      while try statement.step() {}
      // A statement that changes no rows leaves SQLite's count as it was.
      return isOpen && sqlite3_total_changes64(handle) != before ? changedRowCount : 0
    }
  }

  /// Runs one statement and creates an element from each of its rows.
  @inlinable public func query<Element>(
    _ sql: String, _ values: [Value] = [], _ element: (Statement) throws -> Element
  ) throws -> [Element] {
    try withStatement(sql) { statement in
      try statement.bind(values)
      var elements: [Element] = []
      while try statement.step() { elements.append(try element(statement)) }
      return elements
    }
  }

  /// Borrows the prepared statement of an SQL text. Afterwards it is reset, and its values are
  /// cleared.
  ///
  /// The statement is cached for its next use. While it is borrowed, the same text leads to another
  /// statement. It cannot run after `body` has returned.
  ///
  /// - Parameters:
  ///   - sql: the text of one statement.
  ///   - register: called before the text is prepared; see ``borrowStatement(_:registering:)``.
  ///   - body: binds values and reads rows.
  @inlinable public func withStatement<Result>(
    _ sql: String, registering register: () throws -> Void = {},
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try lend(try borrowStatement(sql, registering: register), to: body)
  }

  /// Borrows the prepared statement of an SQL text that is kept.
  @inlinable package func withStatement<Result>(
    _ text: StatementText, registering register: () throws -> Void = {},
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try lend(try borrowStatement(text, registering: register), to: body)
  }

  /// Calls `body` with a borrowed statement, and takes it back.
  @inlinable func lend<Result>(
    _ statement: Statement, to body: (Statement) throws -> Result
  ) throws -> Result {
    let result: Result
    do {
      result = try body(statement)
    } catch {
      returnStatement(statement)
      throw error
    }
    if let failure = takeBack(statement) { throw failure }
    return result
  }

  /// Borrows the prepared statement of an SQL text until ``returnStatement(_:)``.
  ///
  /// - Parameters:
  ///   - sql: the text of one statement.
  ///   - register: called before the text is prepared, to register the functions that it calls. Not
  ///     called if the connection has cached the statement.
  public func borrowStatement(
    _ sql: String, registering register: () throws -> Void = {}
  ) throws -> Statement {
    try borrowStatement(StatementText(sql), registering: register)
  }

  /// Borrows the prepared statement of an SQL text that is kept until ``returnStatement(_:)``.
  @usableFromInline package func borrowStatement(
    _ text: StatementText, registering register: () throws -> Void = {}
  ) throws -> Statement {
    try checkOpen()
    let slot = statements.slot(text)
    let statement: Statement
    if let kept = slot.take() {
      statement = kept
    } else {
      try register()
      statement = try Statement.single(text.sql, on: self)
    }
    statement.connection = self
    statement.slot = slot
    return statement
  }

  /// Returns a borrowed statement to the connection, which resets it and caches it for its next
  /// use.
  ///
  /// Run a statement that writes to its end first: errors are not reported here.
  public func returnStatement(_ statement: Statement) {
    _ = takeBack(statement)
  }

  /// Takes back a borrowed statement, and returns the error of resetting it, if any.
  @usableFromInline func takeBack(_ statement: Statement) -> (any Error)? {
    guard statement.connection === self, let slot = statement.slot else { return nil }
    let failure = statement.takeBack()
    if isOpen { statements.give(statement, to: slot) }
    return failure
  }
}
