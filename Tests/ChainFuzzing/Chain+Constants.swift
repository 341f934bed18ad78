extension Chain {
  /// The same chain with other values of the same types in place of those that are written down.
  /// Both have one plan, unless their SQL has to differ.
  func withOtherConstants(_ random: inout RandomSource, _ corpus: Corpus) -> Chain {
    let values = TermGenerator(.row(source), corpus)
    return mapConstants { values.literal($0, &random) }
  }

  private func mapConstants(_ other: (ScalarType) -> Term) -> Chain {
    var chain = self
    chain.operators = operators.map { step in
      var step = step
      step.terms = step.terms.map { $0.mapConstants(other) }
      step.others = step.others.map { $0.mapConstants(other) }
      return step
    }
    chain.terminal?.terms = terminal?.terms.map { $0.mapConstants(other) } ?? []
    chain.terminal?.others = terminal?.others.map { $0.mapConstants(other) } ?? []
    return chain
  }
}

extension Term {
  fileprivate func mapConstants(_ other: (ScalarType) -> Term) -> Term {
    guard !isLiteral else { return other(type) }
    var term = self
    term.parts = parts.map { $0.mapConstants(other) }
    return term
  }

  private var isLiteral: Bool { member == "literal" }
}
