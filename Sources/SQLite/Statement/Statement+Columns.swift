public import CSQLite

extension Statement {
  /// The storage class of a column in the current row.
  public func type(_ column: Int) -> ValueType {
    switch sqlite3_column_type(handle, Int32(column)) {
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
    let column = Int32(truncatingIfNeeded: column)
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else {
      throw mismatch(column, expected: "INTEGER")
    }
    return sqlite3_column_int64(handle, column)
  }

  /// A floating-point number; anything else is an error.
  @inlinable public func real(_ column: Int) throws -> Double {
    let column = Int32(truncatingIfNeeded: column)
    guard sqlite3_column_type(handle, column) == SQLITE_FLOAT else {
      throw mismatch(column, expected: "REAL")
    }
    return sqlite3_column_double(handle, column)
  }

  /// A text, NUL included; anything else, and text that is not UTF-8, is an error.
  @inlinable public func text(_ column: Int) throws -> String {
    try withUTF8(column) { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw mismatch(
          Int32(truncatingIfNeeded: column), expected: "TEXT", found: "TEXT that is not UTF-8")
      }
      return text
    }
  }

  /// Lends the bytes of a text, which need not be valid UTF-8; anything but text is an error.
  @inlinable public func withUTF8<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let column = Int32(truncatingIfNeeded: column)
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT else {
      throw mismatch(column, expected: "TEXT")
    }
    // The address is asked for before the length: that order converts the text at most once.
    // Even an empty text has one: there is none only when memory is short.
    guard let start = sqlite3_column_text(handle, column) else { throw failed(SQLITE_NOMEM) }
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Lends the bytes of a blob; anything but a blob is an error.
  @inlinable public func withBlob<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let column = Int32(truncatingIfNeeded: column)
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else {
      throw mismatch(column, expected: "BLOB")
    }
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
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
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? "column \(column + 1)"
  }

  /// The error for a column that does not hold what the program expects.
  public func mismatch(
    _ column: Int, expected: String, found: String? = nil
  ) -> any Error {
    mismatch(Int32(column), expected: expected, found: found)
  }

  @usableFromInline func mismatch(
    _ column: Int32, expected: String, found: String? = nil
  ) -> any Error {
    let table = sqlite3_column_table_name(handle, column).map { String(cString: $0) }
    let name = sqlite3_column_origin_name(handle, column).map { String(cString: $0) }
    return DatabaseError.decoding(
      DecodingFailure(
        table: table, column: name ?? columnName(Int(column)), row: .number(rowNumber),
        expected: expected, found: found ?? type(Int(column)).rawValue))
  }
}
