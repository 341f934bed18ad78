public import CStoreSQLite

/// A column of the current row of a statement: each question through the statement would cost a
/// lookup.
///
/// The connection is one thread's (`SQLITE_OPEN_NOMUTEX`), which is what SQLite demands for this.
@usableFromInline package struct StoredValue {
  @usableFromInline let pointer: OpaquePointer?

  @inlinable package init(_ statement: OpaquePointer, _ column: Int) {
    pointer = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
  }

  /// Whether it is NULL.
  @inlinable package var isNull: Bool { sqlite3_value_type(pointer) == SQLITE_NULL }

  /// The integer; nil for anything else.
  @inlinable package var integer: Int64? {
    sqlite3_value_type(pointer) == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil
  }

  /// The floating-point number; nil for anything else.
  @inlinable package var real: Double? {
    sqlite3_value_type(pointer) == SQLITE_FLOAT ? sqlite3_value_double(pointer) : nil
  }

  /// The text; nil for anything else, for text that is not UTF-8, and when memory is short.
  @inlinable package var text: String? { utf8.flatMap { String(strict: $0) } }

  /// The bytes of a text, which need not be valid UTF-8; nil for anything else, and when memory is
  /// short.
  @inlinable package var utf8: UnsafeBufferPointer<UInt8>? {
    // The address is asked for before the length: that order converts the text at most once.
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
