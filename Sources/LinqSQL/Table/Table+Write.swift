public import StoreEngine

extension Table {
  /// Validates a row, if the table has a validation.
  ///
  /// - Throws: ``RowError/invalid(table:_:)``, or another error of the validation.
  @inlinable func check(_ row: Row) throws {
    guard let validate else { return }
    do {
      try validate(row)
    } catch let error as RowValidationError {
      throw RowError.invalid(table: name, error)
    }
  }

  /// Checks a key that the program gives to a new row; 0 is none.
  ///
  /// - Throws: ``RowError/invalid(table:_:)``.
  @inlinable func checkGivenKey(_ key: Int64) throws {
    if key > highestGivenKey { throw tooHigh(key) }
  }

  @usableFromInline func tooHigh(_ key: Int64) -> RowError {
    .invalid(
      table: name,
      RowValidationError([
        .init(
          field: keyName, value: "\(key)",
          reason: "must be at most \(highestGivenKey), so that more rows can follow")
      ]))
  }

  /// Writes a row with an INSERT or UPDATE whose last parameter is the key.
  ///
  /// - Returns: whether a stored value differs from the given one.
  @inlinable func write(_ row: Row, key: Int64?, with statement: Statement) throws -> Bool {
    var writer = RowWriter(statement)
    try writeColumns(row, &writer)
    try key.write(to: &writer)
    try naming { try statement.run() }
    return writer.changesValue
  }

  /// Writes a row with an INSERT whose last parameter is the key.
  ///
  /// - Parameter changesValue: set to whether a stored value differs from the given one.
  /// - Returns: the key of the row; nil if the statement left it out, or changed a stored one.
  @inlinable func insert(
    _ row: Row, key: Int64?, with statement: Statement, _ changesValue: inout Bool
  ) throws -> Int64? {
    var writer = RowWriter(statement)
    try writeColumns(row, &writer)
    try key.write(to: &writer)
    let key = try naming { try statement.insertRow() }
    changesValue = writer.changesValue
    return key
  }

  /// Writes all columns of a row except the key to consecutive parameters. A value that a column
  /// cannot hold is an error that names the column.
  @inlinable func writeColumns(_ row: Row, _ parameters: inout RowWriter) throws {
    try withUnsafePointer(to: row) { row in
      for writer in writers {
        do {
          try writer.write(row, &parameters)
        } catch DatabaseError.notANumber(_, let parameter) {
          throw DatabaseError.notANumber(
            column: "\(name).\(writer.column)", parameter: parameter)
        } catch let error as ColumnValueError {
          throw RowError.invalid(table: name, error.validationError(of: writer.column))
        }
      }
    }
  }

  /// Calls a closure, and converts a constraint violation to an error that names the table and
  /// fields.
  @inlinable func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try namingConstraint(body)
    } catch DatabaseError.nulInText(let parameter) {
      throw nulError(parameter)
    }
  }

  /// Returns the error of a text that a server does not store, in the parameter of a statement that
  /// writes a row.
  @usableFromInline func nulError(_ parameter: Int) -> any Error {
    let others = columns.filter { !$0.isPrimaryKey }
    return others.indices.contains(parameter)
      ? nulError(in: others[parameter].name) : DatabaseError.nulInText(parameter: parameter)
  }

  /// Calls a closure, and makes the violation of a constraint the error of a row.
  @inlinable func namingConstraint<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch DatabaseError.constraint(let violation) {
      throw RowError(violation, table: name)
    }
  }

  /// Returns the error of a text that a server does not store.
  func nulError(in column: String) -> RowError {
    .invalid(
      table: name,
      RowValidationError([
        .init(
          field: column, value: "…",
          reason: "must not contain a NUL, which PostgreSQL does not store")
      ]))
  }
}
