public import LinqCore

extension Sequence {
  /// The elements in reverse order.
  ///
  /// On a variable array, `array.reverse()` as a statement calls the standard library's method,
  /// which reverses in place. Where its result is used, it calls this method.
  ///
  /// ```swift
  /// people.reverse()                // joe, jim, ian, frank, bob
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func reverse() -> [Element] { reversed() }

  /// The elements in a random order that is the same for the same seed on every platform.
  ///
  /// ```swift
  /// Array(1...5).shuffle(seed: 7)   // 4, 5, 3, 1, 2
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func shuffle(seed: UInt64) -> [Element] {
    SeededShuffle.shuffled(Array(self), seed: seed, check: {})
  }
}

extension LazySequenceProtocol {
  /// The elements in reverse order, read when the first element is requested.
  @inlinable public func reverse() -> DeferredSequence<Element> {
    DeferredSequence(of: { elements.reversed() })
  }

  /// The elements in a random order that is the same for the same seed on every platform, read when
  /// the first element is requested.
  @inlinable public func shuffle(seed: UInt64) -> DeferredSequence<Element> {
    DeferredSequence(of: { SeededShuffle.shuffled(Array(elements), seed: seed, check: {}) })
  }
}
