/// Shuffles elements in a random order that is the same for the same seed on every platform and
/// with every version of Swift.
///
/// The random numbers are those of SplitMix64. Lemire's method maps a number to an index below `n`:
/// the index is the upper 64 bits of the product with `n`, and the number is rejected while the
/// lower 64 bits are below `2^64 mod n`. The swaps are those of the Fisher–Yates shuffle, from the
/// last index down to the second. All of it is implemented here because the standard library may
/// change how it generates random numbers.
@usableFromInline package enum SeededShuffle {
  /// Returns the elements in a random order. O(n).
  @inlinable package static func shuffled<Element>(
    _ elements: [Element], seed: UInt64, check: () throws -> Void
  ) rethrows -> [Element] {
    var elements = elements
    var random = SplitMix64(state: seed)
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      try check()
      elements.swapAt(last, Int(random.next(below: UInt64(last) + 1)))
    }
    return elements
  }

  /// The SplitMix64 generator.
  @usableFromInline package struct SplitMix64 {
    @usableFromInline package var state: UInt64

    @inlinable package init(state: UInt64) { self.state = state }

    @inlinable package mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }

    /// Returns a uniformly distributed number from 0 up to, but not including, a limit that is not
    /// 0.
    @inlinable package mutating func next(below limit: UInt64) -> UInt64 {
      var product = next().multipliedFullWidth(by: limit)
      if product.low < limit {
        // 2^64 mod limit
        let uneven = (0 &- limit) % limit
        while product.low < uneven { product = next().multipliedFullWidth(by: limit) }
      }
      return product.high
    }
  }
}
