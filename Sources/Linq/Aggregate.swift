extension Sequence {
  /// The elements folded into one value, in their order; nil of nothing.
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

  /// The elements folded into a value that begins as a seed, in their order.
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
