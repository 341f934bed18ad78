// `any`, `all` and `count` are those of all sequences. A closure takes either a pair, with the
// parts `$0.key` and `$0.value`, or a key and a value, `$0` and `$1`.

extension Dictionary {
  /// The pairs for which a closure returns `true`.
  ///
  /// ```swift
  /// ["a": 1, "b": 2].where { $0.value > 1 }             // ["b": 2]
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func `where`(
    _ predicate: (Element) throws -> Bool
  ) rethrows -> [Key: Value] { try filter(predicate) }

  /// The results of a closure for each pair, with the same keys.
  ///
  /// ```swift
  /// ["a": 1, "b": 2].select { "\($0)\($1)" }            // ["a": "a1", "b": "b2"]
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func select<NewValue>(
    _ value: (Key, Value) throws -> NewValue
  ) rethrows -> [Key: NewValue] {
    var result: [Key: NewValue] = [:]
    result.reserveCapacity(count)
    for (key, oldValue) in self {
      result.updateValue(try value(key, oldValue), forKey: key)
    }
    return result
  }

  /// The results of a closure for each pair, in no particular order.
  ///
  /// ```swift
  /// ["page": "24", "lang": "en-US"].toArray { "\($0)=\($1)" }.aggregate { "\($0)&\($1)" }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func toArray<Result>(
    _ value: (Key, Value) throws -> Result
  ) rethrows -> [Result] { try map { try value($0.key, $0.value) } }

  /// The pairs of both dictionaries. If both have a key, the value of this dictionary is kept.
  ///
  /// ```swift
  /// ["a": 1].merge(["a": 2, "b": 3])                    // ["a": 1, "b": 3]
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func merge(_ other: [Key: Value]) -> [Key: Value] {
    merging(other) { mine, _ in mine }
  }
}
