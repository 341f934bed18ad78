extension Statement {
  /// The cell of a column. A column that is not there is NULL.
  @inlinable package final func cell(_ column: Int) -> Cell {
    // One comparison: as an unsigned number, a negative one is after the last column too.
    UInt(bitPattern: column) < UInt(bitPattern: columnCount) ? cells[column] : Cell(.null)
  }

  /// The number of bytes of the texts and blobs of the current row.
  package final var byteCount: Int {
    var count = 0
    for column in 0..<columnCount {
      let cell = cells[column]
      if cell.kind == .text || cell.kind == .blob { count &+= Int(cell.count) }
    }
    return count
  }

  /// Returns the storage class of a column in the current row.
  public final func type(_ column: Int) -> ValueType { cell(column).type }

  /// Returns whether a column is NULL in the current row.
  @inlinable public final func isNull(_ column: Int) -> Bool { cell(column).kind == .null }

  /// Returns an integer; any other value is an error.
  @inlinable public final func integer(_ column: Int) throws -> Int64 {
    let cell = cell(column)
    guard cell.kind == .integer else { throw mismatch(column, expected: "INTEGER") }
    return cell.payload
  }

  /// Returns a floating-point number; any other value is an error.
  @inlinable public final func real(_ column: Int) throws -> Double {
    let cell = cell(column)
    guard cell.kind == .real else { throw mismatch(column, expected: "REAL") }
    return cell.real
  }

  /// Returns a text, including NUL; any other value is an error, and so is text that is not UTF-8.
  @inlinable public final func text(_ column: Int) throws -> String {
    let cell = cell(column)
    guard cell.kind == .text, let bytes = cell.utf8, let text = String(strict: bytes) else {
      throw textFailure(column)
    }
    return text
  }

  /// Calls a closure with the bytes of a text, which need not be valid UTF-8; any other value is an
  /// error.
  @inlinable public final func withUTF8<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let cell = cell(column)
    guard cell.kind == .text, let bytes = cell.utf8 else { throw textFailure(column) }
    return try body(bytes)
  }

  /// Calls a closure with the bytes of a blob; any other value is an error.
  @inlinable public final func withBlob<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let cell = cell(column)
    guard cell.kind == .blob else { throw mismatch(column, expected: "BLOB") }
    return try body(cell.bytes)
  }

  /// Returns the error for a column from which no text could be read.
  @usableFromInline package final func textFailure(_ column: Int) -> any Error {
    guard type(column) == .text else { return mismatch(column, expected: "TEXT") }
    // Even an empty text has an address. There is none only if memory is exhausted.
    guard cell(column).utf8 != nil else { return textIsMissing() }
    return mismatch(column, expected: "TEXT", found: "TEXT that is not UTF-8")
  }

  /// Returns the bytes of a blob; any other value is an error.
  public final func blob(_ column: Int) throws -> [UInt8] {
    try withBlob(column) { [UInt8]($0) }
  }

  /// Returns a value of any type; text that is not UTF-8 is an error.
  public final func value(_ column: Int) throws -> Value {
    switch type(column) {
    case .null: .null
    case .integer: .integer(try integer(column))
    case .real: .real(try real(column))
    case .text: .text(try text(column))
    case .blob: .blob(try blob(column))
    }
  }

  /// Returns all values of the current row.
  public final func values() throws -> [Value] {
    try (0..<columnCount).map { try value($0) }
  }

  /// Returns the error for a column that does not hold what the program expects.
  public final func mismatch(
    _ column: Int, expected: String, found: String? = nil
  ) -> any Error {
    let origin = origin(of: column)
    return DatabaseError.decoding(
      DecodingFailure(
        table: origin.table, column: origin.column ?? columnName(column),
        row: .number(state.pointee.rowNumber),
        expected: expected, found: found ?? type(column).rawValue))
  }
}
