// `contains`, `allSatisfy` and `count(where:)` are the standard library's.

extension Sequence {
  /// Whether there is an element. No more than one is asked for.
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

  /// Whether a closure is true for an element; false of nothing. It is not called after that one.
  ///
  /// ```swift
  /// [25, 44, 36].any { $0 == 25 }               // true
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func any(_ predicate: (Element) throws -> Bool) rethrows -> Bool {
    try contains(where: predicate)
  }

  /// Whether a closure is true for all elements; true of nothing. It is not called after the first
  /// for which it is false.
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
  /// Whether another sequence gives equal elements in the same order.
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
