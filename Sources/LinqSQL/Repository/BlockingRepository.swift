public import LinqCore
internal import StoreSQLite

/// The rows of a table, whose operations run on the calling thread.
///
/// A ``Repository`` offers them wherever the function around is not `async`; in an `async` function
/// they are those of ``Repository/blocking``.
public protocol BlockingRepository<Row>: BlockingQueryable where Element == Row {
  /// The struct of a row.
  associatedtype Row: Sendable

  /// The rows of the table.
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

  /// Writes all columns of a stored row; ``RowError/notFound(table:key:)`` where there is none.
  public func update(_ row: Row) throws {
    try write { try $0.update(row) }
  }

  /// Inserts a row, or writes over the one that has its key; returns it as it is stored.
  @discardableResult
  public func save(_ row: Row) throws -> Row {
    try write { try $0.save(row) }
  }

  /// Deletes a row by its key; false where it is not there any more.
  @discardableResult
  public func delete(_ row: Row) throws -> Bool {
    try write { try $0.delete(row) }
  }

  /// Deletes the row with a key; false where there is none.
  @discardableResult
  public func delete(_ key: Int64) throws -> Bool {
    try write { try $0.delete(key) }
  }

  /// The row with a key, if there is one.
  public func find(_ key: Int64) throws -> Row? {
    try repository.find(key)
  }

  /// All rows in the order of their keys.
  public func all() throws -> [Row] {
    try read { try $0.all() }
  }

  /// Hands over the rows one at a time, in the order of their keys, without keeping them: for
  /// tables larger than memory.
  public func forEach(_ body: (Row) throws -> Void) throws {
    try read { try $0.forEach(body) }
  }

  /// The number of rows.
  public func count() throws -> Int {
    try read { try $0.count() }
  }

  private func write<Value>(_ body: (TableAccess<Row>) throws -> Value) throws -> Value {
    let repository = repository
    return try repository.pool.write { try body(TableAccess(repository.table, on: $0)) }
  }

  private func read<Value>(_ body: (TableAccess<Row>) throws -> Value) throws -> Value {
    let repository = repository
    return try repository.pool.withReader { try body(TableAccess(repository.table, on: $0)) }
  }
}

/// The rows of a table for a thread that may wait, in `async` functions too.
public struct BlockingRows<Row: Sendable>: BlockingRepository, Sendable {
  /// A row.
  public typealias Element = Row

  /// The rows of the table.
  public let repository: Repository<Row>
}

extension Repository {
  /// The repository itself.
  public var repository: Repository { self }

  /// The row with a key, if there is one. Through the protocol it takes a sixth longer.
  public func find(_ key: Int64) throws -> Row? {
    try pool.withReader { try node.table.find(key, on: $0) }
  }

  /// The same rows, whose operations run on the calling thread, in `async` functions too.
  ///
  /// ```swift
  /// let ada = try store.people.blocking.find(1)
  /// ```
  public var blocking: BlockingRows<Row> { BlockingRows(repository: self) }
}
