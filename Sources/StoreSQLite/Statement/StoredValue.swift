public import CStoreSQLite

/// The value of a column in the current row of a statement. Reading it through the statement would
/// cost a lookup for each call.
///
/// SQLite requires for this that only one thread uses the connection (`SQLITE_OPEN_NOMUTEX`).
@usableFromInline package struct StoredValue {
  @usableFromInline let pointer: OpaquePointer?

  @inlinable package init(_ statement: OpaquePointer, _ column: Int) {
    pointer = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
  }

  /// Whether the value is NULL.
  @inlinable package var isNull: Bool { sqlite3_value_type(pointer) == SQLITE_NULL }

  /// The integer; nil for anything else.
  @inlinable package var integer: Int64? {
    sqlite3_value_type(pointer) == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil
  }

  /// The floating-point number; nil for anything else.
  @inlinable package var real: Double? {
    sqlite3_value_type(pointer) == SQLITE_FLOAT ? sqlite3_value_double(pointer) : nil
  }

  /// The text; nil for any other value, for text that is not UTF-8, and if memory is exhausted.
  @inlinable package var text: String? { utf8.flatMap { String(strict: $0) } }

  /// The bytes of a text, which need not be valid UTF-8; nil for any other value, and if memory is
  /// exhausted.
  @inlinable package var utf8: UnsafeBufferPointer<UInt8>? {
    // The address is requested before the length: in this order the text is converted at most once.
    guard sqlite3_value_type(pointer) == SQLITE_TEXT, let start = sqlite3_value_text(pointer)
    else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
  }

  /// The bytes of a blob; nil for anything else.
  @inlinable package var bytes: UnsafeRawBufferPointer? {
    guard sqlite3_value_type(pointer) == SQLITE_BLOB else { return nil }
    let start = sqlite3_value_blob(pointer)
    let count = Int(sqlite3_value_bytes(pointer))
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }
}
