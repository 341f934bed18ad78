public import Foundation
public import LinqCore
public import StoreEngine

extension String: ColumnValue {
  /// The storage class TEXT.
  @inlinable public static var columnType: ValueType { .text }

  /// Reads a text, including NUL; bytes that are not UTF-8 are an error.
  @inlinable public static func read(from row: inout RowReader) throws -> String {
    try row.text()
  }

  /// Writes the text in its canonical form.
  @inlinable public func write(to row: inout RowWriter) throws {
    row.write(self)
  }
}

extension Substring: ColumnValue {
  /// The storage class TEXT.
  public static var columnType: ValueType { .text }

  /// Reads a text.
  public static func read(from row: inout RowReader) throws -> Substring {
    Substring(try String.read(from: &row))
  }

  /// Writes the text in its canonical form.
  public func write(to row: inout RowWriter) throws { row.write(String(self)) }
}

extension Character: ColumnValue {
  /// The storage class TEXT.
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
  /// The storage class TEXT.
  @inlinable public static var columnType: ValueType { .text }

  /// Reads `YYYY-MM-DD`; any other text is an error, and so is a day that does not exist.
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
  /// The storage class TEXT.
  public static var columnType: ValueType { .text }

  /// Reads 36 characters, `8-4-4-4-12` upper-case hexadecimal digits; any other text is an error.
  ///
  /// Lower-case digits are an error too: the text would be equal to its upper-case form in Swift,
  /// and different in SQL.
  public static func read(from row: inout RowReader) throws -> UUID {
    let text = try row.text()
    // Foundation accepts more than it writes: lower-case letters, blanks, and text after a NUL.
    guard let value = UUID(uuidString: text), value.uuidString == text else {
      throw row.mismatch(expected: "a UUID with capitals", found: "'\(text)'")
    }
    return value
  }

  /// Writes 36 characters with upper-case digits. The order of these texts is the order of the
  /// bytes.
  public func write(to row: inout RowWriter) throws {
    row.write(uuidString)
  }
}
