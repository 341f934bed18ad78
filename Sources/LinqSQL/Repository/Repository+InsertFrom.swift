public import LinqCore
internal import StoreEngine

// Inserting the elements of a query.

extension TableAccess {
  /// Inserts the elements of a query, all or none, and returns the number of rows that were
  /// inserted or changed.
  ///
  /// - Parameters:
  ///   - query: a query of rows. One on tables of the transaction reads what it has written.
  ///   - policy: what to do with rows that conflict with stored ones.
  /// - Throws: ``RowError`` for a row that is rejected, and the errors of the query.
  @discardableResult
  public func insert(
    from query: some Queryable<Row>, onConflict policy: ConflictPolicy = .fail
  ) throws -> Int {
    try insert(all: query.query.blocking.toArray(), onConflict: policy)
  }

  /// Inserts the elements of a query of the rows of a pool, which is read in the transaction.
  fileprivate func insert(
    from query: Query<Row>, of pool: ConnectionPool, onConflict policy: ConflictPolicy
  ) throws -> Int {
    // The query is read to its end first: it may read the table itself.
    try insert(all: rows(of: query, of: pool), onConflict: policy)
  }

  private func insert(all rows: [Row], onConflict policy: ConflictPolicy) throws -> Int {
    try connection.transaction {
      try inserting(onConflict: policy) { inserter in
        try rows.reduce(0) { try $0 + (inserter.insert($1) == .ignored ? 0 : 1) }
      }
    }
  }

  private func rows(of query: Query<Row>, of pool: ConnectionPool) throws -> [Row] {
    guard let source = query.node.chain.first as? any SQLSource,
      source.connections.isSame(as: .pool(pool))
    else { return try query.blocking.toArray() }
    try query.checkDepth()
    let session = QuerySession(connection: connection, from: source.connections)
    if query.policy.isInMemory { session.startDeferring() }
    let run = QueryRun(session: session, policy: query.policy)
    return try SubqueryRun.during(run) {
      let next = try DatabaseEngine(source: source).pull(query.node, in: run)
      var rows: [Row] = []
      while let row = try next() { rows.append(row) }
      return rows
    }
  }
}

extension TableAccess {
  /// Inserts rows, all or none, and returns the number of those that were inserted or changed.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - policy: what to do with rows that conflict with stored ones.
  @discardableResult
  public func insert(_ rows: some Sequence<Row>, onConflict policy: ConflictPolicy) throws -> Int {
    try insert(all: Array(rows), onConflict: policy)
  }
}

extension Repository {
  /// Inserts rows, all or none, and returns the number of those that were inserted or changed.
  ///
  /// ```swift
  /// let rates = try await daily.insert(today, onConflict: .update(columns: ["rate"], unique: []))
  /// // INSERT INTO … VALUES (…) ON CONFLICT (currency) DO UPDATE SET rate = excluded.rate
  /// ```
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - policy: what to do with rows that conflict with stored ones.
  @discardableResult
  public func insert(_ rows: [Row], onConflict policy: ConflictPolicy) async throws -> Int {
    try await pool.write(retrying: ConnectionPool.attempts) { [table] in
      try TableAccess(table, on: $0).insert(rows, onConflict: policy)
    }
  }

  /// Inserts the elements of a query, all or none, and returns the number of rows that were
  /// inserted or changed.
  ///
  /// ```swift
  /// try await archive.insert(
  ///   from: loans.where { $0.returned < lastYear }.select { ArchivedLoan($0.id, $0.returned) })
  /// ```
  ///
  /// The query runs in the transaction that inserts, if it reads the same database. Each row is
  /// validated, and delegates and live queries hear of it, as with `insert`.
  ///
  /// - Parameters:
  ///   - query: a query of rows, on tables or on an array.
  ///   - policy: what to do with rows that conflict with stored ones.
  /// - Throws: ``RowError`` for a row that is rejected, and the errors of the query.
  @discardableResult
  public func insert(
    from query: some Queryable<Row>, onConflict policy: ConflictPolicy = .fail
  ) async throws -> Int {
    let query = query.query
    return try await pool.write(retrying: ConnectionPool.attempts) { [table, pool] in
      try TableAccess(table, on: $0).insert(from: query, of: pool, onConflict: policy)
    }
  }
}

extension BlockingRepository {
  /// Inserts rows, all or none, and returns the number of those that were inserted or changed.
  @discardableResult
  public func insert(_ rows: [Row], onConflict policy: ConflictPolicy) throws -> Int {
    let table = repository.table
    return try repository.pool.write(retrying: ConnectionPool.attempts) {
      try TableAccess(table, on: $0).insert(rows, onConflict: policy)
    }
  }

  /// Inserts the elements of a query, all or none, and returns the number of rows that were
  /// inserted or changed.
  @discardableResult
  public func insert(
    from query: some Queryable<Row>, onConflict policy: ConflictPolicy = .fail
  ) throws -> Int {
    let (query, table, pool) = (query.query, repository.table, repository.pool)
    return try pool.write(retrying: ConnectionPool.attempts) {
      try TableAccess(table, on: $0).insert(from: query, of: pool, onConflict: policy)
    }
  }
}
