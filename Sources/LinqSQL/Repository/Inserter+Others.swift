internal import StoreEngine

extension Inserter {
  /// What a statement inserts.
  struct Form: Hashable {
    /// The columns that it leaves to the default values of the database.
    let missing: Set<String>
    let isWithWords: Bool
  }

  /// Inserts a row whose key the program gives, with columns that the database may give their
  /// default values, or with its words.
  @usableFromInline func insertOther(_ row: Row) throws -> Outcome {
    guard !isView else {
      let outcome = try insertIndirectly(row) {
        _ = try insert(row) { try table.write(row, table.keyWriters, &$0) }
      }
      changesValue = true
      return outcome
    }
    guard let assigned = table.assignedKey else { return try insertGiven(row) }
    let given = try table.integerKey(row, assigned)
    let key = try keyToInsert(given)
    return try outcome(insertWithWords(row, key: key), given)
  }

  /// Inserts a row, with its words if they are known and the server accepts them.
  private func insertWithWords(_ row: Row, key: Int64?) throws -> Int64? {
    func insert(_ words: GivenWords?) throws -> Int64? {
      try self.insert(row, words, key: key) { try key.write(to: &$0) }
    }
    guard givesWords else { return try insert(nil) }
    let missing = table.missingColumns(of: row)
    let inserted = try table.givingWords(of: row, without: missing, on: connection) { words in
      try insert(words)
    }
    // A stored row that a policy has changed keeps its own words, or has none.
    if inserted == nil, connection.changedRowCount > 0 { connection.mayLeaveIncompleteRows = true }
    return inserted
  }

  /// Inserts a row with the key that it has.
  private func insertGiven(_ row: Row) throws -> Outcome {
    // SQLite tells a new row by its row ID, which not all tables have.
    let isStored = try connection.engine.hasRowIDs && hasConflict(row)
    let inserted = try insert(row) { try table.write(row, table.keyWriters, &$0) }
    let isNew =
      connection.engine.hasRowIDs ? !isStored && connection.changedRowCount > 0 : inserted != nil
    guard isNew else { return try outcomeOfOther() }
    guard table.hasIntegerKey, case .integer(let key)? = try table.key(of: row).values.first else {
      return .inserted(key: nil)
    }
    return .inserted(key: key)
  }

  /// Returns whether the policy is to overwrite stored rows and the row conflicts with one.
  private func hasConflict(_ row: Row) throws -> Bool {
    guard let targets = try policy.overwriting(in: table)?.targets else { return false }
    let columns = table.columns.map(\.name)
    var writer = RowWriter()
    try table.write(row, table.allWriters, &writer)
    let dialect = connection.engine.dialect
    let conditions = targets.map { names in
      "(\(dialect.sameValues(in: names.compactMap(table.column))))"
    }
    let values = targets.joined().compactMap { name in
      columns.firstIndex(of: name).map { writer.values[$0] }
    }
    return try !connection.query(
      "SELECT 1 FROM \(quoted(table.name)) WHERE \(conditions.joined(separator: " OR ")) LIMIT 1",
      values
    ) { _ in }.isEmpty
  }

  /// Inserts a row, without the columns that have no value.
  ///
  /// - Parameters:
  ///   - words: the words of the row, if it is stored with them.
  ///   - key: the integer key that the row is to have, if the database assigns keys.
  ///   - writeKey: writes the key of the row.
  /// - Returns: the key that the engine tells of a new row.
  private func insert(
    _ row: Row, _ words: GivenWords? = nil, key: Int64? = nil,
    _ writeKey: (inout RowWriter) throws -> Void
  ) throws -> Int64? {
    let missing = table.missingColumns(of: row)
    let writers = table.writers.filter { !missing.contains($0.column) }
    let form = Form(missing: missing, isWithWords: words != nil)
    return try first(of: statements(of: form)) { statement in
      var writer = RowWriter(statement)
      try table.write(row, writers, &writer)
      try writeKey(&writer)
      try writer.write(words)
      if words != nil { statement.state.pointee.writesCompleteRows = true }
      let inserted = try table.naming { try statement.insertRow(key: key) }
      changesValue = writer.changesValue || table.hasGeneratedColumns || !missing.isEmpty
      mayDiffer = table.mayDiffer(after: statement, on: connection)
      return inserted
    }
  }

  /// Inserts a row that conflicts with a stored one in another column than the first.
  @usableFromInline func insertOtherwise(_ row: Row, key: Int64?) throws -> Int64? {
    try first(of: alternatives) { try table.insert(row, key: key, with: $0, &changesValue) }
  }

  /// Runs the first of the statements with which a row does not conflict, or the last one.
  private func first(
    of statements: [Statement], _ run: (Statement) throws -> Int64?
  ) throws -> Int64? {
    for statement in statements.dropLast() {
      do { return try run(statement) } catch RowError.duplicate {}
    }
    return try run(statements[statements.count - 1])
  }

  /// Returns the statements that insert rows in a form: one, or on a server one for each column
  /// that can conflict.
  private func statements(of form: Form) throws -> [Statement] {
    let missing = form.missing
    guard !missing.isEmpty || form.isWithWords else { return [statement] + alternatives }
    if let known = partial[form] { return known }
    let sql = table.sql(connection.engine)
    let made = try policy.clauses(
      of: table, on: connection.engine, without: missing
    ).map {
      try connection.borrowStatement(
        sql.insert($0, without: missing, withWords: form.isWithWords))
    }
    partial[form] = made
    return made
  }
}

extension Table {
  /// Returns the columns of a row that have no value, and get the default values of the database.
  func missingColumns(of row: Row) -> Set<String> {
    guard hasDefaultedColumns else { return [] }
    return Set(
      columns.indices.filter { columns[$0].role == .defaulted && isNull($0, of: row) }
        .map { columns[$0].name })
  }

  private func isNull(_ column: Int, of row: Row) -> Bool {
    var writer = RowWriter()
    // A value that cannot be written is an error later.
    guard (try? write(row, [allWriters[column]], &writer)) != nil else { return false }
    return writer.values == [.null]
  }
}
