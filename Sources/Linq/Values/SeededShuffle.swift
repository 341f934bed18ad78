/// Puts elements in an order of chance that is the same for the same seed on every platform: Fisher and
/// Yates, with numbers by SplitMix64.
enum SeededShuffle {
  /// The elements in an order of chance.
  static func shuffled<Element>(_ elements: [Element], seed: UInt64) -> [Element] {
    var elements = elements
    var random = SplitMix64(state: seed)
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, Int.random(in: 0...last, using: &random))
    }
    return elements
  }
}

private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
