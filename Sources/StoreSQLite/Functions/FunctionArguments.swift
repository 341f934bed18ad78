public import CStoreSQLite

/// The arguments of a call of a Swift function from SQL, with indices from 0.
///
/// They refer to memory of SQLite: use them during the call, and do not store them.
public struct FunctionArguments {
  @usableFromInline let start: UnsafeMutablePointer<OpaquePointer?>?

  /// The number of arguments.
  public let count: Int

  init(start: UnsafeMutablePointer<OpaquePointer?>?, count: Int) {
    self.start = start
    self.count = count
  }

  /// No arguments.
  public static var none: FunctionArguments { FunctionArguments(start: nil, count: 0) }

  @inlinable func argument(_ index: Int) -> OpaquePointer? {
    precondition(index >= 0 && index < count, "the function has \(count) arguments")
    return start?[index]
  }

  /// Returns whether an argument is NULL.
  @inlinable public func isNull(_ index: Int) -> Bool {
    sqlite3_value_type(argument(index)) == SQLITE_NULL
  }

  /// Returns a copy of an argument; text that is not UTF-8 is an error.
  public subscript(index: Int) -> Value {
    get throws {
      if let text = try text(index) { return .text(text) }
      return argument(index).map { Value(copying: $0) } ?? .null
    }
  }

  /// Returns an integer, or nil if the argument is not one.
  @inlinable public func integer(_ index: Int) -> Int64? {
    let value = argument(index)
    return sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
  }

  /// Returns a floating-point number, or nil if the argument is not one.
  @inlinable public func real(_ index: Int) -> Double? {
    let value = argument(index)
    return sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
  }

  /// Returns a copy of a text, including NUL, or nil if the argument is not a text; text that is
  /// not UTF-8 is an error.
  public func text(_ index: Int) throws -> String? {
    try withUTF8(index) { bytes in
      guard let text = String(strict: bytes) else {
        throw DatabaseError.decoding(
          DecodingFailure(
            table: nil, column: "argument \(index + 1) of a function", row: .unknown,
            expected: "TEXT", found: "TEXT that is not UTF-8"))
      }
      return text
    }
  }

  /// Calls a closure with the bytes of a text, which need not be valid UTF-8; returns nil if the
  /// argument is not a text.
  @inlinable public func withUTF8<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    let value = argument(index)
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    let start = sqlite3_value_text(value)
    let count = Int(sqlite3_value_bytes(value))
    return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
