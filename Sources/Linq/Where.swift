extension Sequence {
  /// The elements for which a closure returns `true`, in their order.
  ///
  /// ```swift
  /// people.where { $0.age == 25 }               // bob, jim
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func `where`(
    _ predicate: (Element) throws -> Bool
  ) rethrows -> [Element] { try filter(predicate) }

  /// The elements that are of a given type.
  ///
  /// ```swift
  /// (["foo", 25, "bar", 33] as [Any]).ofType(String.self)       // foo, bar
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func ofType<Other>(_ type: Other.Type) -> [Other] {
    compactMap { $0 as? Other }
  }
}

extension LazySequenceProtocol {
  /// The elements for which a closure returns `true`, found lazily.
  @inlinable public func `where`(
    _ predicate: @escaping (Element) -> Bool
  ) -> LazyFilterSequence<Elements> { filter(predicate) }

  /// The elements that are of a given type, found lazily.
  @inlinable public func ofType<Other>(_ type: Other.Type) -> DeferredSequence<Other> {
    DeferredSequence {
      var iterator = elements.makeIterator()
      return {
        while let element = iterator.next() {
          if let element = element as? Other { return element }
        }
        return nil
      }
    }
  }
}
