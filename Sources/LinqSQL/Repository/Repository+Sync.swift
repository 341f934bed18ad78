internal import StoreSQLite

/// The same on the calling thread, for scripts and for code that is not async.
extension Repository {
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
    try pool.withReader { try node.table.find(key, on: $0) }
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
    try pool.write { try body(TableAccess(table, on: $0)) }
  }

  private func read<Value>(_ body: (TableAccess<Row>) throws -> Value) throws -> Value {
    try pool.withReader { try body(TableAccess(table, on: $0)) }
  }
}
