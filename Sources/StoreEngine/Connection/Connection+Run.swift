extension Connection {
  /// Runs one statement and creates an element from each of its rows.
  @inlinable public final func query<Element>(
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
  @inlinable public final func withStatement<Result>(
    _ sql: String, registering register: () throws -> Void = {},
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try lend(try borrowStatement(sql, registering: register), to: body)
  }

  /// Borrows the prepared statement of an SQL text that is kept.
  @inlinable package final func withStatement<Result>(
    _ text: StatementText, registering register: () throws -> Void = {},
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try lend(try borrowStatement(text, registering: register), to: body)
  }

  /// Calls `body` with a borrowed statement, and takes it back.
  @inlinable final func lend<Result>(
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
  public final func borrowStatement(
    _ sql: String, registering register: () throws -> Void = {}
  ) throws -> Statement {
    try borrowStatement(StatementText(sql), registering: register)
  }

  /// Borrows the prepared statement of an SQL text that is kept until ``returnStatement(_:)``.
  @usableFromInline package final func borrowStatement(
    _ text: StatementText, registering register: () throws -> Void = {}
  ) throws -> Statement {
    try checkOpen()
    let schemaNumber = state.pointee.schemaNumber
    let slot = statements.slot(text)
    let statement: Statement
    if let kept = slot.take() {
      statement = kept
    } else {
      try register()
      statement = try prepare(try chosenSQL(of: text))
    }
    statement.state.pointee.connection = self
    statement.state.pointee.slot = slot
    statement.state.pointee.schemaNumber = schemaNumber
    return statement
  }

  /// Returns the SQL of a statement that runs: the other one where an engine would read a table as
  /// a whole for each row. The functions that it calls must be registered.
  package final func chosenSQL(of text: StatementText) throws -> String {
    guard let other = text.unindexed else { return text.sql }
    let access = try access(of: text.sql) { _ in }
    let isScanned = other.tables.contains { table in
      access.contains { $0 == "SCAN \(table)" || $0.hasPrefix("SCAN \(table) USING ") }
    }
    return isScanned ? other.sql : text.sql
  }

  /// Returns a borrowed statement to the connection, which resets it and caches it for its next
  /// use.
  ///
  /// Run a statement that writes to its end first: errors are not reported here.
  public final func returnStatement(_ statement: Statement) {
    _ = takeBack(statement)
  }

  /// Takes back a borrowed statement, and returns the error of resetting it, if any.
  @usableFromInline final func takeBack(_ statement: Statement) -> (any Error)? {
    guard statement.state.pointee.connection === self, let slot = statement.state.pointee.slot
    else { return nil }
    let failure = statement.takeBack()
    // What was checked before it was prepared may not hold for another schema.
    if isOpen, statement.state.pointee.schemaNumber == state.pointee.schemaNumber {
      statements.give(statement, to: slot)
    }
    return failure
  }
}
