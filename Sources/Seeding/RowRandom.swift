/// The random numbers of one row: SplitMix64, seeded with the seed and the row's index.
///
/// It uses only integer arithmetic, so the numbers are the same on every machine. The numbers of a
/// row depend only on the seed and its index, so rows can be generated in any order and in any
/// batch.
struct RowRandom {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Creates the sequence of the reference implementation of SplitMix64 with this state.
  init(state: UInt64) {
    self.state = state
  }

  /// Creates the sequence of a row. The start is mixed once more. Otherwise the sequence of row 1
  /// would be that of row 0 without its first number.
  @inline(__always) init(key: UInt64, row: UInt64) {
    state = Self.mix(key &+ row &* Self.increment)
  }

  /// Returns the key of a seed for ``init(key:row:)``; different seeds have different keys.
  static func key(seed: UInt64) -> UInt64 { mix(seed &+ increment) }

  /// Returns the next number, uniform over all 64-bit values.
  @inline(__always) mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mix(state)
  }

  /// The finalizer of SplitMix64, which is a bijection.
  @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
