public import LinqCore

extension Sequence {
  /// All elements.
  ///
  /// ```swift
  /// people.lazy.where { $0.age < 40 }.toArray()
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func toArray() -> [Element] { Array(self) }

  /// A dictionary of the elements by key. The last of the elements with equal keys is kept.
  ///
  /// ```swift
  /// people.toDictionary { $0.name }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func toDictionary<Key: Hashable>(
    _ key: (Element) throws -> Key
  ) rethrows -> [Key: Element] { try toDictionary(key) { $0 } }

  /// A dictionary of values of the elements by key. The last of the values with equal keys is kept.
  ///
  /// ```swift
  /// people.toDictionary({ $0.name }) { $0.age }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func toDictionary<Key: Hashable, Value>(
    _ key: (Element) throws -> Key, _ value: (Element) throws -> Value
  ) rethrows -> [Key: Value] {
    var result: [Key: Value] = [:]
    for element in self {
      let key = try key(element)
      result.updateValue(try value(element), forKey: key)
    }
    return result
  }

  /// The elements grouped by key, for lookups.
  ///
  /// ```swift
  /// let byAge = people.toLookup { $0.age }
  /// byAge[25]                           // bob, jim
  /// byAge[26]                           // none
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func toLookup<Key: Hashable>(
    _ key: (Element) throws -> Key
  ) rethrows -> QueryLookup<Key, Element> {
    QueryLookup(try GroupedItems(self, by: key))
  }
}

extension Sequence where Element: Hashable {
  /// The set of all elements.
  ///
  /// - Complexity: O(n).
  @inlinable public func toSet() -> Set<Element> { Set(self) }
}
