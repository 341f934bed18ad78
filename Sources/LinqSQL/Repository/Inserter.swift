public import SQLite

/// What to do with a row that has the key, or the value of a unique field, of a stored one.
public enum ConflictPolicy: Sendable, Hashable {
  /// It is an error, ``RowError/duplicate(table:fields:)``.
  case fail
  /// The stored row stays, the new one is left out.
  case ignore
  /// The stored row gets the new values of these columns. `unique` are the columns, other than the
  /// key, that may not occur twice.
  case update(columns: [String], unique: [String])
}

/// Inserts many rows through one prepared statement.
///
/// Use it inside a transaction and call ``finish()`` at the end.
///
/// ```swift
/// try store.write { transaction in
///   let inserter = try Inserter(Person.table, on: transaction.connection, onConflict: .ignore)
///   defer { inserter.finish() }
///   for person in people { try inserter.insert(person) }
/// }
/// ```
public final class Inserter<Row: Sendable> {
  /// What became of a row.
  public enum Outcome: Sendable, Hashable {
    /// It was inserted under this key.
    case inserted(key: Int64)
    /// It changed a stored row.
    case updated
    /// It was left out.
    case ignored
  }

  private let table: Table<Row>
  private let connection: Connection
  private let policy: ConflictPolicy
  private var withoutKey: Statement?
  private var withKey: Statement?
  private var changedText = false
  private var lastKey: Int64 = 0

  /// Prepares to insert into a table.
  public init(
    _ table: Table<Row>, on connection: Connection, onConflict policy: ConflictPolicy = .fail
  ) throws {
    self.table = table
    self.connection = connection
    self.policy = policy
  }

  /// Inserts a row, after validating it.
  ///
  /// - Throws: ``RowError``; the rows inserted before stay in the transaction.
  @discardableResult
  public func insert(_ row: Row) throws -> Outcome {
    try table.check(row)
    let key = table.key.read(row)
    let statement = try statement(givesKey: key != 0)
    defer { statement.reset() }
    var writer = RowWriter(statement)
    try table.writeColumns(row, &writer, key != 0)
    if policy != .fail { connection.lastInsertedKey = 0 }
    do {
      _ = try statement.step()
    } catch DatabaseError.constraint(let violation) {
      throw RowError(violation, table: table.name)
    }
    changedText = writer.changedText
    switch policy {
    case .fail:
      lastKey = connection.lastInsertedKey
      return .inserted(key: lastKey)
    case .ignore, .update:
      lastKey = connection.lastInsertedKey
      if lastKey != 0 { return .inserted(key: lastKey) }
      return policy == .ignore ? .ignored : .updated
    }
  }

  /// The row inserted last, as it is stored.
  func stored(_ row: Row) throws -> Row {
    if changedText, let stored = try TableAccess(table, on: connection).find(lastKey) {
      return stored
    }
    var row = row
    table.key.write(&row, lastKey)
    return row
  }

  /// Gives the statements back to the connection.
  public func finish() {
    for statement in [withoutKey, withKey] { statement.map(connection.giveBack) }
    withoutKey = nil
    withKey = nil
  }

  private func statement(givesKey: Bool) throws -> Statement {
    if let statement = givesKey ? withKey : withoutKey { return statement }
    let sql = (givesKey ? table.sql.insertWithKey : table.sql.insert) + conflictClause
    let statement = try connection.borrowStatement(sql)
    if givesKey { withKey = statement } else { withoutKey = statement }
    return statement
  }

  private var conflictClause: String {
    switch policy {
    case .fail: return ""
    case .ignore: return " ON CONFLICT DO NOTHING"
    case .update(let columns, let unique):
      // One clause for each way to be in conflict; the column in conflict has its value already.
      let key = table.columns[table.keyColumn].name
      return ([key] + unique).map { target in
        let assignments = columns.filter { $0 != target && $0 != key }
          .map { "\(quoted($0)) = excluded.\(quoted($0))" }
        return " ON CONFLICT (\(quoted(target))) DO "
          + (assignments.isEmpty
            ? "NOTHING" : "UPDATE SET " + assignments.joined(separator: ", "))
      }.joined()
    }
  }
}
