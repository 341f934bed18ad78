public import Foundation
public import StoreEngine

extension UInt8 {
  /// The storage class BLOB.
  @_documentation(visibility: internal)
  public static var arrayColumnType: ValueType { .blob }

  /// Reads a blob.
  @_documentation(visibility: internal)
  public static func readArray(from row: inout RowReader) throws -> [UInt8] {
    try row.withBlob { [UInt8]($0) }
  }

  /// Writes the bytes as a blob.
  @_documentation(visibility: internal)
  public static func write(_ array: [UInt8], to row: inout RowWriter) throws {
    array.withUnsafeBytes { row.write(blob: $0) }
  }
}

extension Data: ColumnValue {
  /// The storage class BLOB.
  public static var columnType: ValueType { .blob }

  /// Reads a blob.
  public static func read(from row: inout RowReader) throws -> Data {
    try row.withBlob { Data($0) }
  }

  /// Writes the bytes as a blob.
  public func write(to row: inout RowWriter) throws {
    withUnsafeBytes { row.write(blob: $0) }
  }
}
