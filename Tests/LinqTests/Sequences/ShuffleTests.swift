import Testing

@testable import Linq

@Suite("Reverse and shuffle of sequences")
struct ShuffleTests {
  @Test("A32 reverse")
  func reverse() {
    #expect([25, 35].reverse() == [35, 25])
    #expect([25, 35].lazy.reverse().toArray() == [35, 25])
    #expect(Once(3).reverse() == [3, 2, 1])
    var numbers = [1, 2, 3]
    #expect(numbers.reverse().take(1) == [3])
    numbers.reverse()
    #expect(numbers == [3, 2, 1])
  }

  @Test("the numbers are those of SplitMix64's reference implementation")
  func numbers() {
    var random = SeededShuffle.SplitMix64(state: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    #expect(random.next() == 9_817_491_932_198_370_423)
  }

  @Test("shuffle has all elements, and the same order for the same seed")
  func shuffle() {
    let numbers = Array(0..<100)
    let shuffled = numbers.shuffle(seed: 7)
    #expect(shuffled != numbers && shuffled.sorted() == numbers)
    #expect(numbers.shuffle(seed: 7) == shuffled)
    #expect(numbers.shuffle(seed: 8) != shuffled)
    #expect(Array(1...5).shuffle(seed: 7) == [4, 5, 3, 1, 2])
    #expect(numbers.lazy.shuffle(seed: 7).toArray() == shuffled)
    #expect([Int]().shuffle(seed: 7).isEmpty && [1].shuffle(seed: 7) == [1])
  }

  @Test("shuffle is fair: every order of three elements about as often as the others")
  func fairness() {
    let orders = (0..<6000 as Range<UInt64>).countBy { [0, 1, 2].shuffle(seed: $0) }
    #expect(orders.count == 6)
    #expect(orders.all { (900...1100).contains($0.1) })
  }

  @Test("a number below a limit is below it, whatever the limit")
  func limits() {
    var random = SeededShuffle.SplitMix64(state: 1)
    for limit in [1, 2, 3, 1 << 63, .max, (1 << 63) + 1] as [UInt64] {
      for _ in 0..<100 { #expect(random.next(below: limit) < limit) }
    }
  }
}
