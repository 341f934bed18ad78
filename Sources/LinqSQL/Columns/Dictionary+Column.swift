internal import LinqCore
public import StoreEngine

/// A dictionary is stored as JSON.
///
/// ```swift
/// struct Product: Sendable {
///   var id: Int64 = 0
///   var attributes: [String: String]
/// }
/// Table("product", Product.init, .primaryKey("id", \.id), .column("attributes", \.attributes))
/// // CREATE TABLE product (id INTEGER PRIMARY KEY, attributes TEXT NOT NULL) STRICT
/// products.where { $0.attributes["color"] == "red" }
/// // SELECT id, attributes FROM product
/// // WHERE json_extract(attributes, '$.color') IS ? ORDER BY id
/// ```
///
/// The keys are texts, integers, or enumerations of them that are `CodingKeyRepresentable`, which
/// makes an object of JSON of the dictionary. Expressions read values in SQL if a value in JSON is
/// what a column would hold, as with ``ColumnArrayElement``.
extension Dictionary: ColumnValue
where Key: CodingKeyRepresentable & Codable, Value: ColumnArrayElement {
  /// The storage class TEXT.
  public static var columnType: ValueType { .text }

  /// An empty dictionary, and one with a sample of the key and of the value.
  public static var sampleValues: (Self, Self)? {
    func sample<Sample: ColumnValue>(_ type: Sample.Type) -> Key? {
      Sample.sampleValues?.0 as? Key
    }
    guard let key = (Key.self as? any ColumnValue.Type).flatMap({ sample($0) }),
      let value = Value.sampleValues?.0
    else { return nil }
    return ([:], [key: value])
  }

  /// Reads JSON; a text that is not JSON of such a dictionary is an error.
  @inlinable public static func read(from row: inout RowReader) throws -> [Key: Value] {
    if row.skipEmptyObject() { return Dictionary() }
    if Self.self == [String: String].self, let texts = row.readPlainTexts() {
      // They have one type.
      return unsafeBitCast(texts, to: Self.self)
    }
    return try row.readJSON()
  }

  /// Writes JSON in canonical form.
  ///
  /// - Throws: ``ColumnValueError/notEncodable(_:type:reason:)``, also for a NUL in a text, which
  ///   SQLite's functions for JSON would take for the end.
  public func write(to row: inout RowWriter) throws {
    if isEmpty { return row.writeEmptyObject() }
    if Self.self == [String: String].self,
      row.write(plain: unsafeBitCast(self, to: [String: String].self))
    {
      return
    }
    try row.writeJSON(self, isReadInSQL: true)
  }
}

extension Dictionary: ColumnArrayElement
where Key: CodingKeyRepresentable & Codable, Value: ColumnArrayElement {}

/// Builds the elements of dictionaries.
private struct PairBuilder<Key, Value>: AnyElementBuilder {
  func reader(_ columns: any ElementColumns) -> AnyObject {
    let (key, value) = (columns.next(Key.self).read, columns.next(Value.self).read)
    return ElementReader { (key: try key(), value: try value()) }
  }
}

/// A dictionary that is stored as JSON.
protocol JSONObject {
  /// What a value is in JSON; nil if no column would hold it.
  static var itemKind: JSONKind? { get }

  /// Returns the projection of the elements of `json_each`; nil if no column would hold them.
  static var elements: Projection? { get }
}

extension Dictionary: JSONObject
where Key: CodingKeyRepresentable & Codable, Value: ColumnArrayElement {
  static var itemKind: JSONKind? { JSONKind.of(Value.self) }

  static var elements: Projection? {
    guard let kind = itemKind,
      let key = (Key.self as? any ColumnValue.Type).flatMap({ keyColumn(of: $0) })
    else { return nil }
    return .tuple(
      PairBuilder<Key, Value>(),
      of: [
        .init(type: Key.self, projection: .value(key)),
        .init(type: Value.self, projection: .value(.json(.column("value"), path: [], kind))),
      ])
  }
}

/// Returns the key of an object, which is a text in JSON; nil unless a column holds the same text,
/// or the number that it is.
private func keyColumn<Key: ColumnValue>(of type: Key.Type) -> SQLExpression? {
  guard let (sample, _) = Key.sampleValues,
    let text = (sample as? any CodingKeyRepresentable)?.codingKey.stringValue
  else { return nil }
  var writer = RowWriter()
  guard (try? sample.write(to: &writer)) != nil else { return nil }
  switch writer.values.first {
  case .text(let stored)? where stored == text: return .column("key")
  case .integer(let stored)? where "\(stored)" == text: return .cast(.column("key"), "INTEGER")
  default: return nil
  }
}
