internal import LinqCore
internal import StoreEngine

extension RowChanges {
  /// The condition that selects the rows of the query.
  enum Condition {
    /// The rows for which all of these expressions are true.
    case filters([SQLExpression])
    /// The rows whose keys a statement returns.
    case statement(SelectStatement)
  }

  /// Returns the condition for the rows: the filters of the query if it has nothing else, otherwise
  /// a statement that returns their keys; nil if the query runs first.
  ///
  /// Some versions of SQLite evaluate the subqueries in the condition of an update after they have
  /// changed the first rows. The statement of the keys is evaluated before.
  func condition(isUpdate: Bool) throws -> Condition? {
    guard plan.memory.isEmpty, knownKeys == nil else { return nil }
    let statement = plan.statement
    // The query evaluates what is to be checked, and gives the keys.
    guard statement.checks.isEmpty else { return nil }
    let readsChanges =
      isUpdate && connections.engine.readsOwnUpdates
      && statement.filters.contains(where: \.hasSubquery)
    if case .table = statement.source, statement.grouping == nil, !statement.isLimited,
      !readsChanges
    {
      return .filters(statement.conditions)
    }
    guard case .row(let row) = statement.projection else { return nil }
    var keys = statement
    keys.output = table.keyColumns.map { index in
      let value = row.columns[index].expression
      guard let encoding = table.columns[index].encoding else { return (value, "") }
      if encoding.isForeignText { return (value, "") }
      if case .decoded(.column, encoding) = value { return (value.stored, "") }
      // A nested statement has decoded the key.
      return (.encoded(value, encoding, .exact), "")
    }
    return .statement(keys)
  }

  /// Runs the query and returns the keys of its rows.
  func keys(
    _ policy: QueryPolicy, on connection: Connection
  ) throws -> [[any ColumnValue]] {
    try knownKeys ?? rows(policy, on: connection) { try key(of: $0) }
  }

  /// Returns the key of a row, with a value for every column of the key.
  func key(of row: Row) throws -> [any ColumnValue] {
    try table.keyColumns.compactMap { index in
      try UnreadableValues.check(table.columns[index].keyPath, of: row)
      return row[keyPath: table.columns[index].keyPath as AnyKeyPath] as? any ColumnValue
    }
  }

  /// Runs the query and returns what a closure makes of its rows, which may have subqueries.
  func rows<Result>(
    _ policy: QueryPolicy, on connection: Connection, _ body: (Row) throws -> Result
  ) throws -> [Result] {
    let session = QuerySession(connection: connection, from: connections)
    if policy.isInMemory { session.startDeferring() }
    let run = QueryRun(session: session, policy: policy)
    return try SubqueryRun.during(run) {
      if let knownKeys {
        let access = TableAccess(table, on: connection)
        return try knownKeys.compactMap { try access.find(stored: table.key($0)).map(body) }
      }
      let next = try DatabaseEngine(source: source).pull(query.node, in: run)
      var results: [Result] = []
      while let row = try next() { results.append(try body(row)) }
      return results
    }
  }

  /// Calls `body` with conditions for rows with the given keys, and returns the sum of its results.
  func forEachCondition(
    of keys: [[any ColumnValue]], on connection: Connection, _ body: (Condition) throws -> Int
  ) throws -> Int {
    if table.hasIntegerKey {
      let texts = try keys.map { try "\(table.key($0))" }
      let list = SQLExpression.parameter("[" + texts.joined(separator: ",") + "]")
      return try body(.filters([.isInJSON(.column(table.keyNames[0]), list)]))
    }
    return try connection.transaction {
      try checkFound(keys, on: connection)
      return try parts(of: keys).reduce(0) { try $0 + body(hasKey(in: $1)) }
    }
  }

  /// Throws if a row is not found by the key that was read: another program may have written a text
  /// that is not in canonical form.
  func checkFound(_ keys: [[any ColumnValue]], on connection: Connection) throws {
    guard !table.hasIntegerKey else { return }
    for part in parts(of: keys) where try count(hasKey(in: part), on: connection) < part.count {
      for key in part where try count(hasKey(in: [key]), on: connection) == 0 {
        throw try RowError.notFound(table: table.name, key: table.key(key))
      }
    }
  }

  /// Returns keys in parts, as many as a parser accepts in one expression.
  private func parts(of keys: [[any ColumnValue]]) -> [ArraySlice<[any ColumnValue]>] {
    stride(from: 0, to: keys.count, by: 200).map { keys[$0..<min($0 + 200, keys.count)] }
  }

  /// Returns the condition that a row has one of some keys.
  private func hasKey(in keys: ArraySlice<[any ColumnValue]>) -> Condition {
    .filters([keys.map(hasKey).reduce { .binary(.or, $0, $1) }])
  }

  /// Returns the condition that a row has a key.
  func hasKey(_ key: [any ColumnValue]) -> SQLExpression {
    zip(table.keyColumns, key).map {
      SQLExpression.binary(.equal, table.columns[$0].value, .parameter($1))
    }.reduce { .binary(.and, $0, $1) }
  }

  func append(_ condition: Condition, to sql: inout SQLText) {
    switch condition {
    case .filters(let filters):
      // Subqueries run for each row.
      sql.runsOnce = false
      sql.append(conditions: filters)
    case .statement(let keys):
      let names = table.keyColumns.map { sql.dialect.compared(table.columns[$0]) }
        .joined(separator: ", ")
      sql.append(" WHERE \(table.keyNames.count > 1 ? "(\(names))" : names) IN (")
      keys.append(to: &sql)
      sql.append(")")
    }
  }
}

extension Collection {
  /// Combines the elements, of which there is at least one, from left to right.
  fileprivate func reduce(_ combine: (Element, Element) -> Element) -> Element {
    guard let first else { preconditionFailure("nothing to combine") }
    return dropFirst().reduce(first, combine)
  }
}
