public import StoreEngine
internal import Synchronization

/// Inserts any number of rows through one prepared statement.
///
/// ``TableAccess/inserting(onConflict:_:)`` provides one for a scope. Rows whose key is 0 get the
/// next keys in the order in which they are inserted. A rejected row does not affect the others.
public final class Inserter<Row: Sendable> {
  /// The outcome of inserting a row.
  public enum Outcome: Sendable, Hashable {
    /// The row was inserted. `key` is the integer key that it has now; nil for a row whose key the
    /// program has given, unless that is a single integer.
    case inserted(key: Int64?)
    /// The row changed a stored one.
    case updated
    /// The row was left out.
    case ignored
  }

  // Specialized for the row's type in the client's module: this is the hot path of imports.
  @usableFromInline let table: Table<Row>
  @usableFromInline let connection: Connection
  @usableFromInline let policy: ConflictPolicy
  @usableFromInline let mayLeaveOut: Bool
  @usableFromInline let statement: Statement
  /// The statements for conflicts in other columns, if the engine needs one for each column.
  @usableFromInline let alternatives: [Statement]
  /// The statements that leave columns to the default values of the database.
  var partial: [Form: [Statement]] = [:]
  /// Whether rows are inserted together with their words.
  @exclusivity(unchecked) @usableFromInline var givesWords: Bool
  /// The last key that was in use, if the library assigns the keys.
  @exclusivity(unchecked) @usableFromInline var lastKey: Int64?
  /// The last key that was inserted on the connection, by this inserter or by others.
  @exclusivity(unchecked) @usableFromInline var seenKey: Int64
  @exclusivity(unchecked) @usableFromInline var changesValue = false
  /// Whether triggers may have changed or removed the row that was inserted last.
  @exclusivity(unchecked) @usableFromInline var mayDiffer = false
  /// Whether the table is a view, whose triggers store the rows.
  @usableFromInline let isView: Bool
  /// The highest key that a row had before it was inserted.
  @exclusivity(unchecked) @usableFromInline var highestGivenKey: Int64 = 0
  /// Whether a server has to be told of that key before it chooses the next one.
  @usableFromInline var hasNewGivenKey = false

  /// Prepares to insert into a table.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - connection: a connection in a transaction.
  ///   - policy: what to do with rows that conflict with stored ones.
  package init(
    _ table: Table<Row>, on connection: Connection, onConflict policy: ConflictPolicy = .fail
  ) throws {
    self.table = table
    self.connection = connection
    self.policy = policy
    mayLeaveOut = policy != .fail
    seenKey = connection.lastInsertedKey
    if !table.identity.isTried.load(ordering: .relaxed) { try table.check(on: connection) }
    if let targets = try policy.overwriting(in: table)?.targets {
      try table.check(on: connection)
      for target in targets { try table.checkConstraint(on: target, connection) }
    }
    let statements = try policy.clauses(of: table, on: connection.engine).map { clause in
      try connection.borrowStatement(
        table.sql(connection.engine).insert(clause),
        registering: { try table.check(on: connection) })
    }
    statement = statements[0]
    alternatives = Array(statements.dropFirst())
    givesWords = try table.givesWords(on: connection)
    let keepsWords = table.keepsWords(writing: nil, on: connection)
    for statement in statements { statement.state.pointee.writesCompleteRows = keepsWords }
    isView = connection.engine.writesViewsByTriggers && connection.facts.isIndirect(table.name)
    try readLastKey()
  }

  /// Validates a row and inserts it.
  ///
  /// - Throws: ``RowError``. The rows that were inserted before stay in the transaction.
  @discardableResult
  @inlinable public func insert(_ row: Row) throws -> Outcome {
    let outcome = try insertUnconfirmed(row)
    if mayDiffer { try confirm(outcome, row) }
    return outcome
  }

  /// Inserts a row, which triggers may have removed again if ``mayDiffer``.
  @inlinable func insertUnconfirmed(_ row: Row) throws -> Outcome {
    try table.check(row)
    guard let assigned = table.assignedKey, !table.hasDefaultedColumns, !isView, !givesWords else {
      return try insertOther(row)
    }
    let given = try table.integerKey(row, assigned)
    let key = try keyToInsert(given)
    let inserted: Int64?
    do {
      inserted = try table.insert(row, key: key, with: statement, &changesValue)
    } catch RowError.duplicate where !alternatives.isEmpty {
      inserted = try insertOtherwise(row, key: key)
    }
    mayDiffer = table.mayDiffer(after: statement, on: connection)
    return try outcome(inserted, given)
  }

  /// Returns the key for a row whose own key is `given`; nil if SQLite chooses it.
  @inlinable func keyToInsert(_ given: Int64) throws -> Int64? {
    // Another insert has run on the connection since, perhaps into this table.
    if lastKey != nil, connection.lastInsertedKey != seenKey { try readLastKey() }
    try table.checkGivenKey(given)
    if given == 0, hasNewGivenKey { try keepGivenKeys() }
    return given != 0 ? given : try nextKey()
  }

  /// Returns the outcome of an insert that returned a key, or nil for a row that is not new.
  @inlinable func outcome(_ inserted: Int64?, _ given: Int64) throws -> Outcome {
    if lastKey != nil { seenKey = connection.lastInsertedKey }
    guard var stored = inserted else { return try outcomeOfOther() }
    if stored == 0 { stored = try keyInsteadOfZero() }
    if let last = lastKey, stored > last { lastKey = stored }
    if given > highestGivenKey { noteGiven(given) }
    return .inserted(key: stored)
  }

  /// Returns the outcome for a row that is not new.
  @usableFromInline func outcomeOfOther() throws -> Outcome {
    guard mayLeaveOut else { throw table.leftOutError }
    return connection.changedRowCount > 0 ? .updated : .ignored
  }

  /// Gives the row that was inserted with the key 0 the key 1, and returns that. SQLite chooses 0
  /// after -1, but rows without a key have it.
  @usableFromInline func keyInsteadOfZero() throws -> Int64 {
    guard connection.engine.hasRowIDs else { return 0 }
    let key = quoted(table.keyNames[0])
    try connection.run("UPDATE \(quoted(table.name)) SET \(key) = 1 WHERE \(key) = 0")
    return 1
  }

  /// Whether several rows are inserted by one statement.
  @usableFromInline var batchesRows: Bool { connection.engine.batchesInserts }

  @usableFromInline func noteGiven(_ key: Int64) {
    highestGivenKey = key
    hasNewGivenKey = connection.engine.hasSequences
  }

  /// Makes sure that no key which a row had is chosen for another one.
  @usableFromInline func keepGivenKeys() throws {
    hasNewGivenKey = false
    try connection.keepKey(highestGivenKey, of: table.name, table.keyNames[0])
  }

  /// Returns the key for a row that has none; nil if SQLite chooses it.
  @inlinable func nextKey() throws -> Int64? {
    // A row with the key 0 would be one without a key.
    guard let lastKey = lastKey.map({ max($0, 0) }) else { return nil }
    guard lastKey < .max else {
      throw RowError.refused(
        table: table.name, fields: [table.columns[table.keyColumns[0]].name],
        rule: "no key is left: the highest there can be is in use, or was")
    }
    return lastKey + 1
  }

  /// Reads the last key that was in use, if the library assigns the keys.
  @usableFromInline func readLastKey() throws {
    guard !connection.engine.hasSequences, let sql = table.lastKeySQL else { return }
    lastKey = try connection.query(sql) { try $0.integer(0) }.first
  }

  /// Inserts a row and returns it as it is stored. The policy must not leave rows out.
  @inlinable func insertReturning(_ row: Row) throws -> Row {
    guard case .inserted(let key) = try insertUnconfirmed(row) else { return row }
    return try stored(row, key: key, isChanged: changesValue || mayDiffer)
  }

  /// Returns an inserted row as it is stored.
  ///
  /// - Parameters:
  ///   - key: the key that the row has now, if the database assigns keys.
  ///   - isChanged: whether a stored value may differ from the given one.
  @inlinable func stored(_ row: Row, key: Int64?, isChanged: Bool) throws -> Row {
    var row = row
    if let key, table.assignedKey != nil { row = try table.row(row, withKey: key) }
    return isChanged ? try readBack(row) : row
  }

  @usableFromInline func readBack(_ row: Row) throws -> Row {
    try TableAccess(table, on: connection).readBack(row)
  }

  /// Returns the statements to the connection.
  package func finish() {
    let others = partial.values.flatMap(\.self)
    for statement in [statement] + alternatives + others { connection.returnStatement(statement) }
  }
}

extension TableAccess {
  /// Inserts any number of rows through one prepared statement.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.people.inserting(onConflict: .ignore) { inserter in
  ///     for person in people { try inserter.insert(person) }
  ///   }
  /// }
  /// // INSERT INTO person (name, …, id) VALUES (?, …, ?) ON CONFLICT DO NOTHING
  /// ```
  ///
  /// - Parameters:
  ///   - policy: what to do with rows that conflict with stored ones.
  ///   - body: inserts the rows. The inserter must not be used after it returns.
  public func inserting<Result>(
    onConflict policy: ConflictPolicy = .fail, _ body: (Inserter<Row>) throws -> Result
  ) throws -> Result {
    let inserter = try Inserter(table, on: connection, onConflict: policy)
    defer { inserter.finish() }
    let result = try body(inserter)
    if inserter.hasNewGivenKey { try inserter.keepGivenKeys() }
    return result
  }
}
