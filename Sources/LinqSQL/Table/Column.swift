public import SQLite

/// One column of a ``Table``: its name and the property it keeps.
///
/// ```swift
/// .primaryKey("id", \.id)
/// .column("total", \.total)
/// ```
public struct Column<Row, Value: ColumnValue>: Sendable {
  /// The column's name in the database.
  public let name: String

  /// The property.
  public let keyPath: any KeyPath<Row, Value> & Sendable

  /// Whether this is the table's integer key, which the store assigns where it is 0.
  public let isPrimaryKey: Bool

  @usableFromInline let key: KeyProperty<Row>?

  /// A column that keeps a property.
  public static func column(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> Column {
    Column(name: name, keyPath: keyPath, isPrimaryKey: false, key: nil)
  }
}

extension Column where Value == Int64 {
  /// The integer primary key. A row whose key is 0 is not stored yet.
  public static func primaryKey(
    _ name: String, _ keyPath: any WritableKeyPath<Row, Int64> & Sendable
  ) -> Column {
    Column(
      name: name, keyPath: keyPath, isPrimaryKey: true,
      key: KeyProperty(
        read: { $0[keyPath: keyPath] }, write: { row, key in row[keyPath: keyPath] = key }))
  }
}

/// The property that holds a row's key.
@usableFromInline
struct KeyProperty<Row>: Sendable {
  let read: @Sendable (Row) -> Int64
  let write: @Sendable (inout Row, Int64) -> Void
}

/// What a table knows of a column without its Swift type.
public struct ColumnDescription: Sendable {
  /// The name in the database.
  public let name: String
  /// The storage class.
  public let type: ValueType
  /// Whether it may be NULL.
  public let isOptional: Bool
  /// Whether it is the primary key.
  public let isPrimaryKey: Bool
  /// The property it keeps.
  public let keyPath: any AnyKeyPath & Sendable

  @usableFromInline init<Row, Value>(_ column: Column<Row, Value>) {
    name = column.name
    type = Value.columnType
    isOptional = Value.isOptional
    isPrimaryKey = column.isPrimaryKey
    keyPath = column.keyPath
  }
}
