public import StoreSQLite

/// Reads the columns of a row one at a time, from the current row of a statement or from an array
/// of values.
///
/// ```swift
/// struct Point: ColumnValue {                              // TEXT: '3,4'
///   var x, y: Int
///   static var columnType: ValueType { .text }
///   static func read(from row: inout RowReader) throws -> Point {
///     let text = try row.text()
///     let parts = text.split(separator: ",").compactMap { Int($0) }
///     guard parts.count == 2 else { throw row.mismatch(expected: "x,y", found: "'\(text)'") }
///     return Point(x: parts[0], y: parts[1])
///   }
///   func write(to row: inout RowWriter) throws { row.write("\(x),\(y)") }
/// }
/// ```
public struct RowReader {
  // Unmanaged references only: strong ones would be retained and released for each row. A reader is
  // only passed to functions that return before its statement, or its values, are deallocated.
  @usableFromInline let handle: OpaquePointer?
  @usableFromInline let source: Source

  /// The index of the next column, counted from 0.
  @usableFromInline package var column: Int

  /// The source of the columns.
  @usableFromInline enum Source {
    case statement(Unmanaged<Statement>)
    case values(UnsafeBufferPointer<Value>)
  }

  /// Creates a reader of the current row of a statement, beginning with a column.
  @inlinable package init(_ statement: Statement, column: Int = 0) {
    handle = statement.handle
    source = .statement(.passUnretained(statement))
    self.column = column
  }

  /// Creates a reader of values.
  package init(_ values: UnsafeBufferPointer<Value>) {
    handle = nil
    source = .values(values)
    column = 0
  }

  @inlinable mutating func next() -> Int {
    defer { column &+= 1 }
    return column
  }

  /// Skips the next column if it is NULL, and returns whether it was.
  @inlinable public mutating func skipNull() -> Bool {
    let isNull =
      if let handle { StoredValue(handle, column).isNull } else { value(column) == .null }
    if isNull { column &+= 1 }
    return isNull
  }

  /// Reads an integer.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else.
  @inlinable public mutating func integer() throws -> Int64 {
    let column = next()
    guard let handle else { return try integer(column) }
    guard let integer = StoredValue(handle, column).integer else {
      throw mismatch(expected: "INTEGER")
    }
    return integer
  }

  /// Reads a floating-point number.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else.
  @inlinable public mutating func real() throws -> Double {
    let column = next()
    guard let handle else { return try real(column) }
    guard let real = StoredValue(handle, column).real else { throw mismatch(expected: "REAL") }
    return real
  }

  /// Reads a text, including NUL.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else, and for text that is not UTF-8.
  @inlinable public mutating func text() throws -> String {
    let column = next()
    guard let handle else { return try text(column) }
    guard let text = StoredValue(handle, column).text else { throw textFailure(column) }
    return text
  }

  /// Calls a closure with the bytes of a text, which need not be valid UTF-8.
  ///
  /// - Throws: `DatabaseError.decoding` for anything but text.
  @inlinable public mutating func withUTF8<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let column = next()
    guard let handle else {
      var text = try text(column)
      return try text.withUTF8(body)
    }
    guard let bytes = StoredValue(handle, column).utf8 else { throw textFailure(column) }
    return try body(bytes)
  }

  /// Calls a closure with the bytes of a blob.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else.
  @inlinable public mutating func withBlob<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let column = next()
    guard let handle else { return try blob(column).withUnsafeBytes(body) }
    guard let bytes = StoredValue(handle, column).bytes else { throw mismatch(expected: "BLOB") }
    return try body(bytes)
  }

  /// Returns the error for the column that was read last, which does not hold what the program
  /// expects.
  ///
  /// - Parameters:
  ///   - expected: what the column should hold.
  ///   - found: what the column holds; by default the storage class of its value.
  public func mismatch(expected: String, found: String? = nil) -> any Error {
    let column = column - 1
    switch source {
    case .statement(let statement):
      return statement.takeUnretainedValue().mismatch(column, expected: expected, found: found)
    case .values:
      return DatabaseError.decoding(
        DecodingFailure(
          table: nil, column: "column \(column + 1)", row: .unknown, expected: expected,
          found: found ?? value(column).type.rawValue))
    }
  }

  @usableFromInline func textFailure(_ column: Int) -> any Error {
    guard case .statement(let statement) = source else { return mismatch(expected: "TEXT") }
    return statement.takeUnretainedValue().textFailure(column)
  }

  // Reading values.

  @usableFromInline func value(_ column: Int) -> Value {
    // As in SQLite, a column after the last one is NULL.
    guard case .values(let values) = source, column < values.count else { return .null }
    return values[column]
  }

  @usableFromInline func integer(_ column: Int) throws -> Int64 {
    guard case .integer(let integer) = value(column) else { throw mismatch(expected: "INTEGER") }
    return integer
  }

  @usableFromInline func real(_ column: Int) throws -> Double {
    guard case .real(let real) = value(column) else { throw mismatch(expected: "REAL") }
    return real
  }

  @usableFromInline func text(_ column: Int) throws -> String {
    guard case .text(let text) = value(column) else { throw mismatch(expected: "TEXT") }
    return text
  }

  @usableFromInline func blob(_ column: Int) throws -> [UInt8] {
    guard case .blob(let bytes) = value(column) else { throw mismatch(expected: "BLOB") }
    return bytes
  }
}
