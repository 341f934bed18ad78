import Testing

@testable import Seeding

@Suite("Random numbers and weighted draws")
struct DrawTests {
  @Test("SplitMix64 gives the numbers of its reference implementation")
  func splitMix() {
    var random = RowRandom(state: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("neighbouring rows and seeds share no random numbers")
  func rowsDiffer() {
    var seen: Set<UInt64> = []
    for seed in 0..<10 as Range<UInt64> {
      for row in 0..<100 as Range<UInt64> {
        var random = RowRandom(key: RowRandom.key(seed: seed), row: row)
        for _ in 0..<8 { seen.insert(random.next()) }
      }
    }
    #expect(seen.count == 10 * 100 * 8)
  }

  @Test(
    "an alias table draws each item with exactly its share",
    arguments: [
      [1], [1, 1], [3, 1], [1, 2, 3, 4, 5], [1000, 1, 1, 1], [7, 7, 7], [5, 1, 9, 2, 2, 40, 1],
      Array(1...40),
    ])
  func exactShares(weights: [Int]) {
    var tables = AliasTables()
    _ = tables.append(weights: [2, 3])
    let section = tables.append(weights: weights)
    // Each column spans sum(weights) units and every threshold is a whole number of them, so the
    // middles of all units hit each item exactly as often as its share says.
    let units = weights.reduce(0, +) * weights.count
    var counts = [Int](repeating: 0, count: weights.count)
    for unit in 0..<units {
      let middle = UInt64(2 * units).dividingFullWidth((UInt64(2 * unit + 1), 0)).quotient
      counts[tables.draw(middle, from: section) - section.start] += 1
    }
    #expect(counts == weights.map { $0 * weights.count })
  }

  @Test("the ends of the random numbers stay in the section")
  func ends() {
    var tables = AliasTables()
    _ = tables.append(weights: [1, 2])
    let section = tables.append(weights: [3, 1, 1])
    _ = tables.append(weights: [1])
    #expect((2..<5).contains(tables.draw(0, from: section)))
    #expect((2..<5).contains(tables.draw(.max, from: section)))
  }

  @Test("the check of frequencies tells fitting counts from others")
  func checkCanFail() {
    let expected = ["a": 600.0, "b": 300.0, "c": 100.0]
    #expect(countsFit(["a": 610, "b": 285, "c": 105], expected: expected))
    #expect(!countsFit(["a": 334, "b": 333, "c": 333], expected: expected))
    #expect(!countsFit(["a": 600, "b": 300, "d": 100], expected: expected))
  }
}
