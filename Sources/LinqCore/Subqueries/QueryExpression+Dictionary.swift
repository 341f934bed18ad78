// Dictionaries inside expressions have the operators of arrays. Their elements are pairs of a key
// and a value.

/// A dictionary as the value of an expression.
///
/// A Swift dictionary has no order. Operators for which an order matters, such as `first`, see its
/// elements in the order of the texts of their keys.
public protocol QueryDictionary: QueryArray where Element == (key: Key, value: Item) {
  /// The type of the keys, which have a text in JSON.
  associatedtype Key: Hashable, CodingKeyRepresentable
  /// The type of the values.
  associatedtype Item

  /// Returns the value for a key, or nil if there is none.
  subscript(key: Key) -> Item? { get }
}

extension Dictionary: QueryArray where Key: CodingKeyRepresentable {
  /// The elements in the order of the texts of their keys.
  @_documentation(visibility: internal)
  public var orderedElements: [(key: Key, value: Value)] {
    map { (text: $0.key.codingKey.stringValue, element: $0) }
      .sorted { $0.text < $1.text }.map(\.element)
  }
}

extension Dictionary: QueryDictionary where Key: CodingKeyRepresentable {
  /// The type of the values.
  public typealias Item = Value
}

extension QueryExpression
where Value: QueryDictionary & Sendable, Value.Key: Sendable, Value.Item: Sendable {
  /// The value for a key, or nil if there is none.
  ///
  /// ```swift
  /// products.where { $0.attributes["color"] == "red" }
  /// // … WHERE json_extract(attributes, '$.color') IS ? ORDER BY id
  /// ```
  ///
  /// The key is a part of the SQL, so that an index on the same expression serves it. Other keys
  /// than those of plain ASCII are looked for with `json_each`, which sees escapes as characters.
  public subscript(key: Value.Key) -> QueryExpression<Value.Item?> {
    // A path does not tell a missing value from nil.
    guard key.codingKey.stringValue.isPlainKeyOfJSON,
      !(Value.Item.self is any ExpressibleByNilLiteral.Type)
    else {
      return self[QueryExpression<Value.Key>(key)]
    }
    let value = expressionValue
    return QueryExpression<Value.Item?>(
      .operation(.valueForKey, [expressionNode, .constant(key)])
    ) { try value($0)[key] }
  }

  /// The value for a key that an expression gives, or nil if there is none.
  ///
  /// ```swift
  /// products.select { $0.names[$0.language] }
  /// // SELECT (SELECT value FROM temp.json_each(product.names) AS t1
  /// // WHERE key = product.language ORDER BY t1.key LIMIT 1) FROM product ORDER BY id
  /// ```
  public subscript(key: QueryExpression<Value.Key>) -> QueryExpression<Value.Item?> {
    let found = self.where { $0.key == key }.select { $0.value }.first
    let (dictionary, key) = (expressionValue, key.expressionValue)
    return QueryExpression<Value.Item?>(node: found.expressionNode) {
      try dictionary($0)[key($0)]
    }
  }

  /// The value for a key, or a default value if there is none.
  public subscript(
    key: Value.Key, default value: Value.Item
  ) -> QueryExpression<Value.Item> { self[key] ?? value }

  /// The keys, in the order of their texts.
  ///
  /// ```swift
  /// products.where { $0.attributes.keys.contains("size") }
  /// // … WHERE ? IN (SELECT key FROM temp.json_each(product.attributes) AS t1) ORDER BY id
  /// ```
  public var keys: QueryExpression<[Value.Key]> { select { $0.key } }

  /// The values, in the order of the texts of their keys.
  public var values: QueryExpression<[Value.Item]> { select { $0.value } }
}

extension String {
  /// Whether the text is the same in all JSON, and a path of SQLite can have it. Some programs
  /// escape other characters, which SQLite before 3.42 does not see in paths.
  package var isPlainKeyOfJSON: Bool {
    !isEmpty && utf8.allSatisfy { (0x20..<0x7f).contains($0) }
      && !contains { #""\/&'+<>`"#.contains($0) }
  }
}
