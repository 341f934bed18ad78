// `contains`, `allSatisfy` and `count(where:)` are the standard library's.

extension Sequence {
  /// Whether there is an element. At most one element is read.
  ///
  /// ```swift
  /// [Int]().any()                               // false
  /// ```
  ///
  /// - Complexity: O(1).
  @inlinable public func any() -> Bool {
    var iterator = makeIterator()
    return iterator.next() != nil
  }

  /// Whether a closure returns `true` for at least one element; `false` if there are no elements.
  /// The closure is not called for the elements after that one.
  ///
  /// ```swift
  /// [25, 44, 36].any { $0 == 25 }               // true
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func any(_ predicate: (Element) throws -> Bool) rethrows -> Bool {
    try contains(where: predicate)
  }

  /// Whether a closure returns `true` for all elements; `true` if there are no elements. The
  /// closure is not called after the first element for which it returns `false`.
  ///
  /// ```swift
  /// [25, 25, 25].all { $0 == 25 }               // true
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func all(_ predicate: (Element) throws -> Bool) rethrows -> Bool {
    try allSatisfy(predicate)
  }

  /// The number of elements.
  ///
  /// ```swift
  /// people.lazy.where { $0.age == 25 }.count()          // 2
  /// ```
  ///
  /// - Complexity: O(n); O(1) for arrays.
  @inlinable public func count() -> Int {
    if let count = withContiguousStorageIfAvailable(\.count) { return count }
    var count = 0
    for _ in self { count += 1 }
    return count
  }
}

extension Sequence where Element: Equatable {
  /// Whether another sequence has equal elements in the same order.
  ///
  /// ```swift
  /// [1, 2].sequenceEqual(1...2)                 // true
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func sequenceEqual(_ other: some Sequence<Element>) -> Bool {
    elementsEqual(other)
  }
}
