public import Foundation
public import LinqCore
public import StoreSQLite

extension String: ColumnValue {
  /// TEXT.
  @inlinable public static var columnType: ValueType { .text }

  /// Reads a text, NUL included; bytes that are not UTF-8 are an error.
  @inlinable public static func read(from row: inout RowReader) throws -> String {
    try row.text()
  }

  /// Writes the text in its canonical form.
  @inlinable public func write(to row: inout RowWriter) throws {
    row.write(self)
  }
}

extension Substring: ColumnValue {
  /// TEXT.
  public static var columnType: ValueType { .text }

  /// Reads a text.
  public static func read(from row: inout RowReader) throws -> Substring {
    Substring(try String.read(from: &row))
  }

  /// Writes the text in its canonical form.
  public func write(to row: inout RowWriter) throws { row.write(String(self)) }
}

extension Character: ColumnValue {
  /// TEXT.
  public static var columnType: ValueType { .text }

  /// Reads a text of one character; any other is an error.
  public static func read(from row: inout RowReader) throws -> Character {
    let text = try row.text()
    guard let character = text.first, text.dropFirst().isEmpty else {
      throw row.mismatch(expected: "one character", found: "'\(text)'")
    }
    return character
  }

  /// Writes the character in its canonical form.
  public func write(to row: inout RowWriter) throws { row.write(String(self)) }
}

extension CalendarDate: ColumnValue {
  /// TEXT.
  @inlinable public static var columnType: ValueType { .text }

  /// Reads `YYYY-MM-DD`; any other text, and a day that does not exist, is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> CalendarDate {
    var found = ""
    let date = try row.withUTF8 { bytes in
      let date = CalendarDate(utf8: bytes)
      if date == nil { found = String(decoding: bytes, as: UTF8.self) }
      return date
    }
    guard let date else { throw row.mismatch(expected: "a day YYYY-MM-DD", found: "'\(found)'") }
    return date
  }

  /// Writes `YYYY-MM-DD`.
  @inlinable public func write(to row: inout RowWriter) throws {
    withUnsafeTemporaryAllocation(byteCount: 10, alignment: 1) { buffer in
      writeUTF8(to: buffer)
      row.write(utf8: UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self)))
    }
  }
}

extension UUID: ColumnValue {
  /// TEXT.
  public static var columnType: ValueType { .text }

  /// Reads 36 characters, `8-4-4-4-12` hexadecimal digits with capitals; any other text is an
  /// error.
  ///
  /// Small letters, too: such a text would be equal here and different in SQL.
  public static func read(from row: inout RowReader) throws -> UUID {
    let text = try row.text()
    // Foundation reads more than it writes: small letters, blanks, what follows a NUL.
    guard let value = UUID(uuidString: text), value.uuidString == text else {
      throw row.mismatch(expected: "a UUID with capitals", found: "'\(text)'")
    }
    return value
  }

  /// Writes 36 characters with upper-case digits, whose order is that of the bytes.
  public func write(to row: inout RowWriter) throws {
    row.write(uuidString)
  }
}
