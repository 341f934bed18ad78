public import Foundation
public import LinqCore
public import StoreSQLite

extension String: ColumnValue {
  /// TEXT.
  @inlinable public static var columnType: ValueType { .text }

  /// Reads a text, NUL included; bytes that are not UTF-8 are an error.
  @inlinable public static func read(from row: inout RowReader) throws -> String {
    try row.statement.text(row.next())
  }

  /// Writes the text in its canonical form.
  @inlinable public func write(to row: inout RowWriter) throws {
    let parameter = row.next()
    let statement = row.statement
    var text = self
    let isCanonical = text.withUTF8 { bytes in
      guard CanonicalText.isKnownCanonical(bytes) else { return false }
      statement.bind(bytes: UnsafeRawBufferPointer(bytes), asText: true, at: parameter)
      return true
    }
    guard !isCanonical else { return }
    let form = CanonicalText.form(of: text)
    if !form.utf8.elementsEqual(text.utf8) { row.changesValue = true }
    statement.bind(form, at: parameter)
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
  public func write(to row: inout RowWriter) throws { try String(self).write(to: &row) }
}

extension Character: ColumnValue {
  /// TEXT.
  public static var columnType: ValueType { .text }

  /// Reads a text of one character; any other is an error.
  public static func read(from row: inout RowReader) throws -> Character {
    let column = row.column
    let text = try String.read(from: &row)
    guard let character = text.first, text.dropFirst().isEmpty else {
      throw row.statement.mismatch(column, expected: "one character", found: "'\(text)'")
    }
    return character
  }

  /// Writes the character in its canonical form.
  public func write(to row: inout RowWriter) throws { try String(self).write(to: &row) }
}

extension CalendarDate: ColumnValue {
  /// TEXT.
  @inlinable public static var columnType: ValueType { .text }

  /// Reads `YYYY-MM-DD`; any other text, and a day that does not exist, is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> CalendarDate {
    let column = row.next()
    let statement = row.statement
    return try statement.withUTF8(column) { bytes in
      guard let date = CalendarDate(utf8: bytes) else {
        throw statement.mismatch(
          column, expected: "a day YYYY-MM-DD",
          found: "'\(String(decoding: bytes, as: UTF8.self))'")
      }
      return date
    }
  }

  /// Writes `YYYY-MM-DD`.
  @inlinable public func write(to row: inout RowWriter) throws {
    let parameter = row.next()
    let statement = row.statement
    withUnsafeTemporaryAllocation(byteCount: 10, alignment: 1) { buffer in
      writeUTF8(to: buffer)
      statement.bind(bytes: UnsafeRawBufferPointer(buffer), asText: true, at: parameter)
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
    let column = row.next()
    let text = try row.statement.text(column)
    // Foundation reads more than it writes: small letters, blanks, what follows a NUL.
    guard let value = UUID(uuidString: text), value.uuidString == text else {
      throw row.statement.mismatch(column, expected: "a UUID with capitals", found: "'\(text)'")
    }
    return value
  }

  /// Writes 36 characters with upper-case digits, whose order is that of the bytes.
  public func write(to row: inout RowWriter) throws {
    row.statement.bind(uuidString, at: row.next())
  }
}
