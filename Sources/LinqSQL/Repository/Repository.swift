public import LinqCore
public import StoreEngine

/// The rows of a table in a store, for any task or thread.
///
/// Each call is a transaction of its own; use the store's `write` to group several calls. Every
/// method exists twice: the `async` one never blocks a thread of Swift's concurrency pool, and the
/// one of ``BlockingRepository`` runs on the calling thread. Errors are ``RowError`` for problems
/// with a row, and `DatabaseError` for all others.
///
/// ```swift
/// let ada = try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
/// let same = try await store.people.find(ada.id)
/// ```
public struct Repository<Row: Sendable>: Queryable, BlockingRepository, Sendable {
  /// The table.
  public var table: Table<Row> { node.table }

  /// The database.
  public let pool: ConnectionPool

  /// The rows as a query, in the order of their keys.
  ///
  /// ```swift
  /// store.people.where { $0.email == nil }.sort { $0.surname }.take(10)
  /// ```
  public let query: Query<Row>

  /// The rows as a source of queries.
  let node: TableNode<Row>

  /// Creates a repository of the rows of a table in a database.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - pool: the database.
  ///   - policy: where the operators of its queries may run; a query may have another one.
  ///   - notice: called, once for each plan, if operators run in memory or an index is missing.
  ///   - sampling: selects queries whose results are verified.
  public init(
    _ table: Table<Row>, in pool: ConnectionPool, policy: QueryPolicy = .automatic,
    notice: QueryNotice? = nil, sampling: QuerySampling? = nil
  ) {
    self.pool = pool
    node = TableNode(table: table, connections: .pool(pool), notice: notice, sampling: sampling)
    query = Query(source: node).policy(policy)
    for index in table.textIndexes { pool.keep(index.name) { try index.maintain(on: $0) } }
  }

  /// Inserts a row and returns it as it is stored, with its key.
  @discardableResult
  public func insert(_ row: Row) async throws -> Row {
    try await write { try $0.insert(row) }
  }

  /// Inserts rows, all or none, and returns them as they are stored.
  @discardableResult
  public func insert(_ rows: [Row]) async throws -> [Row] {
    try await write { try $0.insert(rows) }
  }

  /// Writes all columns of a stored row, and returns it as it is stored.
  ///
  /// - Throws: ``RowError/notFound(table:key:)`` if there is no row with its key,
  ///   ``RowError/outdated(table:key:)`` if it has another version.
  @discardableResult
  public func update(_ row: Row) async throws -> Row {
    try await write { try $0.update(row) }
  }

  /// Inserts a row, or overwrites the one with the same key, and returns it as it is stored.
  @discardableResult
  public func save(_ row: Row) async throws -> Row {
    try await write { try $0.save(row) }
  }

  /// Deletes a row by its key. Returns false if it is not stored any more.
  @discardableResult
  public func delete(_ row: Row) async throws -> Bool {
    try await write { try $0.delete(row) }
  }

  /// Deletes the row with a key. Returns false if there is none.
  @discardableResult
  public func delete(_ key: Int64) async throws -> Bool {
    try await write { try $0.delete(key) }
  }

  /// Returns the row with a key, if there is one.
  public func find(_ key: Int64) async throws -> Row? {
    try await pool.withReader { [node] in try node.find(key, on: $0) }
  }

  /// Deletes the row with a key of another type, or of several columns in the order of the
  /// declaration. Returns false if there is none.
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` for values that are not of the types of the columns.
  @_disfavoredOverload
  @discardableResult
  public func delete<First: ColumnValue, each Rest: ColumnValue>(
    _ first: First, _ rest: repeat each Rest
  ) async throws -> Bool {
    let key = try table.key(values(first, repeat each rest))
    return try await write { try $0.delete(stored: key) }
  }

  /// Returns the row with a key of another type, or of several columns in the order of the
  /// declaration, if there is one.
  ///
  /// ```swift
  /// let rate = try await rates.find("EUR", 2026)
  /// // SELECT currency, year, value FROM rate WHERE currency = ? AND year = ?
  /// ```
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` for values that are not of the types of the columns.
  @_disfavoredOverload
  public func find<First: ColumnValue, each Rest: ColumnValue>(
    _ first: First, _ rest: repeat each Rest
  ) async throws -> Row? {
    let key = try table.key(values(first, repeat each rest))
    return try await read { try $0.find(stored: key) }
  }

  /// Returns all rows in the order of their keys.
  ///
  /// `SELECT id, … FROM person ORDER BY id`
  public func all() async throws -> [Row] {
    try await read { try $0.all() }
  }

  /// Calls a closure with each row in the order of the keys. It holds one row at a time, which
  /// suits tables larger than memory. `body` runs on the connection's own thread.
  ///
  /// `SELECT id, … FROM person ORDER BY id`
  public func forEach(_ body: @escaping @Sendable (Row) throws -> Void) async throws {
    try await read { try $0.forEach(body) }
  }

  /// Returns the number of rows.
  public func count() async throws -> Int {
    try await read { try $0.count() }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (TableAccess<Row>) throws -> Value
  ) async throws -> Value {
    try await pool.write(retrying: ConnectionPool.attempts) { [table] in
      try body(TableAccess(table, on: $0))
    }
  }

  /// Reads without a transaction: every read of a repository is one statement, which is a snapshot.
  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (TableAccess<Row>) throws -> Value
  ) async throws -> Value {
    try await pool.withReader { [table] in try body(TableAccess(table, on: $0)) }
  }
}
