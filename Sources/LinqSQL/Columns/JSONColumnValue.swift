internal import Foundation
internal import LinqCore
public import StoreEngine

/// A type that is stored as JSON text.
///
/// ```swift
/// struct Address: Codable, JSONColumnValue { var street: String; var town: String }
///
/// Table("customer", Customer.init, .primaryKey("id", \.id), .column("address", \.address))
/// // CREATE TABLE customer (id INTEGER PRIMARY KEY, address TEXT NOT NULL) STRICT
/// ```
///
/// Keys are sorted, so equal values have equal texts if they encode themselves alike.
public protocol JSONColumnValue: ColumnValue, Codable {}

extension JSONColumnValue {
  /// The storage class TEXT.
  public static var columnType: ValueType { .text }

  /// Reads JSON; a text that is not JSON of this type is an error.
  public static func read(from row: inout RowReader) throws -> Self {
    let text = try String.read(from: &row)
    do {
      return try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    } catch {
      throw row.mismatch(expected: "JSON of \(Self.self)", found: "'\(text)' (\(error))")
    }
  }

  /// Writes JSON with sorted keys.
  public func write(to row: inout RowWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text: String
    do {
      text = String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      throw ColumnValueError.notEncodable("\(self)", type: "\(Self.self)", reason: "\(error)")
    }
    row.write(text)
  }
}
