import Foundation
package import TestModel

/// Runs random chains on random rows in every way and compares the results with plain Swift.
package struct Fuzzer {
  /// A difference that was found, as small as it became.
  package struct Finding: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let index: Int
    package let check: String
    package let chain: String
    package let expected: String
    package let found: String
    /// The chain and its rows, to be kept.
    package let regression: Regression

    package var description: String {
      """
      DIFFERENCE \(check)
        \(chain)
        expected  \(shortened(expected))
        found     \(shortened(found))
        people    \(shortened(rows(regression.people)))
        purchases \(shortened(rows(regression.purchases)))
        schema    \(shortened(rows(regression.schema)))
        faults    \(shortened(rows(regression.faults)))
        replay    Scripts/fuzz --seed \(seed) --from \(index) --chains 1
      """
    }
  }

  /// Rows are made anew after so many chains.
  private static let chainsPerStage = 250

  package let seed: UInt64
  private var stage: (number: Int, stage: Stage)?

  /// A store on a server on which each chain runs too.
  private let server: TestStore?

  /// How often each chain runs with other constants.
  private let variants: Int

  package init(seed: UInt64, server: TestStore? = nil, variants: Int = 3) {
    self.seed = seed
    self.variants = variants
    self.server = server
  }

  /// Runs chains and counts them.
  ///
  /// - Parameters:
  ///   - range: the numbers of the chains; with the seed they decide everything.
  ///   - summary: where they are counted.
  ///   - isOver: asked now and then whether to stop before the end.
  ///   - finding: gets each difference.
  package mutating func run(
    _ range: Range<Int>, into summary: inout Summary, isOver: () -> Bool = { false },
    finding: (Finding) throws -> Void
  ) throws {
    for index in range {
      if isOver() { break }
      let stage = try stage(for: index)
      let chainSeed = seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(index)
      var random = RandomSource(seed: chainSeed)
      let chain = ChainGenerator(corpus: stage.corpus).chain(&random)
      switch try Trial(chain: chain, stage: stage, variants: variants).run(
        seed: chainSeed)
      {
      case .success(let outcome): summary.add(chain, outcome)
      case .failure(let error):
        summary.chains += 1
        summary.differences += 1
        // Making it smaller may take long, and may fail. As far as it came, it is a finding.
        FileHandle.standardError.write(
          Data("a difference in chain \(index) of seed \(seed): \(error.difference)\n".utf8))
        var shrinker = Shrinker(chain, stage.corpus, error.difference, seed: chainSeed)
        let shrinking = Result { try shrinker.shrink() }
        try finding(Finding(shrinker, seed: seed, index: index))
        try shrinking.get()
      }
    }
    stage?.stage.close()
    stage = nil
  }

  private mutating func stage(for index: Int) throws -> Stage {
    let number = index / Self.chainsPerStage
    if let stage, stage.number == number { return stage.stage }
    stage?.stage.close()
    var random = RandomSource(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    let size = random.pick(weighted: [(3, 0), (9, 1), (58, 7), (26, 24), (4, 120)])
    var corpus = Corpus(
      people: size, purchases: min(size, 60), withoutNUL: server != nil, &random)
    corpus.makeSchema(&random)
    // On a server, conditions compare such values as they are stored (S83).
    if server == nil { corpus.makeFaults(&random) }
    let stage = try Stage(corpus, &random, server: server)
    self.stage = (number, stage)
    return stage
  }
}

extension Fuzzer.Finding {
  init(_ shrinker: Shrinker, seed: UInt64, index: Int) {
    self.init(
      seed: seed, index: index, check: shrinker.difference.check,
      chain: shrinker.difference.chain, expected: shrinker.difference.expected,
      found: shrinker.difference.found, regression: Regression(shrinker))
  }
}

private func rows(_ rows: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(rows)).map { String(decoding: $0, as: UTF8.self) } ?? ""
}
