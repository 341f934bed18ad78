import Testing

@testable import Linq

@Suite("Sorts of many elements")
struct LargeSortTests {
  /// Numbers with their positions, in an order of chance; many of them equal.
  private func numbered<Value>(_ values: [Value]) -> [(value: Value, index: Int)] {
    Array(zip(values, 0...)).map { (value: $0, index: $1) }
  }

  private func check<Value: Comparable>(
    _ values: [Value], _ precedes: (Value, Value) -> Bool = { $0 < $1 }
  ) {
    let rows = numbered(values)
    let ascending = rows.sorted { precedes($0.value, $1.value) }.map(\.index)
    let descending = rows.sorted { precedes($1.value, $0.value) }.map(\.index)
    #expect(rows.sort { $0.value }.map(\.index).elementsEqual(ascending))
    #expect(rows.sortDescending { $0.value }.map(\.index).elementsEqual(descending))
    #expect(rows.sort { Optional($0.value) }.map(\.index).elementsEqual(ascending))
    let levels = rows.sort { $0.value }.thenByDescending { $0.index }.map(\.index)
    let expected = rows.sorted {
      precedes($0.value, $1.value) || !precedes($1.value, $0.value) && $0.index > $1.index
    }
    #expect(levels.elementsEqual(expected.map(\.index)))
  }

  @Test("S22 integers of all sizes", arguments: [10, 999, 1000, 5000])
  func integers(count: Int) {
    var random = SeededShuffle.SplitMix64(state: UInt64(count))
    check((0..<count).map { _ in Int(truncatingIfNeeded: random.next()) })
    check((0..<count).map { _ in Int(random.next(below: 7)) - 3 })
    check((0..<count).map { _ in Int64(random.next(below: 100_000)) - 50_000 })
    check((0..<count).map { [Int.min, -1, 0, 1, Int.max][$0 % 5] })
    check((0..<count).map { _ in UInt8(random.next(below: 256)) })
  }

  @Test("S15, S22 floating-point numbers: both zeros are equal", arguments: [10, 5000])
  func reals(count: Int) {
    var random = SeededShuffle.SplitMix64(state: UInt64(count))
    check((0..<count).map { _ in Double(random.next(below: 2000)) / 8 - 125 })
    check(
      (0..<count).map {
        [
          0.0, -0.0, -.infinity, .infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
          .greatestFiniteMagnitude,
        ][$0 % 7]
      })
  }

  @Test("S06, S22 texts with long equal beginnings", arguments: [10, 5000])
  func texts(count: Int) {
    var random = SeededShuffle.SplitMix64(state: UInt64(count))
    let parts = [
      "", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "\0", "\u{E9}", "e\u{301}", "😀",
    ]
    let texts = (0..<count).map { _ in
      (0..<random.next(below: 4)).map { _ in parts[Int(random.next(below: 10))] }.joined()
    }
    check(texts) { ValueOrder.textPrecedes($0, $1) }
  }
}
