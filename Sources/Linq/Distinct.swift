extension Sequence where Element: Hashable {
  /// The first of equal elements, in their order.
  ///
  /// ```swift
  /// ["bill", "bob", "bob", "brian", "bob"].distinct()       // bill, bob, brian
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func distinct() -> [Element] { distinct { $0 } }
}

extension Sequence {
  /// The first of the elements with equal keys, in their order. nil equals nil.
  ///
  /// ```swift
  /// people.distinct { $0.age }                  // bob, frank, ian, joe
  /// people.distinct(by: \.age)                  // the same
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func distinct<Key: Hashable>(
    by key: (Element) throws -> Key
  ) rethrows -> [Element] {
    var seen: Set<Key> = []
    return try filter { seen.insert(try key($0)).inserted }
  }
}

extension LazySequenceProtocol where Element: Hashable {
  /// The first of equal elements, found when they are asked for.
  @inlinable public func distinct() -> DeferredSequence<Element> { distinct { $0 } }
}

extension LazySequenceProtocol {
  /// The first of the elements with equal keys, found when they are asked for.
  @inlinable public func distinct<Key: Hashable>(
    by key: @escaping (Element) -> Key
  ) -> DeferredSequence<Element> {
    DeferredSequence(of: {
      var seen: Set<Key> = []
      return elements.lazy.filter { seen.insert(key($0)).inserted }
    })
  }
}
