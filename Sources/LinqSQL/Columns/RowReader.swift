public import StoreEngine

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
  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  @usableFromInline let count: Int
  /// The statement whose row is read, for errors.
  @usableFromInline let statement: Unmanaged<Statement>?

  /// The index of the next column, counted from 0.
  @usableFromInline package var column: Int

  /// Creates a reader of the current row of a statement, beginning with a column.
  @inlinable package init(_ statement: Statement, column: Int = 0) {
    self.init(
      statement.cells, statement.columnCount, .passUnretained(statement), column: column)
  }

  /// Creates a reader of cells.
  package init(_ cells: UnsafeMutableBufferPointer<Cell>) {
    // Without an address there are no cells, and none is read.
    self.init(
      cells.baseAddress ?? UnsafeMutablePointer(bitPattern: 8)!, cells.count, nil, column: 0)
  }

  @inlinable init(
    _ cells: UnsafeMutablePointer<Cell>, _ count: Int, _ statement: Unmanaged<Statement>?,
    column: Int
  ) {
    self.cells = cells
    self.count = count
    self.statement = statement
    self.column = column
  }

  /// Returns the next cell. A column after the last one is NULL.
  @inlinable mutating func next() -> Cell {
    defer { column &+= 1 }
    return column < count ? cells[column] : Cell(.null)
  }

  /// Skips the next column if it is NULL, and returns whether it was.
  @inlinable public mutating func skipNull() -> Bool {
    let isNull = column >= count || cells[column].kind == .null
    if isNull { column &+= 1 }
    return isNull
  }

  /// Reads an integer.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else.
  @inlinable public mutating func integer() throws -> Int64 {
    let cell = next()
    guard cell.kind == .integer else { throw mismatch(expected: "INTEGER") }
    return cell.payload
  }

  /// Reads a floating-point number.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else.
  @inlinable public mutating func real() throws -> Double {
    let cell = next()
    guard cell.kind == .real else { throw mismatch(expected: "REAL") }
    return cell.real
  }

  /// Reads a text, including NUL.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else, and for text that is not UTF-8.
  @inlinable public mutating func text() throws -> String {
    let cell = next()
    guard cell.kind == .text, let bytes = cell.utf8, let text = String(strict: bytes) else {
      throw textFailure()
    }
    return text
  }

  /// Calls a closure with the bytes of a text, which need not be valid UTF-8.
  ///
  /// - Throws: `DatabaseError.decoding` for anything but text.
  @inlinable public mutating func withUTF8<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let cell = next()
    guard cell.kind == .text, let bytes = cell.utf8 else { throw textFailure() }
    return try body(bytes)
  }

  /// Calls a closure with the bytes of a blob.
  ///
  /// - Throws: `DatabaseError.decoding` for anything else.
  @inlinable public mutating func withBlob<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let cell = next()
    guard cell.kind == .blob else { throw mismatch(expected: "BLOB") }
    return try body(cell.bytes)
  }

  /// Returns the error for the column that was read last, which does not hold what the program
  /// expects.
  ///
  /// - Parameters:
  ///   - expected: what the column should hold.
  ///   - found: what the column holds; by default the storage class of its value.
  public func mismatch(expected: String, found: String? = nil) -> any Error {
    let column = column - 1
    if let statement {
      return statement.takeUnretainedValue().mismatch(column, expected: expected, found: found)
    }
    let type = column < count ? cells[column].type : .null
    return DatabaseError.decoding(
      DecodingFailure(
        table: nil, column: "column \(column + 1)", row: .unknown, expected: expected,
        found: found ?? type.rawValue))
  }

  @usableFromInline func textFailure() -> any Error {
    guard let statement else { return mismatch(expected: "TEXT") }
    return statement.takeUnretainedValue().textFailure(column - 1)
  }
}
