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
/// Keys are sorted, texts are in canonical form, and zero has no sign, so equal values have equal
/// texts if they encode themselves alike.
public protocol JSONColumnValue: ColumnArrayElement {
  /// The properties that expressions can read in SQL. None unless the type declares them.
  static var jsonMembers: [JSONMember<Self>] { get }
}

/// A property of a type that is stored as JSON, and its key there.
public struct JSONMember<Root>: Sendable {
  let key: String
  let keyPath: any AnyKeyPath & Sendable
  /// Nil if the property's value in JSON is not what a column would hold.
  let kind: JSONKind?
  /// Returns whether JSON has the property's value.
  let isStored: @Sendable (Root, JSONTree?) -> Bool

  /// Declares a property: a text, an integer, a `Bool`, an enumeration of them, a `Double`, a UUID,
  /// another ``JSONColumnValue``, an array or a dictionary of these, or an optional. Other
  /// properties are read in memory, as are those whose key other programs may escape: it has
  /// characters that are not ASCII, or one of `"\/&'+<>` and the backtick.
  ///
  /// - Parameters:
  ///   - key: the key in JSON: the property's name, unless the type has `CodingKeys`.
  ///   - keyPath: the property.
  public static func member<Value: ColumnValue & Codable>(
    _ key: String, _ keyPath: any KeyPath<Root, Value> & Sendable
  ) -> JSONMember {
    // See `PartCheck`.
    nonisolated(unsafe) let check = partCheck(Value.self)
    return JSONMember(
      key: key, keyPath: keyPath, kind: key.isPlainKeyOfJSON ? JSONKind.of(Value.self) : nil,
      isStored: { check($0[keyPath: keyPath], $1) })
  }
}

extension JSONKind {
  /// Returns the kind of a type in JSON; nil if its JSON is not what a column would hold.
  static func of<Value: ColumnValue & Codable>(_ type: Value.Type) -> JSONKind? {
    if let type = type as? any OptionalJSON.Type { return type.wrappedKind }
    if let type = type as? any JSONColumnValue.Type { return type.hasJSONMembers ? .json : nil }
    if let type = type as? any JSONArray.Type { return type.elementKind == nil ? nil : .json }
    if let type = type as? any JSONObject.Type { return type.itemKind == nil ? nil : .json }
    // JSON has numbers that a column cannot hold.
    guard !(type is any RawRepresentable<UInt>.Type), !(type is any RawRepresentable<UInt64>.Type),
      type != UInt.self, type != UInt64.self
    else { return nil }
    guard let (sample, _) = Value.sampleValues, let data = try? JSONEncoder().encode(sample) else {
      return nil
    }
    var writer = RowWriter()
    guard (try? sample.write(to: &writer)) != nil else { return nil }
    switch writer.values.first {
    case .real? where type == Double.self: return .real
    case .text(let text)? where (try? JSONDecoder().decode(String.self, from: data)) == text:
      return .text
    case .integer(let number)?:
      if (try? JSONDecoder().decode(Bool.self, from: data)) == (number != 0) { return .truth }
      return (try? JSONDecoder().decode(Int64.self, from: data)) == number ? .integer : nil
    default: return nil
    }
  }
}

/// An optional of a type that JSON can hold.
private protocol OptionalJSON {
  static var wrappedKind: JSONKind? { get }
}

extension Optional: OptionalJSON where Wrapped: ColumnValue & Codable {
  fileprivate static var wrappedKind: JSONKind? { JSONKind.of(Wrapped.self) }
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
  public static func read(from row: inout RowReader) throws -> Self { try row.readJSON() }

  /// Writes JSON in canonical form.
  ///
  /// - Throws: ``ColumnValueError/notEncodable(_:type:reason:)``, also for a NUL in a text of a
  ///   type with ``jsonMembers``, which SQLite's functions for JSON would take for the end.
  public func write(to row: inout RowWriter) throws {
    try row.writeJSON(self, isReadInSQL: Self.hasJSONMembers)
  }
}

extension RowReader {
  /// Reads the next column as JSON.
  @usableFromInline mutating func readJSON<Value: Decodable>() throws -> Value {
    let text = try String.read(from: &self)
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      let reason = (error as? DecodingError)?.shortReason ?? "\(error)"
      throw mismatch(expected: "JSON of \(Value.self)", found: "'\(text)': \(reason)")
    }
  }
}

extension RowWriter {
  /// Writes a value as JSON in canonical form.
  ///
  /// - Parameter isReadInSQL: whether SQL reads texts of it, which must not have NULs then.
  mutating func writeJSON<Value: Encodable>(_ value: Value, isReadInSQL: Bool) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let encoded: [UInt8]
    do {
      encoded = [UInt8](try encoder.encode(value))
    } catch {
      throw ColumnValueError.notEncodable("\(value)", type: "\(Value.self)", reason: "\(error)")
    }
    let text = CanonicalJSON.form(of: encoded)
    if !text.utf8.elementsEqual(encoded) { changesValue = true }
    // A backslash in a text is two in JSON.
    if isReadInSQL, text.replacing("\\\\", with: "").contains("\\u0000") {
      throw ColumnValueError.notEncodable(
        "\(value)", type: "\(Value.self)", reason: "a text in it has a NUL")
    }
    write(text)
  }
}
