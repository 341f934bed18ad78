internal import CStoreSQLite
internal import StoreEngine

/// The result of a Swift function that SQLite calls.
struct SQLiteResult: ScalarResult {
  let context: OpaquePointer?

  /// Sets the result to a value.
  ///
  /// - Throws: `DatabaseError/notANumber(column:parameter:)` for NaN.
  func give(_ value: Value) throws {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value):
      guard !value.isNaN else { throw DatabaseError.notANumber(column: nil, parameter: 0) }
      sqlite3_result_double(context, value)
    case .text(var text): text.withUTF8 { give(text: $0) }
    case .blob([]): sqlite3_result_zeroblob(context, 0)  // an empty array may have no address
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        csqlite_result_blob_copy(context, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  /// Sets the result to a text with these bytes, which must be valid UTF-8 and may contain NUL. The
  /// bytes are copied.
  func give(text bytes: UnsafeBufferPointer<UInt8>) {
    // A text without an address would be NULL.
    guard bytes.baseAddress != nil else { return csqlite_result_text_copy(context, "", 0) }
    bytes.withMemoryRebound(to: CChar.self) {
      csqlite_result_text_copy(context, $0.baseAddress, UInt64($0.count))
    }
  }
}
