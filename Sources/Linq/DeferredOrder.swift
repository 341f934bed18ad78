/// Elements that are sorted when the first of them is asked for, anew by each iteration.
///
/// ```swift
/// people.lazy.sort { $0.surname }.thenBy { $0.name }.take(10)
/// ```
public struct DeferredOrder<Element>: LazySequenceProtocol {
  @usableFromInline let order: () -> OrderedArray<Element>

  @inlinable init(_ order: @escaping () -> OrderedArray<Element>) { self.order = order }

  /// Begins an iteration.
  @inlinable public func makeIterator() -> DeferredSequence<Element>.Iterator {
    DeferredSequence(of: order).makeIterator()
  }

  /// Decides between the elements that the sorts before found equal: the lowest key first.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder { DeferredOrder { order().thenBy(key) } }

  /// Decides between the elements that the sorts before found equal, by a key that may be nil,
  /// which comes first.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder { DeferredOrder { order().thenBy(key) } }

  /// Decides between the elements that the sorts before found equal: the highest key first.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder { DeferredOrder { order().thenByDescending(key) } }

  /// Decides between the elements that the sorts before found equal, by a key that may be nil,
  /// which comes last.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder { DeferredOrder { order().thenByDescending(key) } }
}

extension LazySequenceProtocol {
  /// The elements in the order of a key, the lowest first, sorted when the first is asked for.
  @inlinable public func sort<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sort(key) } }

  /// The elements in the order of a key that may be nil, which comes first, sorted when the first
  /// is asked for.
  @inlinable public func sort<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sort(key) } }

  /// The elements in the order of a key, the highest first, sorted when the first is asked for.
  @inlinable public func sortDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sortDescending(key) } }

  /// The elements in the order of a key that may be nil, which comes last, sorted when the first is
  /// asked for.
  @inlinable public func sortDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sortDescending(key) } }
}

extension LazySequenceProtocol where Element: Comparable {
  /// The elements, the lowest first, sorted when the first is asked for.
  @inlinable public func sort() -> DeferredOrder<Element> { DeferredOrder { elements.sort() } }

  /// The elements, the highest first, sorted when the first is asked for.
  @inlinable public func sortDescending() -> DeferredOrder<Element> {
    DeferredOrder { elements.sortDescending() }
  }
}

extension LazySequenceProtocol {
  /// The elements, the lowest first and nil before all others, sorted when the first is asked for.
  @inlinable public func sort<Value: Comparable>() -> DeferredOrder<Element>
  where Element == Value? { sort { $0 } }

  /// The elements, the highest first and nil after all others, sorted when the first is asked for.
  @inlinable public func sortDescending<Value: Comparable>() -> DeferredOrder<Element>
  where Element == Value? { sortDescending { $0 } }
}
