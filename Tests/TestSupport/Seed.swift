import Foundation

/// Whether the tests try everything, instead of a part that their seed decides: `FAULTS` is `all`.
package let triesEverything = ProcessInfo.processInfo.environment["FAULTS"] == "all"

/// What the time limits of tests are multiplied by: `PATIENCE`, because a sanitizer is slow.
package let patience = ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Int($0) } ?? 1

/// The minutes after which a test is taken to hang. Tests share the machine and the threads of the
/// concurrency pool: what takes a second alone can take ten minutes.
package let hangLimit = 30 * patience

/// A timeout that is over only in a test that hangs.
package let longTimeout = Duration.seconds(60 * hangLimit)

/// The beginning of a test's random numbers. Set `TEST_SEED` to replay a failure, which prints it.
package struct Seed: CustomStringConvertible, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  package init() {
    number =
      ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0 ... .max)
  }

  package var generator: Generator { Generator(state: number) }

  package var description: String { "TEST_SEED=\(number)" }

  /// SplitMix64.
  package struct Generator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}

extension Collection {
  /// Elements that a seed chooses, in a random order; all of them if `FAULTS` is `all`.
  package func sample(_ count: Int, _ seed: Seed) -> [Element] {
    if triesEverything { return Array(self) }
    var generator = seed.generator
    return Array(shuffled(using: &generator).prefix(count))
  }
}
