public import CStoreSQLite

extension Statement {
  /// Returns the storage class of a column in the current row.
  public func type(_ column: Int) -> ValueType {
    switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Returns whether a column is NULL in the current row.
  @inlinable public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  /// Returns an integer; any other value is an error.
  @inlinable public func integer(_ column: Int) throws -> Int64 {
    guard let integer = StoredValue(handle, column).integer else {
      throw mismatch(column, expected: "INTEGER")
    }
    return integer
  }

  /// Returns a floating-point number; any other value is an error.
  @inlinable public func real(_ column: Int) throws -> Double {
    guard let real = StoredValue(handle, column).real else {
      throw mismatch(column, expected: "REAL")
    }
    return real
  }

  /// Returns a text, including NUL; any other value is an error, and so is text that is not UTF-8.
  @inlinable public func text(_ column: Int) throws -> String {
    guard let text = StoredValue(handle, column).text else { throw textFailure(column) }
    return text
  }

  /// Calls a closure with the bytes of a text, which need not be valid UTF-8; any other value is an
  /// error.
  @inlinable public func withUTF8<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    guard let bytes = StoredValue(handle, column).utf8 else { throw textFailure(column) }
    return try body(bytes)
  }

  /// Calls a closure with the bytes of a blob; any other value is an error.
  @inlinable public func withBlob<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    guard let bytes = StoredValue(handle, column).bytes else {
      throw mismatch(column, expected: "BLOB")
    }
    return try body(bytes)
  }

  /// Returns the error for a column from which no text could be read.
  @usableFromInline package func textFailure(_ column: Int) -> any Error {
    guard type(column) == .text else { return mismatch(column, expected: "TEXT") }
    // Even an empty text has an address. There is none only if memory is exhausted.
    guard StoredValue(handle, column).utf8 != nil else { return failed(SQLITE_NOMEM) }
    return mismatch(column, expected: "TEXT", found: "TEXT that is not UTF-8")
  }

  /// Returns the bytes of a blob; any other value is an error.
  public func blob(_ column: Int) throws -> [UInt8] {
    try withBlob(column) { [UInt8]($0) }
  }

  /// Returns a value of any type; text that is not UTF-8 is an error.
  public func value(_ column: Int) throws -> Value {
    switch type(column) {
    case .null: .null
    case .integer: .integer(try integer(column))
    case .real: .real(try real(column))
    case .text: .text(try text(column))
    case .blob: .blob(try blob(column))
    }
  }

  /// Returns all values of the current row.
  public func values() throws -> [Value] {
    try (0..<columnCount).map { try value($0) }
  }

  /// Returns the name of a column in the result of the statement.
  public func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(truncatingIfNeeded: column)).map { String(cString: $0) }
      ?? "column \(column + 1)"
  }

  /// Returns the error for a column that does not hold what the program expects.
  public func mismatch(
    _ column: Int, expected: String, found: String? = nil
  ) -> any Error {
    let index = Int32(truncatingIfNeeded: column)
    let table = sqlite3_column_table_name(handle, index).map { String(cString: $0) }
    let name = sqlite3_column_origin_name(handle, index).map { String(cString: $0) }
    return DatabaseError.decoding(
      DecodingFailure(
        table: table, column: name ?? columnName(column), row: .number(rowNumber),
        expected: expected, found: found ?? type(column).rawValue))
  }
}
