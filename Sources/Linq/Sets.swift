extension Sequence where Element: Hashable {
  /// The distinct elements of both sequences, in the order in which they first occur.
  ///
  /// ```swift
  /// [3, 1, 3].union([2, 1])                     // 3, 1, 2
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func union(_ other: some Sequence<Element>) -> [Element] {
    union(other) { $0 }
  }

  /// The distinct elements that are also in another sequence, in the order in which they first
  /// occur.
  ///
  /// ```swift
  /// [3, 1, 3, 2].intersect([2, 3])              // 3, 2
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func intersect(_ other: some Sequence<Element>) -> [Element] {
    intersect(other) { $0 }
  }

  /// The distinct elements that are not in another sequence, in the order in which they first
  /// occur.
  ///
  /// ```swift
  /// [3, 1, 3, 2].except([2])                    // 3, 1
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func except(_ other: some Sequence<Element>) -> [Element] {
    except(other) { $0 }
  }
}

extension Sequence {
  /// The elements of both sequences with distinct keys. The first of the elements with equal keys
  /// is kept.
  ///
  /// ```swift
  /// people.union(others) { $0.email }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func union<Key: Hashable>(
    _ other: some Sequence<Element>, by key: (Element) throws -> Key
  ) rethrows -> [Element] {
    var seen: Set<Key> = []
    var elements = try filter { seen.insert(try key($0)).inserted }
    for element in other where seen.insert(try key(element)).inserted { elements.append(element) }
    return elements
  }

  /// The elements whose keys also occur in another sequence. The first of the elements with equal
  /// keys is kept.
  ///
  /// ```swift
  /// people.intersect(others) { $0.email }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func intersect<Key: Hashable>(
    _ other: some Sequence<Element>, by key: (Element) throws -> Key
  ) rethrows -> [Element] {
    var wanted = Set(try other.map(key))
    return try filter { wanted.remove(try key($0)) != nil }
  }

  /// The elements whose keys do not occur in another sequence. The first of the elements with equal
  /// keys is kept.
  ///
  /// ```swift
  /// people.except(others) { $0.email }
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func except<Key: Hashable>(
    _ other: some Sequence<Element>, by key: (Element) throws -> Key
  ) rethrows -> [Element] {
    var seen = Set(try other.map(key))
    return try filter { seen.insert(try key($0)).inserted }
  }
}

extension LazySequenceProtocol where Element: Hashable {
  /// The distinct elements of both sequences, found lazily.
  @inlinable public func union(_ other: some Sequence<Element>) -> DeferredSequence<Element> {
    union(other) { $0 }
  }

  /// The distinct elements that are also in another sequence, found lazily.
  @inlinable public func intersect(_ other: some Sequence<Element>) -> DeferredSequence<Element> {
    intersect(other) { $0 }
  }

  /// The distinct elements that are not in another sequence, found lazily.
  @inlinable public func except(_ other: some Sequence<Element>) -> DeferredSequence<Element> {
    except(other) { $0 }
  }
}

extension LazySequenceProtocol {
  /// The elements of both sequences with distinct keys, found lazily. The first of the elements
  /// with equal keys is kept.
  @inlinable public func union<Key: Hashable>(
    _ other: some Sequence<Element>, by key: @escaping (Element) -> Key
  ) -> DeferredSequence<Element> { concat(other).distinct(by: key) }

  /// The elements whose keys also occur in another sequence. The first of the elements with equal
  /// keys is kept. The other sequence is read completely when the first element is requested.
  @inlinable public func intersect<Key: Hashable>(
    _ other: some Sequence<Element>, by key: @escaping (Element) -> Key
  ) -> DeferredSequence<Element> {
    DeferredSequence(of: {
      var wanted = Set(other.lazy.map(key))
      return elements.lazy.filter { wanted.remove(key($0)) != nil }
    })
  }

  /// The elements whose keys do not occur in another sequence. The first of the elements with equal
  /// keys is kept. The other sequence is read completely when the first element is requested.
  @inlinable public func except<Key: Hashable>(
    _ other: some Sequence<Element>, by key: @escaping (Element) -> Key
  ) -> DeferredSequence<Element> {
    DeferredSequence(of: {
      var seen = Set(other.lazy.map(key))
      return elements.lazy.filter { seen.insert(key($0)).inserted }
    })
  }
}
