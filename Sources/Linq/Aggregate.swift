extension Sequence {
  /// The elements combined into one value, in their order; nil if there are none.
  ///
  /// ```swift
  /// ["bill", "bob", "brian"].aggregate { "\($0), \($1)" }       // bill, bob, brian
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func aggregate(
    _ combine: (Element, Element) throws -> Element
  ) rethrows -> Element? {
    var iterator = makeIterator()
    guard var result = iterator.next() else { return nil }
    while let element = iterator.next() { result = try combine(result, element) }
    return result
  }

  /// The elements combined with an initial value, in their order.
  ///
  /// ```swift
  /// people.aggregate(0) { $0 + $1.age }         // 185
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func aggregate<Result>(
    _ seed: Result, _ combine: (Result, Element) throws -> Result
  ) rethrows -> Result { try reduce(seed, combine) }
}
