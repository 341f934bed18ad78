public import LinqCore

extension Sequence {
  /// The elements grouped by a key. The groups are in the order in which their keys first occur,
  /// and the items of a group are in the order of the elements. nil is a key like any other.
  ///
  /// ```swift
  /// ["James", "Jim", "Bob"].groupBy { $0.prefix(1) }        // J: James, Jim; B: Bob
  /// people.groupBy { $0.surname }.select { ($0.key, $0.count) }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func groupBy<Key: Hashable>(
    _ key: (Element) throws -> Key
  ) rethrows -> [QueryGroup<Key, Element>] { try groupBy(key, element: { $0 }) }

  /// Values of the elements grouped by a key.
  ///
  /// ```swift
  /// people.groupBy({ $0.surname }, element: { $0.age })
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func groupBy<Key: Hashable, Value>(
    _ key: (Element) throws -> Key, element value: (Element) throws -> Value
  ) rethrows -> [QueryGroup<Key, Value>] { try grouped(key, value).groups }

  /// The results of a closure for each key and the values of its group.
  ///
  /// ```swift
  /// people.groupBy({ $0.surname }, element: { $0.age }, result: { ($0, $1.max()) })
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func groupBy<Key: Hashable, Value, Result>(
    _ key: (Element) throws -> Key, element value: (Element) throws -> Value,
    result: (Key, [Value]) throws -> Result
  ) rethrows -> [Result] {
    let grouped = try grouped(key, value)
    return try Swift.zip(grouped.keys, grouped.items).map { try result($0, $1) }
  }

  /// The number of elements with each key, in the order in which the keys first occur.
  ///
  /// ```swift
  /// people.countBy { $0.age }                   // (25, 2), (45, 1), (35, 1), (55, 1)
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func countBy<Key: Hashable>(
    _ key: (Element) throws -> Key
  ) rethrows -> [(Key, Int)] { try aggregateBy(key, 0) { count, _ in count + 1 } }

  /// The elements with each key combined into one value, in the order in which the keys first
  /// occur.
  ///
  /// ```swift
  /// people.aggregateBy({ $0.surname }, 0) { total, person in total + person.age }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func aggregateBy<Key: Hashable, Result>(
    _ key: (Element) throws -> Key, _ seed: Result,
    _ combine: (Result, Element) throws -> Result
  ) rethrows -> [(Key, Result)] {
    var folded = FoldedItems<Key, Result>()
    for element in self {
      try folded.update(try key(element), from: seed) { try combine($0, element) }
    }
    return folded.results
  }

  @inlinable func grouped<Key: Hashable, Value>(
    _ key: (Element) throws -> Key, _ value: (Element) throws -> Value
  ) rethrows -> GroupedItems<Key, Value> {
    var grouped = GroupedItems<Key, Value>()
    for element in self {
      let key = try key(element)
      grouped.add(try value(element), under: key)
    }
    return grouped
  }
}

extension LazySequenceProtocol {
  /// The elements grouped lazily by a key. All elements are grouped when the first group is
  /// requested.
  @inlinable public func groupBy<Key: Hashable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredSequence<QueryGroup<Key, Element>> {
    DeferredSequence(of: { elements.groupBy(key) })
  }

  /// Values of the elements grouped lazily by a key.
  @inlinable public func groupBy<Key: Hashable, Value>(
    _ key: @escaping (Element) -> Key, element value: @escaping (Element) -> Value
  ) -> DeferredSequence<QueryGroup<Key, Value>> {
    DeferredSequence(of: { elements.groupBy(key, element: value) })
  }

  /// The results of a closure for each key and the values of its group, computed lazily.
  @inlinable public func groupBy<Key: Hashable, Value, Result>(
    _ key: @escaping (Element) -> Key, element value: @escaping (Element) -> Value,
    result: @escaping (Key, [Value]) -> Result
  ) -> DeferredSequence<Result> {
    DeferredSequence(
      of: { elements.groupBy(key, element: value).lazy.map { result($0.key, $0.items) } })
  }

  /// The number of elements with each key, counted lazily.
  @inlinable public func countBy<Key: Hashable>(
    _ key: @escaping (Element) -> Key
  ) -> DeferredSequence<(Key, Int)> { DeferredSequence(of: { elements.countBy(key) }) }

  /// The elements with each key combined lazily into one value.
  @inlinable public func aggregateBy<Key: Hashable, Result>(
    _ key: @escaping (Element) -> Key, _ seed: Result,
    _ combine: @escaping (Result, Element) -> Result
  ) -> DeferredSequence<(Key, Result)> {
    DeferredSequence(of: { elements.aggregateBy(key, seed, combine) })
  }
}
