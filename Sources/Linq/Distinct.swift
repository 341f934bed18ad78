extension Sequence where Element: Hashable {
  /// The distinct elements, in the order in which they first occur.
  ///
  /// ```swift
  /// ["bill", "bob", "bob", "brian", "bob"].distinct()       // bill, bob, brian
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func distinct() -> [Element] { distinct { $0 } }
}

extension Sequence {
  /// The first element with each key, in the order of the elements. nil equals nil.
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
  /// The distinct elements, found lazily.
  @inlinable public func distinct() -> DeferredSequence<Element> { distinct { $0 } }
}

extension LazySequenceProtocol {
  /// The first element with each key, found lazily.
  @inlinable public func distinct<Key: Hashable>(
    by key: @escaping (Element) -> Key
  ) -> DeferredSequence<Element> {
    DeferredSequence(of: {
      var seen: Set<Key> = []
      return elements.lazy.filter { seen.insert(key($0)).inserted }
    })
  }
}
