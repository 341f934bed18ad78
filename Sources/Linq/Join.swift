public import LinqCore

// nil is a key like any other: nil equals nil, as in Swift.

extension Sequence {
  /// The pairs of elements with equal keys, in the order of the elements and then in the order of
  /// the other sequence.
  ///
  /// ```swift
  /// people.join(invoices, on: { $0.id }, equals: { $0.personID })
  ///   .select { ($0.0.name, $0.1.total) }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both and of the result.
  @inlinable public func join<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key
  ) rethrows -> [(Element, Inner)] {
    try join(inner, on: outerKey, equals: innerKey, result: { ($0, $1) })
  }

  /// The results of a closure for the pairs of elements with equal keys.
  ///
  /// ```swift
  /// people.join(
  ///   invoices, on: { $0.id }, equals: { $0.personID }, result: { "\($0.name): \($1.total)" })
  /// ```
  ///
  /// - Complexity: O(n) in the length of both and of the result.
  @inlinable public func join<Inner, Key: Hashable, Result>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key, result: (Element, Inner) throws -> Result
  ) rethrows -> [Result] {
    let partners = try GroupedItems(inner, by: innerKey)
    var results: [Result] = []
    for element in self {
      for partner in partners[try outerKey(element)] {
        results.append(try result(element, partner))
      }
    }
    return results
  }

  /// Each element with all elements of another sequence that have an equal key.
  ///
  /// ```swift
  /// people.groupJoin(invoices, on: { $0.id }, equals: { $0.personID })
  ///   .select { ($0.0.name, $0.1.count) }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func groupJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key
  ) rethrows -> [(Element, [Inner])] {
    try groupJoin(inner, on: outerKey, equals: innerKey, result: { ($0, $1) })
  }

  /// The results of a closure for each element and all elements of another sequence that have an
  /// equal key.
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func groupJoin<Inner, Key: Hashable, Result>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key, result: (Element, [Inner]) throws -> Result
  ) rethrows -> [Result] {
    let partners = try GroupedItems(inner, by: innerKey)
    return try map { try result($0, partners[try outerKey($0)]) }
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element without a match.
  ///
  /// ```swift
  /// people.leftJoin(invoices, on: { $0.id }, equals: { $0.personID })
  ///   .select { ($0.0.name, $0.1?.total) }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both and of the result.
  @inlinable public func leftJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key
  ) rethrows -> [(Element, Inner?)] {
    let partners = try GroupedItems(inner, by: innerKey)
    return try flatMap { element in
      partners.partnersOrNil(of: try outerKey(element)).map { (element, $0) }
    }
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element of the other
  /// sequence without a match, in the order of the other sequence and then in the order of this
  /// one.
  ///
  /// ```swift
  /// people.rightJoin(invoices, on: { $0.id }, equals: { $0.personID })
  ///   .select { ($0.0?.name, $0.1.total) }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both and of the result.
  @inlinable public func rightJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key
  ) rethrows -> [(Element?, Inner)] {
    let partners = try GroupedItems(self, by: outerKey)
    return try inner.flatMap { element in
      partners.partnersOrNil(of: try innerKey(element)).map { ($0, element) }
    }
  }

  /// The pairs of elements with equal keys and a pair with nil for each element without a match,
  /// followed by a pair with nil for each element of the other sequence without a match.
  ///
  /// - Complexity: O(n) in the length of both and of the result.
  @inlinable public func fullJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: (Element) throws -> Key,
    equals innerKey: (Inner) throws -> Key
  ) rethrows -> [(Element?, Inner?)] {
    let inner = try inner.map { (try innerKey($0), $0) }
    var partners = GroupedItems<Key, Inner>()
    for (key, element) in inner { partners.add(element, under: key) }
    var known: Set<Key> = []
    var pairs: [(Element?, Inner?)] = []
    for element in self {
      let key = try outerKey(element)
      known.insert(key)
      for partner in partners.partnersOrNil(of: key) { pairs.append((element, partner)) }
    }
    for (key, element) in inner where !known.contains(key) { pairs.append((nil, element)) }
    return pairs
  }
}

extension GroupedItems {
  /// Returns the items with a key, or an array that contains only nil if the key does not occur.
  @inlinable func partnersOrNil(of key: Key) -> [Item?] {
    indices[key].map { items[$0] } ?? [nil]
  }
}

// When the first pair is requested, the other sequence is read completely. The elements of this
// sequence are read one at a time.
extension LazySequenceProtocol {
  /// The pairs of elements with equal keys, computed lazily.
  @inlinable public func join<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key
  ) -> DeferredSequence<(Element, Inner)> {
    join(inner, on: outerKey, equals: innerKey, result: { ($0, $1) })
  }

  /// The results of a closure for the pairs of elements with equal keys, computed lazily.
  @inlinable public func join<Inner, Key: Hashable, Result>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key, result: @escaping (Element, Inner) -> Result
  ) -> DeferredSequence<Result> {
    DeferredSequence(of: {
      let partners = GroupedItems(inner, by: innerKey)
      return elements.lazy.flatMap { element in
        partners[outerKey(element)].lazy.map { result(element, $0) }
      }
    })
  }

  /// Each element with all elements of another sequence that have an equal key, computed lazily.
  @inlinable public func groupJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key
  ) -> DeferredSequence<(Element, [Inner])> {
    groupJoin(inner, on: outerKey, equals: innerKey, result: { ($0, $1) })
  }

  /// The results of a closure for each element and all elements of another sequence that have an
  /// equal key, computed lazily.
  @inlinable public func groupJoin<Inner, Key: Hashable, Result>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key, result: @escaping (Element, [Inner]) -> Result
  ) -> DeferredSequence<Result> {
    DeferredSequence(of: {
      let partners = GroupedItems(inner, by: innerKey)
      return elements.lazy.map { result($0, partners[outerKey($0)]) }
    })
  }

  /// The pairs of elements with equal keys and a pair with nil for each element without a match,
  /// computed lazily.
  @inlinable public func leftJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key
  ) -> DeferredSequence<(Element, Inner?)> {
    DeferredSequence(of: {
      let partners = GroupedItems(inner, by: innerKey)
      return elements.lazy.flatMap { element in
        partners.partnersOrNil(of: outerKey(element)).lazy.map { (element, $0) }
      }
    })
  }

  /// The pairs of elements with equal keys and a pair with nil for each element of the other
  /// sequence without a match, in the order of the other sequence. This sequence is read completely
  /// and the other one lazily.
  @inlinable public func rightJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key
  ) -> DeferredSequence<(Element?, Inner)> {
    DeferredSequence(of: {
      let partners = GroupedItems(elements, by: outerKey)
      return inner.lazy.flatMap { element in
        partners.partnersOrNil(of: innerKey(element)).lazy.map { ($0, element) }
      }
    })
  }

  /// The pairs of elements with equal keys and a pair with nil for each element without a match,
  /// followed by a pair with nil for each element of the other sequence without a match. Both
  /// sequences are read completely when the first pair is requested.
  @inlinable public func fullJoin<Inner, Key: Hashable>(
    _ inner: some Sequence<Inner>, on outerKey: @escaping (Element) -> Key,
    equals innerKey: @escaping (Inner) -> Key
  ) -> DeferredSequence<(Element?, Inner?)> {
    DeferredSequence(of: { elements.fullJoin(inner, on: outerKey, equals: innerKey) })
  }
}

extension Sequence {
  /// All pairs of an element and an element of another sequence, in the order of the elements and
  /// then in the order of the other sequence.
  ///
  /// - Complexity: O(n * m).
  @inlinable public func crossJoin<Inner>(_ inner: some Sequence<Inner>) -> [(Element, Inner)] {
    join(inner, where: { _, _ in true })
  }

  /// The pairs of an element and an element of another sequence for which a condition is true.
  ///
  /// ```swift
  /// products.join(offers, where: { $0.price > $1.limit })
  /// ```
  ///
  /// - Complexity: O(n * m).
  @inlinable public func join<Inner>(
    _ inner: some Sequence<Inner>, where condition: (Element, Inner) throws -> Bool
  ) rethrows -> [(Element, Inner)] {
    let inner = Array(inner)
    var pairs: [(Element, Inner)] = []
    for element in self {
      for other in inner where try condition(element, other) { pairs.append((element, other)) }
    }
    return pairs
  }

  /// The pairs of an element and an element of another sequence for which a condition is true, and
  /// a pair with nil for each element without a match.
  ///
  /// ```swift
  /// days.leftJoin(seasons, where: { $0.date >= $1.opens && $0.date <= $1.closes })
  /// ```
  ///
  /// - Complexity: O(n * m).
  @inlinable public func leftJoin<Inner>(
    _ inner: some Sequence<Inner>, where condition: (Element, Inner) throws -> Bool
  ) rethrows -> [(Element, Inner?)] {
    let inner = Array(inner)
    return try flatMap { element in
      try inner.matchesOrNil { try condition(element, $0) }.map { (element, $0) }
    }
  }
}

extension Array {
  /// Returns the elements for which a condition is true, or an array that contains only nil if
  /// there are none.
  @inlinable func matchesOrNil(_ condition: (Element) throws -> Bool) rethrows -> [Element?] {
    let matches = try filter(condition)
    return matches.isEmpty ? [nil] : matches
  }
}

extension LazySequenceProtocol {
  /// All pairs of an element and an element of another sequence. The other sequence is read
  /// completely when the first pair is requested.
  @inlinable public func crossJoin<Inner>(
    _ inner: some Sequence<Inner>
  ) -> DeferredSequence<(Element, Inner)> {
    join(inner, where: { _, _ in true })
  }

  /// The pairs of an element and an element of another sequence for which a condition is true. The
  /// other sequence is read completely when the first pair is requested.
  @inlinable public func join<Inner>(
    _ inner: some Sequence<Inner>, where condition: @escaping (Element, Inner) -> Bool
  ) -> DeferredSequence<(Element, Inner)> {
    DeferredSequence(of: {
      let inner = Array(inner)
      return elements.lazy.flatMap { element in
        inner.lazy.filter { condition(element, $0) }.map { (element, $0) }
      }
    })
  }
  /// The pairs of an element and an element of another sequence for which a condition is true, and
  /// a pair with nil for each element without a match, computed lazily. The other sequence is read
  /// completely when the first pair is requested.
  @inlinable public func leftJoin<Inner>(
    _ inner: some Sequence<Inner>, where condition: @escaping (Element, Inner) -> Bool
  ) -> DeferredSequence<(Element, Inner?)> {
    DeferredSequence(of: {
      let inner = Array(inner)
      return elements.lazy.flatMap { element in
        inner.matchesOrNil { condition(element, $0) }.lazy.map { (element, $0) }
      }
    })
  }
}
