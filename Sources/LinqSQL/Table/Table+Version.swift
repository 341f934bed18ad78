internal import StoreEngine

/// The property that counts the changes of a row.
struct RowVersion<Row>: Sendable {
  let keyPath: any WritableKeyPath<Row, Int> & Sendable
  /// The name of its column.
  let column: String
}

extension Table {
  /// Returns the same table with optimistic locking: a property counts the changes of a row, and an
  /// update of a row that has been changed since it was read is an error.
  ///
  /// ```swift
  /// static let table = Table(
  ///   "note", Note.init, .primaryKey("id", \.id), .column("text", \.text),
  ///   .column("version", \.version)
  /// ).versioned(by: \.version)
  ///
  /// var note = try await notes.find(7)!      // version 3
  /// note.text = "…"
  /// note = try await notes.update(note)      // version 4
  /// // SELECT id, text, version FROM note WHERE id = ?
  /// // UPDATE note SET text = ?, version = ? WHERE id = ?
  /// ```
  ///
  /// | write | if the stored row has another version | version then |
  /// |---|---|---|
  /// | `update(row)`, `save(row)` | ``RowError/outdated(table:key:)`` | one more |
  /// | `delete(row)` | ``RowError/outdated(table:key:)`` | |
  /// | `update(row, changedFrom:)` | writes the properties that differ | one more |
  /// | `update { … }` of a query, `save(_:matching:)`, a ``ConflictPolicy`` | writes | one more |
  /// | `delete(key)`, `delete()` of a query | deletes | |
  /// | `insert` | | that of the new row |
  ///
  /// Other programs have to count as well, or a trigger for them.
  ///
  /// - Parameter keyPath: the property, which has a column.
  public func versioned(by keyPath: any WritableKeyPath<Row, Int> & Sendable) -> Table {
    var table = self
    guard let column = columnIndex(of: keyPath).map({ columns[$0] }), column.isWritten,
      !column.isPrimaryKey
    else {
      table.declarationProblems.append(.version(property: "\(keyPath)"))
      return table
    }
    table.version = RowVersion(keyPath: keyPath, column: column.name)
    table.identity = TableIdentity()
    return table
  }

  /// Returns the assignments that count a change of some columns: in the version, and in the column
  /// that tells the library's changes from those of other programs.
  ///
  /// - Parameter changed: the columns. The version is counted unless it is among them, or there are
  ///   none.
  func countedChange(of changed: [String], on engine: Engine) -> [String] {
    var assignments = textChange(of: changed, on: engine)
    if let column = version?.column, !changed.isEmpty, !changed.contains(column) {
      assignments.append("\(quoted(column)) = \(quoted(name)).\(quoted(column)) + 1")
    }
    return assignments
  }
}

extension TableAccess {
  /// Returns a row with the next version.
  ///
  /// - Throws: ``RowError/outdated(table:key:)`` if the stored row has another version.
  func withNextVersion(_ row: Row, _ version: RowVersion<Row>, stored: Row) throws -> Row {
    try check(row, version, stored: stored)
    var row = row
    row[keyPath: version.keyPath] &+= 1
    return row
  }

  /// Throws ``RowError/outdated(table:key:)`` if the stored row has another version.
  func check(_ row: Row, _ version: RowVersion<Row>, stored: Row) throws {
    guard row[keyPath: version.keyPath] == stored[keyPath: version.keyPath] else {
      throw RowError.outdated(table: table.name, key: try table.key(of: row))
    }
  }
}
