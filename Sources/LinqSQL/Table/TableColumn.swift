internal import Foundation
internal import LinqCore
package import StoreEngine

/// One column of a ``Table``: its name and the property that it stores.
///
/// ```swift
/// .primaryKey("id", \.id)
/// .column("total", \.total)
/// ```
///
/// The columns that are declared as `primaryKey` are the table's key: their values together are
/// unique.
public struct TableColumn<Row, Value: ColumnValue>: Sendable {
  /// The column's name in the database.
  public let name: String

  /// The key path of the property.
  public let keyPath: any KeyPath<Row, Value> & Sendable

  /// Who decides about the values of the column.
  @usableFromInline let role: ColumnRole

  /// The property as an integer key that the database assigns, if it is one.
  @usableFromInline let assignedKey: AssignedKey<Row>?

  /// Whether the column is a part of the primary key.
  public var isPrimaryKey: Bool { role == .key }

  /// The encoding of the stored values, if it is not the usual one.
  @usableFromInline var encoding: StoredEncoding?

  /// Why the parameters of the encoding are wrong; nil if they are not.
  @usableFromInline var encodingProblem: String?

  /// The offset of the property in a row; nil for one that is not stored.
  @usableFromInline let offset: Int?

  /// Writes the property of a row to the next parameter.
  @usableFromInline var write: @Sendable (UnsafePointer<Row>, inout RowWriter) throws -> Void

  @inlinable init(
    name: String, keyPath: any KeyPath<Row, Value> & Sendable, role: ColumnRole = .stored,
    assignedKey: AssignedKey<Row>? = nil
  ) {
    self.name = name
    self.keyPath = keyPath
    self.role = role
    self.assignedKey = assignedKey
    offset = MemoryLayout<Row>.offset(of: keyPath)
    if let offset {
      // The property is read directly at its offset: a key path takes ten times as long.
      write = { row, writer in
        try (UnsafeRawPointer(row) + offset).assumingMemoryBound(to: Value.self).pointee
          .write(to: &writer)
      }
    } else {
      write = { row, writer in try row.pointee[keyPath: keyPath].write(to: &writer) }
    }
  }

  /// Creates the column of a stored property at an offset.
  init(
    name: String, keyPath: any KeyPath<Row, Value> & Sendable, offset: Int,
    write: @escaping @Sendable (UnsafePointer<Row>, inout RowWriter) throws -> Void
  ) {
    self.name = name
    self.keyPath = keyPath
    self.offset = offset
    self.write = write
    role = .stored
    assignedKey = nil
  }

  /// Declares a column that stores a property.
  @inlinable public static func column(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn {
    TableColumn(name: name, keyPath: keyPath)
  }

  /// Declares a column whose values the database computes: a generated column, or one that a
  /// trigger keeps. It is read like others and never written; an inserted row is read again, so
  /// that the result of `insert` has the value.
  ///
  /// ```swift
  /// .generated("gross", \.gross)
  /// // gross REAL NOT NULL GENERATED ALWAYS AS (net * 1.25)
  /// ```
  @inlinable public static func generated(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn {
    TableColumn(name: name, keyPath: keyPath, role: .generated)
  }

  /// Declares a column of the primary key whose value the program gives to each row: a text, a
  /// UUID, a date, an enumeration, or one of several columns.
  ///
  /// ```swift
  /// .primaryKey("code", \.code)
  /// // code TEXT NOT NULL PRIMARY KEY
  /// .primaryKey("invoice", \.invoice), .primaryKey("line", \.line)
  /// // PRIMARY KEY (invoice, line)
  /// ```
  ///
  /// The property may be a constant (`let`). Rows without another order come in the order of their
  /// keys.
  @_disfavoredOverload
  @inlinable public static func primaryKey(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn {
    TableColumn(name: name, keyPath: keyPath, role: .key)
  }
}

extension TableColumn {
  /// Declares a column with a default value of the database. A row whose property is nil is
  /// inserted without the column, so that the database gives it its default; an inserted row is
  /// read again, so that the result of `insert` has the value.
  ///
  /// ```swift
  /// .defaulted("created", \.created)            // var created: Date?
  /// // created INTEGER NOT NULL DEFAULT (unixepoch() * 1000000)
  /// ```
  ///
  /// An `update` writes nil as NULL.
  @inlinable public static func defaulted<Wrapped: ColumnValue>(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn where Value == Wrapped? {
    TableColumn(name: name, keyPath: keyPath, role: .defaulted)
  }
}

extension TableColumn where Value: FixedWidthInteger {
  /// Declares an integer primary key. A row whose key is 0 is not stored yet, and the database
  /// assigns a key when it is inserted.
  ///
  /// The property may be a constant (`let`): the row with its key is then made by the initializer
  /// of the table, which takes longer.
  ///
  /// - Parameters:
  ///   - name: the column's name in the database.
  ///   - keyPath: the key path of the property.
  ///   - isAssigned: pass false for a key that the program gives to every row; 0 is a key like
  ///     others then. The columns of a key of several columns are never assigned.
  @inlinable public static func primaryKey(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable, isAssigned: Bool = true
  ) -> TableColumn {
    TableColumn(
      name: name, keyPath: keyPath, role: .key,
      assignedKey: isAssigned
        ? AssignedKey(keyPath) {
          Int64(exactly: $0)
        } _: {
          Value(exactly: $0)
        } : nil)
  }
}

extension TableColumn where Value: RawRepresentable, Value.RawValue: FixedWidthInteger {
  /// Declares a primary key of a type whose raw value is an integer. A row whose key has the raw
  /// value 0 is not stored yet, and the database assigns a key when it is inserted. Keys that are
  /// cases of an enumeration are given by the program.
  ///
  /// ```swift
  /// struct InvoiceID: RawRepresentable, Hashable, ColumnValue { var rawValue: Int64 }
  /// .primaryKey("id", \.id)
  /// ```
  @inlinable public static func primaryKey(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable, isAssigned: Bool = true
  ) -> TableColumn {
    TableColumn(
      name: name, keyPath: keyPath, role: .key,
      assignedKey: isAssigned && mayBeAssigned
        ? AssignedKey(keyPath) {
          Int64(exactly: $0.rawValue)
        } _: {
          Value.RawValue(exactly: $0).flatMap { Value(rawValue: $0) }
        } : nil)
  }

  /// Whether the database can assign keys of the type: it is stored as its raw value, and has a
  /// value for keys that are not assigned yet. The cases of an enumeration are given.
  @usableFromInline static var mayBeAssigned: Bool {
    guard Value.columnType == .integer, let none = Value(rawValue: 0) else { return false }
    return Mirror(reflecting: none).displayStyle != .enum
  }
}

extension TableColumn {
  /// Declares an integer primary key that is nil in rows which are not stored yet.
  @inlinable public static func primaryKey<Key: FixedWidthInteger>(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn where Value == Key? {
    TableColumn(
      name: name, keyPath: keyPath, role: .key,
      assignedKey: AssignedKey(keyPath) { key in
        key.map { Int64(exactly: $0) } ?? 0
      } _: {
        Key(exactly: $0).map { .some($0) }
      })
  }
}

/// Who decides about the values of a column.
@usableFromInline package enum ColumnRole: Sendable {
  /// The program, in each row. The column is no part of the key.
  case stored
  /// The program, or the database for a new row. The column is a part of the key.
  case key
  /// The program, or the database for a new row without a value.
  case defaulted
  /// The database. The column is only read.
  case generated
}

/// The property that holds a row's integer key, which the database assigns.
@usableFromInline final class AssignedKey<Row>: Sendable {
  /// The offset in a row, if it is a stored property of type `Int64`.
  @usableFromInline let offset: Int?
  @usableFromInline let get: @Sendable (Row) -> Int64?
  /// Sets the key and returns true, or returns false if the property's type cannot represent it.
  /// Nil for a constant.
  @usableFromInline let set: (@Sendable (inout Row, Int64) -> Bool)?

  @inlinable init<Value>(
    _ keyPath: any KeyPath<Row, Value> & Sendable,
    _ number: @escaping @Sendable (Value) -> Int64?, _ value: @escaping @Sendable (Int64) -> Value?
  ) {
    offset = Value.self == Int64.self ? MemoryLayout<Row>.offset(of: keyPath) : nil
    get = { number($0[keyPath: keyPath]) }
    // The cast loses `Sendable`, which the key path is.
    nonisolated(unsafe) let property = keyPath as? WritableKeyPath<Row, Value>
    guard property != nil else {
      set = nil
      return
    }
    set = { row, key in
      guard let writable = property, let value = value(key) else { return false }
      row[keyPath: writable] = value
      return true
    }
  }

  /// Returns the key of a row; 0 if it is not stored yet. A key beyond 64 bits is nil.
  @inlinable func read(_ row: Row) -> Int64? {
    guard let offset else { return get(row) }
    return withUnsafeBytes(of: row) { $0.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
  }

  /// Sets the key of a row and returns true, or returns false if that is not possible.
  @inlinable func write(_ key: Int64, to row: inout Row) -> Bool {
    guard let set else { return false }
    guard let offset else { return set(&row, key) }
    withUnsafeMutableBytes(of: &row) {
      $0.storeBytes(of: key, toByteOffset: offset, as: Int64.self)
    }
    return true
  }
}

/// The description of a column without its Swift type.
@usableFromInline package struct ColumnDescription: Sendable {
  /// The name in the database.
  @usableFromInline package var name: String
  /// The storage class.
  package let type: ValueType
  /// Whether the column may be NULL.
  package let isOptional: Bool
  /// Who decides about the values of the column.
  package private(set) var role: ColumnRole
  /// The key path of the property that the column stores.
  package let keyPath: any AnyKeyPath & Sendable
  /// The offset of the property in a row; nil for one that is not stored.
  let offset: Int?
  /// The encoding of the stored values, if it is not the usual one.
  let encoding: StoredEncoding?
  /// Why the parameters of the encoding are wrong; nil if they are not.
  let encodingProblem: String?
  /// Whether the column holds texts that never look like numbers. SQLite stores them unchanged in a
  /// column of type `DATE` or `UUID`.
  let isNeverNumeric: Bool
  /// Writes the first or the second sample value; nil for a type without sample values.
  let writeSample: (@Sendable (inout RowWriter, _ isSecond: Bool) throws -> Void)?
  /// Reads a value in its usual form.
  let read: @Sendable (inout RowReader) throws -> Void
  /// The form in which the values are stored; nil if each is read as it is stored.
  let storedForm: StoredForm?
  /// Whether the column holds JSON: not each text is a value.
  let isJSON: Bool
  /// Whether it holds lists or dictionaries in JSON, whose texts are no numbers.
  let isCollection: Bool
  /// A value in its usual form, for a row whose own cannot be read; nil if none is known.
  let sample: Value?

  @usableFromInline init<Row, Property>(_ column: TableColumn<Row, Property>) {
    let wrapped = unwrapped(Property.self)
    let (isArray, isObject) = (wrapped is any JSONArray.Type, wrapped is any JSONObject.Type)
    let emptyJSON: Value? = isArray ? "[]" : isObject ? "{}" : nil
    name = column.name
    encoding = column.encoding
    encodingProblem = column.encodingProblem
    type = column.encoding?.type ?? Property.columnType
    isOptional = Property.isOptional
    read = { _ = try Property.read(from: &$0) }
    storedForm = StoredForm.of(Property.self)
    sample =
      Property.isOptional
      ? .null : Property.sampleValues.flatMap { storedValue($0.0) } ?? emptyJSON
    isCollection = isArray || isObject
    isJSON = isCollection || wrapped is any JSONColumnValue.Type
    role = column.role
    keyPath = column.keyPath
    offset = column.offset
    isNeverNumeric =
      switch Property.self {
      case is Date.Type, is Date?.Type: type == .text
      case is CalendarDate.Type, is CalendarDate?.Type, is UUID.Type, is UUID?.Type: true
      default: false
      }
    if let (first, second) = Property.sampleValues {
      writeSample = { [encoding] writer, isSecond in
        guard let encoding else { return try (isSecond ? second : first).write(to: &writer) }
        var usual = RowWriter()
        try (isSecond ? second : first).write(to: &usual)
        for value in usual.values {
          try writer.write(encoding.encode(value, .nearest) ?? .null)
        }
      }
    } else {
      writeSample = nil
    }
  }

  /// The same column as the key.
  var asKey: ColumnDescription {
    var column = self
    column.role = .key
    return column
  }

  /// The value of the column in its usual form.
  var value: SQLExpression {
    let column = SQLExpression.column(name)
    return encoding.map { .decoded(column, $0) } ?? column
  }

  /// The value of the column in its usual form, in the `RETURNING` of SQLite, which gives a whole
  /// number of a REAL column as it is kept in the file: as an integer.
  var returnedValue: SQLExpression {
    guard type == .real, encoding == nil else { return value }
    let real = SQLExpression.cast(value, "REAL")
    return .conditional(.binary(.equal, real, value), then: real, else: value)
  }

  /// The value of the column as it is stored, as far as Swift can decode it.
  var storedExpression: SQLExpression { encoding?.isPlain == false ? .column(name) : value }

  /// The value of the column by which rows are ordered.
  var ordinal: SQLExpression {
    guard let encoding, encoding.isPlain else { return .column(name) }
    // The usual form of a decimal number is a text, which has another order. A server has no
    // minimum of some types.
    return encoding == .numeric ? .call(.decimalKey, [value]) : value
  }

  /// Whether the column is a part of the primary key.
  @usableFromInline package var isPrimaryKey: Bool { role == .key }

  /// Whether the program writes the column, which is no part of the key.
  @usableFromInline var isWritten: Bool { role == .stored || role == .defaulted }
}
