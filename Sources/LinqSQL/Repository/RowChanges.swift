internal import LinqCore
internal import StoreEngine

/// The rows of a query on a table, which are to be updated or deleted.
///
/// The chain is planned like any other one. Its statement becomes the condition of a `DELETE` or an
/// `UPDATE`, in one of three forms:
///
/// ```swift
/// people.where { $0.email == nil }.delete()                  // nothing but filters
/// // DELETE FROM person WHERE email IS NULL
/// people.skip(50).delete()                                   // other clauses
/// // DELETE FROM person WHERE id IN (SELECT id FROM person ORDER BY id LIMIT -1 OFFSET ?)
/// people.where { isPrime($0.id) }.delete()                   // an operator in memory
/// // DELETE FROM person WHERE id IN (SELECT value FROM temp.json_each(?))
/// ```
///
/// For the last one, the chain runs as a query first, in the same transaction, and the parameter is
/// the list of the keys of its rows. Other keys than one integer are compared one by one.
///
/// ```swift
/// people.where { $0.id > 25 }.update { $0.set(\.age, to: $0.age.map { $0 + 1 }) }
/// // UPDATE person
/// // SET age = valid_age(CASE WHEN age IS NOT NULL THEN swift_whole(age + ?) END) WHERE id > ?
/// ```
///
/// The function `valid_age` is the table's rule for the property. A table with a validation of
/// whole rows gets a `SELECT` first, whose rows are what the update will store. On a server, the
/// update returns its rows instead. If an expression fails, memory computes the new values, and
/// each row gets an `UPDATE` of its own (S38).
struct RowChanges<Row: Sendable>: Sendable {
  let source: TableNode<Row>
  let query: Query<Row>
  private let chain: IndexedChain
  let plan: Planner
  /// The keys of the rows, if they are known.
  private(set) var knownKeys: [[any ColumnValue]]?

  init(_ query: Query<Row>) throws {
    guard let source = query.node.chain.first as? TableNode<Row> else {
      // A query that cannot run at all throws its own error here.
      _ = try query.plan()
      throw QueryChangeError.notRows(reason: "its source is not a table of \(Row.self)")
    }
    try query.checkDepth()
    self.source = source
    self.query = query
    chain = IndexedChain(query.node, source, query.policy)
    plan = Planner(chain, source: source, policy: query.policy)
    if query.policy == .requireSQL { try plan.operators.requireSQL() }
    guard case .row = plan.statement.projection else {
      throw QueryChangeError.notRows(reason: "an operator has made other values of them")
    }
  }

  /// Returns the changes of the rows of the query that have some keys.
  func ofRows(with keys: [[any ColumnValue]]) -> RowChanges {
    var changes = self
    changes.knownKeys = keys
    return changes
  }

  var connections: ConnectionSource { source.connections }
  var table: Table<Row> { source.table }

  func delete(on connection: Connection) throws -> Int {
    try decided(on: connection) {
      try delete($0, on: connection)
    } inMemory: {
      try forEachCondition(of: keys(.memoryOnly, on: connection), on: connection) {
        try delete($0, on: connection)
      }
    }
  }

  /// Runs a statement for the rows of the query. If the statement fails with an error of an
  /// expression, or depends on a text that is not in canonical form or on a value that cannot be
  /// read, memory decides (S38).
  ///
  /// - Parameter newValues: expressions of new values.
  func decided(
    on connection: Connection, evaluating newValues: [ExpressionNode] = [],
    _ body: (Condition) throws -> Int, inMemory: () throws -> Int
  ) throws -> Int {
    do {
      do {
        guard let condition = try condition(isUpdate: !newValues.isEmpty) else {
          return try forEachCondition(of: keys(query.policy, on: connection), on: connection, body)
        }
        let sources = [source] + chain.sources + plan.context.sources
        for source in sources { _ = try source.checkDeclaration(connection) }
        if !connection.engine.hasTypedColumns {
          for values in chain.evaluatedValues(of: sources, and: newValues) {
            try values.check(on: connection)
          }
        }
        let texts = sources.map(\.textVersion)
        for case let text? in texts
        where !connection.engine.keepsCanonicalText && plan.statement.depends(on: text.columns) {
          try text.check(on: connection)
        }
        guard plan.statement.canFail else { return try body(condition) }
        return try connection.transaction { try body(condition) }
      } catch {
        guard let failure = ExpressionFailure(deciding: error) else { throw error }
        if query.policy == .requireSQL { throw failure.withoutMemory }
        return try inMemory()
      }
    } catch let failure as ExpressionFailure {
      throw failure.error
    }
  }

  private func delete(_ condition: Condition, on connection: Connection) throws -> Int {
    try table.check(on: connection)
    guard connection.facts.isIndirect(table.name) else {
      return try deleteRows(condition, on: connection)
    }
    // The engine counts no rows of a view.
    let count = try count(condition, on: connection)
    _ = try deleteRows(condition, on: connection)
    return try count - self.count(condition, on: connection)
  }

  /// Returns the number of rows that a condition selects.
  func count(_ condition: Condition, on connection: Connection) throws -> Int {
    var sql = SQLText(connection.engine.dialect)
    sql.append("SELECT count(*) FROM \(quoted(table.name))")
    append(condition, to: &sql)
    return try run(sql, changing: [], on: connection) { try $0.step() ? Int($0.integer(0)) : 0 }
  }

  private func deleteRows(_ condition: Condition, on connection: Connection) throws -> Int {
    var sql = SQLText(connection.engine.dialect)
    sql.append("DELETE FROM \(quoted(table.name))")
    append(condition, to: &sql)
    return try run(sql, changing: [], on: connection)
  }

  /// Runs a statement that changes some columns, or deletes rows, and returns the number of rows.
  func run(
    _ sql: SQLText, changing columns: [String], on connection: Connection,
    _ count: ((Statement) throws -> Int)? = nil
  ) throws -> Int {
    try table.check(on: connection)
    try connection.registerFunctions(of: sql)
    return try connection.withStatement(sql.statementText) { statement in
      try bind(sql.values, to: statement)
      statement.state.pointee.writesCompleteRows = table.keepsWords(
        writing: columns, on: connection)
      return try table.namingConstraint {
        do {
          if let count { return try count(statement) }
          while try statement.step() {}
          return connection.changedRowCount
        } catch  where statement.wasStoppedByFunction {
          throw ExpressionFailure(error: error)
        }
      }
    }
  }
}
