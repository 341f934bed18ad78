internal import StoreEngine

extension Inserter {
  /// The numbers of rows of an insert.
  public struct Counts: Sendable, Hashable {
    /// The rows that are new.
    public var inserted = 0
    /// The rows that have changed a stored one.
    public var updated = 0
    /// The rows that were left out.
    public var ignored = 0
  }

  /// Validates rows and inserts them in their order.
  ///
  /// A server inserts a few thousand rows with one statement, which is many times as fast as one
  /// row at a time; SQLite inserts one row at a time.
  ///
  /// ```swift
  /// let counts = try inserter.insert(contentsOf: people) { index, error in
  ///   print("row \(index): \(error)")                       // the others are inserted
  /// }
  /// // INSERT INTO person (…) SELECT … FROM unnest($1, …) …   on a server
  /// ```
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - reject: called with the index of each row that is rejected, in order. An error that it
  ///     throws ends the insert; the rows before stay in the transaction, and perhaps later ones.
  public func insert(
    contentsOf rows: [Row], rejecting reject: (_ index: Int, RowError) throws -> Void
  ) throws -> Counts {
    var counts = Counts()
    try inParts(rows) { part in
      if let stored = try insertTogether(part, reject) {
        counts.inserted += stored.keys.count { $0 != nil }
        counts.updated += stored.keys.count { $0 == nil }
        counts.ignored += stored.validCount - stored.keys.count
        return
      }
      for index in part.indices {
        do {
          switch try insert(part[index]) {
          case .inserted: counts.inserted += 1
          case .updated: counts.updated += 1
          case .ignored: counts.ignored += 1
          }
        } catch let error as RowError {
          try reject(index, error)
        }
      }
    }
    return counts
  }

  /// Inserts rows and returns them as they are stored. The policy must not leave rows out.
  @usableFromInline func insertReturning(contentsOf rows: [Row]) throws -> [Row] {
    var result: [Row] = []
    result.reserveCapacity(rows.count)
    try inParts(rows) { part in
      guard let made = try insertTogether(part, { throw $1 }) else {
        for row in part { result.append(try insertReturning(row)) }
        return
      }
      for (place, (row, key)) in zip(part, made.keys).enumerated() {
        guard let key else { continue }
        let isChanged = made.changedRows.contains(place)
        result.append(try stored(row, key: key, isChanged: isChanged))
      }
    }
    return result
  }

  /// Calls `body` with as many rows as one statement should have.
  private func inParts(_ rows: [Row], _ body: (ArraySlice<Row>) throws -> Void) rethrows {
    var rest = rows[...]
    while !rest.isEmpty {
      try body(rest.prefix(4096))
      rest = rest.dropFirst(4096)
    }
  }

  /// What one statement has stored.
  private struct Together {
    /// The keys of new rows, and nil for updated ones.
    let keys: [Int64?]
    /// The number of rows that were not rejected.
    let validCount: Int
    /// The places of the rows of which a stored value differs from the given one.
    let changedRows: Set<Int>
  }

  private struct LeftOut: Error {}

  /// Inserts a batch; nil if the rows have to be inserted one at a time, which tells the ones that
  /// a trigger leaves out.
  private func insert(
    _ batch: RowBatch, on connection: any BatchInserting, isTriggered: Bool
  ) throws -> [Int64?]? {
    guard isTriggered, !mayLeaveOut else { return try connection.insert(batch) }
    do {
      return try connection.transaction {
        let keys = try connection.insert(batch)
        if let keys, keys.count < batch.rows.count { throw LeftOut() }
        return keys
      }
    } catch is LeftOut {
      return nil
    }
  }

  /// Inserts rows with one statement; nil if they have to be inserted one at a time.
  private func insertTogether(
    _ rows: ArraySlice<Row>, _ reject: (Int, RowError) throws -> Void
  ) throws -> Together? {
    guard rows.count > 1, !table.hasDefaultedColumns,
      let connection = connection as? any BatchInserting
    else { return nil }
    var values: [[Value]] = []
    values.reserveCapacity(rows.count)
    var rejected: [(index: Int, error: RowError)] = []
    var highest: Int64 = 0
    var givenCount = 0
    var changedRows: Set<Int> = []
    let isTriggered = connection.hasTriggers(table.name)
    let words = try connection.writesWords(of: table) ? table.searchIndex : nil
    let placesOfTexts = (words?.columns ?? []).compactMap { name in
      table.writers.firstIndex { $0.column == name }
    }
    var hasAllWords = words != nil
    let wasIncomplete = connection.mayLeaveIncompleteRows
    for index in rows.indices {
      do {
        try table.check(rows[index])
        var writer = RowWriter()
        try table.writeColumns(rows[index], &writer)
        if let words {
          let given = words.storedWords(of: placesOfTexts.map { writer.values[$0].text })
          if given == nil { hasAllWords = false }
          try writer.write(given.map(Value.text) ?? .null)
        }
        if let assigned = table.assignedKey {
          let key = try table.integerKey(rows[index], assigned)
          try table.checkGivenKey(key)
          try writer.write(key == 0 ? Value.null : .integer(key))
          if key != 0 { givenCount += 1 }
          highest = max(highest, key)
        } else {
          try table.write(rows[index], table.keyWriters, &writer)
          givenCount += 1
        }
        if writer.changesValue || table.hasGeneratedColumns || isTriggered {
          changedRows.insert(values.count)
        }
        values.append(writer.values)
      } catch let error as RowError {
        rejected.append((index, error))
      }
    }
    // Keys that are chosen must not be those that other rows have.
    guard givenCount == 0 || givenCount == values.count else { return nil }
    if givenCount == 0, hasNewGivenKey { try keepGivenKeys() }
    let dialect = connection.engine.dialect
    func batched(_ column: ColumnDescription) -> (name: String, type: ValueType, stored: String) {
      let name = quoted(column.name)
      return (name, column.type, dialect.form(of: column, .nearest, for: "t." + name))
    }
    var columns = table.columns.filter(\.isWritten).map(batched)
    if words != nil { columns.append(SearchIndex.storedColumn) }
    columns += table.columns.filter(\.isPrimaryKey).map(batched)
    // A key that is chosen conflicts with none.
    let clauses = try policy.clauses(of: table, on: connection.engine)
    let batch = RowBatch(
      table: quoted(table.name), assignedKey: table.assignedKey.map { _ in table.keyNames[0] },
      columns: columns,
      conflictClause: givenCount == 0 && clauses.count > 1 ? clauses[1] : clauses[0], rows: values)
    let keys: [Int64?]
    if values.isEmpty {
      keys = []
    } else if let inserted = try insert(batch, on: connection, isTriggered: isTriggered) {
      keys = inserted
      // One that has changed a stored row has had its words forgotten.
      if table.searchIndex == nil && !isTriggered
        || hasAllWords && inserted.allSatisfy({ $0 != nil })
      {
        connection.mayLeaveIncompleteRows = wasIncomplete
      }
    } else {
      return nil
    }
    if highest > highestGivenKey { noteGiven(highest) }
    for (index, error) in rejected { try reject(index, error) }
    return Together(keys: keys, validCount: values.count, changedRows: changedRows)
  }
}
