public import LinqCore

extension Sequence {
  /// The elements sorted by a key in ascending order. The sort is stable.
  ///
  /// Text is ordered by its Unicode scalars. The key of each element is computed once.
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

  /// The elements sorted by an optional key in ascending order. nil comes first.
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

  /// The elements sorted by a key in descending order. The sort is stable.
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

  /// The elements sorted by an optional key in descending order. nil comes last.
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
  /// The elements in ascending order. Text is ordered by its Unicode scalars.
  ///
  /// On a variable array, `array.sort()` as a statement calls the standard library's method, which
  /// sorts in place. Where its result is used, it calls this method.
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

  /// The elements in descending order. The sort is stable.
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
  /// The elements in ascending order. nil comes first.
  ///
  /// ```swift
  /// [2, nil, 1].sort()              // nil, 1, 2
  /// ```
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sort<Value: Comparable>() -> OrderedArray<Element>
  where Element == Value? { sort { $0 } }

  /// The elements in descending order. nil comes last.
  ///
  /// - Complexity: O(n log n).
  @inlinable public func sortDescending<Value: Comparable>() -> OrderedArray<Element>
  where Element == Value? { sortDescending { $0 } }
}

extension OrderedArray {
  /// The elements of the sort, where elements with equal keys are sorted by another key in
  /// ascending order.
  ///
  /// ```swift
  /// people.sort { $0.surname }.thenBy { $0.name }
  /// ```
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> OrderedArray { OrderedArray(try sorting.ordered(by: key, isDescending: false)) }

  /// The elements of the sort, where elements with equal keys are sorted by an optional key in
  /// ascending order. nil comes first.
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenBy<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> OrderedArray {
    OrderedArray(try sorting.ordered(byOptional: key, isDescending: false))
  }

  /// The elements of the sort, where elements with equal keys are sorted by another key in
  /// descending order.
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: (Element) throws -> Key
  ) rethrows -> OrderedArray { OrderedArray(try sorting.ordered(by: key, isDescending: true)) }

  /// The elements of the sort, where elements with equal keys are sorted by an optional key in
  /// descending order. nil comes last.
  ///
  /// - Complexity: O(n + m log m) for runs of m equal elements.
  @inlinable public func thenByDescending<Key: Comparable>(
    _ key: (Element) throws -> Key?
  ) rethrows -> OrderedArray {
    OrderedArray(try sorting.ordered(byOptional: key, isDescending: true))
  }
}
