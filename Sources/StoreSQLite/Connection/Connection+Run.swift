internal import CStoreSQLite

extension Connection {
  /// Runs SQL of any number of statements without parameters; rows they give are dropped.
  ///
  /// Statements are told apart by SQLite's own parser, not at semicolons.
  public func execute(_ sql: String) throws {
    try forEachStatement(in: sql) { statement in
      while try statement.step() {}
    }
  }

  /// Prepares the statements of an SQL text one at a time and hands each to `body`.
  ///
  /// A statement is prepared only after the one before it has run, so it may use what that made.
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

  /// Runs one statement with values for its parameters, and gives the number of rows it changed: 0
  /// for a statement that is no INSERT, UPDATE or DELETE.
  @discardableResult
  public func run(_ sql: String, _ values: [Value] = []) throws -> Int {
    try withStatement(sql) { statement in
      try statement.bind(values)
      let before = sqlite3_total_changes64(handle)
      while try statement.step() {}
      // SQLite's count stays as it was after a statement that changes no rows.
      return isOpen && sqlite3_total_changes64(handle) != before ? changedRowCount : 0
    }
  }

  /// Runs one statement and makes an element of each of its rows.
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

  /// Borrows the prepared statement of an SQL text; it is reset and its values are cleared
  /// afterwards.
  ///
  /// The statement is kept for the next use. While it is borrowed, the same text gives another one.
  /// Outside `body` it no longer runs.
  ///
  /// - Parameters:
  ///   - sql: the text of one statement.
  ///   - register: called before the text is prepared; see ``borrowStatement(_:registering:)``.
  ///   - body: binds values and reads rows.
  @inlinable public func withStatement<Result>(
    _ sql: String, registering register: () throws -> Void = {},
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try borrowStatement(sql, registering: register)
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
  ///   - register: called before the text is prepared, which it need not be where the connection
  ///     has kept the statement: makes the functions callable that the text names.
  public func borrowStatement(
    _ sql: String, registering register: () throws -> Void = {}
  ) throws -> Statement {
    try checkOpen()
    let slot = statements.slot(sql)
    let statement: Statement
    if let kept = slot.take() {
      statement = kept
    } else {
      try register()
      statement = try Statement.single(sql, on: self)
    }
    statement.connection = self
    statement.slot = slot
    return statement
  }

  /// Takes a borrowed statement back, resets it and keeps it for its next use.
  ///
  /// Run a statement that writes to its end before: what goes wrong here is not reported.
  public func returnStatement(_ statement: Statement) {
    _ = takeBack(statement)
  }

  /// Takes a borrowed statement back, and gives what went wrong with that.
  @usableFromInline func takeBack(_ statement: Statement) -> (any Error)? {
    guard statement.connection === self, let slot = statement.slot else { return nil }
    let failure = statement.takeBack()
    if isOpen { statements.give(statement, to: slot) }
    return failure
  }
}
