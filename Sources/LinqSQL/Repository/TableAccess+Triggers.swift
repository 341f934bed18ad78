public import StoreEngine

// What a write returns is what is stored, whatever triggers, rules and foreign keys have done. A
// table without them is not read again.

extension Table {
  /// Returns whether the row that a statement has written may be another one now, or gone.
  @inlinable func mayDiffer(after statement: Statement, on connection: Connection) -> Bool {
    statement.state.pointee.causesWrites && changesOwnRows(statement)
      || connection.hasTriggers(name)
  }

  /// Returns whether triggers or foreign keys write rows of this table, apart from the column that
  /// tells the library's texts from those of others.
  @usableFromInline func changesOwnRows(_ statement: Statement) -> Bool {
    if let known = statement.state.pointee.changesOwnRows { return known }
    let (name, column) = (name.lowercased(), textVersion?.column.lowercased())
    let changes = statement.state.pointee.triggeredWrites.contains { write in
      write.table.lowercased() == name
        && (write.column == nil || write.column?.lowercased() != column)
    }
    statement.state.pointee.changesOwnRows = changes
    return changes
  }

  /// The error of a row that was written, and is not there.
  @usableFromInline var removedError: RowError {
    .refused(
      table: name, fields: [], rule: "a trigger has removed the row, or given it another key")
  }

  /// The error of a row that a trigger did not let a statement change.
  var unchangedError: RowError {
    .refused(table: name, fields: [], rule: "a trigger left the row as it was")
  }

  /// The error of a row that a trigger did not let a statement write.
  @usableFromInline var leftOutError: RowError {
    .refused(table: name, fields: [], rule: "a trigger left the row out")
  }
}

extension TableAccess {
  /// Returns the row with the key of another one, which was just written.
  @usableFromInline func readBack(_ row: Row) throws -> Row {
    if let stored = try find(stored: table.key(of: row)) { return stored }
    // A type of a server may store the key as another text.
    if table.columns.contains(where: { $0.isPrimaryKey && $0.encoding?.server.isNamed == true }) {
      return row
    }
    throw table.removedError
  }

  /// Throws unless an `UPDATE` has changed a row.
  ///
  /// - Parameter before: the row as it was stored; nil if there was none, or if no trigger can have
  ///   changed it since.
  func checkUpdate(of before: Row?, to row: Row) throws {
    let key = try table.key(of: row)
    guard let after = try find(stored: key) else {
      throw before == nil ? RowError.notFound(table: table.name, key: key) : table.removedError
    }
    if let before {
      let stored = try storedValues(of: before)
      guard try stored == storedValues(of: after), try stored != storedValues(of: row) else {
        return
      }
    }
    throw table.unchangedError
  }

  /// Deletes the row with a key, whose deletion the engine does not count, and returns whether it
  /// is gone.
  func deleteIndirectly(_ key: RowKey, _ delete: () throws -> Void) throws -> Bool {
    guard try find(stored: key) != nil else { return false }
    try delete()
    return try find(stored: key) == nil
  }
}

extension Inserter {
  /// Throws if a row that was inserted is not there any more.
  @usableFromInline func confirm(_ outcome: Outcome, _ row: Row) throws {
    guard case .inserted(let key) = outcome else { return }
    let stored = try key.map { try table.assignedKey == nil ? row : table.row(row, withKey: $0) }
    _ = try TableAccess(table, on: connection).readBack(stored ?? row)
  }

  /// Inserts a row into a view, whose triggers store it.
  func insertIndirectly(
    _ row: Row, _ insert: () throws -> Void
  ) throws -> Outcome {
    if let assigned = table.assignedKey, try table.integerKey(row, assigned) == 0 {
      throw RowError.refused(
        table: table.name, fields: table.keyNames,
        rule: "a view does not tell the key of a new row, so the row must have one")
    }
    let (access, key) = (TableAccess(table, on: connection), try table.key(of: row))
    guard try access.find(stored: key) == nil else {
      throw RowError.duplicate(table: table.name, fields: table.keyNames)
    }
    try connection.transaction {
      try insert()
      guard try access.find(stored: key) != nil else { throw table.leftOutError }
    }
    guard table.hasIntegerKey, case .integer(let number)? = key.values.first else {
      return .inserted(key: nil)
    }
    return .inserted(key: number)
  }
}
