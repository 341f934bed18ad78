public import Foundation
public import LinqCore
public import StoreEngine

/// A type whose arrays are stored in a column as JSON; those of `UInt8` as a blob.
///
/// ```swift
/// enum Topic: String, Codable, CaseIterable, ColumnArrayElement { case work, family }
///
/// struct Letter: Sendable {
///   var id: Int64 = 0
///   var topics: [Topic]
/// }
/// Table("letter", Letter.init, .primaryKey("id", \.id), .column("topics", \.topics))
/// // CREATE TABLE letter (id INTEGER PRIMARY KEY, topics TEXT NOT NULL) STRICT
/// letters.where { $0.topics.contains(.work) }
/// // SELECT id, topics FROM letter
/// // WHERE ? IN (SELECT value FROM temp.json_each(letter.topics) AS t1) ORDER BY id
/// ```
///
/// Expressions read such arrays in SQL, if an element in JSON is what a column would hold: texts,
/// integers, `Bool`, `Double`, identifiers, enumerations of them that are `CaseIterable` or have
/// ``ColumnValue/sampleValues``, each ``JSONColumnValue`` with members, and arrays and dictionaries
/// of these. Others are read in memory.
public protocol ColumnArrayElement: ColumnValue, Codable {
  /// The storage class of a column of arrays.
  @_documentation(visibility: internal)
  static var arrayColumnType: ValueType { get }

  /// Reads an array from the next column of a row.
  @_documentation(visibility: internal)
  static func readArray(from row: inout RowReader) throws -> [Self]

  /// Writes an array to the next parameter.
  @_documentation(visibility: internal)
  static func write(_ array: [Self], to row: inout RowWriter) throws
}

extension ColumnArrayElement {
  /// The storage class TEXT.
  @_documentation(visibility: internal)
  public static var arrayColumnType: ValueType { .text }

  /// Reads JSON; a text that is not JSON of such an array is an error.
  @_documentation(visibility: internal)
  public static func readArray(from row: inout RowReader) throws -> [Self] {
    try row.readJSON()
  }

  /// Writes JSON.
  ///
  /// - Throws: ``ColumnValueError/notEncodable(_:type:reason:)``, also for a NUL in a text, which
  ///   SQLite's functions for JSON would take for the end.
  @_documentation(visibility: internal)
  public static func write(_ array: [Self], to row: inout RowWriter) throws {
    try row.writeJSON(array, isReadInSQL: true)
  }
}

extension Array: ColumnValue where Element: ColumnArrayElement {
  /// The storage class TEXT, or BLOB for bytes.
  public static var columnType: ValueType { Element.arrayColumnType }

  /// Reads JSON, or a blob for bytes.
  public static func read(from row: inout RowReader) throws -> [Element] {
    try Element.readArray(from: &row)
  }

  /// Writes JSON, or a blob for bytes.
  public func write(to row: inout RowWriter) throws { try Element.write(self, to: &row) }
}

/// An array that is stored as JSON.
protocol JSONArray {
  /// What an element is in JSON; nil if no column would hold it, or if the array is no JSON.
  static var elementKind: JSONKind? { get }

  /// Whether the array is JSON, and no blob.
  static var isText: Bool { get }
}

extension Array: JSONArray where Element: ColumnArrayElement {
  static var elementKind: JSONKind? {
    isText ? JSONKind.of(Element.self) : nil
  }

  static var isText: Bool { Element.arrayColumnType == .text }
}

/// Arrays of arrays are JSON, also of bytes.
extension Array: ColumnArrayElement where Element: ColumnArrayElement {}

extension Int: ColumnArrayElement {}
extension Int8: ColumnArrayElement {}
extension Int16: ColumnArrayElement {}
extension Int32: ColumnArrayElement {}
extension Int64: ColumnArrayElement {}
extension UInt: ColumnArrayElement {}
extension UInt8: ColumnArrayElement {}
extension UInt16: ColumnArrayElement {}
extension UInt32: ColumnArrayElement {}
extension UInt64: ColumnArrayElement {}
extension Bool: ColumnArrayElement {}
extension Double: ColumnArrayElement {}
extension Float: ColumnArrayElement {}
extension String: ColumnArrayElement {}
extension UUID: ColumnArrayElement {}
extension Date: ColumnArrayElement {}
extension CalendarDate: ColumnArrayElement {}
extension Optional: ColumnArrayElement where Wrapped: ColumnArrayElement {}
