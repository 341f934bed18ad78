public import SQLite

/// The rows of a table inside a transaction, on the thread that runs it.
///
/// ```swift
/// try store.write { transaction in
///   var ada = try transaction.people.insert(Person(name: "Ada", surname: "Byron", age: 19))
///   ada.surname = "Lovelace"
///   try transaction.people.update(ada)
/// }
/// ```
///
/// Each row is validated before it is written. What the schema refuses is a ``RowError`` that names
/// the field; nothing of the failed call is stored.
public struct TableAccess<Row: Sendable> {
  /// The table.
  public let table: Table<Row>

  /// The connection that the transaction runs on.
  public let connection: Connection

  /// The rows of a table on a connection.
  public init(_ table: Table<Row>, on connection: Connection) {
    self.table = table
    self.connection = connection
  }

  /// Inserts a row and returns it as it is stored: with its key, text in canonical form.
  ///
  /// A row whose key is 0 gets the next one.
  /// `INSERT INTO person (name, …) VALUES (?, …)`
  @discardableResult
  public func insert(_ row: Row) throws -> Row {
    let inserter = try Inserter(table, on: connection)
    defer { inserter.finish() }
    try inserter.insert(row)
    return try inserter.stored(row)
  }

  /// Inserts rows and returns them as they are stored, or, when one of them is refused, none.
  ///
  /// One prepared statement for all of them.
  @discardableResult
  public func insert(_ rows: some Sequence<Row>) throws -> [Row] {
    try connection.transaction {
      let inserter = try Inserter(table, on: connection)
      defer { inserter.finish() }
      var stored: [Row] = []
      stored.reserveCapacity(rows.underestimatedCount)
      for row in rows {
        try inserter.insert(row)
        stored.append(try inserter.stored(row))
      }
      return stored
    }
  }

  /// Writes all columns of a stored row.
  ///
  /// `UPDATE person SET name = ?, … WHERE id = ?`
  /// - Throws: ``RowError/notFound(table:key:)`` where there is no row with its key.
  public func update(_ row: Row) throws {
    try check(row)
    let key = table.key.read(row)
    let changed = try connection.withStatement(table.sql.update) { statement in
      var writer = RowWriter(statement)
      try table.writeColumns(row, &writer, false)
      try key.write(to: &writer)
      try naming { try statement.step() }
      return connection.changedRowCount
    }
    guard changed > 0 else { throw RowError.notFound(table: table.name, key: key) }
  }

  /// Inserts a row, or writes over the one that has its key; returns it as it is stored.
  ///
  /// `INSERT INTO person (id, …) VALUES (?, …) ON CONFLICT (id) DO UPDATE SET name = excluded.name, …`
  @discardableResult
  public func save(_ row: Row) throws -> Row {
    let key = table.key.read(row)
    guard key != 0 else { return try insert(row) }
    try check(row)
    let changedText = try connection.withStatement(table.sql.save) { statement in
      var writer = RowWriter(statement)
      try table.writeColumns(row, &writer, true)
      try naming { try statement.step() }
      return writer.changedText
    }
    return changedText ? try find(key) ?? row : row
  }

  /// Deletes the row with a key; false where there is none.
  ///
  /// `DELETE FROM person WHERE id = ?`
  @discardableResult
  public func delete(_ key: Int64) throws -> Bool {
    try connection.withStatement(table.sql.delete) { statement in
      try statement.bind(key, at: 0)
      try naming { try statement.step() }
      return connection.changedRowCount > 0
    }
  }

  /// Deletes a row by its key; false where it is not there any more.
  @discardableResult
  public func delete(_ row: Row) throws -> Bool { try delete(table.key.read(row)) }

  /// The row with a key, if there is one.
  ///
  /// `SELECT id, … FROM person WHERE id = ?`
  public func find(_ key: Int64) throws -> Row? {
    try connection.withStatement(table.sql.selectByKey) { statement in
      try statement.bind(key, at: 0)
      return try statement.step() ? try table.read(statement) : nil
    }
  }

  /// All rows in the order of their keys.
  ///
  /// `SELECT id, … FROM person ORDER BY id`
  public func all() throws -> [Row] {
    var rows: [Row] = []
    try forEach { rows.append($0) }
    return rows
  }

  /// Hands over the rows one after the other, in the order of their keys, without keeping them.
  ///
  /// - Parameter isWanted: asked before each row; the rest is not read when it says no.
  public func forEach(
    while isWanted: () -> Bool = { true }, _ body: (Row) throws -> Void
  ) throws {
    try connection.withStatement(table.sql.select) { statement in
      while isWanted(), try statement.step() { try body(table.read(statement)) }
    }
  }

  /// The number of rows.
  ///
  /// `SELECT count(*) FROM person`
  public func count() throws -> Int {
    try connection.query(table.sql.count) { Int(try $0.integer(0)) }.first ?? 0
  }

  private func check(_ row: Row) throws { try table.check(row) }

  @discardableResult
  private func naming(_ body: () throws -> Bool) throws -> Bool { try table.naming(body) }
}

extension Table {
  /// Throws where a row's own values are not valid.
  func check(_ row: Row) throws {
    guard let validate else { return }
    do {
      try validate(row)
    } catch let error as ValidationError {
      throw RowError.invalid(table: name, error)
    }
  }

  /// Turns a constraint violation into an error that names table and fields.
  func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch DatabaseError.constraint(let violation) {
      throw RowError(violation, table: name)
    }
  }
}
