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

  /// Inserts the elements of a query, which is read in the transaction if it reads a pool.
  fileprivate func insert(
    from query: Query<Row>, of pool: ConnectionPool, onConflict policy: ConflictPolicy
  ) throws -> Int {
    guard let source = query.node.chain.first as? any SQLSource,
      source.connections.isSame(as: .pool(pool))
    else { return try insert(from: query, onConflict: policy) }
    try query.checkDepth()
    // The query is read to its end first: it may read the table itself.
    let rows = try DatabaseEngine(source: source).collect(
      query.node, policy: query.policy, on: connection)
    return try insert(all: rows, onConflict: policy)
  }

  private func insert(all rows: [Row], onConflict policy: ConflictPolicy) throws -> Int {
    try connection.transaction {
      try inserting(onConflict: policy) { inserter in
        if policy == .fail, inserter.batchesRows {
          return try inserter.insertReturning(contentsOf: rows).count
        }
        return try rows.reduce(0) { try $0 + (inserter.insert($1) == .ignored ? 0 : 1) }
      }
    }
  }

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
    try await write { try $0.insert(rows, onConflict: policy) }
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
    return try await write { [pool] in
      try $0.insert(from: query, of: pool, onConflict: policy)
    }
  }
}

extension BlockingRepository {
  /// Inserts rows, all or none, and returns the number of those that were inserted or changed.
  @discardableResult
  public func insert(_ rows: [Row], onConflict policy: ConflictPolicy) throws -> Int {
    try write { try $0.insert(rows, onConflict: policy) }
  }

  /// Inserts the elements of a query, all or none, and returns the number of rows that were
  /// inserted or changed.
  @discardableResult
  public func insert(
    from query: some Queryable<Row>, onConflict policy: ConflictPolicy = .fail
  ) throws -> Int {
    let (query, pool) = (query.query, repository.pool)
    return try write { try $0.insert(from: query, of: pool, onConflict: policy) }
  }
}
