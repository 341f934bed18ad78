/// Makes a chain and its data smaller while the difference stays.
struct Shrinker {
  private(set) var chain: Chain
  private(set) var corpus: Corpus
  private(set) var difference: Trial.Difference
  private let seed: UInt64
  /// How many more trials there may be.
  private var budget = 1500

  init(_ chain: Chain, _ corpus: Corpus, _ difference: Trial.Difference, seed: UInt64) {
    self.chain = chain
    self.corpus = corpus
    self.difference = difference
    self.seed = seed
  }

  /// The smallest that is found.
  mutating func shrink() throws {
    var isSmaller = true
    while isSmaller, budget > 0 {
      isSmaller = try shrinkData()
      for candidate in chain.simpler where budget > 0 {
        if try keep(candidate, corpus) {
          isSmaller = true
          break
        }
      }
    }
  }

  private mutating func shrinkData() throws -> Bool {
    var isSmaller = false
    // What cannot be read is a matter of the schema.
    if corpus.schema != .standard, corpus.faults.isEmpty {
      var plain = corpus
      plain.schema = .standard
      if try keep(chain, plain) { isSmaller = true }
    }
    for fault in corpus.faults {
      var without = corpus
      without.faults.removeAll { $0 == fault }
      if try keep(chain, without) { isSmaller = true }
    }
    for size in [64, 16, 4, 1] {
      var start = 0
      while start < max(corpus.people.count, corpus.purchases.count), budget > 0 {
        var smaller = corpus
        smaller.people.removeSubrange(range(start, size, corpus.people.count))
        smaller.purchases.removeSubrange(range(start, size, corpus.purchases.count))
        if try keep(chain, smaller) { isSmaller = true } else { start += size }
      }
    }
    return isSmaller
  }

  private func range(_ start: Int, _ size: Int, _ count: Int) -> Range<Int> {
    min(start, count)..<min(start + size, count)
  }

  /// Takes the chain and the rows where they still differ.
  private mutating func keep(_ chain: Chain, _ corpus: Corpus) throws -> Bool {
    budget -= 1
    var random = RandomSource(seed: seed)
    // The standard schema does not store all keys that others have.
    guard let stage = try? Stage(corpus, &random) else { return false }
    defer { stage.close() }
    // Where the split is depends on the length of the chain: several places are tried.
    for attempt in 0..<(difference.check == "split" ? 6 : 1) {
      let trial = Trial(chain: chain, stage: stage)
      guard case .failure(let error) = try trial.run(seed: seed &+ UInt64(attempt)) else {
        continue
      }
      self.chain = chain
      self.corpus = stage.corpus
      difference = error.difference
      return true
    }
    return false
  }
}

extension Chain {
  /// Chains with an operator, a terminal or a part of an expression less.
  fileprivate var simpler: [Chain] {
    var chains: [Chain] = []
    if terminal != nil {
      var chain = self
      chain.terminal = nil
      chains.append(chain)
    }
    for index in operators.indices {
      let before = index == 0 ? Shape.row(source) : operators[index - 1].output
      if operators[index].output == before {
        var chain = self
        chain.operators.remove(at: index)
        chains.append(chain)
      }
      for simpler in operators[index].simpler {
        var chain = self
        chain.operators[index] = simpler
        chains.append(chain)
      }
    }
    for (place, term) in (terminal?.terms ?? []).enumerated() {
      for simpler in term.simpler {
        var chain = self
        chain.terminal?.terms[place] = simpler
        chains.append(chain)
      }
    }
    return chains
  }
}

extension Operator {
  fileprivate var simpler: [Operator] {
    var operators: [Operator] = []
    for (place, term) in terms.enumerated() {
      for simpler in term.simpler {
        var step = self
        step.terms[place] = simpler
        operators.append(step)
      }
    }
    for chain in others.first?.simpler ?? [] where chain.shape == others.first?.shape {
      var step = self
      step.others = [chain]
      operators.append(step)
    }
    return operators
  }
}
