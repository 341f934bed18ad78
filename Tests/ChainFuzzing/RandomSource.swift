import TestSupport

/// Random numbers that a seed decides. Regressions have seeds, so each number counts.
package struct RandomSource {
  private var generator: Seed.Generator

  package init(seed: UInt64) { generator = Seed(number: seed).generator }

  package mutating func next() -> UInt64 { generator.next() }

  /// A number from 0 to one less than the limit.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// A number from 0 to one less than the limit, none of them likelier than others (Lemire).
  package mutating func fairly(below limit: UInt64) -> Int {
    while true {
      let (high, low) = next().multipliedFullWidth(by: limit)
      if low >= (0 &- limit) % limit { return Int(high) }
    }
  }

  /// True in some percent of all cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// One of several, each as often as its weight says.
  package mutating func pick<Element>(weighted choices: [(weight: Int, Element)]) -> Element {
    var rest = below(choices.reduce(0) { $0 + $1.weight })
    for (weight, element) in choices {
      if rest < weight { return element }
      rest -= weight
    }
    return choices[0].1
  }
}
