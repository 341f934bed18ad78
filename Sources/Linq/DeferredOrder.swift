/// A lazy sequence of sorted elements. Each iteration sorts them when its first element is
/// requested.
///
/// ```swift
/// people.lazy.sort { $0.surname }.thenBy { $0.name }.take(10)
/// ```
public struct DeferredOrder<Element>: LazySequenceProtocol {
  @usableFromInline let order: () -> OrderedArray<Element>

  @inlinable init(_ order: @escaping () -> OrderedArray<Element>) { self.order = order }

  /// Starts an iteration.
  @inlinable public func makeIterator() -> DeferredSequence<Element>.Iterator {
    DeferredSequence(of: order).makeIterator()
  }

  /// The elements of the sort, where elements with equal keys are sorted by another key in
  /// ascending order.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder { DeferredOrder { order().thenBy(key) } }

  /// The elements of the sort, where elements with equal keys are sorted by an optional key in
  /// ascending order. nil comes first.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder { DeferredOrder { order().thenBy(key) } }

  /// The elements of the sort, where elements with equal keys are sorted by another key in
  /// descending order.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder { DeferredOrder { order().thenByDescending(key) } }

  /// The elements of the sort, where elements with equal keys are sorted by an optional key in
  /// descending order. nil comes last.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder { DeferredOrder { order().thenByDescending(key) } }
}

extension LazySequenceProtocol {
  /// The elements sorted lazily by a key in ascending order.
  @inlinable public func sort<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sort(key) } }

  /// The elements sorted lazily by an optional key in ascending order. nil comes first.
  @inlinable public func sort<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sort(key) } }

  /// The elements sorted lazily by a key in descending order.
  @inlinable public func sortDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sortDescending(key) } }

  /// The elements sorted lazily by an optional key in descending order. nil comes last.
  @inlinable public func sortDescending<Key: Comparable>(
    _ key: @escaping (Element) -> Key?
  ) -> DeferredOrder<Element> { DeferredOrder { elements.sortDescending(key) } }
}

extension LazySequenceProtocol where Element: Comparable {
  /// The elements sorted lazily in ascending order.
  @inlinable public func sort() -> DeferredOrder<Element> { DeferredOrder { elements.sort() } }

  /// The elements sorted lazily in descending order.
  @inlinable public func sortDescending() -> DeferredOrder<Element> {
    DeferredOrder { elements.sortDescending() }
  }
}

extension LazySequenceProtocol {
  /// The elements sorted lazily in ascending order. nil comes first.
  @inlinable public func sort<Value: Comparable>() -> DeferredOrder<Element>
  where Element == Value? { sort { $0 } }

  /// The elements sorted lazily in descending order. nil comes last.
  @inlinable public func sortDescending<Value: Comparable>() -> DeferredOrder<Element>
  where Element == Value? { sortDescending { $0 } }
}
