public import LinqCore
public import StoreEngine

/// The rows of a table inside a transaction, on the thread that runs it.
///
/// ```swift
/// try store.write { transaction in
///   var ada = try transaction.people.insert(Person(name: "Ada", surname: "Byron", age: 19))
///   ada.surname = "Lovelace"
///   try transaction.people.update(ada)
/// }
/// ```
///
/// Each row is validated before it is written. A row that the schema rejects is a ``RowError`` that
/// names the field, and the failed call stores nothing.
public struct TableAccess<Row: Sendable> {
  /// The table.
  public let table: Table<Row>

  /// The connection that the transaction runs on.
  public let connection: Connection

  let policy: QueryPolicy
  let notice: QueryNotice?

  /// Provides access to the rows of a table on a connection.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - connection: the connection, inside its transaction.
  ///   - policy: where the operators of queries may run; a query may have another one.
  ///   - notice: called, once for each plan, if operators run in memory or an index is missing.
  public init(
    _ table: Table<Row>, on connection: Connection, policy: QueryPolicy = .automatic,
    notice: QueryNotice? = nil
  ) {
    self.table = table
    self.connection = connection
    self.policy = policy
    self.notice = notice
  }

  /// Inserts a row and returns it as it is stored: with its key, text in canonical form, points in
  /// time rounded to the microsecond.
  ///
  /// A row whose key is 0 gets the next key.
  ///
  /// `INSERT INTO person (name, …, id) VALUES (?, …, ?)`
  /// - Throws: ``RowError``: `invalid`, `duplicate`, `refused`, `missingReference`.
  @discardableResult
  public func insert(_ row: Row) throws -> Row {
    try inserting { try $0.insertReturning(row) }
  }

  /// Inserts rows and returns them as they are stored. If one of them is rejected, none is stored.
  ///
  /// One prepared statement inserts all of them.
  @discardableResult
  public func insert(_ rows: some Sequence<Row>) throws -> [Row] {
    try connection.transaction { try inserting { try table.insertRows($0, Array(rows)) } }
  }

  /// Writes all columns of a stored row, and returns it as it is stored.
  ///
  /// `UPDATE person SET name = ?, surname = ?, … WHERE id = ?`
  /// - Throws: ``RowError/notFound(table:key:)`` if there is no row with its key,
  ///   ``RowError/outdated(table:key:)`` if it has another version (``Table/versioned(by:)``),
  ///   ``RowError/refused(table:fields:rule:)`` if a trigger has left the row as it was, and the
  ///   errors of ``insert(_:)-(Row)``.
  @discardableResult
  public func update(_ row: Row) throws -> Row {
    guard let version = table.version else { return try write(row) }
    return try write(row, version) {
      throw RowError.notFound(table: table.name, key: try table.key(of: row))
    }
  }

  /// Writes all columns of a row with the next version, if the stored row has the version of the
  /// row.
  ///
  /// - Parameter orElse: returns the row where none is stored.
  private func write(
    _ row: Row, _ version: RowVersion<Row>, orElse: () throws -> Row
  ) throws -> Row {
    try connection.transaction {
      guard let stored = try find(stored: table.key(of: row)) else { return try orElse() }
      return try write(withNextVersion(row, version, stored: stored))
    }
  }

  /// Writes all columns of a stored row, whatever its version is.
  private func write(_ row: Row) throws -> Row {
    try table.check(row)
    var isChanged = table.hasGeneratedColumns
    let sql = table.sql(connection.engine)
    try table.givingWords(of: row, on: connection) { words in
      let text = words == nil ? sql.update : sql.updateWithWords
      try connection.withStatement(text, of: table) { statement in
        let mayDiffer =
          connection.facts.isIndirect(table.name)
          || table.mayDiffer(after: statement, on: connection)
        let before = mayDiffer ? try find(stored: table.key(of: row)) : nil
        let changesValue = try table.write(row, with: statement, words, on: connection)
        if changesValue || mayDiffer { isChanged = true }
        guard mayDiffer || connection.changedRowCount == 0 else { return }
        try checkUpdate(of: before, to: row)
      }
    }
    return isChanged ? try readBack(row) : row
  }

  /// Writes the columns in which a row differs from an earlier state, and returns the row as
  /// stored. Changes that others have made to its other columns meanwhile are kept.
  ///
  /// `UPDATE person SET name = ?, … WHERE id = ?`
  ///
  /// - Parameters:
  ///   - row: the row with its new values.
  ///   - base: the row as it was when it was read.
  /// - Throws: the errors of ``update(_:)-(Row)``.
  @discardableResult
  public func update(_ row: Row, changedFrom base: Row) throws -> Row {
    try table.check(row)
    let key = try table.key(of: row)
    guard try key == table.key(of: base) else {
      throw RowError.invalid(
        table: table.name,
        RowValidationError([
          .init(
            field: table.keyNames.joined(separator: ", "), value: "\(key)",
            reason: "must stay what it is")
        ]))
    }
    try table.check(on: connection)
    let (before, after) = (try storedValues(of: base), try storedValues(of: row))
    let changed = after.indices.filter { before[$0] != after[$0] }
    // A trigger may leave the row as it was.
    var (mayDiffer, isSkipped) = (false, false)
    if !changed.isEmpty {
      let names = changed.map { table.writers[$0].column }
      let dialect = connection.engine.dialect
      let columns =
        names.compactMap(table.column).map(dialect.assignment)
        + table.countedChange(of: names, on: connection.engine)
      let sql =
        "UPDATE \(quoted(table.name)) SET \(columns.joined(separator: ", ")) "
        + "WHERE \(dialect.equalities(of: table.keyColumns.map { table.columns[$0] }))"
      let values = changed.map { after[$0] } + key.values
      let keepsWords = table.keepsWords(writing: names, on: connection)
      func write(_ words: GivenWords?) throws {
        let parts = TableSQL.Words(table: quoted(table.name), parameter: values.count + 1)
        let text =
          words == nil ? sql : "\(sql) AND \(parts.isKnown) RETURNING \(parts.areStored)"
        try connection.withStatement(text) { statement in
          statement.state.pointee.writesCompleteRows = keepsWords || words != nil
          try statement.bind(values + (words.map { [.text($0.json)] } ?? []))
          try table.naming {
            while try statement.step() { try statement.noteWords(0, words, on: connection) }
            try statement.finish()
          }
          isSkipped = connection.changedRowCount == 0
          mayDiffer = table.mayDiffer(after: statement, on: connection)
        }
      }
      if keepsWords {
        try write(nil)
      } else {
        // The server takes the words only for a row whose other texts are as they were.
        try table.givingWords(of: row, on: connection, write)
      }
    }
    guard let stored = try find(stored: key) else {
      throw RowError.notFound(table: table.name, key: key)
    }
    if try isSkipped || mayDiffer && storedValues(of: stored) == before {
      throw table.unchangedError
    }
    return stored
  }

  /// Returns the values of all columns except the key.
  func storedValues(of row: Row) throws -> [Value] {
    var writer = RowWriter()
    try table.writeColumns(row, &writer)
    return writer.values
  }

  /// Inserts a row, or overwrites the one with the same key, and returns it as it is stored, also
  /// after triggers have changed it.
  ///
  /// `INSERT INTO person (name, …, id, …) VALUES (?, …, ?, …) ON CONFLICT (id) DO UPDATE SET …`
  @discardableResult
  public func save(_ row: Row) throws -> Row {
    try table.check(row)
    // A view has no keys that could conflict.
    if connection.facts.isIndirect(table.name) {
      guard try find(stored: table.key(of: row)) != nil else { return try insert(row) }
      try update(row)
      return try readBack(row)
    }
    if let version = table.version { return try write(row, version) { try insert(row) } }
    if let assigned = table.assignedKey {
      let key = try table.integerKey(row, assigned)
      guard key != 0 else { return try insert(row) }
      if key > table.highestGivenKey, try find(key) == nil { throw table.tooHigh(key) }
    }
    if !table.missingColumns(of: row).isEmpty || table.hasCollatedKey {
      return try save(row, conflictingIn: table.keyNames)
    }
    let sql = table.sql(connection.engine)
    let changesValue = try table.givingWords(of: row, on: connection) { words in
      let text = words == nil ? sql.save : sql.saveWithWords
      return try connection.withStatement(text, of: table) { statement in
        let changesValue = try table.write(row, with: statement, words, on: connection)
        guard connection.changedRowCount > 0 else { throw table.leftOutError }
        return changesValue || table.mayDiffer(after: statement, on: connection)
      }
    }
    let key = try table.key(of: row)
    if table.assignedKey != nil, case .integer(let number) = key.values[0] {
      try connection.keepKey(number, of: table.name, table.keyNames[0])
    }
    return changesValue ? try readBack(row) : row
  }

  /// Deletes the row with a key, and returns whether it was there and is gone: false if there is
  /// none, or if a trigger has kept it.
  ///
  /// `DELETE FROM person WHERE id = ?`
  /// - Throws: ``RowError/missingReference(table:)`` if other rows refer to it and the schema does
  ///   not delete them too.
  @discardableResult
  public func delete(_ key: Int64) throws -> Bool {
    guard table.hasIntegerKey else { throw table.wrongKey(RowKey(key)) }
    return try delete(stored: RowKey(key))
  }

  /// Deletes the row with a key of another type, or of several columns in the order of the
  /// declaration. Returns false if there is none.
  ///
  /// ```swift
  /// try rates.delete("EUR", 2026)
  /// // DELETE FROM rate WHERE currency = ? AND year = ?
  /// ```
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` for values that are not of the types of the columns,
  ///   and the errors of ``delete(_:)-(Int64)``.
  @_disfavoredOverload
  @discardableResult
  public func delete<First: ColumnValue, each Rest: ColumnValue>(
    _ first: First, _ rest: repeat each Rest
  ) throws -> Bool {
    try delete(stored: table.key(values(first, repeat each rest)))
  }

  /// Deletes the row with the values of a key as they are stored.
  func delete(stored key: RowKey) throws -> Bool {
    try connection.withStatement(table.sql(connection.engine).delete, of: table) { statement in
      statement.state.pointee.writesCompleteRows = table.keepsWords(writing: [], on: connection)
      let delete = {
        for (place, value) in key.values.enumerated() { try statement.bind(value, at: place) }
        try table.naming { try statement.run() }
      }
      if connection.facts.isIndirect(table.name) { return try deleteIndirectly(key, delete) }
      try delete()
      guard connection.changedRowCount > 0 else { return false }
      return try !table.mayDiffer(after: statement, on: connection) || find(stored: key) == nil
    }
  }

  /// Deletes a row by its key. Returns false if it is not stored any more.
  ///
  /// - Throws: ``RowError/outdated(table:key:)`` if the stored row has another version
  ///   (``Table/versioned(by:)``).
  @discardableResult
  public func delete(_ row: Row) throws -> Bool {
    let key = try table.key(of: row)
    if let version = table.version {
      guard let stored = try find(stored: key) else { return false }
      try check(row, version, stored: stored)
    }
    return try delete(stored: key)
  }

  /// Returns the row with a key, if there is one.
  ///
  /// `SELECT id, … FROM person WHERE id = ?`
  /// - Throws: `DatabaseError.decoding` for a stored value that does not fit its property.
  public func find(_ key: Int64) throws -> Row? { try table.find(key, on: connection) }

  /// Returns the row with a key of another type, or of several columns in the order of the
  /// declaration, if there is one.
  ///
  /// ```swift
  /// let rate = try rates.find("EUR", 2026)
  /// // SELECT currency, year, value FROM rate WHERE currency = ? AND year = ?
  /// ```
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` for values that are not of the types of the columns.
  @_disfavoredOverload
  public func find<First: ColumnValue, each Rest: ColumnValue>(
    _ first: First, _ rest: repeat each Rest
  ) throws -> Row? {
    try find(stored: table.key(values(first, repeat each rest)))
  }

  /// Returns the row with the values of a key as they are stored.
  func find(stored key: RowKey) throws -> Row? {
    try connection.withStatement(table.sql(connection.engine).selectByKey, of: table) { statement in
      for (place, value) in key.values.enumerated() { try statement.bind(value, at: place) }
      return try statement.step() ? try table.read(statement) : nil
    }
  }

  /// Returns all rows in the order of their keys.
  ///
  /// `SELECT id, … FROM person ORDER BY id`
  public func all() throws -> [Row] {
    try connection.withStatement(table.sql(connection.engine).select, of: table) {
      try table.makeReader($0, 0).readAll($0.step)
    }
  }

  /// Calls a closure with each row in the order of the keys, holding one row at a time. The rows
  /// are those of the beginning: if the closure writes, SQLite reads what is left before.
  ///
  /// `SELECT id, … FROM person ORDER BY id`
  ///
  /// ```swift
  /// var oldest = 0
  /// try transaction.people.forEach { oldest = max(oldest, $0.age ?? 0) }
  /// ```
  ///
  /// - Parameters:
  ///   - isWanted: called before each row; reading ends when it returns false.
  ///   - body: called with each row. Reading ends when it throws, and its error is rethrown
  ///     unchanged.
  public func forEach(
    while isWanted: () -> Bool = { true }, _ body: (Row) throws -> Void
  ) throws {
    try connection.withStatement(table.sql(connection.engine).select, of: table) { statement in
      let next = connection.keepingState(of: { [table] in
        try statement.step() ? try table.read(statement) : nil
      })
      while isWanted(), let row = try next() { try body(row) }
    }
  }

  /// Returns the number of rows.
  ///
  /// `SELECT count(*) FROM person`
  public func count() throws -> Int {
    try connection.withStatement(table.sql(connection.engine).count, of: table) { statement in
      try statement.step() ? Int(try statement.integer(0)) : 0
    }
  }
}

/// Returns the values of a pack as an array.
func values<each Key: ColumnValue>(_ key: repeat each Key) -> [any ColumnValue] {
  var values: [any ColumnValue] = []
  for value in repeat each key { values.append(value) }
  return values
}
