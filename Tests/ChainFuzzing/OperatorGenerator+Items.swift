// Some of the items of groups.
extension OperatorGenerator {
  /// The items of all groups, or some of each, or values of them.
  func items(of item: Shape, _ random: inout RandomSource) -> Operator {
    let items = TermGenerator(item, corpus)
    let condition = random.chance(30) ? items.bool(1, &random) : nil
    let keys = items.leaves.filter { $0.type.isOrdered && !$0.type.isOptional }
    let sort = (random.chance(50) ? keys.randomElement(&random) : nil)
      .map { MemberSort(key: $0, isDescending: random.chance(50)) }
    let isReversed = random.chance(10)
    let skipped = random.chance(15) ? 1 + random.below(2) : 0
    let count = random.chance(60) ? 1 + random.below(3) : nil
    let value =
      random.chance(60)
      ? nil
      : random.chance(50) ? items.leaves.randomElement(&random) : items.key(1, &random)
    let isDistinct = value != nil && count == nil && skipped == 0 && random.chance(40)
    let parts = [
      condition.map { ".where { \($0.text) }" }, sort?.text, isReversed ? ".reverse()" : nil,
      skipped > 0 ? ".skip(\(skipped))" : nil, count.map { ".take(\($0))" },
      value.map { ".select { \($0.text) }" }, isDistinct ? ".distinct()" : nil,
    ]
    let array = "$0.items" + parts.compactMap { $0 }.joined()
    return Operator(
      name: "selectMany items", output: value.map { .scalar($0.type) } ?? item,
      format: { _, _ in ".selectMany { \(array) }" }
    ) { next, _, _ in
      var found: [PlainValue] = []
      return {
        while found.isEmpty {
          guard case .group(_, let all)? = try next() else { return nil }
          var chosen = try all.filter { try condition?.value(of: $0).bool ?? true }
          chosen = try sort?.sorted(chosen) ?? chosen
          if isReversed { chosen.reverse() }
          chosen = Array(chosen.dropFirst(skipped).prefix(count ?? chosen.count))
          var values = try chosen.map { try value?.value(of: $0) ?? $0 }
          var known: Set<PlainValue> = []
          if isDistinct { values.removeAll { !known.insert($0).inserted } }
          found = values.reversed()
        }
        return found.removeLast()
      }
    }
  }
}
