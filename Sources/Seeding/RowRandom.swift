/// The random numbers of one row: SplitMix64, started from the seed and the row's index.
///
/// Integer arithmetic only, so the numbers are the same on every machine. A row's numbers depend on
/// nothing but the seed and its index: rows can be made in any order, in any batch.
struct RowRandom {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// The sequence of the reference implementation of SplitMix64 with this state.
  init(state: UInt64) {
    self.state = state
  }

  /// The sequence of a row. The start is mixed once more: without it the sequence of row 1 would be
  /// that of row 0 without its first number.
  @inline(__always) init(key: UInt64, row: UInt64) {
    state = Self.mix(key &+ row &* Self.increment)
  }

  /// The key of a seed, for ``init(key:row:)``; different seeds have different keys.
  static func key(seed: UInt64) -> UInt64 { mix(seed &+ increment) }

  /// The next number, uniform over all 64-bit values.
  @inline(__always) mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mix(state)
  }

  /// The finaliser of SplitMix64, a bijection.
  @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
