/// Random numbers that a seed decides (SplitMix64).
package struct RandomSource {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
