public import LinqCore
public import StoreEngine
internal import StoreSupport

extension DatabaseEngine {
  func isSame(as other: any QueryOrigin) -> Bool { connections.isSame(as: other) }

  func observe<Element: Sendable>(
    _ query: Query<Element>
  ) throws -> any QueryObserver<Element> {
    guard case .pool(let pool) = connections else {
      throw QueryError.cannotBeObserved(reason: "it belongs to a transaction")
    }
    return pool.observe(query)
  }
}

extension ConnectionSource {
  fileprivate func isSame(as other: any QueryOrigin) -> Bool {
    switch other {
    case let engine as DatabaseEngine: isSame(as: engine.connections)
    case let origin as PoolOrigin: isSame(as: .pool(origin.pool))
    default: false
    }
  }
}

extension ConnectionPool {
  fileprivate func observe<Element: Sendable>(
    _ query: Query<Element>
  ) -> any QueryObserver<Element> {
    guard let engine = query.node.engine as? DatabaseEngine else {
      return RequeryingObserver(in: self, EveryCommit()) { _ in try await query.toArray() }
    }
    return engine.source.observe(query, in: self)
  }
}

/// The database that a program reads the elements of a query from.
private struct PoolOrigin: QueryOrigin {
  let pool: ConnectionPool

  func isSame(as other: any QueryOrigin) -> Bool {
    ConnectionSource.pool(pool).isSame(as: other)
  }

  func observe<Element: Sendable>(
    _ query: Query<Element>
  ) throws -> any QueryObserver<Element> {
    pool.observe(query)
  }
}

extension Query {
  /// Creates a query of elements that a program reads from a database itself. When it is observed,
  /// it runs again after each commit; on a server, after each commit that changed a table whose
  /// changes are recorded.
  ///
  /// ```swift
  /// Query("orders", from: pool) { try loadOrders(pool) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the source in plans.
  ///   - pool: the database.
  ///   - elements: returns the elements. Its errors reach the caller of the query. It may block.
  public init(
    _ name: String, from pool: ConnectionPool,
    _ elements: @escaping @Sendable () throws -> [Element]
  ) {
    self.init(name, from: PoolOrigin(pool: pool) as any QueryOrigin, elements)
  }
}

extension TableNode {
  func observe<Result: Sendable>(
    _ query: Query<Result>, in pool: ConnectionPool
  ) -> any QueryObserver<Result> {
    let chain = query.node.chain
    let steps = chain.dropFirst()
    let others = chain.flatMap { $0.allOthers }
    if others.isEmpty, let key = table.assignedKey,
      steps.allSatisfy({ $0.operator.traits.contains(.perRow) })
    {
      return IncrementalObserver(query, from: self, key, in: pool)
    }
    let engine = DatabaseEngine(source: self)
    let names = query.node.tables
    let run: RequeryingObserver<Result>.Run = { observer in
      if engine.connections.engine.keepsWordsInRows {
        await engine.completeWords(for: engine.divide(query.node, query.policy).plan)
      }
      return try await observer.read { connection in
        try connection.checkChangesAreRecorded(of: names)
        return try engine.collect(query.node, policy: query.policy, on: connection)
      }
    }
    // Any change may concern a source that is no table, or a second use of this table.
    let tables = others.flatMap(\.tables).map { $0.lowercased() }
    guard !others.contains(where: \.hasUnknownTables), !tables.contains(table.name.lowercased())
    else { return RequeryingObserver(in: pool, EveryCommit(), run: run) }
    let filters = steps.prefix { $0.isFilterOfRows }
    let relevance = FilteredChanges(
      table: LiveReader(live), filters: RowOperators<Row, Row>(filters),
      required: EqualityConstraint(filters),
      others: OtherSources(others.flatMap(\.tables)))
    return RequeryingObserver(in: pool, relevance, run: run)
  }

  /// Returns the rows of a query on a connection, under the policy of the query that it is a part
  /// of.
  func rows<Result>(
    of node: any QueryNode<Row>, _ whole: Query<Result>, on connection: Connection
  ) throws -> [Row] {
    let engine = DatabaseEngine(source: self)
    if whole.policy == .requireSQL { _ = try engine.plan(whole.node, policy: whole.policy) }
    return try engine.collect(node, policy: whole.policy, on: connection)
  }
}

extension Connection {
  /// Throws for a table of a server whose changes are not recorded: a result would be out of date
  /// without an error.
  func checkChangesAreRecorded(of tables: [String]) throws {
    guard !engine.hasRowHooks else { return }
    for table in Set(tables).sorted() where try storedTable(named: table)?.kind != .table {
      throw QueryError.cannotBeObserved(
        reason: "changes of \(table) are not recorded; for a table, "
          + "SELECT swift.observe('\(table)') begins that")
    }
  }
}

extension QueryNode {
  /// The names of the tables that the query reads.
  fileprivate var tables: [String] {
    var names = (upstream?.tables ?? []) + allOthers.flatMap(\.tables)
    if case .table(let table) = self.operator { names.append(table.name) }
    return names
  }

  /// Whether the operator is a filter that needs nothing but a row.
  fileprivate var isFilterOfRows: Bool { self.operator.isFilter && subqueries.isEmpty }

  /// Whether the query reads from a source that is not a table.
  fileprivate var hasUnknownTables: Bool {
    if case .table = self.operator { return false }
    return origin != nil || upstream?.hasUnknownTables == true
      || allOthers.contains { $0.hasUnknownTables }
  }
}
