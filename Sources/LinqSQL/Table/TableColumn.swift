internal import Foundation
internal import LinqCore
package import StoreEngine

/// One column of a ``Table``: its name and the property that it stores.
///
/// ```swift
/// .primaryKey("id", \.id)
/// .column("total", \.total)
/// ```
public struct TableColumn<Row, Value: ColumnValue>: Sendable {
  /// The column's name in the database.
  public let name: String

  /// The key path of the property.
  public let keyPath: any KeyPath<Row, Value> & Sendable

  /// Whether this is the integer primary key, which the store assigns to rows whose key is 0.
  public let isPrimaryKey: Bool

  @usableFromInline let key: KeyProperty<Row>?

  /// Writes the property of a row to the next parameter.
  @usableFromInline let write: @Sendable (UnsafePointer<Row>, inout RowWriter) throws -> Void

  @inlinable init(
    name: String, keyPath: any KeyPath<Row, Value> & Sendable, key: KeyProperty<Row>? = nil
  ) {
    self.name = name
    self.keyPath = keyPath
    self.key = key
    isPrimaryKey = key != nil
    if let offset = MemoryLayout<Row>.offset(of: keyPath) {
      // The property is read directly at its offset: a key path takes ten times as long.
      write = { row, writer in
        try (UnsafeRawPointer(row) + offset).assumingMemoryBound(to: Value.self).pointee
          .write(to: &writer)
      }
    } else {
      write = { row, writer in try row.pointee[keyPath: keyPath].write(to: &writer) }
    }
  }

  /// Declares a column that stores a property.
  @inlinable public static func column(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn {
    TableColumn(name: name, keyPath: keyPath)
  }
}

extension TableColumn where Value == Int64 {
  /// Declares the integer primary key. A row whose key is 0 is not stored yet.
  @inlinable public static func primaryKey(
    _ name: String, _ keyPath: any WritableKeyPath<Row, Int64> & Sendable
  ) -> TableColumn {
    TableColumn(
      name: name, keyPath: keyPath,
      key: KeyProperty(
        offset: MemoryLayout<Row>.offset(of: keyPath),
        read: { $0[keyPath: keyPath] }, write: { row, key in row[keyPath: keyPath] = key }))
  }
}

/// The property that holds a row's key.
@usableFromInline
struct KeyProperty<Row>: Sendable {
  /// The offset in a row, if it is a stored property.
  @usableFromInline let offset: Int?
  @usableFromInline let get: @Sendable (Row) -> Int64
  @usableFromInline let set: @Sendable (inout Row, Int64) -> Void

  @inlinable init(
    offset: Int?, read: @escaping @Sendable (Row) -> Int64,
    write: @escaping @Sendable (inout Row, Int64) -> Void
  ) {
    self.offset = offset
    get = read
    set = write
  }

  @inlinable func read(_ row: Row) -> Int64 {
    guard let offset else { return get(row) }
    return withUnsafeBytes(of: row) { $0.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
  }

  @inlinable func write(_ row: inout Row, _ key: Int64) { set(&row, key) }
}

/// The description of a column without its Swift type.
@usableFromInline package struct ColumnDescription: Sendable {
  /// The name in the database.
  @usableFromInline package let name: String
  /// The storage class.
  package let type: ValueType
  /// Whether the column may be NULL.
  package let isOptional: Bool
  /// Whether the column is the primary key.
  package let isPrimaryKey: Bool
  /// The key path of the property that the column stores.
  package let keyPath: any AnyKeyPath & Sendable
  /// Whether the column holds texts that never look like numbers. SQLite stores them unchanged in a
  /// column of type `DATE` or `UUID`.
  let isNeverNumeric: Bool
  /// Writes the first or the second sample value; nil for a type without sample values.
  let writeSample: (@Sendable (inout RowWriter, _ isSecond: Bool) throws -> Void)?

  @usableFromInline init<Row, Value>(_ column: TableColumn<Row, Value>) {
    name = column.name
    type = Value.columnType
    isOptional = Value.isOptional
    isPrimaryKey = column.isPrimaryKey
    keyPath = column.keyPath
    isNeverNumeric =
      switch Value.self {
      case is CalendarDate.Type, is CalendarDate?.Type, is UUID.Type, is UUID?.Type: true
      default: false
      }
    if let (first, second) = Value.sampleValues {
      writeSample = { writer, isSecond in try (isSecond ? second : first).write(to: &writer) }
    } else {
      writeSample = nil
    }
  }
}
