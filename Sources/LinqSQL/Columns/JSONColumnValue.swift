internal import Foundation
internal import LinqCore
public import StoreEngine

/// A type that is stored as JSON text.
///
/// ```swift
/// struct Address: Codable, JSONColumnValue {
///   var street: String
///   var city: String?
///   static let jsonMembers: [JSONMember<Address>] = [.member("city", \.city)]
/// }
///
/// Table("customer", Customer.init, .primaryKey("id", \.id), .column("address", \.address))
/// // CREATE TABLE customer (id INTEGER PRIMARY KEY, address TEXT NOT NULL) STRICT
/// customers.where { $0.address.city == "Oslo" }
/// // SELECT id, address FROM customer WHERE json_extract(address, '$.city') = ? ORDER BY id
/// ```
///
/// Keys are sorted, so equal values have equal texts if they encode themselves alike.
public protocol JSONColumnValue: ColumnValue, Codable {
  /// The properties that expressions can read in SQL. None unless the type declares them.
  static var jsonMembers: [JSONMember<Self>] { get }
}

/// A property of a type that is stored as JSON, and its key there.
public struct JSONMember<Root>: Sendable {
  let key: String
  let keyPath: any AnyKeyPath & Sendable
  /// Nil if the property's value in JSON is not what a column would hold.
  let kind: JSONKind?

  /// Declares a property: a text, an integer, a `Bool`, an enumeration of them, a UUID, another
  /// ``JSONColumnValue``, or an optional of these. Other properties are read in memory.
  ///
  /// - Parameters:
  ///   - key: the key in JSON: the property's name, unless the type has `CodingKeys`.
  ///   - keyPath: the property.
  public static func member<Value: ColumnValue & Codable>(
    _ key: String, _ keyPath: any KeyPath<Root, Value> & Sendable
  ) -> JSONMember {
    // A path of SQLite cannot have such keys.
    let isPlain = !key.isEmpty && !key.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
    return JSONMember(key: key, keyPath: keyPath, kind: isPlain ? kind(of: Value.self) : nil)
  }

  private static func kind<Value: ColumnValue & Codable>(of type: Value.Type) -> JSONKind? {
    // An object: its members are declared.
    if let type = type as? any JSONColumnValue.Type { return type.hasJSONMembers ? .json : nil }
    if let type = type as? any OptionalJSON.Type { return type.hasJSONMembers ? .json : nil }
    guard let (sample, _) = Value.sampleValues, let data = try? JSONEncoder().encode(sample) else {
      return nil
    }
    var writer = RowWriter()
    guard (try? sample.write(to: &writer)) != nil else { return nil }
    switch writer.values.first {
    case .text(let text)? where (try? JSONDecoder().decode(String.self, from: data)) == text:
      return .text
    case .integer(let number)?:
      if (try? JSONDecoder().decode(Bool.self, from: data)) == (number != 0) { return .truth }
      return (try? JSONDecoder().decode(Int64.self, from: data)) == number ? .integer : nil
    default: return nil
    }
  }
}

/// An optional of a type that is stored as JSON.
private protocol OptionalJSON {
  static var hasJSONMembers: Bool { get }
}

extension Optional: OptionalJSON where Wrapped: JSONColumnValue {
  fileprivate static var hasJSONMembers: Bool { Wrapped.hasJSONMembers }
}

extension JSONColumnValue {
  /// None.
  public static var jsonMembers: [JSONMember<Self>] { [] }

  fileprivate static var hasJSONMembers: Bool { !jsonMembers.isEmpty }

  /// Returns the key and the kind of a property in JSON; nil if SQL cannot read it.
  static func jsonMember(_ keyPath: AnyKeyPath) -> (key: String, kind: JSONKind)? {
    jsonMembers.first { $0.keyPath == keyPath }.flatMap { member in
      member.kind.map { (member.key, $0) }
    }
  }

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
  ///
  /// - Throws: ``ColumnValueError/notEncodable(_:type:reason:)``, also for a NUL in a text of a
  ///   type with ``jsonMembers``, which SQLite's functions for JSON would take for the end.
  public func write(to row: inout RowWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text: String
    do {
      text = String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      throw ColumnValueError.notEncodable("\(self)", type: "\(Self.self)", reason: "\(error)")
    }
    // A backslash in a text is two in JSON.
    if Self.hasJSONMembers, text.replacing("\\\\", with: "").contains("\\u0000") {
      throw ColumnValueError.notEncodable(
        "\(self)", type: "\(Self.self)", reason: "a text in it has a NUL")
    }
    row.write(text)
  }
}
