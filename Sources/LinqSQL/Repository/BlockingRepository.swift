public import LinqCore
public import StoreEngine

/// The rows of a table, whose operations run on the calling thread.
///
/// In a synchronous function a ``Repository`` offers these operations itself. In an `async`
/// function use ``Repository/blocking``.
public protocol BlockingRepository<Row>: BlockingQueryable where Element == Row {
  /// The type of a row.
  associatedtype Row: Sendable

  /// The repository whose rows these are.
  var repository: Repository<Row> { get }
}

extension BlockingRepository {
  /// The rows as a query.
  public var query: Query<Row> { repository.query }

  /// Inserts a row and returns it as it is stored, with its key.
  @discardableResult
  public func insert(_ row: Row) throws -> Row {
    try write { try $0.insert(row) }
  }

  /// Inserts rows, all or none, and returns them as they are stored.
  @discardableResult
  public func insert(_ rows: [Row]) throws -> [Row] {
    try write { try $0.insert(rows) }
  }

  /// Writes all columns of a stored row, and returns it as it is stored.
  ///
  /// - Throws: ``RowError/notFound(table:key:)`` if there is no row with its key,
  ///   ``RowError/outdated(table:key:)`` if it has another version.
  @discardableResult
  public func update(_ row: Row) throws -> Row {
    try write { try $0.update(row) }
  }

  /// Inserts a row, or overwrites the one with the same key, and returns it as it is stored.
  @discardableResult
  public func save(_ row: Row) throws -> Row {
    try write { try $0.save(row) }
  }

  /// Deletes a row by its key. Returns false if it is not stored any more.
  @discardableResult
  public func delete(_ row: Row) throws -> Bool {
    try write { try $0.delete(row) }
  }

  /// Deletes the row with a key. Returns false if there is none.
  @discardableResult
  public func delete(_ key: Int64) throws -> Bool {
    try write { try $0.delete(key) }
  }

  /// Returns the row with a key, if there is one.
  public func find(_ key: Int64) throws -> Row? {
    try repository.find(key)
  }

  /// Deletes the row with a key of another type, or of several columns in the order of the
  /// declaration. Returns false if there is none.
  @_disfavoredOverload
  @discardableResult
  public func delete<First: ColumnValue, each Rest: ColumnValue>(
    _ first: First, _ rest: repeat each Rest
  ) throws -> Bool {
    try write { try $0.delete(first, repeat each rest) }
  }

  /// Returns the row with a key of another type, or of several columns in the order of the
  /// declaration, if there is one.
  @_disfavoredOverload
  public func find<First: ColumnValue, each Rest: ColumnValue>(
    _ first: First, _ rest: repeat each Rest
  ) throws -> Row? {
    try read { try $0.find(first, repeat each rest) }
  }

  /// Returns all rows in the order of their keys.
  public func all() throws -> [Row] {
    try read { try $0.all() }
  }

  /// Calls a closure with each row in the order of the keys. It holds one row at a time, which
  /// suits tables larger than memory.
  public func forEach(_ body: (Row) throws -> Void) throws {
    try read { try $0.forEach(body) }
  }

  /// Returns the number of rows.
  public func count() throws -> Int {
    try read { try $0.count() }
  }

  func write<Value>(_ body: (TableAccess<Row>) throws -> Value) throws -> Value {
    let repository = repository
    return try repository.pool.write(retrying: ConnectionPool.attempts) {
      try body(TableAccess(repository.table, on: $0))
    }
  }

  private func read<Value>(_ body: (TableAccess<Row>) throws -> Value) throws -> Value {
    let repository = repository
    return try repository.pool.withReader { try body(TableAccess(repository.table, on: $0)) }
  }
}

/// The rows of a table, with operations that run on the calling thread even in `async` functions.
public struct BlockingRows<Row: Sendable>: BlockingRepository, Sendable {
  /// The type of a row.
  public typealias Element = Row

  /// The repository whose rows these are.
  public let repository: Repository<Row>
}

extension Repository {
  /// The repository itself.
  public var repository: Repository { self }

  /// Returns the row with a key, if there is one. The same call through the protocol takes a sixth
  /// longer.
  @inlinable public func find(_ key: Int64) throws -> Row? {
    try pool.withReader { try find(key, on: $0) }
  }

  @usableFromInline func find(_ key: Int64, on connection: Connection) throws -> Row? {
    try node.find(key, on: connection)
  }

  /// The same rows, with operations that run on the calling thread even in `async` functions.
  ///
  /// ```swift
  /// let ada = try store.people.blocking.find(1)
  /// ```
  public var blocking: BlockingRows<Row> { BlockingRows(repository: self) }
}
