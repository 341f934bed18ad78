public import LinqCore

extension Sequence {
  /// The elements in the order of a key, the lowest first; equals stay in the order they had.
  ///
  /// Text is in the order of its Unicode scalars. The key of each element is computed once.
  ///
  /// ```swift
  /// people.sort { $0.surname }.thenBy { $0.name }
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sort<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> OrderedArray<Element> {
    OrderedArray(try unordered.ordered(by: key, isDescending: false))
  }

  /// The elements in the order of a key that may be nil, which comes first.
  ///
  /// ```swift
  /// people.sort { $0.email }
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sort<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> OrderedArray<Element> {
    OrderedArray(try unordered.ordered(byOptional: key, isDescending: false))
  }

  /// The elements in the order of a key, the highest first; equals stay in the order they had.
  ///
  /// ```swift
  /// people.sortDescending { $0.age }
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sortDescending<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> OrderedArray<Element> {
    OrderedArray(try unordered.ordered(by: key, isDescending: true))
  }

  /// The elements in the order of a key that may be nil, which comes last.
  ///
  /// ```swift
  /// people.sortDescending { $0.email }
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sortDescending<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> OrderedArray<Element> {
    OrderedArray(try unordered.ordered(byOptional: key, isDescending: true))
  }

  @inlinable var unordered: Sorting<Element> { Sorting(elements: Array(self)) }
}

extension Sequence where Element: Comparable {
  /// The elements, the lowest first; text in the order of its Unicode scalars.
  ///
  /// On a variable array, `array.sort()` alone is the standard library's, which sorts in place;
  /// where a value is expected of it, it is this.
  ///
  /// ```swift
  /// [21, 34, 25].sort()             // 21, 25, 34
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sort() -> OrderedArray<Element> {
    if ValueOrder.isText(Element.self) { return sort { $0 } }
    let elements = sorted()
    return OrderedArray(
      Sorting(
        elements: elements,
        ties: .all.refined(count: elements.count) { !(elements[$0 - 1] < elements[$0]) }))
  }

  /// The elements, the highest first; equals stay in the order they had.
  ///
  /// ```swift
  /// [21, 34, 25].sortDescending()   // 34, 25, 21
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sortDescending() -> OrderedArray<Element> {
    if ValueOrder.isText(Element.self) { return sortDescending { $0 } }
    let elements = sorted(by: >)
    return OrderedArray(
      Sorting(
        elements: elements,
        ties: .all.refined(count: elements.count) { !(elements[$0] < elements[$0 - 1]) }))
  }
}

extension Sequence {
  /// The elements, the lowest first, and nil before all others.
  ///
  /// ```swift
  /// [2, nil, 1].sort()              // nil, 1, 2
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sort<Value: Comparable>() -> OrderedArray<Element>
  where Element == Value? { sort { $0 } }

  /// The elements, the highest first, and nil after all others.
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sortDescending<Value: Comparable>() -> OrderedArray<Element>
  where Element == Value? { sortDescending { $0 } }
}

extension OrderedArray {
  /// Decides between the elements that the sorts before found equal: the lowest key first.
  ///
  /// ```swift
  /// people.sort { $0.surname }.thenBy { $0.name }
  /// ```
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> OrderedArray { OrderedArray(try sorting.ordered(by: key, isDescending: false)) }

  /// Decides between the elements that the sorts before found equal, by a key that may be nil,
  /// which comes first.
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> OrderedArray {
    OrderedArray(try sorting.ordered(byOptional: key, isDescending: false))
  }

  /// Decides between the elements that the sorts before found equal: the highest key first.
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> OrderedArray { OrderedArray(try sorting.ordered(by: key, isDescending: true)) }

  /// Decides between the elements that the sorts before found equal, by a key that may be nil,
  /// which comes last.
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> OrderedArray {
    OrderedArray(try sorting.ordered(byOptional: key, isDescending: true))
  }
}
