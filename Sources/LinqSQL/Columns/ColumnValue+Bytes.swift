public import Foundation
public import StoreSQLite

extension Array: ColumnValue where Element == UInt8 {
  /// BLOB.
  public static var columnType: ValueType { .blob }

  /// Reads bytes.
  public static func read(from row: inout RowReader) throws -> [UInt8] {
    try row.statement.blob(row.next())
  }

  /// Writes bytes.
  public func write(to row: inout RowWriter) throws {
    row.statement.bind(self, at: row.next())
  }
}

extension Data: ColumnValue {
  /// BLOB.
  public static var columnType: ValueType { .blob }

  /// Reads bytes.
  public static func read(from row: inout RowReader) throws -> Data {
    try row.statement.withBlob(row.next()) { Data($0) }
  }

  /// Writes bytes.
  public func write(to row: inout RowWriter) throws {
    let parameter = row.next()
    withUnsafeBytes { row.statement.bind(bytes: $0, asText: false, at: parameter) }
  }
}
