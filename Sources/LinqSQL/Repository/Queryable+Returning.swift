public import LinqCore
internal import StoreEngine

// Changes of all rows of a query that return the rows.

extension Queryable where Element: Sendable {
  /// Deletes the rows of the query, and returns them in its order.
  ///
  /// ```swift
  /// let expired = try await sessions.where { $0.expires < now }.deleteReturning()
  /// // SELECT id, expires FROM session WHERE expires < ? ORDER BY id
  /// // DELETE FROM session WHERE id IN (SELECT value FROM temp.json_each(?))
  /// ```
  ///
  /// The rows are read and deleted in one transaction. A row that a trigger keeps is not returned.
  ///
  /// - Throws: the errors of `delete()`.
  public func deleteReturning() async throws -> [Element] {
    let change = try RowChanges(query)
    return try await change.connections.write { try change.deleteReturning(on: $0) }
  }

  /// Deletes the rows of the query on the calling thread, and returns them in its order.
  public func deleteReturning() throws -> [Element] {
    let change = try RowChanges(query)
    return try change.connections.write { try change.deleteReturning(on: $0) }
  }

  /// Changes the rows of the query, and returns each before and after, in its order.
  ///
  /// ```swift
  /// let raised = try await products.where { $0.price < 10 }
  ///   .updateReturning { $0.set(\.price, to: $0.price + 1) }
  /// for change in raised { print(change.old.price, change.new.price) }
  /// ```
  ///
  /// The rows are read, changed and read again by their keys in one transaction, so the key itself
  /// cannot be changed. The new rows are those that are stored, also after triggers. A row that a
  /// trigger has removed is left out.
  ///
  /// - Throws: the errors of `update`; ``QueryChangeError`` for a new key.
  public func updateReturning(
    _ changes: (inout RowUpdate<Element>) -> Void
  ) async throws -> [ChangedRow<Element>] {
    let (change, assignments) = (try RowChanges(query), try RowUpdate.assignments(changes))
    return try await change.connections.write { try change.updateReturning(assignments, on: $0) }
  }

  /// Changes the rows of the query on the calling thread, and returns each before and after, in its
  /// order.
  public func updateReturning(
    _ changes: (inout RowUpdate<Element>) -> Void
  ) throws -> [ChangedRow<Element>] {
    let (change, assignments) = (try RowChanges(query), try RowUpdate.assignments(changes))
    return try change.connections.write { try change.updateReturning(assignments, on: $0) }
  }
}

/// A row before and after a change.
public struct ChangedRow<Row: Sendable>: Sendable {
  /// The row as it was.
  public let old: Row
  /// The row as it is stored now.
  public let new: Row
}

extension ChangedRow: Equatable where Row: Equatable {}
extension ChangedRow: Hashable where Row: Hashable {}

extension RowChanges {
  /// Returns the rows as they are.
  private func rows(on connection: Connection) throws -> [Row] {
    try DatabaseEngine(source: source).collect(query.node, policy: query.policy, on: connection)
  }

  /// Deletes the rows, and returns those that are gone.
  func deleteReturning(on connection: Connection) throws -> [Row] {
    try connection.transaction {
      let rows = try rows(on: connection)
      let change = try ofRows(with: rows.map { try key(of: $0) })
      guard try change.delete(on: connection) < rows.count else { return rows }
      let access = TableAccess(table, on: connection)
      return try rows.filter { try access.find(stored: table.key(of: $0)) == nil }
    }
  }

  /// Changes the rows, and returns each before and after.
  func updateReturning(
    _ assignments: [RowUpdate<Row>.Assignment], on connection: Connection
  ) throws -> [ChangedRow<Row>] {
    try checkKeepsKeys(assignments)
    return try connection.transaction {
      let rows = try rows(on: connection)
      _ = try ofRows(with: rows.map { try key(of: $0) }).update(assignments, on: connection)
      let access = TableAccess(table, on: connection)
      return try rows.compactMap { old in
        try access.find(stored: table.key(of: old)).map { ChangedRow(old: old, new: $0) }
      }
    }
  }

  /// Changes a stored row, and returns it as it is stored then.
  func update(
    _ stored: Row, _ assignments: [RowUpdate<Row>.Assignment], on connection: Connection
  ) throws -> Row {
    try checkKeepsKeys(assignments)
    _ = try ofRows(with: [key(of: stored)]).update(assignments, on: connection)
    let key = try table.key(of: stored)
    guard let changed = try TableAccess(table, on: connection).find(stored: key) else {
      throw table.leftOutError
    }
    return changed
  }

  private func checkKeepsKeys(_ assignments: [RowUpdate<Row>.Assignment]) throws {
    let assignment = assignments.first { assignment in
      table.columnIndex(storing: assignment.keyPath).map(table.keyColumns.contains) == true
    }
    guard let assignment else { return }
    throw QueryChangeError.cannotSet(
      property: assignment.keyPath.text, reason: "changed rows are found by their keys")
  }
}
