// The lists and dictionaries that elements have as values.
extension OperatorGenerator {
  /// The elements of the lists that all elements have, or some of them, or values of them.
  func elements(of list: ListLeaf, _ random: inout RandomSource) -> Operator? {
    guard case .scalar(let type) = list.item else { return nil }
    let items = TermGenerator(list.item, corpus)
    let condition = random.chance(30) ? items.bool(1, &random) : nil
    let key = random.chance(20) ? items.leaves.filter(\.isOrderedKey).randomElement(&random) : nil
    let sort = key.map { MemberSort(key: $0, isDescending: random.chance(50)) }
    let isReversed = random.chance(8)
    let isNamed = random.chance(25) && !list.text.contains("{")
    let own = isNamed ? terms.named.randomElement(&random) : nil
    let isCompared = own?.type == type && random.chance(50)
    let value = own == nil && random.chance(20) ? items.key(1, &random, optionals: false) : nil
    let pair: Shape? = own.map { .tuple([.scalar($0.type), list.item]) }
    let single: Shape? = value.map { .scalar($0.type) }
    return Operator(
      name: "selectMany list", output: pair ?? single ?? list.item,
      format: { _, _ in
        let parts = [
          condition.map { ".where { \($0.text) }" }, sort?.text, isReversed ? ".reverse()" : nil,
          isCompared ? own.map { ".where { $0 != \($0.outerText) }" } : nil,
          own.map { ".select { (\($0.outerText), $0) }" }, value.map { ".select { \($0.text) }" },
        ]
        let array = list.text + parts.compactMap { $0 }.joined()
        guard own != nil else { return ".selectMany { \(array) }" }
        let name = Term.outerName
        return ".selectMany { \(name) in \(name)\(array.dropFirst(2)) }"
      }
    ) { next, _, _ in
      var found: [PlainValue] = []
      return {
        while found.isEmpty {
          guard let element = try next() else { return nil }
          var chosen = try list.elements(element).filter {
            try condition?.value(of: $0).bool ?? true
          }
          chosen = try sort?.sorted(chosen) ?? chosen
          if isReversed { chosen.reverse() }
          // Without elements, nothing is evaluated for them.
          if let own, !chosen.isEmpty {
            let other = try own.value(of: element)
            if isCompared { chosen.removeAll { $0 == other } }
            chosen = chosen.map { .tuple([other, $0]) }
          }
          found = try chosen.map { try value?.value(of: $0) ?? $0 }.reversed()
        }
        return found.removeLast()
      }
    }
  }
}

extension Term {
  /// Whether the expression is a key of a sort that is never nil.
  fileprivate var isOrderedKey: Bool { type.isOrdered && !type.isOptional }
}
