internal import CStoreSQLite
internal import StoreEngine

extension Value {
  /// Copies a value of SQLite. Text that is not UTF-8 is repaired, because a hook cannot fail.
  init(copying value: OpaquePointer) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let count = Int(sqlite3_value_bytes(value))
      self = .text(
        String(
          decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count),
          as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      let count = Int(sqlite3_value_bytes(value))
      self = .blob(
        [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: self = .null
    }
  }
}
