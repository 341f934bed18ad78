public import LinqCore

extension Sequence {
  /// The elements in the opposite order.
  ///
  /// On a variable array, `array.reverse()` alone is the standard library's, which reverses in
  /// place; where a value is expected of it, it is this.
  ///
  /// ```swift
  /// people.reverse()                // joe, jim, ian, frank, bob
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func reverse() -> [Element] { reversed() }

  /// The elements in an order of chance that is the same for the same seed on every platform.
  ///
  /// ```swift
  /// Array(1...5).shuffle(seed: 7)   // 4, 5, 3, 1, 2
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func shuffle(seed: UInt64) -> [Element] {
    SeededShuffle.shuffled(Array(self), seed: seed)
  }
}

extension LazySequenceProtocol {
  /// The elements in the opposite order, read when the first is asked for.
  @inlinable public func reverse() -> DeferredSequence<Element> {
    DeferredSequence(of: { elements.reversed() })
  }

  /// The elements in an order of chance that is the same for the same seed on every platform, read
  /// when the first is asked for.
  @inlinable public func shuffle(seed: UInt64) -> DeferredSequence<Element> {
    DeferredSequence(of: { SeededShuffle.shuffled(Array(elements), seed: seed) })
  }
}
