extension Sequence {
  /// The elements before the first one for which a closure returns `false`. No further elements are
  /// read.
  ///
  /// ```swift
  /// [1, 2, 30, 3].takeWhile { $0 < 10 }         // 1, 2
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func takeWhile(
    _ predicate: (Element) throws -> Bool
  ) rethrows -> [Element] {
    var taken: [Element] = []
    for element in self {
      guard try predicate(element) else { break }
      taken.append(element)
    }
    return taken
  }

  /// The elements from the first one for which a closure returns `false`. The closure is not called
  /// for the elements after that one.
  ///
  /// ```swift
  /// [1, 2, 30, 3].skipWhile { $0 < 10 }         // 30, 3
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func skipWhile(
    _ predicate: (Element) throws -> Bool
  ) rethrows -> [Element] { Array(try drop(while: predicate)) }
}

extension LazySequenceProtocol {
  /// The elements before the first one for which a closure returns `false`, found lazily.
  @inlinable public func takeWhile(
    _ predicate: @escaping (Element) -> Bool
  ) -> LazyPrefixWhileSequence<Elements> { prefix(while: predicate) }

  /// The elements from the first one for which a closure returns `false`, found lazily.
  @inlinable public func skipWhile(
    _ predicate: @escaping (Element) -> Bool
  ) -> LazyDropWhileSequence<Elements> { drop(while: predicate) }
}
