public import StoreEngine

extension Table {
  /// Returns the integer key of a row; 0 if the database has not assigned one yet.
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` for a key beyond 64 bits.
  @inlinable func integerKey(_ row: Row, _ assigned: AssignedKey<Row>) throws -> Int64 {
    guard let key = assigned.read(row) else { throw keyOutOfRange() }
    return key
  }

  @usableFromInline func keyOutOfRange() -> RowError {
    .invalid(
      table: name,
      RowValidationError([
        .init(field: keyNames[0], value: "…", reason: "must fit a signed 64-bit integer")
      ]))
  }

  /// Returns the key of a row as it is stored.
  func key(of row: Row) throws -> RowKey {
    if let assignedKey { return RowKey(try integerKey(row, assignedKey)) }
    var writer = RowWriter()
    try write(row, keyWriters, &writer)
    return RowKey(writer.values)
  }

  /// Returns a row with the key that the database has assigned to it.
  @inlinable func row(_ row: Row, withKey key: Int64) throws -> Row {
    var written = row
    guard let assignedKey, assignedKey.write(key, to: &written) else {
      return try rebuilt(row, withKey: key)
    }
    return written
  }

  /// Makes a row from the values of another one and a key, for a key that is a constant.
  @usableFromInline func rebuilt(_ row: Row, withKey key: Int64) throws -> Row {
    var writer = RowWriter()
    try write(row, allWriters, &writer)
    var values = writer.values
    values[keyColumns[0]] = .integer(key)
    return try read(values)
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
          field: keyNames[0], value: "\(key)",
          reason: "must be at most \(highestGivenKey), so that more rows can follow")
      ]))
  }

  /// Whether the stored key may differ from that of a row which has the same key for the database.
  var hasCollatedKey: Bool {
    hasEncodings && keyColumns.contains { columns[$0].encoding == .collated }
  }

  /// Returns the error of a key whose values are not those of the key's columns.
  func wrongKey(_ key: RowKey) -> RowError {
    let columns = keyColumns.map { "\(self.columns[$0].name) \(self.columns[$0].type.rawValue)" }
    return .invalid(
      table: name,
      RowValidationError([
        .init(
          field: "the key", value: "\(key)",
          reason: "must have the columns of the table's key: \(columns.joined(separator: ", "))")
      ]))
  }

  /// Returns a key from the values of its columns.
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` unless they are of the types of the columns.
  func key(_ values: [any ColumnValue]) throws -> RowKey {
    var writer = RowWriter()
    for value in values {
      do {
        try value.write(to: &writer)
      } catch let error as ColumnValueError {
        throw RowError.invalid(table: name, error.validationError(of: "the key"))
      }
    }
    let given = RowKey(writer.values)
    let types = keyColumns.map { columns[$0].encoding?.usualType ?? columns[$0].type }
    guard given.values.map(\.type) == types else { throw wrongKey(given) }
    guard hasEncodings else { return given }
    return RowKey(
      zip(given.values, keyColumns).map { value, index in
        guard let encoding = columns[index].encoding else { return value }
        let stored = encoding.encode(value, .exact)
        // NULL equals no key, and so does a value between two that the column can store.
        return stored?.type == encoding.type ? stored ?? .null : .null
      })
  }

  /// Writes a row with a statement whose last parameters are the key, and the words of the row if
  /// there are any.
  ///
  /// - Returns: whether a stored value may differ from the given one.
  func write(
    _ row: Row, with statement: Statement, _ words: GivenWords? = nil, on connection: Connection
  ) throws -> Bool {
    var writer = RowWriter(statement)
    try writeColumns(row, &writer)
    try write(row, keyWriters, &writer)
    try writer.write(words)
    statement.state.pointee.writesCompleteRows =
      words != nil || keepsWords(writing: nil, on: connection)
    try naming {
      while try statement.step() { try statement.noteWords(0, words, on: connection) }
      try statement.finish()
    }
    return writer.changesValue || hasGeneratedColumns
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
    let key = try naming { try statement.insertRow(key: key) }
    changesValue = writer.changesValue || hasGeneratedColumns
    return key
  }

  /// Writes all columns of a row except the key to consecutive parameters. A value that a column
  /// cannot hold is an error that names the column.
  @inlinable func writeColumns(_ row: Row, _ parameters: inout RowWriter) throws {
    try write(row, writers, &parameters)
  }

  /// Writes columns of a row to consecutive parameters.
  @inlinable func write(
    _ row: Row, _ writers: [ColumnWriter], _ parameters: inout RowWriter
  ) throws {
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
    let names = (writers + keyWriters).map(\.column)
    return names.indices.contains(parameter)
      ? nulError(in: names[parameter]) : DatabaseError.nulInText(parameter: parameter)
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
