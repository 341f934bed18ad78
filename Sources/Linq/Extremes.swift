public import LinqCore

// `min()`, `max()`, `min(by:)` and `max(by:)` are the standard library's.

extension Sequence {
  /// The lowest value, or nil if there are no elements. Text is ordered by its Unicode scalars.
  ///
  /// ```swift
  /// people.min { $0.age }                       // 25
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func min<Value: Comparable>(
    _ value: (Element) throws -> Value
  ) rethrows -> Value? {
    try extreme({ try value($0) }) { ValueOrder.precedes($0, $1) }
  }

  /// The lowest value that is not nil, or nil if there is none.
  ///
  /// - Complexity: O(n).
  @inlinable public func min<Value: Comparable>(
    _ value: (Element) throws -> Value?
  ) rethrows -> Value? { try extreme(value) { ValueOrder.precedes($0, $1) } }

  /// The highest value, or nil if there are no elements. Text is ordered by its Unicode scalars.
  ///
  /// ```swift
  /// people.max { $0.age }                       // 55
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func max<Value: Comparable>(
    _ value: (Element) throws -> Value
  ) rethrows -> Value? {
    try extreme({ try value($0) }) { ValueOrder.precedes($1, $0) }
  }

  /// The highest value that is not nil, or nil if there is none.
  ///
  /// - Complexity: O(n).
  @inlinable public func max<Value: Comparable>(
    _ value: (Element) throws -> Value?
  ) rethrows -> Value? { try extreme(value) { ValueOrder.precedes($1, $0) } }

  /// The first of the elements with the lowest key, or nil if there are no elements.
  ///
  /// ```swift
  /// people.minBy { $0.age }                     // bob
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func minBy<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> Element? {
    try extremeElement(key) { ValueOrder.precedes($0, $1) }
  }

  /// The first of the elements with the lowest optional key. nil is the lowest key.
  ///
  /// - Complexity: O(n).
  @inlinable public func minBy<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> Element? {
    try extremeElement(key) { ValueOrder.precedes($0, $1) }
  }

  /// The first of the elements with the highest key, or nil if there are no elements.
  ///
  /// ```swift
  /// people.maxBy { $0.age }                     // joe
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func maxBy<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> Element? {
    try extremeElement(key) { ValueOrder.precedes($1, $0) }
  }

  /// The first of the elements with the highest optional key. nil is the lowest key.
  ///
  /// - Complexity: O(n).
  @inlinable public func maxBy<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> Element? {
    try extremeElement(key) { ValueOrder.precedes($1, $0) }
  }

  /// Returns the first of the values that precede all others.
  @inlinable func extreme<Value>(
    _ value: (Element) throws -> Value?, _ precedes: (Value, Value) -> Bool
  ) rethrows -> Value? {
    var best: Value?
    for element in self {
      guard let value = try value(element) else { continue }
      if let known = best, !precedes(value, known) { continue }
      best = value
    }
    return best
  }

  /// Returns the first of the elements whose keys precede all others.
  @inlinable func extremeElement<Key>(
    _ key: (Element) throws -> Key, _ precedes: (Key, Key) -> Bool
  ) rethrows -> Element? {
    var best: (key: Key, element: Element)?
    for element in self {
      let key = try key(element)
      if let known = best, !precedes(key, known.key) { continue }
      best = (key, element)
    }
    return best?.element
  }
}
