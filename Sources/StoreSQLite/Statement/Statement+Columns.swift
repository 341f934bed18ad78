public import CStoreSQLite

extension Statement {
  /// The storage class of a column in the current row.
  public func type(_ column: Int) -> ValueType {
    switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether a column is NULL in the current row.
  @inlinable public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  /// An integer; anything else is an error.
  @inlinable public func integer(_ column: Int) throws -> Int64 {
    guard let integer = StoredValue(handle, column).integer else {
      throw mismatch(column, expected: "INTEGER")
    }
    return integer
  }

  /// A floating-point number; anything else is an error.
  @inlinable public func real(_ column: Int) throws -> Double {
    guard let real = StoredValue(handle, column).real else {
      throw mismatch(column, expected: "REAL")
    }
    return real
  }

  /// A text, NUL included; anything else, and text that is not UTF-8, is an error.
  @inlinable public func text(_ column: Int) throws -> String {
    guard let text = StoredValue(handle, column).text else { throw textFailure(column) }
    return text
  }

  /// Lends the bytes of a text, which need not be valid UTF-8; anything but text is an error.
  @inlinable public func withUTF8<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    guard let bytes = StoredValue(handle, column).utf8 else { throw textFailure(column) }
    return try body(bytes)
  }

  /// Lends the bytes of a blob; anything but a blob is an error.
  @inlinable public func withBlob<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    guard let bytes = StoredValue(handle, column).bytes else {
      throw mismatch(column, expected: "BLOB")
    }
    return try body(bytes)
  }

  /// The error for a column that gave no text.
  @usableFromInline package func textFailure(_ column: Int) -> any Error {
    guard type(column) == .text else { return mismatch(column, expected: "TEXT") }
    // Even an empty text has an address: there is none only when memory is short.
    guard StoredValue(handle, column).utf8 != nil else { return failed(SQLITE_NOMEM) }
    return mismatch(column, expected: "TEXT", found: "TEXT that is not UTF-8")
  }

  /// The bytes of a blob; anything else is an error.
  public func blob(_ column: Int) throws -> [UInt8] {
    try withBlob(column) { [UInt8]($0) }
  }

  /// A value of any type; text that is not UTF-8 is an error.
  public func value(_ column: Int) throws -> Value {
    switch type(column) {
    case .null: .null
    case .integer: .integer(try integer(column))
    case .real: .real(try real(column))
    case .text: .text(try text(column))
    case .blob: .blob(try blob(column))
    }
  }

  /// All values of the current row.
  public func values() throws -> [Value] {
    try (0..<columnCount).map { try value($0) }
  }

  /// The name of a column, as the statement gives it.
  public func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(truncatingIfNeeded: column)).map { String(cString: $0) }
      ?? "column \(column + 1)"
  }

  /// The error for a column that does not hold what the program expects.
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
