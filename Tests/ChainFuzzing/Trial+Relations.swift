// What must hold between chains, whatever their results are.
extension Trial {
  /// The first of the relations that does not hold for the chain, a list without an error.
  func relations(_ random: inout RandomSource) -> Difference? {
    let terms = TermGenerator(chain.shape, stage.corpus, isTop: true)
    let condition = terms.bool(2, &random)
    let other = terms.bool(1, &random)
    let count = random.below(5)
    if !condition.canFail, let difference = division(by: condition) { return difference }
    if !condition.canFail, !other.canFail, let difference = conjunction(of: condition, other) {
      return difference
    }
    return prefix(count)
  }

  /// A condition and its opposite divide the elements.
  private func division(by condition: Term) -> Difference? {
    let rests = [
      ".where { \(condition.closure()) }", ".where { \(condition.closure { "!(\($0))" }) }", "",
    ]
    let counts = rests.map { rest in
      result(chain.list(then: rest + ".count()"), stage.indexed)
    }
    // A stored value that cannot be read is met by both.
    if counts[0] == counts[1], counts[0].hasPrefix("error unreadable") { return nil }
    let numbers = counts.compactMap { Int($0) }
    if numbers.count == 3, numbers[0] + numbers[1] == numbers[2] { return nil }
    return Difference(
      check: "|where p| + |where !p| = |all|", chain: chain.list(then: rests[0]),
      expected: counts[2], found: "\(counts[0]) + \(counts[1])")
  }

  /// Two conditions are one at a time.
  private func conjunction(of condition: Term, _ other: Term) -> Difference? {
    let and = Term.operation(.bool, "&&", [condition, other], { "\($0[0]) && \($0[1])" }) { $0[0] }
    let both = chain.list(then: ".where { \(and.closure()) }")
    let together = result(both, stage.indexed)
    let apart = result(
      chain.list(then: ".where { \(condition.closure()) }.where { \(other.closure()) }"),
      stage.indexed)
    if together == apart { return nil }
    return Difference(
      check: "where p && q = where p, where q", chain: both, expected: apart, found: together)
  }

  /// The first elements are the beginning.
  private func prefix(_ count: Int) -> Difference? {
    let start = chain.list(then: ".take(\(count))")
    guard let value = try? chain.evaluated(on: stage.corpus), case .list(let all) = value else {
      return nil
    }
    let expected = PlainValue.list(Array(all.prefix(count))).json
    let found = result(start, stage.plain)
    if found == expected { return nil }
    return Difference(check: "take is a prefix", chain: start, expected: expected, found: found)
  }
}
