internal import LinqCore
internal import StoreEngine

extension TableAccess {
  /// Inserts a row, or overwrites the stored row that has the same values in columns of a unique
  /// constraint. The stored row keeps its key. Returns the row as it is stored.
  ///
  /// ```swift
  /// let ada = try transaction.people.save(Person(name: "Ada", …), matching: \.email)
  /// // INSERT INTO person (name, …, id) VALUES (?, …, ?)
  /// // ON CONFLICT (email) DO UPDATE SET name = excluded.name, … RETURNING id, name, …
  /// ```
  ///
  /// A row with nil in one of these columns is like no other, and is inserted. Which values are the
  /// same is for the constraint to say: in a column with a collation such as `NOCASE`, also texts
  /// that differ in Swift.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - properties: the properties of all columns of one unique constraint.
  /// - Throws: ``RowError``; `DatabaseError.failed` if the columns are not those of a unique
  ///   constraint.
  @discardableResult
  public func save(
    _ row: Row, matching properties: (any PartialKeyPath<Row> & Sendable)...
  ) throws -> Row { try save(row, matching: properties) }

  func save(
    _ row: Row, matching properties: [any PartialKeyPath<Row> & Sendable]
  ) throws -> Row { try save(row, conflictingIn: properties.map { try table.columnName(of: $0) }) }

  /// Inserts a row, or overwrites the stored row that has the same values in some columns. Columns
  /// that get the default values of the database keep their values in a stored row.
  func save(_ row: Row, conflictingIn target: [String]) throws -> Row {
    try table.check(row)
    try table.check(on: connection)
    try table.checkConstraint(on: target, connection)
    let given = try table.assignedKey.map { try table.integerKey(row, $0) }
    // The key of a new row.
    let key = try given.flatMap { given in try inserting { try $0.keyToInsert(given) } }
    let missing = table.missingColumns(of: row)
    let writers = table.writers.filter { !missing.contains($0.column) }
    let changed = writers.map(\.column).filter {
      !target.contains($0) && $0 != table.version?.column
    }
    // An assignment is needed, so that the row is returned.
    let clause = overwriting(
      conflictsIn: target, changed.isEmpty ? target : changed,
      table.countedChange(of: changed, on: connection.engine))
    let sql = table.sql(connection.engine)
    let returning = connection.engine.dialect.returning(table.columns)
    var mayDiffer = table.hasGeneratedColumns
    func save(_ words: GivenWords?) throws -> Row? {
      let parts = sql.words(without: missing)
      let text =
        sql.insertion(without: missing, withWords: words != nil) + clause
        + (words == nil ? returning : " WHERE \(parts.isKnown)\(returning), \(parts.areStored)")
      return try connection.withStatement(text) { statement in
        var writer = RowWriter(statement)
        try table.write(row, writers, &writer)
        if given == nil {
          try table.write(row, table.keyWriters, &writer)
        } else {
          try key.write(to: &writer)
        }
        try writer.write(words)
        statement.state.pointee.writesCompleteRows =
          words != nil || table.keepsWords(writing: nil, on: connection)
        return try table.naming {
          var stored: Row?
          while try statement.step() {
            stored = try table.read(statement)
            try statement.noteWords(table.columns.count, words, on: connection)
          }
          if table.mayDiffer(after: statement, on: connection) { mayDiffer = true }
          return stored
        }
      }
    }
    let stored = try table.givingWords(of: row, without: missing, on: connection, save)
    guard let stored else { throw table.leftOutError }
    if let given, given != 0 {
      try connection.keepKey(given, of: table.name, table.keyNames[0])
    }
    // Triggers may have changed the row after it was returned.
    return mayDiffer ? try readBack(stored) : stored
  }

  /// Inserts a row, or changes the stored row that has the same values in columns of a unique
  /// constraint. Returns the row as it is stored.
  ///
  /// ```swift
  /// try transaction.views.save(view, matching: \.day, \.page) {
  ///   $0.set(\.count, to: $0.count + view.count)
  /// }
  /// // SELECT day, page, count, id FROM view WHERE day = ? AND page = ?
  /// // UPDATE view SET count = swift_whole(count + ?)
  /// // WHERE id IN (SELECT value FROM temp.json_each(?))
  /// ```
  ///
  /// The stored row is found first, in the transaction that changes it, so the new values may be
  /// any expressions, and are validated like those of `update`. A row with nil in one of the
  /// properties is like no other, and is inserted.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - properties: the properties of all columns of one unique constraint.
  ///   - changes: sets properties of the stored row. The key cannot be changed.
  /// - Throws: ``RowError``; ``QueryChangeError``; `DatabaseError.failed` if several rows may have
  ///   the same values, because no unique constraint of the table has these columns.
  @discardableResult
  public func save(
    _ row: Row, matching properties: (any PartialKeyPath<Row> & Sendable)...,
    changing changes: (inout RowUpdate<Row>) -> Void
  ) throws -> Row {
    try save(row, matching: properties, changing: RowUpdate.assignments(changes))
  }

  func save(
    _ row: Row, matching properties: [any PartialKeyPath<Row> & Sendable],
    changing assignments: [RowUpdate<Row>.Assignment]
  ) throws -> Row {
    try table.check(row)
    return try connection.transaction {
      let columns = try properties.map { try table.columnName(of: $0) }
      guard let stored = try find(row, by: columns) else { return try insert(row) }
      let change = try RowChanges(query)
      return try change.update(stored, assignments, on: connection)
    }
  }

  /// Returns the stored row that has the same values in some columns, as a unique constraint
  /// compares them.
  private func find(_ row: Row, by names: [String]) throws -> Row? {
    var writer = RowWriter()
    try table.write(row, table.allWriters.filter { names.contains($0.column) }, &writer)
    try table.check(on: connection)
    try table.checkConstraint(on: names, connection)
    guard !writer.values.contains(.null) else { return nil }
    // The values are in the order of the declaration.
    let columns = table.columns.filter { names.contains($0.name) }
    let dialect = connection.engine.dialect
    let sql =
      "SELECT \(dialect.list(of: table.columns)) FROM \(quoted(table.name)) WHERE "
      + dialect.sameValues(in: columns)
    return try connection.withStatement(StatementText(sql), of: table) { statement in
      for (place, value) in writer.values.enumerated() { try statement.bind(value, at: place) }
      return try statement.step() ? try table.read(statement) : nil
    }
  }
}

extension Table {
  /// Throws unless columns are those of the key or of a unique constraint, with the collations of
  /// the columns: another one holds different values to be the same.
  func checkConstraint(on columns: [String], _ connection: Connection) throws {
    guard columns != keyNames, let stored = connection.facts.comparedTable(named: name),
      !stored.hasConstraint(on: columns)
    else { return }
    let names = columns.joined(separator: ", ")
    throw DatabaseError.failed(
      EngineError(
        extendedCode: 1, message: "no unique constraint of \(name) has the columns \(names)"))
  }

  /// Returns the name of the column that stores a property.
  func columnName(of property: any AnyKeyPath & Sendable) throws -> String {
    if let index = columnIndex(of: property) { return columns[index].name }
    throw RowError.invalid(
      table: name,
      RowValidationError([
        .init(field: "\(property)", value: "", reason: "must be a property with a column")
      ]))
  }
}

extension Repository {
  /// Inserts a row, or overwrites the stored row that has the same values in columns of a unique
  /// constraint. The stored row keeps its key. Returns the row as it is stored.
  ///
  /// ```swift
  /// let ada = try await store.people.save(Person(name: "Ada", …), matching: \.email)
  /// // INSERT INTO person (name, …, id) VALUES (?, …, ?)
  /// // ON CONFLICT (email) DO UPDATE SET name = excluded.name, … RETURNING id, name, …
  /// ```
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - properties: the properties of all columns of one unique constraint.
  @discardableResult
  public func save(
    _ row: Row, matching properties: (any PartialKeyPath<Row> & Sendable)...
  ) async throws -> Row {
    try await write { try $0.save(row, matching: properties) }
  }

  /// Inserts a row, or changes the stored row that has the same values in columns of a unique
  /// constraint. Returns the row as it is stored.
  ///
  /// ```swift
  /// try await store.views.save(view, matching: \.day, \.page) {
  ///   $0.set(\.count, to: $0.count + view.count)
  /// }
  /// ```
  ///
  /// See ``TableAccess/save(_:matching:changing:)``. The stored row is found and changed in one
  /// transaction.
  @discardableResult
  public func save(
    _ row: Row, matching properties: (any PartialKeyPath<Row> & Sendable)...,
    changing changes: (inout RowUpdate<Row>) -> Void
  ) async throws -> Row {
    let assignments = try RowUpdate.assignments(changes)
    return try await write { try $0.save(row, matching: properties, changing: assignments) }
  }
}

extension BlockingRepository {
  /// Inserts a row, or overwrites the stored row that has the same values in columns of a unique
  /// constraint. The stored row keeps its key. Returns the row as it is stored.
  @discardableResult
  public func save(
    _ row: Row, matching properties: (any PartialKeyPath<Row> & Sendable)...
  ) throws -> Row {
    try write { try $0.save(row, matching: properties) }
  }

  /// Inserts a row, or changes the stored row that has the same values in columns of a unique
  /// constraint. Returns the row as it is stored.
  @discardableResult
  public func save(
    _ row: Row, matching properties: (any PartialKeyPath<Row> & Sendable)...,
    changing changes: (inout RowUpdate<Row>) -> Void
  ) throws -> Row {
    let assignments = try RowUpdate.assignments(changes)
    return try write { try $0.save(row, matching: properties, changing: assignments) }
  }
}
